import type { Returned, Tier, topUpOffers } from '@forecourt/contract'
import { count, inCurrency } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import type { Values } from '../form/values.ts'
import { couponsWords } from './coupon-words.ts'

export type Offers = Returned<typeof topUpOffers>
export const centsOf = (entered: unknown): number => (Number.isSafeInteger(entered) && (entered as number) > 0 ? (entered as number) : 0)

/** What a top-up would give: of the package that is chosen or reached, or what was typed. */
export interface Given {
  readonly giftCents: number
  readonly of: Tier | undefined
}
export function givenBy({ mode, packageId, giftCents }: Values, packages: readonly Tier[], offers: Offers | undefined): Given {
  const typed = centsOf(giftCents)
  if (typed > 0) return { giftCents: typed, of: undefined }
  const of = mode === 'amount' ? (offers?.tier ?? undefined) : packages.find(({ id }) => id === packageId)
  return { giftCents: of?.giftCents ?? 0, of }
}

/** The package whose gift is given; nothing where the gift is typed, or no package is reached. The highest stands first. */
export function packageOf({ mode, packageId, giftCents, amountCents }: Values, packages: readonly Tier[]): Tier | undefined {
  if (centsOf(giftCents) > 0) return undefined
  const isReached = ({ priceCents }: Tier) => centsOf(amountCents) >= priceCents
  return mode === 'amount' ? packages.find(each => isReached(each)) : packages.find(({ id }) => id === packageId)
}

/**
 * What will be received and by which tier, what the gift is good for, and what is missing to the next.
 * @param hasPoints whether the holder has an account of points; undefined while nobody is known to hold the card, then neither points nor
 *   coupons are told
 */
export function linesOf(values: Values, packages: readonly Tier[], offers: Offers | undefined, hasPoints?: boolean): string[] {
  const { giftCents, of } = givenBy(values, packages, offers)
  const paid = centsOf(values['amountCents'])
  if (paid + giftCents === 0) return []
  const received = { received: inCurrency(paid + giftCents), paid: inCurrency(paid), gift: inCurrency(giftCents) }
  const next = values['mode'] === 'amount' ? offers?.next : undefined
  const points = hasPoints === undefined ? 0 : (of?.giftPoints ?? 0)
  const coupons = hasPoints === undefined ? [] : (of?.coupons ?? [])
  const toCome = coupons.filter(({ against }) => against === null)
  const money = t('topUpGift.received', received)
  return [
    points > 0 && hasPoints ? t('topUpGift.pointsToo', { received: money, points: count(points) }) : money,
    ...(points > 0 && !hasPoints ? [t('topUpGift.pointsMissing', { points: count(points) })] : []),
    ...(toCome.length > 0 ? [t('topUpGift.coupons', { coupons: couponsWords(toCome) })] : []),
    ...coupons.flatMap(({ name, against }) => (against ? [t('topUpGift.couponMissing', { name, why: against.message })] : [])),
    ...(of && values['mode'] === 'amount' ? [t('topUpGift.tier', { name: of.name, gift: inCurrency(giftCents) })] : []),
    ...(of?.giftEndsAt && giftCents > 0 ? [t('topUpGift.giftEnds', { end: lastMoment(of.giftEndsAt) })] : []),
    ...(of && of.products.length > 0 && giftCents > 0 ? [t('topUpGift.giftFor', { products: of.products.join(t('kit.comma')) })] : []),
    ...(next && offers?.missingCents
      ? [t('topUpGift.missing', { missing: inCurrency(offers.missingCents), name: next.name, gift: inCurrency(next.giftCents) })]
      : []),
  ]
}

/** A gift ends when its last day is over. */
const lastMoment = (endsAt: string): string => time(new Date(Date.parse(endsAt) - 1000).toISOString())
