import { cardBatches, cardLimits, issueUserCard, userCards, type CardFuelType } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { person } from '../../testing/access.ts'
import { limitedShop } from '../../testing/card-limits.ts'
import { noon, setClock } from '../../testing/world.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { batchTask } from './batch.ts'

beforeEach(() => setClock(noon))
type It = Awaited<ReturnType<typeof limitedShop>>

const setFuel = ({ setLimits }: It, fuelType: CardFuelType) => setLimits({ fuelType } as object)

// @req MEM-009
test('a diesel card buys no gasoline, a gasoline card and a universal one do, and goods are paid by any of them', async () => {
  const it = await limitedShop()
  expect(await it.pay()).toBe('paid')
  await setFuel(it, 'diesel')
  expect(await it.pay()).toBe('card.productForbidden')
  expect(await it.pay({ lineItems: [{ itemId: it.goods.id, pieces: 1 }] })).toBe('paid')
  expect(await it.pay({ lineItems: [{ volumeCl: 10_00 }, { itemId: it.goods.id, pieces: 1 }] })).toBe('card.productForbidden')
  await setFuel(it, 'gasoline')
  expect(await it.pay()).toBe('paid')
  await setFuel(it, 'general')
  expect(await it.pay()).toBe('paid')
})

test('what a card of one kind of fuel may buy is explained beforehand, as far as it is known what is bought', async () => {
  const it = await limitedShop()
  const { productId } = it.nozzle
  const explained = async (query: object) => {
    const { code, lines } = await it.lin.call(cardLimits.explain, { id: it.card.id, query: { amountCents: 240_00, ...query } })
    return { code, line: lines.find(({ rule, measure }) => rule === 'product' && measure === 'state') }
  }
  expect((await explained({ productId })).line).toBeUndefined()
  await setFuel(it, 'diesel')
  const line = { source: 'account', value: 'diesel' }
  expect(await explained({})).toMatchObject({ code: null, line: { ...line, verdict: 'open' } })
  expect(await explained({ productId })).toMatchObject({ code: 'card.productForbidden', line: { ...line, verdict: 'refused' } })
  expect(await explained({ itemId: it.goods.id })).toMatchObject({ code: null, line: { ...line, verdict: 'kept' } })
})

test('it is said when cards are issued, one or many, stays where an edit does not name it, and finds them in the list', async () => {
  const it = await limitedShop()
  const { cardId } = await it.lin.call(userCards.get, { id: it.card.id })
  const bearer = { kind: 'anonymous', cardId } as const
  const one = await it.lin.call(issueUserCard, { body: { ...bearer, number: '7100000001', fuelType: 'diesel' } })
  expect(one.fuelType).toBe('diesel')
  const { version, userId } = one
  const renamed = await it.master.call(userCards.update, { id: one.id, body: { name: 'Truck', userId, version } })
  expect(renamed).toMatchObject({ name: 'Truck', fuelType: 'diesel' })
  const { id } = await person(it.company, { roles: ['company_user'] })
  const user = await it.staff({ role: 'company_user', over: { id, key: `user:${id}` } })
  await user.call(cardBatches.begin, { body: { ...bearer, first: '7100000002', count: 2, fuelType: 'gasoline' } })
  await runDueJobs([batchTask])
  const found = async (search: string) =>
    (await it.master.call(userCards.list, { query: { search } })).content.map(({ number }) => number).toSorted()
  expect(await found('fuelType:diesel')).toEqual(['7100000001'])
  expect(await found('fuelType:gasoline')).toEqual(['7100000002', '7100000003'])
  expect((await it.lin.call(userCards.get, { id: it.card.id })).fuelType).toBe('general')
})

test('how much a card may spend, and on what, is not for a cashier to change', async () => {
  const it = await limitedShop()
  const clerk = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const { version, userId } = await clerk.call(userCards.get, { id: it.card.id })
  expect(await clerk.refused(userCards.update, { id: it.card.id, body: { userId, version, fuelType: 'diesel' } })).toBe('auth.forbidden')
})
