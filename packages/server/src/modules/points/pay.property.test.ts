import { seed } from '../../testing/sampling.ts'
import { orders, settlement, startShift, statistics } from '@forecourt/contract'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { rollUp } from '../../maintenance.ts'
import { books } from '../../testing/order.ts'
import { payingPoints } from '../../testing/paying-points.ts'
import { db, noon, owned, setClock, tamper } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('give' as const), count: fc.integer({ min: 1, max: 900 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('pay' as const),
      share: fc.integer({ min: 1, max: 4 }),
      volumeCl: fc.integer({ min: 1_00, max: 9_00 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('back' as const), turn: fc.nat(20), share: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('month' as const) }) },
)
interface Paper {
  readonly transaction: number
  readonly points: number
  readonly taken: readonly (string | null)[]
  back: number
}

/** Every point by itself, in the order in which points are spent. */
const inOrder = (points: readonly string[]) => points.toSorted()

/** Points that are given, pay, go back and end, as one would write it on paper: the account, its lots and the books say the same. */
test('whatever is paid by points, given back and ended: an account holds what a heap of single points would, and the proof holds', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 3), fc.array(deed, { minLength: 8, maxLength: 16 }), async (payCents, deeds) => {
      setClock(noon)
      const it = await payingPoints({ payCents, payPercent: 50, months: 1 })
      let month = 0
      let held: string[] = []
      const paid: Paper[] = []
      const day = () => `2026-${String(5 + month).padStart(2, '0')}-01`
      for (const each of deeds) {
        held = held.filter(end => end >= day())
        if (each.act === 'give') {
          await it.give(each.count)
          held.push(...Array<string>(each.count).fill(Temporal.PlainDate.from(day()).add({ months: 2 }).subtract({ days: 1 }).toString()))
        }
        if (each.act === 'pay') {
          const { id } = await it.sale({ lineItems: [{ volumeCl: each.volumeCl }] })
          const most = Math.min(held.length, Math.floor(Math.floor((each.volumeCl * 8) / 2) / payCents))
          expect((await it.preview(id)).mostPoints).toBe(most)
          const points = Math.floor(most / each.share)
          if (points > 0) {
            const { transaction } = await it.pay(id, { points })
            const taken = inOrder(held).slice(0, points)
            held = inOrder(held).slice(points)
            paid.push({ transaction: transaction.id, points, taken, back: 0 })
          }
        }
        const of = each.act === 'back' && paid.length > 0 ? paid[each.turn % paid.length]! : undefined
        if (each.act === 'back' && of && of.back < of.points) {
          const points = Math.max(1, Math.floor((of.points - of.back) / each.share))
          await it.refund(of.transaction, { amountCents: points * payCents })
          const newEnd = Temporal.PlainDate.from(day()).add({ days: 30 }).toString()
          held.push(...of.taken.slice(of.back, of.back + points).map(end => (end! < day() ? newEnd : end!)))
          of.back += points
        }
        if (each.act === 'month') setClock(new Date(Date.UTC(2026, 4 + ++month, 1, 4)))
      }
      held = held.filter(end => end >= day())
      await it.earn(new Date(Date.UTC(2026, 4 + month, 1, 4)))
      const { points, owedPoints, lots } = await it.score()
      expect({ points, owedPoints }).toEqual({ points: held.length, owedPoints: 0 })
      for (const { endsOn, points: left } of lots) expect(left).toBe(held.filter(end => end === endsOn).length)
      const book = await books(it)
      const spent = paid.reduce((sum, each) => sum + each.points - each.back, 0)
      expect([book['pointsUsed'] ?? 0, 0 - (book['pointsExpense'] ?? 0)]).toEqual([spent, spent * payCents])
      expect(await it.broken()).toEqual([])
    }),
    { numRuns: 4, seed, endOnFailure: true },
  )
})

test.each([
  ['a payment that says more points than it took', 'update points_payment set points = points + 1 where order_id = $1', 'I18'],
  ['points that went back and that nobody got', 'update points_payment set back_points = back_points + 1 where order_id = $1', 'I18'],
  ['lots that do not come to what was paid', `update points_payment set lots = '[]' where order_id = $1`, 'I18'],
  ['a payment whose points are told nowhere', 'delete from points_payment where order_id = $1', 'I7'],
  ['a tender of other points', 'update pay_transaction set points = points + 1 where order_id = $1', 'I7'],
  ['a tender of other money', 'update pay_transaction set amount_cents = amount_cents - 1 where order_id = $1', 'I7'],
  ['a point that was worth more', 'update points_payment set point_cents = point_cents + 1 where order_id = $1', 'I7'],
  [
    'an expense that nobody paid with',
    `update ledger_account set balance_cents = balance_cents - 1
     where kind = 'pointsExpense' and company_id = (select company_id from sale_order where id = $1)`,
    'I7',
  ],
])('%s is found by the proof', async (_, statement, invariant) => {
  const it = await payingPoints({ payCents: 2 })
  await it.give(500)
  const { id } = await it.sale()
  const { transaction } = await it.pay(id, { points: 400 })
  await it.cash(id)
  await it.refund(transaction.id, { amountCents: 2_00 })
  await rollUp(db)
  expect(await it.broken()).toEqual([])
  await tamper(statement, [id])
  expect((await it.broken()).map(each => each.invariant)).toContain(invariant)
})

// @req SET-001 SET-002
test('a shift counts points as a way of payment of their own, neither in the cash to hand over nor in what was taken', async () => {
  const it = await payingPoints()
  await owned('update station set enable_shift_settle = true where id = $1', [it.station.id])
  const shift = await it.lin.call(startShift, { body: { stationId: it.station.id } })
  await it.give(10_000)
  const { id } = await it.sale()
  const { transaction } = await it.pay(id, { points: 9_000 })
  await it.cash(id)
  await it.refund(transaction.id, { amountCents: 30_00 })
  const preview = await it.lin.call(settlement.preview, { query: { dailyStateId: shift.id } })
  const row = (payType: string) => preview.payTypes.find(each => each.payType === payType)
  expect(row('score')).toMatchObject({ payments: 1, amountCents: 90_00, refundedCents: 30_00, expectedCents: 60_00 })
  expect(row('cash')).toMatchObject({ payments: 1, amountCents: 150_00, refundedCents: 0, expectedCents: 150_00 })
  expect(preview.employees.find(({ employeeId }) => employeeId === it.lin.actor.id)).toMatchObject({ takenCents: 150_00 })
  const body = { dailyStateId: shift.id, counted: [{ payType: 'cash' as const, countedCents: 150_00 }] }
  expect(await it.lin.call(settlement.close, { body })).toMatchObject({
    payTypes: [
      { payType: 'cash', expectedCents: 150_00, countedCents: 150_00, differenceCents: 0 },
      { payType: 'score', expectedCents: 60_00, countedCents: null, differenceCents: null },
    ],
  })
  await rollUp(db)
  const { content } = await it.lin.call(statistics.payments, { query: { from: '2026-05-01', to: '2026-05-01', group: 'payType' } })
  expect(content.map(line => [line.key, line.amountCents, line.refundedCents])).toEqual(
    expect.arrayContaining([
      ['score', 90_00, 30_00],
      ['cash', 150_00, 0],
    ]),
  )
  // The order says what most of it was paid with.
  expect(await it.lin.call(orders.list, { query: { search: 'payType:cash,transactions.payType:score' } })).toMatchObject({
    totalElements: 1,
  })
  expect(await it.broken()).toEqual([])
})
