import { isWithin, weekdayOf } from './hours.ts'
import type { Lowered, SoldAt } from './price-rule.ts'

/** A line of a sale before anything lowers it. */
export interface Line {
  readonly type: 'fuel' | 'normal'
  readonly productId?: number | null | undefined
  readonly itemId: number
  /** Centilitres of fuel, pieces of goods. */
  readonly quantity: number
  readonly priceCents: number | null
  readonly amountCents: number
  /** What a cashier takes off it. */
  readonly allowedCents: number
  /** A device has charged it: a fact that no rule changes (O15). */
  readonly isCharged: boolean
  /** What price rules took off it when it was sold, where it is reckoned again; the best of them, and those that it outdid. */
  readonly kept?: readonly Lowered[] | undefined
}

/** What coupons ask of a sale besides its place. */
export interface Facts {
  /** Its moment in milliseconds since 1970. */
  readonly at: number
  readonly deviceType: string | null
  /** Not chosen yet where it is null. */
  readonly payType: string | null
  readonly isMember: boolean
  readonly tags: readonly number[]
}

/** Where a coupon may be used; a list that is empty limits nothing. */
export interface Conditions {
  readonly products: readonly number[]
  readonly items: readonly number[]
  readonly stations: readonly number[]
  readonly deviceTypes: readonly string[]
  readonly payTypes: readonly string[]
  /** 1 is Monday. */
  readonly weekdays: readonly number[]
  readonly hours: readonly { readonly from: string; readonly until: string }[]
  readonly tags: readonly number[]
  readonly members: 'none' | 'members' | 'nonMembers'
}

/** 满减, 折扣, 升立减, 兑换: what a coupon gives. */
export type Gives =
  | { readonly kind: 'amount'; readonly cents: number }
  | { readonly kind: 'percent'; readonly percent: number; readonly capCents: number | null }
  | { readonly kind: 'litre'; readonly centsPerL: number; readonly upToCl: number | null }
  | { readonly kind: 'goods'; readonly itemId: number; readonly pieces: number }

/** A coupon that somebody holds, as it was when it was issued. */
export interface Coupon {
  readonly id: number
  readonly dealId: number
  readonly version: number
  readonly name: string
  readonly gives: Gives
  /** Of the lines that it covers, after price rules and before coupons; 0 where there is no minimum. */
  readonly minimumCents: number
  readonly isStackable: boolean
  /** It may be used on prices that a rule has lowered; one that may not takes the place of the rules. */
  readonly joinsReduced: boolean
  readonly startsAt: number
  readonly endsAt: number
  readonly conditions: Conditions
}

/** Why a coupon cannot be used on a sale, whatever else is used with it. */
export type Unfit =
  | 'notStarted'
  | 'over'
  | 'otherStation'
  | 'otherDevice'
  | 'otherPayType'
  | 'payTypeOpen'
  | 'otherWeekday'
  | 'otherHours'
  | 'membersOnly'
  | 'nonMembersOnly'
  | 'otherTag'
  | 'otherProduct'

const holds = <T>(list: readonly T[], value: T): boolean => list.length === 0 || list.includes(value)

/** What stands against a coupon; the first of several, from its time to the lines that it covers. */
export function unfit(coupon: Coupon, lines: readonly Line[], { moment, stationId }: SoldAt, facts: Facts): Unfit | undefined {
  const { startsAt, endsAt, conditions } = coupon
  const { stations, deviceTypes, payTypes, weekdays, hours, members, tags } = conditions
  const { at, deviceType, payType, isMember } = facts
  if (at < startsAt) return 'notStarted'
  if (at >= endsAt) return 'over'
  if (!holds(stations, stationId)) return 'otherStation'
  if (deviceTypes.length > 0 && (deviceType === null || !deviceTypes.includes(deviceType))) return 'otherDevice'
  if (payTypes.length > 0 && payType === null) return 'payTypeOpen'
  if (payType !== null && !holds(payTypes, payType)) return 'otherPayType'
  if (!holds(weekdays, weekdayOf(moment))) return 'otherWeekday'
  if (hours.length > 0 && !hours.some(each => isWithin(moment.slice(11, 16), each))) return 'otherHours'
  if (members === 'members' && !isMember) return 'membersOnly'
  if (members === 'nonMembers' && isMember) return 'nonMembersOnly'
  if (tags.length > 0 && !tags.some(tag => facts.tags.includes(tag))) return 'otherTag'
  return lines.some(line => covers(coupon, line)) ? undefined : 'otherProduct'
}

/** Whether a line is one that a coupon lowers and counts towards its minimum. */
export function covers({ conditions: { products, items }, gives }: Pick<Coupon, 'conditions' | 'gives'>, line: Line): boolean {
  if (line.isCharged) return false
  if (gives.kind === 'goods' && line.itemId !== gives.itemId) return false
  if (gives.kind === 'litre' && line.type !== 'fuel') return false
  if (products.length === 0 && items.length === 0) return true
  return (line.productId != null && products.includes(line.productId)) || items.includes(line.itemId)
}
