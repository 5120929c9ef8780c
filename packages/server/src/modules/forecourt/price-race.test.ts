import { priceChanges } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { twoStations } from '../../testing/price-change.ts'
import { scaled, seed } from '../../testing/sampling.ts'
import { noon, setClock } from '../../testing/world.ts'
import { cancelAt } from './price-cancel.ts'
import { fireDue } from './price-fire.ts'
import { priceAt } from './index.ts'

const minute = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

// @req FUE-007 FUE-008
test('F20: a cancellation against the firing of two servers, and sales against both: one outcome each', {
  timeout: scaled(120_000, 900_000),
}, async () => {
  const it = await twoStations()
  const at = { companyId: it.company.id, stationId: it.west.id, productId: it.fuels[0] }
  const race = fc.record({ cancelMs: fc.constantFrom(-1, -1, 0), order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }) })
  let turn = 0
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(race, async ({ cancelMs, order }) => {
      setClock(minute(10 * turn))
      const due = minute(10 * ++turn)
      const priceCents = 800 + (turn % 60)
      const before = await it.within(ctx => priceAt(ctx, at, due))
      const body = it.change({
        strategy: 'scheduled',
        fromAt: due.toISOString(),
        stationIds: [it.west.id],
        prices: [{ productId: at.productId, priceCents }],
      })
      const { id } = await it.boss.call(priceChanges.add, { body })
      const moved = <T>(ms: number, act: (ctx: Parameters<typeof fireDue>[0]) => Promise<T>) =>
        it.within(ctx => act({ ...ctx, now: new Date(due.getTime() + ms) }))
      const acts = [
        () => moved(0, ctx => fireDue(ctx, it.company.id, id)),
        () => moved(1, ctx => fireDue(ctx, it.company.id, id)),
        () => moved(cancelMs, ctx => cancelAt(ctx, it.company.id, id, [it.west.id])),
        () => moved(0, ctx => priceAt(ctx, at, due)),
      ]
      const [cancelled, seen] = (await Promise.all(order.map(nth => acts[nth]!()))).reduce<[unknown, unknown]>(
        ([first, second], answer, place) => [order[place] === 2 ? answer : first, order[place] === 3 ? answer : second],
        [undefined, undefined],
      )
      const [part] = await it.rows<{ status: string; fired: boolean; written: number; coming: boolean }>(
        `select part.status, fired_date is not null as fired, line.coming,
            (select count(*)::int from product_price price where price.id = line.id) as written
          from price_change_station part join price_change_line line on line.change_id = part.change_id where part.change_id = $1`,
        [id],
      )
      const wasCancelled = (cancelled as number[]).length > 0
      expect(part).toEqual({
        status: wasCancelled ? 'cancel' : 'success',
        fired: !wasCancelled,
        written: wasCancelled ? 0 : 1,
        coming: false,
      })
      expect(await it.within(ctx => priceAt(ctx, at, due))).toBe(wasCancelled ? before : priceCents)
      // Who asked meanwhile was told one of the two prices; once it had begun for good, only the new one.
      expect([before, priceCents]).toContain(seen)
      if (cancelMs === 0) expect(seen).toBe(priceCents)
      outcomes.add(part!.status)
    }),
    { numRuns: scaled(60, 1000), seed, endOnFailure: true },
  )
  expect([...outcomes].toSorted()).toEqual(['cancel', 'success'])
})

test('the price at any instant is that of the last plan that had begun, whether its prices have been written down or not', async () => {
  const it = await twoStations()
  const at = { companyId: it.company.id, stationId: it.west.id, productId: it.fuels[0] }
  const offset = fc.integer({ min: 1, max: 20 })
  const plans = fc.array(
    fc.record({ after: offset, cents: fc.integer({ min: 780, max: 820 }), fate: fc.constantFrom('waits', 'fires', 'cancelled') }),
    {
      maxLength: 5,
    },
  )
  let day = 0
  await fc.assert(
    fc.asyncProperty(plans, async given => {
      const base = minute(1440 * ++day)
      const after = (minutes: number) => new Date(base.getTime() + minutes * 60_000)
      setClock(base)
      const begun = await it.within(ctx => priceAt(ctx, at, base))
      const ids: number[] = []
      for (const { after: minutes, cents } of given) {
        const prices = [{ productId: at.productId, priceCents: cents }]
        const body = it.change({ strategy: 'scheduled', stationIds: [it.west.id], fromAt: after(minutes).toISOString(), prices })
        ids.push((await it.boss.call(priceChanges.add, { body })).id)
      }
      for (const [nth, { fate }] of given.entries())
        if (fate === 'cancelled') await it.boss.call(priceChanges.cancel, { id: ids[nth]!, body: {} })
      setClock(after(30))
      for (const [nth, { fate }] of [...given.entries()].toReversed()) if (fate === 'fires') await it.fire(ids[nth]!)
      const kept = given.filter(({ fate }) => fate !== 'cancelled')
      for (const asked of [0, 1, 5, 10, 15, 20, 25]) {
        const last = Math.max(...kept.filter(plan => plan.after <= asked).map(plan => plan.after))
        const expected = kept.findLast(plan => plan.after === last)?.cents ?? begun
        expect(await it.within(ctx => priceAt(ctx, at, after(asked)))).toBe(expected)
      }
      for (const [nth, { fate }] of given.entries()) if (fate === 'waits') await it.fire(ids[nth]!)
      expect(await it.within(ctx => priceAt(ctx, at, after(25)))).toBe(
        kept.findLast(plan => plan.after === Math.max(...kept.map(each => each.after)))?.cents ?? begun,
      )
    }),
    { numRuns: scaled(12, 60), seed, endOnFailure: true },
  )
})
