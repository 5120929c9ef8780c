import { deals, discounts, services } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { everybody, tryingOut } from '../../testing/dry-runs.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

// Friday, 12:00 in Shanghai.
beforeEach(() => setClock(noon))

test('of coupons that go together one sale uses several, and each of them counts towards the planned number', async () => {
  const it = await tryingOut()
  const other = await it.another()
  const first = await it.sell(1, { userCardId: it.buyer.id })
  await it.sell(2, { userCardId: other.id })
  await it.sell(3)
  const of = async (over: object) => {
    const offer = it.couponOffer({ offCents: 20_00, minimumCents: 0, stackable: true, perUser: 2, ...over })
    return it.tried({ deal: deals.body.parse(offer) })
  }
  expect(everybody(await of({}))).toMatchObject({ orders: 3, customers: 3, givesCents: 100_00, runsOut: null })
  // Two are gone with the first sale; the second would need two more.
  const planned = await of({ maxCount: 3 })
  expect(everybody(planned)).toMatchObject({ orders: 1, givesCents: 40_00, runsOut: { day: it.day(), by: 'planned' } })
  expect(everybody(planned).runsOut!.at).toBe(new Date(noon.getTime() + 3_600_000).toISOString())
  expect(first.totalCents).toBe(240_00)
  expect(everybody(await of({ maxCount: 4 }))).toMatchObject({ orders: 2, givesCents: 80_00, runsOut: { by: 'planned' } })
  // Fewer than a customer could use at once: the first uses what there is.
  expect(everybody(await of({ maxCount: 1 }))).toMatchObject({ orders: 1, givesCents: 20_00, runsOut: { by: 'planned' } })
})

test('the price of a level, tried on its own time with those who had it, comes to what was booked, to the cent', async () => {
  const it = await tryingOut()
  const { id: discountId } = await it.clerk.call(discounts.create, { body: { name: 'Silver price', percent: 3.33 } })
  const [silver, gold] = it.level.levels!
  const levels = [{ ...silver!, discountId }, gold!]
  await it.boss.call(services.edit, { id: it.level.id, body: { version: it.level.version, name: 'Levels', levels } })
  await it.earn()
  await it.sell(1, { userCardId: it.buyer.id, lineItems: [{ volumeCl: 31_37, discountCents: 0 }] })
  await it.sell(2, { userCardId: it.buyer.id, lineItems: [{ volumeCl: 12_34, discountCents: 0 }] })
  await it.sell(3)
  const [booked] = await owned<{ cents: number; sales: number }>(
    `select sum(amount_cents)::int as cents, count(*)::int as sales from order_discount where kind = 'level' and source_id = $1`,
    [discountId],
  )
  expect(booked).toEqual({ cents: 8_36 + 3_29, sales: 2 })
  const seen = await it.tried({ discountId, holders: 'real' })
  expect(seen).toMatchObject({ booked: { orders: 2, cents: booked!.cents }, notes: [], levels: [{ orders: 2, givesCents: booked!.cents }] })
})
