import { allows, userCardActs, type RecordNamed } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { may } from '../../core/session.ts'

/** What the card desk does to a card of a fleet; its pages bring it. */
export type DeskAct = 'topUp' | 'lowBalance' | 'loss' | 'unhook'
export interface CardDesk {
  readonly start: (act: DeskAct, card: RecordNamed<'userCards'>) => void
  readonly dialogs: ReactNode
}
const all: readonly DeskAct[] = ['topUp', 'lowBalance', 'loss', 'unhook']
/** What can be done to a master card as it is. */
export const deskActs = (card: Pick<RecordNamed<'userCards'>, 'status'>): readonly DeskAct[] =>
  all.filter(act => may(userCardActs[act].call.permission) && allows(userCardActs[act], card.status))
