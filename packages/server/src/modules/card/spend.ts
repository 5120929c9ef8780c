import type { Fill, Found, Spent, Usage } from './facts.ts'
import { fromLots, lotsFor } from './lots.ts'

/** What is to be paid, and what of the same fill this card has paid before. */
export interface SpendRequest {
  readonly fill: Fill & { readonly cents: number }
  readonly before: Usage['fill']
}

/** What a sale spends from each purse, and the balance of the card afterwards, less its debt. */
export interface Spending extends Spent {
  readonly at: Date
  readonly proven: boolean
  readonly balanceAfterCents: number
}

const sum = (before: readonly Spent[], of: (taken: Spent) => number) => before.reduce((cents, taken) => cents + of(taken), 0)
const inAll = ({ principalCents, giftCents, debtCents }: Spent) => principalCents + giftCents + debtCents

/** What a sale takes of a card: principal, then gift, or the other way round as its product says; never of what is frozen. */
export function spend(card: Found, before: readonly Spent[], { fill, before: ofFill }: SpendRequest): Spending {
  const { cents, at, proven } = fill
  const { principal, gift, lots } = spendable(card, before, fill)
  const giftCents = card.giftFirst ? Math.min(cents, gift) : Math.min(cents - Math.min(cents, principal), gift)
  const principalCents = Math.min(cents - giftCents, principal)
  const held = card.principalCents + card.giftCents + card.lockCents + card.debtCents
  const balanceAfterCents = held - sum(before, inAll) - cents
  const counted = {
    spenderId: card.id,
    day: dayOf(card),
    volumeCl: fill.volumeCl ?? 0,
    fills: fillsOf(fill, ofFill),
    lots: fromLots(lots, giftCents),
  }
  return { ...counted, at, principalCents, giftCents, debtCents: cents - principalCents - giftCents, balanceAfterCents, proven }
}

/** What a payment finds used and left, after those of its group that came before it. */
export function usageOf(
  card: Found,
  before: readonly Spent[],
  { fill, before: ofFill }: Omit<SpendRequest, 'fill'> & { fill: Fill },
): Usage {
  const { principal, gift } = spendable(card, before, fill)
  // Whatever purses it spends, its limits are its own.
  const own = before.filter(({ spenderId }) => spenderId === card.id)
  const today = own.filter(({ day }) => day === dayOf(card)),
    monthly = own.filter(({ day }) => day.slice(0, 7) === card.moment.slice(0, 7))
  const litres = ({ volumeCl }: Spent) => volumeCl
  return {
    fill: ofFill,
    day: {
      cents: card.dayUseCents + sum(today, inAll),
      volumeCl: card.dayUseCl + sum(today, litres),
      fills: card.dayUseFills + sum(today, ({ fills }) => fills),
    },
    month: { cents: card.monthUseCents + sum(monthly, inAll), volumeCl: card.monthUseCl + sum(monthly, litres) },
    fills: fillsOf(fill, ofFill),
    overspent: before.some(({ debtCents }) => debtCents > 0),
    spendableCents: principal + gift,
    freeCents: withoutPasswordCents(card, own),
  }
}

/** Fuel that this card has not paid a part of is one fill more. */
const fillsOf = ({ volumeCl }: Fill, { cents }: Usage['fill']) => ((volumeCl ?? 0) > 0 && cents === 0 ? 1 : 0)

/** Of the gift, what is limited to something else is passed over. */
function spendable(card: Found, before: readonly Spent[], fill: Fill) {
  const { own, closedCents } = lotsFor(card, before, fill)
  return {
    principal: card.principalCents - sum(before, spent => spent.principalCents),
    gift: card.giftCents - sum(before, spent => spent.giftCents) - closedCents,
    lots: own,
  }
}

export const dayOf = ({ moment }: Found): string => moment.slice(0, 10)

/**
 * How much may be paid before the card asks for its password, with what was paid without it before, on the same day or on the same order;
 * null where it never asks. Those of the same group have other orders, and none of them gave a password.
 */
export function withoutPasswordCents(card: Found, before: readonly Spent[] = []): number | null {
  const { passwordFromCents, withoutPassword = { dayCents: 0, orderCents: 0 } } = card
  if (passwordFromCents === null) return null
  const today = before.filter(({ day }) => day === dayOf(card))
  const dayCents = withoutPassword.dayCents + sum(today, inAll)
  return Math.max(0, passwordFromCents - 1 - Math.max(dayCents, withoutPassword.orderCents))
}
