import { allows, userCardActs, type UserCardStatus } from '@forecourt/contract'
import { Refusal } from '../../platform/execution/refusal.ts'
import { stoppedBy } from './card.ts'

/** A card that is locked, as a sale finds it. */
export interface Found {
  readonly id: number
  readonly number: string
  readonly userId: number | null
  readonly status: UserCardStatus
  readonly paymentCentsMax: number | null
  readonly dayCentsMax: number | null
  readonly passwordFromCents: number | null
  readonly type: string
  readonly giftFirst: boolean
  readonly endTime: string | null
  readonly principalCents: number
  readonly giftCents: number
  readonly lockCents: number
  /** Below zero: owed. */
  readonly debtCents: number
  /** When the day of this sale began, and what the card has spent since, if it has a limit for the day. */
  readonly dayBegins: string
  readonly spentCents: number | null
  /** What was paid without the payment password, since that day began and on the order that is paid; asked where the card has one. */
  readonly withoutPassword?: { readonly dayCents: number; readonly orderCents: number }
}

/** What of a card was taken before, by others of the same group. */
export interface Spent {
  readonly at: Date
  readonly principalCents: number
  readonly giftCents: number
  readonly debtCents: number
}

export interface SpendRequest {
  readonly cents: number
  readonly at: Date
  /** It has happened: taken whatever the card says, and what its purses lack is owed. @source decisions.md O14 */
  readonly delivered: boolean
  /** The payment password was right. */
  readonly proven: boolean
}

/** What a sale spends from each purse, and the balance of the card afterwards, less its debt. */
export interface Spending extends Spent {
  readonly proven: boolean
  readonly balanceAfterCents: number
}

const sum = (before: readonly Spent[], of: (taken: Spent) => number) => before.reduce((cents, taken) => cents + of(taken), 0)
const inAll = ({ principalCents, giftCents, debtCents }: Spent) => principalCents + giftCents + debtCents

/**
 * What a sale takes of a card: principal, then gift, or the other way round as its product says; never of what is frozen.
 * @returns a refusal where something stands against it: card.lost, card.disabled, card.locked, card.overspent, card.notStoredValue,
 * card.serviceExpired, card.paymentLimit, card.dayLimit, card.insufficientBalance, card.passwordRequired
 */
export function spend(card: Found, before: readonly Spent[], request: SpendRequest): Spending | Refusal {
  const { cents, at } = request
  const principal = card.principalCents - sum(before, ({ principalCents }) => principalCents),
    gift = card.giftCents - sum(before, ({ giftCents }) => giftCents)
  const refusal = request.delivered ? undefined : standsAgainst(card, before, request, principal + gift)
  if (refusal) return refusal
  const giftCents = card.giftFirst ? Math.min(cents, gift) : Math.min(cents - Math.min(cents, principal), gift)
  const principalCents = Math.min(cents - giftCents, principal)
  const held = card.principalCents + card.giftCents + card.lockCents + card.debtCents
  const balanceAfterCents = held - sum(before, inAll) - cents
  return { at, principalCents, giftCents, debtCents: cents - principalCents - giftCents, balanceAfterCents, proven: request.proven }
}

function standsAgainst(
  card: Found,
  before: readonly Spent[],
  { cents, at, proven }: SpendRequest,
  spendableCents: number,
): Refusal | undefined {
  const { number, paymentCentsMax, dayCentsMax, spentCents } = card
  const overspent = before.some(({ debtCents }) => debtCents > 0)
  const status = card.status === 'normal' && overspent ? 'overspend' : card.status
  if (!allows(userCardActs.pay, status)) return new Refusal(stoppedBy[status]!, { number })
  if (card.type !== 'debit') return new Refusal('card.notStoredValue', { number })
  if (card.endTime !== null && Date.parse(card.endTime) <= at.getTime()) return new Refusal('card.serviceExpired', { number })
  if (paymentCentsMax !== null && cents > paymentCentsMax) return new Refusal('card.paymentLimit', { number, limitCents: paymentCentsMax })
  if (dayCentsMax !== null) {
    if (spentCents! + sum(today(card, before), inAll) + cents > dayCentsMax)
      return new Refusal('card.dayLimit', { number, limitCents: dayCentsMax })
  }
  if (cents > spendableCents) return new Refusal('card.insufficientBalance', { number, limitCents: spendableCents })
  const freeCents = withoutPasswordCents(card, before)
  if (!proven && freeCents !== null && cents > freeCents) {
    return new Refusal('card.passwordRequired', { number, limitCents: card.passwordFromCents })
  }
  return undefined
}

const today = ({ dayBegins }: Found, before: readonly Spent[]) => before.filter(taken => taken.at.getTime() >= Date.parse(dayBegins))

/**
 * How much may be paid before the card asks for its password, with what was paid without it before, on the same day or on the same order;
 * null where it never asks. Those of the same group have other orders, and none of them gave a password.
 */
export function withoutPasswordCents(card: Found, before: readonly Spent[] = []): number | null {
  const { passwordFromCents, withoutPassword = { dayCents: 0, orderCents: 0 } } = card
  if (passwordFromCents === null) return null
  const dayCents = withoutPassword.dayCents + sum(today(card, before), inAll)
  return Math.max(0, passwordFromCents - 1 - Math.max(dayCents, withoutPassword.orderCents))
}
