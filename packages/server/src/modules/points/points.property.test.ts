import fc from 'fast-check'
import { seed } from '../../testing/sampling.ts'
import { expect, test } from 'vitest'
import { books } from '../../testing/order.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { loyal } from '../../testing/points.ts'
import { noon, owned, setClock, tamper } from '../../testing/world.ts'
import { spendPoints } from './spend.ts'
import { add, end, take, type Holding } from './lots.ts'
import { earnedPoints, levelAt, takenBack } from './rule.ts'

const days = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']
const change = fc.oneof(
  fc.record({ act: fc.constant('add' as const), count: fc.integer({ min: 1, max: 60 }), endsOn: fc.constantFrom(null, ...days) }),
  fc.record({
    act: fc.constant('take' as const),
    count: fc.integer({ min: 1, max: 60 }),
    endsOn: fc.constantFrom(undefined, null, ...days),
  }),
  fc.record({ act: fc.constant('end' as const), today: fc.constantFrom('2027-02-01', '2027-03-01', '2027-04-01') }),
)

/** Every point by itself: its end, nothing else. What is owed is a number below zero. */
function modelOf(changes: readonly (typeof change extends fc.Arbitrary<infer C> ? C : never)[]) {
  let points: (string | null)[] = []
  let owed = 0
  for (const each of changes) {
    if (each.act === 'end') points = points.filter(endsOn => endsOn === null || endsOn >= each.today)
    if (each.act === 'add') {
      const paid = Math.min(owed, each.count)
      owed -= paid
      points.push(...Array<string | null>(each.count - paid).fill(each.endsOn))
    }
    if (each.act === 'take')
      for (let turn = 0; turn < each.count; turn++) {
        if (points.length === 0) owed++
        else {
          const own = each.endsOn === undefined ? -1 : points.indexOf(each.endsOn)
          const soonest = points.toSorted((a, b) => ((a ?? '9999') < (b ?? '9999') ? -1 : 1))[0]!
          points.splice(own === -1 ? points.indexOf(soonest) : own, 1)
        }
      }
  }
  return { points, owed }
}

test('whatever comes, is taken and ends: an account holds what a heap of single points would, lot by lot', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), changes => {
      let held: Holding = { points: 0, owed: 0, lots: [] }
      for (const each of changes)
        held =
          each.act === 'add'
            ? add(held, each.count, each.endsOn)
            : each.act === 'take'
              ? take(held, each.count, each.endsOn)
              : end(held, each.today)
      const { points, owed } = modelOf(changes)
      expect({ points: held.points, owed: held.owed }).toEqual({ points: points.length, owed })
      for (const endsOn of [null, ...days])
        expect(held.lots.find(lot => lot.endsOn === endsOn)?.left ?? 0).toBe(points.filter(each => each === endsOn).length)
    }),
    { numRuns: 2_000 },
  )
})

test('what is taken back grows with what is given back, never beyond what was earned, and is all of it at the end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.array(fc.nat(1e6), { maxLength: 6 }),
      (full, paidCents, parts) => {
        let refundedCents = 0
        let before = 0
        for (const part of parts) {
          refundedCents = Math.min(paidCents, refundedCents + part)
          const back = takenBack(full, { paidCents, refundedCents })
          expect(back).toBeGreaterThanOrEqual(before)
          expect(back).toBeLessThanOrEqual(full)
          before = back
        }
        expect(takenBack(full, { paidCents, refundedCents: paidCents })).toBe(full)
      },
    ),
  )
})

test.each([
  ['a point for each yuan', {}, 240_99, 240],
  ['half a point', { points: 0.5 }, 3_99, 1],
  ['of a product that counts twice', { products: [{ productId: 1, times: 2 }] }, 10_00, 20],
  ['of a product that earns nothing', { products: [{ productId: 1, times: 0 }] }, 10_00, 0],
  ['less than a point', {}, 99, 0],
])('%s is rounded down once', (_, rule, cents, earned) => {
  const line = { productId: 1, volumeCl: 0, netCents: cents }
  const sale = { moneyCents: cents, paidCents: cents, refundedCents: 0, lines: [line] }
  expect(earnedPoints({ per: 'yuan', points: 1, months: null, products: [], ...rule }, sale, 1)).toBe(earned)
})

const rungs = [
  { id: 1, fromGrowth: 100, keepGrowth: 50 },
  { id: 2, fromGrowth: 1_000, keepGrowth: 600 },
]
test.each([
  [99, null, false, null],
  [100, null, false, 1],
  [1_000, 1, false, 2],
  [700, 2, true, 2],
  [599, 2, true, 1],
  [599, 2, false, 2],
  [10, 2, true, null],
  [60, 1, true, 1],
])('with a growth of %i, at level %s, on a first of a month %s: level %s', (growth, current, mayFall, level) => {
  expect(levelAt(rungs, growth, current, mayFall)?.id ?? null).toBe(level)
})

