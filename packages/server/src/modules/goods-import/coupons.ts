import type { ItemImportReason } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { everyModule, type GiftCoupon, type NamedCoupon } from '../../platform/module.ts'
import { couponsSaid, type CouponSaid } from './coupons-said.ts'

/** The coupons that a cell names, as far as they are known, and what stands against them. */
export interface Coupons {
  readonly group: readonly GiftCoupon[]
  readonly wrong: ItemImportReason | undefined
}

/** @param texts cells that name coupons, each once. Nothing is asked where there is none. */
export async function couponsNamed(ctx: Ctx, companyId: number, texts: readonly string[]): Promise<Map<string, Coupons>> {
  if (texts.length === 0) return new Map()
  const said = new Map(texts.map(text => [text, couponsSaid(text) ?? []]))
  const names = [...new Set([...said.values()].flat().flatMap(({ name, whole }) => (whole === undefined ? [name] : [name, whole])))]
  const known = await everyModule()
    .find(({ giftCoupons }) => giftCoupons)!
    .giftCoupons!.named(ctx, companyId, names)
  return new Map([...said].map(([text, coupons]) => [text, judged(coupons, known)]))
}

function judged(said: readonly CouponSaid[], known: ReadonlyMap<string, NamedCoupon>): Coupons {
  const each = said.map(one => meant(one, known))
  const group = each.flatMap(one => (typeof one === 'string' ? [] : [one.coupon]))
  const missing = each.find(one => typeof one === 'string')
  const isTwice = new Set(group.map(({ dealId }) => dealId)).size < group.length
  const against = each.flatMap(one => (typeof one === 'string' || !one.wrong ? [] : [one.wrong]))[0]
  return { group, wrong: missing ?? (isTwice ? 'couponTwice' : against) }
}

function meant({ whole, ...said }: CouponSaid, known: ReadonlyMap<string, NamedCoupon>) {
  const [split, unsplit] = [known.get(said.name), whole === undefined ? undefined : known.get(whole)]
  if (split && unsplit) return 'couponAmbiguous' as const
  const named = split ?? unsplit
  if (!named) return 'couponUnknown' as const
  const { count, perCount, intervalDays } = split ? said : { count: 1, perCount: 1, intervalDays: 0 }
  return { coupon: { dealId: named.dealId, count, perCount, intervalDays }, wrong: named.against({ count, perCount, intervalDays }) }
}

/** Whether two groups give the same: how many begin together says nothing where all of them do. */
export const givesTheSame = (one: readonly GiftCoupon[], other: readonly GiftCoupon[]): boolean => told(one) === told(other)
const told = (group: readonly GiftCoupon[]) =>
  JSON.stringify(
    group.map(({ dealId, count, perCount, intervalDays }) => [
      dealId,
      count,
      ...(intervalDays > 0 && perCount < count ? [perCount, intervalDays] : []),
    ]),
  )
