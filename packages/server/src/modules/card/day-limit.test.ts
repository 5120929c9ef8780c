import fc from 'fast-check'
import { seed } from '../../testing/sampling.ts'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { payByCard, refundToCard } from './index.ts'

const hour = 3_600_000,
  day = 24 * hour
beforeEach(() => setClock(noon))
const later = (ms: number) => setClock(new Date(noon.getTime() + ms))

/** A card that may pay 100.00 a day, and what becomes of payments and refunds of it: the number of a payment, or the refusal. */
async function limited() {
  const it = await world()
  const { id } = await makeCard(it, { principalCents: 10_000_00, dayCentsMax: 100_00 })
  let facts = 0
  const pay = (amountCents: number, over: object = {}) =>
    it
      .within(ctx => payByCard(ctx, { userCardId: id, amountCents, stationId: it.station.id, ref: `sale:${++facts}`, ...over }))
      .then(
        paid => (paid as { detailId: number }).detailId,
        (thrown: Refusal) => thrown.code,
      )
  const refund = (detailId: number | string, amountCents: number) =>
    it.within(ctx => refundToCard(ctx, { detailId: detailId as number, amountCents, ref: `back:${++facts}` }))
  return { ...it, card: id, pay, refund }
}
const paid = expect.any(Number) as number

test('a refund of what was paid yesterday leaves no room beyond the limit of today; one of today does', async () => {
  const { pay, refund } = await limited()
  const yesterday = await pay(80_00)
  later(day)
  const today = await pay(90_00)
  await refund(yesterday, 80_00)
  expect(await pay(10_01)).toBe('card.dayLimit')
  expect(await pay(10_00)).toEqual(paid)
  await refund(today, 30_00)
  expect(await pay(30_01)).toBe('card.dayLimit')
  expect(await pay(30_00)).toEqual(paid)
})

test('what was paid at the pump before and is given back after midnight stays with its day', async () => {
  const { pay, refund } = await limited()
  later(11 * hour)
  const late = await pay(150_00, { delivered: true })
  expect(await pay(1)).toBe('card.dayLimit')
  later(13 * hour)
  await refund(late, 150_00)
  expect(await pay(100_01)).toBe('card.dayLimit')
  expect(await pay(100_00)).toEqual(paid)
})

test('payments and refunds of several days leave each day the room that a list on paper leaves it', async () => {
  const step = fc.oneof(
    fc.record({ act: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 60_00 }) }),
    fc.record({ act: fc.constant('refund' as const), which: fc.nat({ max: 9 }), share: fc.constantFrom(1, 2, 3) }),
    fc.record({ act: fc.constant('sleep' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  )
  const judged = await fc.check(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async steps => {
      setClock(noon)
      const { pay, refund } = await limited()
      // Noon of a day in Shanghai.
      let at = 12 * hour
      const payments: { detailId: number; on: number; left: number }[] = []
      const spentOn = (today: number) => payments.reduce((sum, { on, left }) => sum + (on === today ? left : 0), 0)
      for (const each of steps) {
        if (each.act === 'sleep') later((at += each.hours * hour) - 12 * hour)
        else if (each.act === 'pay') {
          const on = Math.floor(at / day)
          const outcome = await pay(each.cents)
          if ((outcome === 'card.dayLimit') !== spentOn(on) + each.cents > 100_00) return false
          if (typeof outcome === 'number') payments.push({ detailId: outcome, on, left: each.cents })
        } else if (payments.length > 0) {
          const payment = payments[each.which % payments.length]!
          const cents = Math.floor(payment.left / each.share)
          if (cents === 0) continue
          await refund(payment.detailId, cents)
          payment.left -= cents
        }
      }
      return true
    }),
    { numRuns: 12, seed, endOnFailure: true },
  )
  expect(judged).toMatchObject({ failed: false })
})
