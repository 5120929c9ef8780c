import { expect, test } from 'vitest'
import { anywhere, at, coupon, facts, line, rule } from '../../testing/reckoning.ts'
import { apportion } from './apportion.ts'
import type { Coupon, Facts, Gives, Line } from './coupon.ts'
import type { PriceRule } from './price-rule.ts'
import { reckon } from './reckon.ts'

const water = line({ type: 'normal', productId: null, itemId: 31, quantity: 4, priceCents: 2_50, amountCents: 10_00 })
const off = (lines: readonly Line[], held: readonly Coupon[], prices: readonly PriceRule[] = [], over: Partial<Facts> = {}) =>
  reckon(lines, at, prices, { ...facts, ...over, held })
const discounts = (found: ReturnType<typeof reckon>) => found.lines.map(({ discountCents }) => discountCents)

test('a price rule, then coupons by the litre, in percent, of an amount, then the cashier: each of what is left', () => {
  const found = off(
    [line({ allowedCents: 1_00 })],
    [
      coupon({ id: 4, gives: { kind: 'amount', cents: 20_00 } }),
      coupon({ id: 3, gives: { kind: 'percent', percent: 10, capCents: null } }),
      coupon({ id: 2, gives: { kind: 'litre', centsPerL: 20, upToCl: 10_00 } }),
    ],
    [rule({ centsPerL: 30 })],
  )
  // 240.00 − 9.00 = 231.00; − 2.00 = 229.00; − 22.90 = 206.10; − 20.00 = 186.10; − 1.00.
  expect(found.lines[0]).toMatchObject({ rule: { amountCents: 9_00 }, discountCents: 54_90 })
  expect(found.lines[0]!.coupons.map(each => [each.coupon.id, each.cents])).toEqual([
    [2, 2_00],
    [3, 22_90],
    [4, 20_00],
  ])
})

test.each([
  ['20.00 off 200.00: reached', { kind: 'amount', cents: 20_00 }, [line({})], 200_00, 20_00],
  ['an amount above what there is takes what there is', { kind: 'amount', cents: 999_00 }, [line({})], 0, 240_00],
  ['a share rounds half up', { kind: 'percent', percent: 0.01, capCents: null }, [line({ amountCents: 50_00 })], 0, 1],
  ['a share up to its cap', { kind: 'percent', percent: 10, capCents: 5_00 }, [line({})], 0, 5_00],
  ['0.20 a litre, up to 20 litres', { kind: 'litre', centsPerL: 20, upToCl: 20_00 }, [line({})], 0, 4_00],
  ['0.20 a litre, up to 40 litres', { kind: 'litre', centsPerL: 20, upToCl: 40_00 }, [line({})], 0, 6_00],
  ['so much a litre gives nothing on goods', { kind: 'litre', centsPerL: 20, upToCl: null }, [water], 0, 0],
  ['two bottles for nothing', { kind: 'goods', itemId: 31, pieces: 2 }, [water], 0, 5_00],
  ['more bottles than are bought', { kind: 'goods', itemId: 31, pieces: 9 }, [water], 0, 10_00],
  ['other goods', { kind: 'goods', itemId: 32, pieces: 1 }, [water], 0, 0],
] as const)('%s', (_, gives, lines, minimumCents, expected) => {
  expect(discounts(off(lines, [coupon({ gives, minimumCents })]))[0]).toBe(expected)
})

const tenOff: Gives = { kind: 'amount', cents: 10_00 }
test.each([
  ['has not begun', { startsAt: 6_000 }, {}, 'notStarted'],
  ['is over to the moment', { endsAt: 5_000 }, {}, 'over'],
  ['of another station', { conditions: { ...anywhere, stations: [8] } }, {}, 'otherStation'],
  ['for another device', { conditions: { ...anywhere, deviceTypes: ['miniProgram'] } }, {}, 'otherDevice'],
  ['for another way of payment', { conditions: { ...anywhere, payTypes: ['wx'] } }, { payType: 'cash' }, 'otherPayType'],
  ['for a way of payment, none chosen yet', { conditions: { ...anywhere, payTypes: ['wx'] } }, {}, 'payTypeOpen'],
  ['for Sundays', { conditions: { ...anywhere, weekdays: [7] } }, {}, 'otherWeekday'],
  ['for the evening', { conditions: { ...anywhere, hours: [{ from: '18:00', until: '22:00' }] } }, {}, 'otherHours'],
  ['for members, of a passer-by', { conditions: { ...anywhere, members: 'members' } }, { isMember: false }, 'membersOnly'],
  ['for passers-by, of a member', { conditions: { ...anywhere, members: 'nonMembers' } }, {}, 'nonMembersOnly'],
  ['of a tag that the holder does not carry', { conditions: { ...anywhere, tags: [4] } }, {}, 'otherTag'],
  ['for another product', { conditions: { ...anywhere, products: [4] } }, {}, 'otherProduct'],
  ['with a minimum that is not reached', { minimumCents: 250_00 }, {}, 'minimumNotReached'],
] as const)('a coupon %s gives nothing and says so: %s', (_, over, now, reason) => {
  const found = off([line({})], [coupon({ gives: tenOff, ...over })], [], now)
  expect(discounts(found)).toEqual([0])
  expect(found.coupons).toMatchObject([{ reason }])
})

