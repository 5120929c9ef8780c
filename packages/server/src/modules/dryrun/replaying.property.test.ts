import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anywhere } from '../../testing/reckoning.ts'
import { scaled, seed } from '../../testing/sampling.ts'
import { daysOf } from './calendar.ts'
import { bucketOf, levelsMost } from './levels.ts'
import type { PastSale } from './past-sales.ts'
import { Replaying } from './replaying.ts'
import type { Tried } from './tried.ts'

const days = daysOf('2026-03-01', '2026-03-05', 'Asia/Shanghai')
const hourMs = 3_600_000

/** A sale of fuel at 1.00 to 9.99, by one of six members or by a stranger. */
const drawnSale = fc.record({
  hour: fc.nat({ max: 5 * 24 - 1 }),
  userId: fc.option(fc.integer({ min: 101, max: 106 })),
  volumeCl: fc.integer({ min: 1, max: 60_00 }),
  priceCents: fc.integer({ min: 1_00, max: 9_99 }),
  /** Taken off by a cashier. */
  allowed: fc.integer({ min: 0, max: 100 }),
})
const drawnOffer = fc.record({
  offCents: fc.integer({ min: 1, max: 40_00 }),
  minimumCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300_00 })),
  perUser: fc.integer({ min: 0, max: 3 }),
  maxCount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 })),
  budgetCents: fc.option(fc.integer({ min: 1, max: 200_00 })),
  members: fc.constantFrom('none' as const, 'members' as const, 'nonMembers' as const),
})
type Sale = typeof drawnSale extends fc.Arbitrary<infer S> ? S : never
type Offer = typeof drawnOffer extends fc.Arbitrary<infer O> ? O : never

function soldAs({ hour, userId, volumeCl, priceCents, allowed }: Sale, id: number): PastSale {
  const at = days[0]!.startsAt + hour * hourMs + id
  const amountCents = Math.floor((2 * volumeCl * priceCents + 100) / 200)
  const discountCents = Math.min(allowed, amountCents)
  const line = { itemId: 30, productId: 3, type: 'fuel' as const, quantity: volumeCl, priceCents, listPriceCents: priceCents, amountCents }
  return {
    id,
    stationId: 7,
    at,
    moment: new Date(at + 8 * hourMs).toISOString().slice(0, 19),
    deviceType: null,
    payType: 'cash',
    cardId: null,
    userId,
    ofFleet: false,
    isHeld: false,
    paidCents: amountCents - discountCents,
    refundedCents: 0,
    lines: [{ ...line, discountCents, allowedCents: discountCents, isCharged: false, kept: [], withheld: [] }],
    used: [],
  }
}

const triedAs = ({ offCents, minimumCents, members, ...limits }: Offer): Tried => ({
  kind: 'coupon',
  dealId: 0,
  version: 1,
  terms: {
    name: 'Drawn',
    gives: { kind: 'amount', cents: offCents },
    minimumCents,
    isStackable: false,
    joinsReduced: true,
    conditions: { ...anywhere, members },
  },
  ...limits,
})

/** What a clerk would write on paper for one share of the customers: sale after sale, until the coupons or the budget are used up. */
function onPaper(sales: readonly PastSale[], { offCents, minimumCents, perUser, maxCount, budgetCents, members }: Offer, level: number) {
  const had = new Map<number, number>()
  const found = { orders: 0, givesCents: 0, byDay: new Map<string, number>(), ended: false }
  for (const { userId, id, lines, moment } of sales) {
    const { amountCents } = lines[0]!
    if (members === (userId === null ? 'members' : 'nonMembers')) continue
    if (userId !== null && perUser > 0 && (had.get(userId) ?? 0) >= perUser) continue
    const cents = amountCents >= minimumCents ? Math.min(offCents, amountCents) : 0
    if (cents === 0) continue
    if (userId !== null) had.set(userId, (had.get(userId) ?? 0) + 1)
    if (bucketOf(userId ?? id) >= level || found.ended) continue
    const isTooMany = maxCount > 0 && found.orders >= maxCount
    const isTooMuch = budgetCents !== null && found.givesCents + cents > budgetCents
    if (isTooMany || isTooMuch) {
      found.ended = found.orders > 0
      continue
    }
    found.orders += 1
    found.givesCents += cents
    found.byDay.set(moment.slice(0, 10), (found.byDay.get(moment.slice(0, 10)) ?? 0) + cents)
    if (found.givesCents === budgetCents) found.ended = true
  }
  return found
}

test('whatever was sold, each share of customers comes to what a clerk would write on paper, day by day', () => {
  fc.assert(
    fc.property(fc.array(drawnSale, { maxLength: 40 }), drawnOffer, (drawn, offer) => {
      const sales = drawn.toSorted((a, b) => a.hour - b.hour).map((sale, id) => soldAs(sale, id + 1))
      const replaying = new Replaying({ companyId: 1, stationIds: [], tried: triedAs(offer), days, given: undefined, isReal: false })
      for (const sale of sales) replaying.look(sale)
      const levels = replaying.levels.result(days.map(({ day }) => day))
      expect(levels).toHaveLength(levelsMost)
      for (const [at, level] of levels.entries()) {
        const paper = onPaper(sales, offer, at + 1)
        expect({ orders: level.orders, givesCents: level.givesCents }).toEqual({ orders: paper.orders, givesCents: paper.givesCents })
        for (const { day, givesCents } of level.days) expect(givesCents).toBe(paper.byDay.get(day) ?? 0)
      }
    }),
    { numRuns: scaled(300, 20_000), seed },
  )
})
