import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  topUpGift: {
    received: 'Received: {received} ({paid} paid, {gift} gift)',
    pointsToo: '{received} + {points} points',
    pointsMissing: 'The cardholder has no points account: {points} points will not be booked',
    coupon: '{name} × {count}',
    couponSpaced: '{name} × {count} ({per} starting every {days} days)',
    coupons: 'Coupons: {coupons}',
    couponMissing: '“{name}” cannot be given: {why}',
    tier: 'Tier “{name}”: gift {gift}',
    missing: '{missing} more reaches tier “{name}”, gift {gift}',
    giftEnds: 'The gift is valid until {end}',
    giftFor: 'The gift buys only: {products}',
  },
} satisfies Words<typeof zh>
