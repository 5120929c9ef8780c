import type { MoneyAct } from './card-money-forms.tsx'

/** What is asked for an act is entered in a form. */
export type AskedAct = 'topUp' | 'loss' | 'password' | MoneyAct

/** Lists that a card's acts change. */
export const changed = ['userCards', 'userCardDetails', 'cardStatement'] as const
