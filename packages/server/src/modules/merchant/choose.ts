import type { BillType } from '@forecourt/contract'

/** An account that could take a payment. */
export interface Candidate {
  readonly authTokenId: number
  readonly billType: BillType
  /** A lower number comes first. */
  readonly priority: number
  /** Among those of its priority, in percent. */
  readonly ratio: number
  readonly disabled: boolean
}

/** What an account has taken of the day's money at a station. */
export interface TakenToday {
  readonly authTokenId: number
  readonly billType: BillType
  readonly cents: number
}

/** The shares of account 1, 2 and 3, in percent. */
export type AccountShares = readonly [number, number, number]

/** A station that has not said how its money is divided gives all of it to account 1. */
export const allToFirst: AccountShares = [100, 0, 0]

interface Part<T> {
  readonly of: T
  readonly share: number
  readonly taken: number
}

/**
 * The one that is furthest below its share once the payment has come in; of several equally far the first. All in whole numbers: what lacks
 * is `share / shares × money − taken`, multiplied by the sum of the shares.
 */
function furthestBelow<T>(parts: readonly Part<T>[], amountCents: number): T | undefined {
  const shares = parts.reduce((sum, { share }) => sum + BigInt(share), 0n)
  const money = parts.reduce((sum, { taken }) => sum + BigInt(taken), BigInt(amountCents))
  const lacks = ({ share, taken }: Part<T>) => BigInt(share) * money - shares * BigInt(taken)
  return parts.reduce<Part<T> | undefined>((most, part) => (most && lacks(most) >= lacks(part) ? most : part), undefined)?.of
}

/**
 * The account that takes a payment: account 1, 2 or 3 by the station's account ratio among those that could; of it those with the lowest
 * priority number; of these the one furthest below its share of the day's money. A payment is never split, and what is disabled takes none.
 * @returns undefined where no account may take it @source requirement PAY-011, decisions PY3, PY4
 */
export function chooseAccount<C extends Candidate>(
  candidates: readonly C[],
  shares: AccountShares,
  taken: readonly TakenToday[],
  amountCents: number,
): C | undefined {
  const takenBy = (is: (one: TakenToday) => boolean) => taken.reduce((sum, one) => (is(one) ? sum + one.cents : sum), 0)
  const on = candidates.filter(({ disabled, billType }) => !disabled && shares[billType] > 0)
  const billTypes = [...new Set(on.map(({ billType }) => billType))].sort((one, other) => shares[other] - shares[one] || one - other)
  const billType = furthestBelow(
    billTypes.map(of => ({ of, share: shares[of], taken: takenBy(one => one.billType === of) })),
    amountCents,
  )
  const ofAccount = on.filter(one => one.billType === billType)
  const first = Math.min(...ofAccount.map(({ priority }) => priority))
  const alike = ofAccount
    .filter(({ priority }) => priority === first)
    .sort((one, other) => other.ratio - one.ratio || one.authTokenId - other.authTokenId)
  return furthestBelow(
    alike.map(of => ({ of, share: of.ratio, taken: takenBy(one => one.authTokenId === of.authTokenId) })),
    amountCents,
  )
}
