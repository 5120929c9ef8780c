import type { Tier } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { addWords, setLanguage } from '../../i18n/index.ts'
import kit from '../i18n/zh.ts'
import { linesOf, type Offers } from './gift-lines.ts'
import words from './i18n/zh.ts'

beforeEach(() => {
  setLanguage('zh')
  for (const tree of [kit, words]) addWords(tree)
})

const tier = (over: Partial<Tier>): Tier => ({
  id: 1,
  name: '充 500',
  priceCents: 500_00,
  giftCents: 20_00,
  giftPoints: 88,
  coupons: [],
  products: [],
  giftEndsAt: null,
  ...over,
})
const offers: Offers = {
  tier: tier({}),
  next: tier({ id: 2, name: '充 1000', priceCents: 1000_00, giftCents: 60_00 }),
  missingCents: 400_00,
  hasPoints: false,
  packages: [],
}
const values = { mode: 'amount', amountCents: 600_00 }

// @req MEM-013
test('what is typed names its tier, its gift and what is missing to the next one', () => {
  const lines = ['到账 ¥620.00（充值 ¥600.00，赠送 ¥20.00）', '档位“充 500”：赠送 ¥20.00', '再充 ¥400.00 可达档位“充 1000”，赠送 ¥60.00']
  expect(linesOf(values, [], offers)).toEqual(lines)
  const told = (hasPoints: boolean) => linesOf(values, [], offers, hasPoints)
  expect(told(true)[0]).toBe(`${lines[0]} + 88 积分`)
  expect(told(false)).toEqual([lines[0], '持卡人没有积分账户，88 积分不会入账', ...lines.slice(1)])
  expect(linesOf({ mode: 'amount' }, [], undefined)).toEqual([])
})

// @req MKT-021
test('coupons that come with it are named with their number and how they begin; of one that cannot be given it is said why', () => {
  const coupon = { dealId: 1, name: '满200减20', count: 12, perCount: 1, intervalDays: 30, against: null }
  const gone = { ...coupon, name: '洗车', count: 1, against: { code: 'coupon.soldOut', message: '“洗车”已领完', field: null } }
  const given = { ...offers, tier: tier({ coupons: [coupon, { ...coupon, name: '非油9折', count: 2, intervalDays: 0 }, gone] }) }
  expect(linesOf(values, [], given, true).slice(1, 3)).toEqual([
    '赠券：满200减20 × 12（每 30 天 1 张生效）、非油9折 × 2',
    '“洗车”赠不出：“洗车”已领完',
  ])
  expect(linesOf(values, [], given).some(line => line.includes('赠券'))).toBe(false)
})
