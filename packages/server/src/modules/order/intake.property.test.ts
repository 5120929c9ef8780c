import { orderIntake, type TakenOrder } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asDevice, books, brokenPromises, shop, type Told } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

const day = 86_400_000

/** Sales of one till, 5 % of them late by up to a month, a third of them sent up to four times, in windows that lost their order. */
function uploads(it: Awaited<ReturnType<typeof shop>>, seed: number, sales: number): Told[] {
  const draw = fc.sample(
    fc.record({
      volumeCl: fc.integer({ min: 1, max: 8000 }),
      cash: fc.boolean(),
      late: fc.nat(99),
      days: fc.nat(30),
      copies: fc.nat(11),
      place: fc.nat(1_000_000),
    }),
    { numRuns: sales, seed },
  )
  const drawnSales = draw.map(
    ({ volumeCl, cash, late, days }, at): Told =>
      it.fuelSale({
        sequence: at + 1,
        createdDate: new Date(noon.getTime() - (late < 5 ? days * day : 0) - (sales - at) * 1000).toISOString(),
        lineItems: [{ volumeCl }],
        ...(cash && { payType: 'cash' as const }),
      }),
  )
  return draw
    .flatMap(({ copies }, at) =>
      Array.from({ length: copies < 4 ? copies + 1 : 1 }, (_, copy) => ({
        sale: drawnSales[at]!,
        place: at + (draw[(at + copy * 7) % sales]!.place % 200),
      })),
    )
    .sort((a, b) => a.place - b.place)
    .map(({ sale }) => sale)
}

// Decision O5, invariant I10.
test('2,000 sales, repeated and out of order, from three senders at once: each is one order, and every answer of it is the same', {
  timeout: 300_000,
}, async () => {
  setClock(noon)
  const it = await shop(),
    seed = Number(process.hrtime.bigint() % 1_000_000n),
    sales = 2000
  const sent = uploads(it, seed, sales)
  expect(sent.length, `seed ${seed}`).toBeGreaterThan(sales)

  const answers = new Map<number, Set<string>>()
  const note = (order: TakenOrder) => answers.set(order.sequence!, (answers.get(order.sequence!) ?? new Set()).add(JSON.stringify(order)))
  const batches = Array.from({ length: Math.ceil(sent.length / 50) }, (_, at) => sent.slice(at * 50, at * 50 + 50))
  const sender = asDevice(it, it.till.id)
  await Promise.all(
    [0, 1, 2].map(async lane => {
      for (const [at, batch] of batches.entries()) {
        if (at % 3 !== lane) continue
        if (at % 10 === 9) for (const body of batch) note(await sender.call(orderIntake.take, { body }))
        else for (const { order } of (await sender.call(orderIntake.takeBatch, { body: { orders: batch } })).content) note(order!)
      }
    }),
  )

  expect(answers.size, `seed ${seed}`).toBe(sales)
  expect(
    [...answers.values()].filter(each => each.size > 1),
    `seed ${seed}`,
  ).toEqual([])
  const [kept] = await it.rows<{ orders: number; numbers: number; cash: number }>(
    `select count(*)::int as orders, count(distinct order_no)::int as numbers,
    coalesce(sum(paid_cents), 0)::bigint as cash from sale_order where company_id = $1`,
    [it.company.id],
  )
  expect(kept).toMatchObject({ orders: sales, numbers: sales })
  expect(await it.lin.call(orderIntake.gaps, { id: it.till.id })).toEqual({ lastSequence: sales, missing: 0, content: [] })
  expect(await books(it)).toEqual({ 'tender:cash': -kept!.cash, sales: kept!.cash })
  expect(await brokenPromises(it)).toEqual([])
})
