import type { SaleGiftOutcome } from '@forecourt/contract'
import { sql } from 'kysely'
import type { GiftCoupon } from '../../platform/module.ts'

/** What an article gives for each piece, or of what is paid for it; nothing of what is null. */
export interface GiftTerms {
  readonly points: number | null
  readonly giftCents: number | null
  readonly giftPercent: number | null
  readonly frozenCents: number | null
  readonly frozenPercent: number | null
  /** The card product that may receive it; any where it is null. */
  readonly cardId: number | null
  /** Coupons for each piece. */
  readonly coupons?: readonly GiftCoupon[] | undefined
}
/** Of an `item` as SQL; null where it gives nothing. */
export const giftTermsOfItem = sql`case
  when num_nonnulls(item.gift_points, item.gift_cents, item.gift_percent, item.frozen_cents, item.frozen_percent) > 0
    or item.gift_coupons <> '[]'
  then json_build_object('points', item.gift_points, 'giftCents', item.gift_cents, 'giftPercent', item.gift_percent,
    'frozenCents', item.frozen_cents, 'frozenPercent', item.frozen_percent, 'cardId', item.gift_card_id,
    'coupons', item.gift_coupons) end`

/** What a line gives. */
export interface Gift {
  readonly points: number
  readonly giftCents: number
  readonly frozenCents: number
}

/** Percent has two decimals: hundredths of it are whole. Half up, once. */
const shareOf = (cents: number, percent: number): number =>
  Number((2n * BigInt(cents) * BigInt(Math.round(percent * 100)) + 10_000n) / 20_000n)

/**
 * What a line gives: so much for each piece, or a share of what it costs after its discount. A line that costs nothing gives nothing, for
 * nothing is paid. @source decisions GD5
 */
export function giftOf(line: {
  pieces: number
  amountCents: number
  discountCents: number
  gift?: GiftTerms | undefined
}): Gift | undefined {
  const { gift: terms, pieces } = line
  const paidCents = line.amountCents - line.discountCents
  if (!terms || paidCents <= 0 || pieces <= 0) return undefined
  const balance = (cents: number | null, percent: number | null) =>
    cents !== null ? cents * pieces : percent === null ? 0 : shareOf(paidCents, percent)
  const gift = {
    points: (terms.points ?? 0) * pieces,
    giftCents: balance(terms.giftCents, terms.giftPercent),
    frozenCents: balance(terms.frozenCents, terms.frozenPercent),
  }
  return gift.points + gift.giftCents + gift.frozenCents > 0 ? gift : undefined
}

/** The coupons that a line brings for each of its pieces; none where nothing is paid for it. */
export const couponsOf = ({
  pieces,
  amountCents,
  discountCents,
  gift,
}: {
  pieces: number
  amountCents: number
  discountCents: number
  gift?: GiftTerms | undefined
}): readonly GiftCoupon[] => (amountCents > discountCents && pieces > 0 ? (gift?.coupons ?? []) : [])

/** How much of what was paid for an order was given back. */
export interface Returned {
  readonly paidCents: number
  readonly refundedCents: number
}

/** What of a gift is taken back in all: the share of the money that was given back, and all of it with the last cent. */
export const takenBack = (full: number, { paidCents, refundedCents }: Returned): number =>
  refundedCents >= paidCents ? full : Number((BigInt(full) * BigInt(refundedCents)) / BigInt(paidCents))

/** A card that may receive a gift, as far as that depends on it. */
export interface MayReceive {
  readonly card: { readonly cardId: number; readonly issueTime: string | null; readonly closedTime: string | null }
  readonly product: { readonly type: string }
  readonly hasRoomFor: (cents: number) => boolean
  readonly hasPoints: boolean
}

/**
 * What becomes of the gifts of an order: this card receives them, their money together or not at all, or does not, with the reason.
 * @source decisions GD5, GD6
 */
export function judgeGifts<Row extends Gift & { readonly giftCardId: number | null }>(
  receiver: MayReceive | undefined,
  gifts: readonly Row[],
): Map<Row, SaleGiftOutcome> {
  const unfit = (gift: Row): SaleGiftOutcome | undefined => {
    if (!receiver) return 'noCard'
    if (gift.giftCardId !== null && gift.giftCardId !== receiver.card.cardId) return 'otherCard'
    if (receiver.card.issueTime === null || receiver.card.closedTime !== null) return 'ended'
    if (!hasMoney(gift)) return receiver.hasPoints ? undefined : 'noPoints'
    return receiver.product.type === 'debit' ? undefined : 'noMoney'
  }
  const told = new Map(gifts.map(gift => [gift, unfit(gift)]))
  const cents = gifts.reduce((sum, gift) => sum + (told.get(gift) ? 0 : gift.giftCents + gift.frozenCents), 0)
  const isAbove = receiver !== undefined && !receiver.hasRoomFor(cents)
  return new Map(gifts.map(gift => [gift, told.get(gift) ?? (isAbove && hasMoney(gift) ? 'ceiling' : 'given')]))
}
const hasMoney = ({ giftCents, frozenCents }: Gift): boolean => giftCents + frozenCents > 0
