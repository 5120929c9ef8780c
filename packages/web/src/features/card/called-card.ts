import { shownNumber } from './shown-number.ts'
import type { Card } from './whole-card.ts'

/** A card of a fleet by its driver's name, else by its number. */
export const calledCard = (card: Card): string => card.name || shownNumber(card)
