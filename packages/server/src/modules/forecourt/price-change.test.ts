import { items, priceChanges, priceChangeProof, productPrices, setPrice, setPriceBack, setStationConfig } from '@forecourt/contract'
import { describe, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { clockAt, twoStations, type NewChange } from '../../testing/price-change.ts'
import { noon, setClock } from '../../testing/world.ts'
import { priceAt } from './index.ts'
import { overallOf } from './price-change.ts'

type World = Awaited<ReturnType<typeof twoStations>>
const statusOf = async ({ boss }: World, id: number) => {
  const { status, parts } = await boss.call(priceChanges.get, { id })
  return [status, ...parts.map(part => part.status)]
}

// @req FUE-002 FUE-004 FUE-006 FUE-007
test('a change at once is in force at each station, and one for later waits for its time', async () => {
  const it = await twoStations()
  const now = await it.boss.call(priceChanges.add, { body: it.change() })
  expect(now).toMatchObject({ strategy: 'immediate', status: 'wait', fromAt: noon.toISOString(), unconfirmed: 1, open: false })
  // Nothing at the western station sells the fuel: there is no nozzle to confirm it.
  expect(await statusOf(it, now.id)).toEqual(['wait', 'wait', 'success'])
  expect((await it.written()).map(({ stationId, cents }) => [stationId, cents])).toEqual(it.stationIds.map(id => [id, 810]))

  setClock(clockAt('12:10:00'))
  const later = await it.scheduled('18:00:00', { prices: it.fuels.map((productId, at) => ({ productId, priceCents: 820 + 100 * at })) })
  expect(later).toMatchObject({ strategy: 'scheduled', status: 'wait', open: true, near: false, unconfirmed: 0 })
  expect(later.parts[0]).toMatchObject({
    status: 'wait',
    firedDate: null,
    lines: [
      { beforeCents: 810, priceCents: 820 },
      { beforeCents: 900, priceCents: 920 },
    ],
    nozzles: [{ state: 'prepared' }, { state: 'prepared' }],
  })
  expect(await it.written()).toHaveLength(2)
  expect((await it.boss.call(priceChanges.list, { query: { search: 'stations.status:wait' } })).content.map(({ id }) => id)).toEqual([
    later.id,
    now.id,
  ])
  expect((await it.boss.call(priceChanges.list, { query: { search: 'strategy:scheduled' } })).totalElements).toBe(1)
  setClock(clockAt('18:00:01'))
  await it.fire(later.id)
  await it.fire(later.id)
  expect((await it.written()).map(({ cents, fromAt }) => [cents, new Date(fromAt).getTime()]).slice(2)).toEqual(
    it.stationIds.map(() => [820, clockAt('18:00:00').getTime()]),
  )
  const told = (await it.events()).filter(({ topic, payload }) => topic === 'price.set' && payload.changeId === later.id)
  expect(told).toHaveLength(4)
})

test.each([
  [['success', 'success'], 'success'],
  [['success', 'wait'], 'wait'],
  [['success', 'fail', 'expired'], 'fail'],
  [['success', 'expired', 'cancel'], 'expired'],
  [['success', 'cancel'], 'success'],
  [['cancel', 'cancel'], 'cancel'],
] as const)('stations that are %j are together %s', (statuses, overall) => expect(overallOf(statuses)).toBe(overall))

// @req FUE-008 FUE-009 FUE-010
describe('a change is cancelled', () => {
  test.each([
    ['17:54:59.999', 'allowed', false],
    ['17:55:00.000', 'allowed', true],
    ['17:59:59.999', 'allowed', true],
    ['18:00:00.000', 'priceChange.begun', false],
    ['18:00:00.001', 'priceChange.begun', false],
  ])('at %s of a change at 18:00: %s', async (time, outcome, near) => {
    const it = await twoStations()
    const { id } = await it.scheduled('18:00:00')
    setClock(clockAt(time))
    expect((await it.boss.call(priceChanges.get, { id })).near).toBe(near)
    expect(await it.boss.refused(priceChanges.cancel, { id, body: {} })).toBe(outcome)
    setClock(clockAt('18:00:01'))
    await it.fire(id)
    const cents = await it.within(ctx => priceAt(ctx, { companyId: it.company.id, stationId: it.west.id, productId: it.fuels[0] }, ctx.now))
    expect([cents, (await statusOf(it, id))[2]]).toEqual(outcome === 'allowed' ? [800, 'cancel'] : [810, 'success'])
  })

  test('once', async () => {
    const it = await twoStations()
    const { id } = await it.scheduled('18:00:00')
    await it.boss.call(priceChanges.cancel, { id, body: {} })
    expect(await it.boss.refused(priceChanges.cancel, { id, body: {} })).toBe('priceChange.cancelled')
    expect((await it.audits()).map(({ action }) => action).filter(action => action.startsWith('price.'))).toEqual([
      'price.change',
      'price.cancel',
    ])
  })
})

// @req FUE-019 FUE-023
test('a manager sees and cancels the part of their own station, and no other company sees anything', async () => {
  const it = await twoStations()
  const { id } = await it.scheduled('18:00:00')
  const { id: west } = await it.scheduled('19:00:00', { stationIds: [it.west.id] })

  const seen = await it.manager.call(priceChanges.list, { query: {} })
  expect(seen.content.map(change => [change.id, change.stationNames])).toEqual([[id, [it.station.name]]])
  expect(seen.totalElements).toBe(1)
  const { parts } = await it.manager.call(priceChanges.get, { id })
  expect(parts.map(({ stationId }) => stationId)).toEqual([it.station.id])
  expect(await it.manager.refused(priceChanges.get, { id: west })).toBe('notFound')
  expect(await it.manager.refused(priceChanges.cancel, { id: west, body: {} })).toBe('notFound')
  expect(await it.manager.refused(priceChanges.add, { body: it.change() })).toBe('notFound')

  expect((await it.manager.call(priceChanges.cancel, { id, body: {} })).status).toBe('cancel')
  expect(await statusOf(it, id)).toEqual(['wait', 'cancel', 'wait'])
  expect(await it.manager.refused(priceChanges.cancel, { id, body: {} })).toBe('priceChange.cancelled')

  const other = await twoStations()
  expect(await other.boss.refused(priceChanges.get, { id })).toBe('notFound')
  expect(await other.boss.refused(priceChanges.add, { body: it.change() })).toBe('notFound')
  expect((await other.boss.call(priceChanges.list, { query: {} })).totalElements).toBe(0)
})

// @req FUE-011 FUE-012
describe('a change that is not one', () => {
  const at = (time: string) => clockAt(time).toISOString()
  test.each<[string, (it: World) => Partial<NewChange>, string]>([
    ['no station', () => ({ stationIds: [] }), 'priceChange.noStation'],
    ['no product', () => ({ prices: [] }), 'priceChange.noProduct'],
    [
      'a product twice',
      ({ fuels }) => ({ prices: [1, 2].map(() => ({ productId: fuels[0], priceCents: 810 })) }),
      'priceChange.productTwice',
    ],
    ['a product that is not there', () => ({ prices: [{ productId: 1, priceCents: 810 }] }), 'notFound'],
    ['a station that is not there', ({ station }) => ({ stationIds: [station.id, 1] }), 'notFound'],
    ['no time', () => ({ strategy: 'scheduled' }), 'priceChange.noTime'],
    ['now', () => ({ strategy: 'scheduled', fromAt: noon.toISOString() }), 'price.notLater'],
    ['a moment ago', () => ({ strategy: 'scheduled', fromAt: at('11:59:59.999') }), 'price.notLater'],
    ['a moment later', () => ({ strategy: 'scheduled', fromAt: at('12:00:00.001') }), 'allowed'],
    ['a time for what is done at once', () => ({ fromAt: at('18:00:00') }), 'priceChange.timeOfImmediate'],
    ['a price below nothing', ({ fuels }) => ({ prices: [{ productId: fuels[0], priceCents: -1 }] }), 'validation'],
    ['half a cent', ({ fuels }) => ({ prices: [{ productId: fuels[0], priceCents: 800.5 }] }), 'validation'],
    ['another strategy', () => ({ strategy: 'later' as never }), 'validation'],
  ])('%s', async (_, over, outcome) => {
    const it = await twoStations()
    expect(await it.boss.refused(priceChanges.add, { body: it.change(over(it)) })).toBe(outcome)
    expect(await it.rows('select from price_change where company_id = $1', [it.company.id])).toHaveLength(outcome === 'allowed' ? 1 : 0)
  })
})

describe('stations of several zones', () => {
  const berlin = async () => {
    const it = await twoStations()
    await it.rows(`update station set time_zone = 'Europe/Berlin' where id = $1`, [it.west.id])
    return it
  }
  const instants = (change: { parts: { fromAt: string }[] }) => change.parts.map(({ fromAt }) => new Date(fromAt).toISOString())

  test('are asked for, and only then', async () => {
    const it = await berlin()
    const body = it.change({ strategy: 'scheduled', fromAt: '2026-05-02T00:00:00+08:00' })
    expect(await it.boss.refused(priceChanges.add, { body })).toBe('priceChange.zonesDiffer')
    expect(await it.boss.refused(priceChanges.add, { body: { ...body, stationIds: [it.west.id] } })).toBe('allowed')
    expect(await it.boss.call(priceChanges.preview, { body: { stationIds: it.stationIds, prices: [] } })).toMatchObject({
      zonesDiffer: true,
    })
    expect(instants(await it.boss.call(priceChanges.add, { body: { ...body, clock: 'instant' } }))).toEqual([
      '2026-05-01T16:00:00.000Z',
      '2026-05-01T16:00:00.000Z',
    ])
    expect(instants(await it.boss.call(priceChanges.add, { body: { ...body, clock: 'local' } }))).toEqual([
      '2026-05-01T16:00:00.000Z',
      '2026-05-01T22:00:00.000Z',
    ])
  })

  // On 25 October 2026 three o'clock is followed by two; on 28 March 2027 two is followed by three.
  test.each([
    ['2026-10-25T02:30:00+08:00', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:30:00+08:00', '2026-10-25T02:30:00.000Z'],
    ['2027-03-28T02:30:00+08:00', '2027-03-28T01:30:00.000Z'],
    ['2027-03-28T03:30:00+08:00', '2027-03-28T01:30:00.000Z'],
  ])('local time where the clock changes: %s', async (fromAt, expected) => {
    const it = await berlin()
    const added = await it.boss.call(priceChanges.add, { body: it.change({ strategy: 'scheduled', fromAt, clock: 'local' }) })
    expect(instants(added)[1]).toBe(expected)
  })

  test('one whose local time has passed already refuses the change', async () => {
    const it = await berlin()
    await it.rows(`update station set time_zone = 'Pacific/Auckland' where id = $1`, [it.west.id])
    const body = it.change({ strategy: 'scheduled', fromAt: clockAt('12:30:00').toISOString(), clock: 'local' })
    expect(await it.boss.refused(priceChanges.add, { body })).toBe('price.notLater')
  })

  test('of which one has begun is cancelled at the other', async () => {
    const it = await berlin()
    const body = it.change({ strategy: 'scheduled', fromAt: '2026-05-02T00:00:00+08:00', clock: 'local' })
    const { id } = await it.boss.call(priceChanges.add, { body })
    setClock('2026-05-01T17:00:00Z')
    await it.fire(id)
    await it.boss.call(priceChanges.cancel, { id, body: {} })
    expect(await statusOf(it, id)).toEqual(['wait', 'wait', 'cancel'])
    expect(await it.boss.refused(priceChanges.cancel, { id, body: {} })).toBe('priceChange.begun')
  })
})

describe('the PIN', () => {
  const ceiling = async (it: World, code: string, priceCents: number) =>
    it.boss.call(setStationConfig, {
      id: it.station.id,
      body: { version: 1, config: { priceCeilings: [{ code, priceCents, source: 'Notice 8 of 2026' }] } },
    })
  test.each([
    ['a tenth more', 880, 'allowed'],
    ['more than a tenth more', 881, 'priceChange.pin'],
    ['more than a tenth less', 719, 'priceChange.pin'],
  ])('is asked for %s or not: %i', async (_, priceCents, outcome) => {
    const it = await twoStations()
    const prices = [{ productId: it.fuels[0], priceCents }]
    expect(await it.boss.refused(priceChanges.add, { body: it.change({ prices }) })).toBe(outcome)
    expect((await it.boss.call(priceChanges.preview, { body: { stationIds: it.stationIds, prices } })).pin).toBe(outcome !== 'allowed')
    if (outcome === 'allowed') return
    const pinProof = await proofOf(it.boss.actor, priceChangeProof(prices))
    expect(await it.boss.refused(priceChanges.add, { body: it.change({ prices: [{ ...prices[0]!, priceCents: 99 }], pinProof }) })).toBe(
      'pin.proof',
    )
    expect(await it.boss.refused(priceChanges.add, { body: it.change({ prices, pinProof }) })).toBe('allowed')
  })

  test('is asked for above the ceiling of the fuel, whose source is named, at stations that have one', async () => {
    const it = await twoStations()
    const [product] = await it.rows<{ code: string }>('select code from product where id = $1', [it.fuels[0]])
    await ceiling(it, product!.code, 805)
    const body = it.change({ stationIds: [it.station.id] })
    expect(await it.boss.refused(priceChanges.add, { body })).toBe('priceChange.pin')
    expect(await it.boss.refused(priceChanges.add, { body: it.change({ stationIds: [it.west.id] }) })).toBe('allowed')
    const { stations } = await it.boss.call(priceChanges.preview, { body: { stationIds: [it.station.id], prices: body.prices } })
    expect(stations[0]!.lines[0]).toMatchObject({ ceilingCents: 805, ceilingSource: 'Notice 8 of 2026', overPercent: null })
    const one = { id: it.fuels[0], body: { stationId: it.station.id, priceCents: 806 } }
    expect(await it.boss.refused(setPrice, one)).toBe('price.aboveCeiling')
    expect(await it.boss.refused(setPrice, { ...one, body: { ...one.body, priceCents: 805 } })).toBe('allowed')
  })
})

// @req FUE-002
test('a price of one fuel at one station is such a change too, and one that has not begun is set back by cancelling it', async () => {
  const it = await twoStations()
  const body = { stationId: it.station.id, priceCents: 820, fromAt: clockAt('18:00:00').toISOString() }
  const { id } = await it.boss.call(setPrice, { id: it.fuels[0], body })
  const [change] = (await it.boss.call(priceChanges.list, { query: {} })).content
  expect(change).toMatchObject({ strategy: 'scheduled', status: 'wait', stationNames: [it.station.name] })
  const search = `product.id:${it.fuels[0]},station.id:${it.station.id}`
  expect((await it.boss.call(productPrices.list, { query: { search } })).content.map(({ priceCents }) => priceCents)).toEqual([820, 800])

  expect(await it.boss.call(setPriceBack, { id, body: {} })).toMatchObject({ priceCents: 800 })
  expect(await statusOf(it, change!.id)).toEqual(['cancel', 'cancel'])
  expect((await it.boss.call(productPrices.list, { query: { search } })).content.map(({ priceCents }) => priceCents)).toEqual([800])

  const both = await it.scheduled('18:00:00', { prices: it.fuels.map(productId => ({ productId, priceCents: 850 })) })
  const [line] = await it.rows<{ id: number }>('select id from price_change_line where change_id = $1 order by id limit 1', [both.id])
  expect(await it.boss.refused(setPriceBack, { id: line!.id, body: {} })).toBe('price.inChange')
})

test('a list of items, and what a product costs here, say the price of a change whose time has come before it has fired', async () => {
  const it = await twoStations()
  await it.scheduled('18:00:00')
  const query = { search: `station.id:${it.station.id},product.id:${it.fuels[0]}` }
  const now = async () => (await it.boss.call(items.list, { query })).content[0]!.priceCents
  setClock(clockAt('17:59:59.999'))
  expect(await now()).toBe(800)
  setClock(clockAt('18:00:00'))
  expect(await now()).toBe(810)
  expect(await it.written()).toEqual([])
})
