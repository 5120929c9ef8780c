import type { Coupon, Facts, Gives, Line } from '../modules/reckoning/coupon.ts'
import type { PriceRule } from '../modules/reckoning/price-rule.ts'

/** Nothing is asked of a sale. */
export const anywhere = {
  products: [],
  items: [],
  stations: [],
  deviceTypes: [],
  payTypes: [],
  weekdays: [],
  hours: [],
  tags: [],
  members: 'none',
} as const
export const coupon = (over: Partial<Coupon> & { gives: Gives }): Coupon => ({
  id: 1,
  dealId: 1,
  version: 1,
  name: 'Any',
  minimumCents: 0,
  isStackable: true,
  joinsReduced: true,
  startsAt: 0,
  endsAt: 10_000,
  conditions: anywhere,
  ...over,
})
export const rule = (over: Partial<PriceRule>): PriceRule => ({
  id: 1,
  version: 1,
  kind: 'card',
  name: 'Rule',
  centsPerL: null,
  percent: null,
  products: [],
  stations: [],
  hours: [],
  validFrom: null,
  validUntil: null,
  ...over,
})
/** A Monday morning. */
export const at = { stationId: 7, moment: '2026-11-30T08:30:00' }
export const facts: Facts = { at: 5_000, deviceType: 'till', payType: null, isMember: true, tags: [3] }
export const line = (over: Partial<Line>): Line => ({
  type: 'fuel',
  productId: 3,
  itemId: 30,
  quantity: 30_00,
  priceCents: 8_00,
  amountCents: 240_00,
  allowedCents: 0,
  isCharged: false,
  ...over,
})