test('all conditions that hold: a coupon for Monday morning, this station, device, tag, members and cash', () => {
  const conditions = {
    products: [3],
    items: [],
    stations: [7, 8],
    deviceTypes: ['till'],
    payTypes: ['cash'],
    weekdays: [1],
    hours: [{ from: '08:00', until: '09:00' }],
    tags: [3],
    members: 'members',
  } as const
  expect(discounts(off([line({})], [coupon({ gives: tenOff, conditions })], [], { payType: 'cash' }))).toEqual([10_00])
})

test('a minimum is read after price rules, of the lines that the coupon covers: 180.00 of 200.00', () => {
  const lines = [line({ quantity: 25_00, amountCents: 200_00 }), water]
  const given = coupon({ gives: tenOff, minimumCents: 200_00, conditions: { ...anywhere, products: [3] } })
  expect(off(lines, [given], [rule({ percent: 10 })]).coupons).toMatchObject([
    { reason: 'minimumNotReached', haveCents: 180_00, needCents: 200_00 },
  ])
  expect(discounts(off(lines, [given]))).toEqual([10_00, 0])
})

test('a coupon that is not for reduced prices takes the place of the price rule where that is cheaper, and the line says so', () => {
  const own = coupon({ gives: { kind: 'amount', cents: 15_00 }, joinsReduced: false })
  const cheap = off([line({})], [own], [rule({ percent: 5 })])
  expect(cheap.lines[0]).toMatchObject({
    rule: undefined,
    discountCents: 15_00,
    withheld: [{ reason: 'replaced', haveCents: 12_00, needCents: 15_00 }],
  })
  const dear = off([line({})], [own], [rule({ percent: 10 })])
  expect(dear.lines[0]).toMatchObject({ rule: { amountCents: 24_00 }, discountCents: 24_00, withheld: [] })
  expect(dear.coupons).toMatchObject([{ reason: 'notChosen' }])
  // The customer may want it all the same.
  expect(discounts(reckon([line({})], at, [rule({ percent: 10 })], { ...facts, held: [own], chosen: [1] }))).toEqual([15_00])
})

test('a coupon that is not stackable stands alone; of stackable ones at most five go together', () => {
  const single = coupon({ id: 9, gives: { kind: 'amount', cents: 11_00 }, isStackable: false })
  const many = Array.from({ length: 7 }, (_, turn) => coupon({ id: turn + 1, gives: { kind: 'amount', cents: 2_00 } }))
  expect(discounts(off([line({})], [...many, single]))).toEqual([11_00])
  expect(discounts(off([line({})], many))).toEqual([10_00])
  const chosen = (ids: number[]) => reckon([line({})], at, [], { ...facts, held: [...many, single], chosen: ids })
  expect(chosen([1, 9]).coupons.filter(each => 'reason' in each && each.reason === 'notCombinable')).toHaveLength(2)
  expect(discounts(chosen([1, 9]))).toEqual([0])
  expect(discounts(chosen([1, 2]))).toEqual([4_00])
  expect(discounts(chosen([1, 2, 3, 4, 5, 6]))).toEqual([0])
})

test('of choices that cost the same, the fewest coupons; then those that end earlier; then the lower numbers', () => {
  const used = (held: readonly Coupon[]) =>
    off([line({ amountCents: 10_00 })], held).coupons.flatMap(each => ('cents' in each ? each.coupon.id : []))
  const all = { kind: 'amount', cents: 10_00 } as const
  expect(
    used([
      coupon({ id: 1, gives: { kind: 'amount', cents: 5_00 } }),
      coupon({ id: 2, gives: { kind: 'amount', cents: 5_00 } }),
      coupon({ id: 3, gives: all }),
    ]),
  ).toEqual([3])
  expect(used([coupon({ id: 1, gives: all, endsAt: 9_000 }), coupon({ id: 2, gives: all, endsAt: 8_000 })])).toEqual([2])
  expect(used([coupon({ id: 2, gives: all }), coupon({ id: 1, gives: all })])).toEqual([1])
})

test('what a device has charged no coupon touches, nor does it count towards a minimum', () => {
  const found = off([line({ isCharged: true }), water], [coupon({ gives: tenOff, minimumCents: 50_00 })], [rule({ percent: 5 })])
  expect(discounts(found)).toEqual([0, 0])
  expect(found.coupons).toMatchObject([{ reason: 'minimumNotReached', haveCents: 10_00 }])
})

test('parts of an amount sum to it, the cents that are left go to the largest remainders, of equal ones to the earlier line', () => {
  expect(apportion(10_00, [1, 1, 1])).toEqual([3_34, 3_33, 3_33])
  expect(apportion(1, [5, 5])).toEqual([1, 0])
  expect(apportion(7, [1, 0, 13])).toEqual([1, 0, 6])
  expect(apportion(5, [0, 0])).toEqual([0, 0])
})
