import type { MoneyAct } from './card-money-forms.tsx'

/** What changes the card itself or keeps its money where it is: rarer than the others, so that they stand behind them. */
export const lifeActs = ['freeze', 'move', 'extend', 'register', 'sync', 'lowBalance', 'reissue', 'cardReturn'] as const
export type LifeAct = (typeof lifeActs)[number]
export const isLifeAct = (act: string): act is LifeAct => (lifeActs as readonly string[]).includes(act)

/** What is asked for an act is entered in a form. */
export type AskedAct = 'writeChip' | 'topUp' | 'loss' | 'password' | MoneyAct | LifeAct

/** Lists that a card's acts change. */
export const changed = ['userCards', 'userCardDetails', 'cardStatement', 'members'] as const