// @req MEM-019
test('many at once spend the last hundred points: exactly a hundred are spent', async () => {
  const it = await loyal()
  await it.give(100)
  const spend = (turn: number) =>
    it
      .within(ctx => spendPoints(ctx, { userCardId: it.account.points, points: 1, ref: `redemption:${turn}` }))
      .then(
        () => 'spent',
        (thrown: { code: string }) => thrown.code,
      )
  // Eight at any moment, as many as there are connections.
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    const said: string[] = []
    for (let turn = 0; turn < 16; turn++) said.push(await spend(lane * 16 + turn))
    return said
  })
  const outcomes = (await Promise.all(lanes)).flat()
  expect(outcomes.filter(each => each === 'spent')).toHaveLength(100)
  expect(outcomes.filter(each => each === 'points.insufficient')).toHaveLength(28)
  expect(await books(it)).toMatchObject({ pointsGiven: -100, pointsUsed: 100 })
  expect((await it.held()).score).toMatchObject({ points: 0, lots: [] })
})

const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('fill' as const), volumeCl: fc.integer({ min: 50, max: 30_00 }) }) },
  fc.record({ act: fc.constant('back' as const), share: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ act: fc.constantFrom('give' as const, 'deduct' as const, 'spend' as const), count: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ act: fc.constant('month' as const) }),
)

/** Sales, refunds, gifts and ends in any order: the book comes to nothing, what is owed and held is what each of them left. */
test('the book of points comes to nothing whatever happens, and the proof holds', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 8, maxLength: 14 }), async deeds => {
      setClock(noon)
      const it = await loyal({ rule: { months: 1 } })
      let month = 0
      let net = 0
      const paid: { id: number; cents: number; back: number; taken: number }[] = []
      for (const each of deeds) {
        const points = (await it.held()).score!.points
        if (each.act === 'fill') {
          const id = await it.pays({ lineItems: [{ volumeCl: each.volumeCl }] })
          paid.push({ id, cents: each.volumeCl * 8, back: 0, taken: 0 })
          net += Math.floor((each.volumeCl * 8) / 100)
        }
        const last = paid.at(-1)
        if (each.act === 'back' && last && last.back < last.cents) {
          const cents = Math.max(1, Math.floor((last.cents - last.back) / each.share))
          await it.giveBack(last.id, cents)
          last.back += cents
          const full = Math.floor(last.cents / 100)
          const taken = last.back === last.cents ? full : Math.floor((full * last.back) / last.cents)
          net -= taken - last.taken
          last.taken = taken
        }
        if (each.act === 'give') net += (await it.give(each.count)) && each.count
        if ((each.act === 'deduct' || each.act === 'spend') && points >= each.count) {
          const ref = `redemption:${paid.length}:${month}:${net}`
          if (each.act === 'deduct') await it.deduct(each.count)
          else await it.within(ctx => spendPoints(ctx, { userCardId: it.account.points, points: each.count, ref }))
          net -= each.count
        }
        if (each.act === 'month') month++
        const now = new Date(Date.UTC(2026, 4 + month, 1, 4))
        setClock(now)
        await it.earn(now)
      }
      const { points, owedPoints, lots } = (await it.held()).score!
      const book = await books(it)
      expect(points - owedPoints).toBe(net - (book['pointsExpired'] ?? 0))
      expect(lots.reduce((sum, lot) => sum + lot.points, 0)).toBe(points)
      const sums = Object.entries(book).filter(([kind]) => kind.startsWith('points'))
      expect(sums.reduce((sum, [, count]) => sum + count, 0)).toBe(0)
      expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
    }),
    { numRuns: 3, seed, endOnFailure: true },
  )
  setClock(noon)
})

test.each([
  [
    'a balance of points that was raised',
    "update ledger_account set balance_cents = balance_cents + 1 where kind = 'points' and owner_id = $1",
    'I18',
  ],
  ['a movement of points that was made larger', 'update points_detail set points = points + 1 where user_card_id = $1', 'I18'],
  ['a movement of points that was taken out', 'delete from points_detail where user_card_id = $1', 'I18'],
  ['a lot that was filled up', 'update points_lot set points_left = points_left + 1, amount = amount + 1 where user_card_id = $1', 'I18'],
  ['points of a sale that were not taken back', 'update points_earning set back_points = back_points + 1 where user_card_id = $1', 'ME5'],
])('%s is found by the proof', async (_, statement, invariant) => {
  const it = await loyal()
  await it.pays()
  await it.earn()
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  await tamper(statement, [it.account.points])
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0).map(each => each.invariant)).toContain(invariant)
})

test('the database itself lets no points become money, and none go below zero', async () => {
  const it = await loyal()
  await it.give(10)
  const [account] = await owned<{ id: number }>(`select id from ledger_account where kind = 'points' and owner_id = $1`, [
    it.account.points,
  ])
  const [purse] = await owned<{ id: number }>(`select gift_id as id from user_card where id = $1`, [it.card.id])
  const [entry] = await owned<{ id: number }>('select id from ledger_entry where company_id = $1 limit 1', [it.company.id])
  const moves = owned('insert into ledger_move values ($1, 99, $2, $3, $4, 5)', [entry!.id, it.company.id, account!.id, purse!.id])
  await expect(moves).rejects.toMatchObject({ constraint: 'ledger.mixedUnits' })
  const below = owned('update ledger_account set balance_cents = -1 where id = $1', [account!.id])
  await expect(below).rejects.toMatchObject({ constraint: 'points.insufficient' })
})
