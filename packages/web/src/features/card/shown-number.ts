import { grouped } from '../../kit/show.ts'
import type { Card } from './whole-card.ts'

/** The number of a card as it is read: in groups of four. */
export const shownNumber = (card: Card): string => grouped(card.number, 'cardNumber')
