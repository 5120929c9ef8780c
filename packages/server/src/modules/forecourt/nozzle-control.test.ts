import { devicePermissions, dispensers, dispenserStatus, nozzleControls, printers, products, tankGauges, tanks } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { noon, setClock, world } from '../../testing/world.ts'

async function yard() {
  setClock(noon)
  const it = await world()
  const stands = forecourt(it)
  const [petrol, diesel] = [await stands.product({ code: '95' }), await stands.product({ code: '0' })]
  await stands.price(petrol.id, 850)
  const [tank, dispenser] = [await stands.tank(petrol.id), await stands.dispenser()]
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const nozzle = { stationId: it.station.id, logicNo: 1, physicalNo: 1, dispenserId: dispenser.id, tankId: tank.id }
  return { ...it, stands, petrol, diesel, tank, dispenser, lin, nozzle }
}

// @req FOR-018 FUE-018
test('nozzles come in the order of their logical numbers, each with the item it sells', async () => {
  const { lin, nozzle, stands, tank } = await yard()
  const second = await stands.dispenser()
  for (const [logicNo, physicalNo, dispenserId] of [
    [12, 1, nozzle.dispenserId],
    [3, 2, nozzle.dispenserId],
    [10, 1, second.id],
    [1, 2, second.id],
  ] as const)
    await lin.call(nozzleControls.create, { body: { ...nozzle, logicNo, physicalNo, dispenserId, tankId: tank.id } })
  const { content } = await lin.call(nozzleControls.list, { query: { expand: 'item' } })
  expect(content.map(({ logicNo }) => logicNo)).toEqual([1, 3, 10, 12])
  for (const { itemId, item } of content) expect(item).toMatchObject({ id: itemId, code: '95', name: expect.any(String), priceCents: 850 })
  // Pages are counted from 0, and a search narrows them.
  const found = async (query: object) =>
    (await lin.call(nozzleControls.list, { query: { sort: 'logicNo', expand: 'item', ...query } })).content.map(({ logicNo }) => logicNo)
  expect([await found({ page: 0, size: 3 }), await found({ page: 1, size: 3 })]).toEqual([[1, 3, 10], [12]])
  expect(await found({ page: 0, size: 100, search: `dispenser.id:${second.id}` })).toEqual([1, 10])
  expect(await found({ search: 'item.code:95,logicNo>3' })).toEqual([10, 12])
  expect(await found({ search: 'item.code:0' })).toEqual([])
})

// @req FOR-003 FOR-011 FUE-018
test('a nozzle sells what lies in its tank, and follows when the tank is filled with something else', async () => {
  const { lin, stands, nozzle, tank, petrol, diesel, station } = await yard()
  const { id } = await lin.call(nozzleControls.create, { body: nozzle })
  const query = { page: 0, size: 100, sort: 'logicNo', expand: 'item' }
  const shown = async () => (await lin.call(nozzleControls.list, { query })).content
  expect(await shown()).toMatchObject([{ id, logicNo: 1, item: { code: '95', priceCents: 850 } }])

  const { version, ...row } = await lin.call(tanks.get, { id: tank.id })
  const body = { stationId: station.id, number: row.number, productId: diesel.id, maxVolumeCl: row.maxVolumeCl }
  await lin.call(tanks.update, { id: tank.id, body: { ...body, version } })
  expect(await shown()).toMatchObject([{ itemId: null }])

  await stands.price(diesel.id, 720)
  expect(await shown()).toMatchObject([{ item: { code: '0', priceCents: 720 } }])
  expect((await lin.call(tanks.list, { query: { page: 0, expand: 'item', size: 100 } })).content).toMatchObject([
    { item: { code: '0', priceCents: 720 } },
  ])
  const other = await stands.tank(petrol.id)
  const found = async (query: object) => (await lin.call(tanks.list, { query: { expand: 'item', ...query } })).content
  expect(await found({ search: `product.id:${petrol.id}`, size: 100 })).toMatchObject([
    { id: other.id, item: { code: '95', priceCents: 850 } },
  ])
  expect((await found({ sort: 'id', page: 1, size: 1 })).map(each => each.id)).toEqual([other.id])
})

// @req FOR-011 FOR-012 FUE-018
test.each([
  ['tanks', 'forecourt.tank.read', tanks],
  ['products', 'forecourt.product.read', products],
  ['nozzleControls', 'forecourt.nozzle.read', nozzleControls],
])('%s are listed for anyone who has the right %s, and for nobody else', async (_, right, { list }) => {
  const { staff, lin } = await yard()
  const others = [...lin.actor.permissions].filter(each => each !== right)
  const [reader, other] = [await staff(right), await staff(...others)]
  expect([await reader.refused(list, { query: {} }), await other.refused(list, { query: {} })]).toEqual(['allowed', 'auth.forbidden'])
})

// @req FOR-009 FOR-003
test.each([
  ['physical number 0', { logicNo: 2, physicalNo: 0 }, 'validation'],
  ['physical number 8', { logicNo: 2, physicalNo: 8 }, 'allowed'],
  ['physical number 9', { logicNo: 2, physicalNo: 9 }, 'validation'],
  ["its dispenser's number again", { logicNo: 2 }, 'nozzle.physicalNoTaken'],
  ["its station's number again", { physicalNo: 2 }, 'nozzle.logicNoTaken'],
  ['logical number 999', { logicNo: 999, physicalNo: 2 }, 'allowed'],
  ['logical number 1000', { logicNo: 1000, physicalNo: 2 }, 'validation'],
  ['a tank that is not there', { logicNo: 2, physicalNo: 2, tankId: 1 }, 'notFound'],
])('a second nozzle with %s: %s', async (_, over, outcome) => {
  const { lin, nozzle } = await yard()
  await lin.call(nozzleControls.create, { body: nozzle })
  expect(await lin.refused(nozzleControls.create, { body: { ...nozzle, ...over } })).toBe(outcome)
})

test('a nozzle cannot draw from a tank or hang on a dispenser of another station', async () => {
  const { staff, stands, nozzle, petrol, addStation } = await yard()
  const boss = await staff({ role: 'admin' })
  const west = await addStation('Riverside West')
  const [tank, dispenser] = [await stands.tank(petrol.id, { stationId: west.id }), await stands.dispenser({ stationId: west.id })]

  expect(await boss.refused(nozzleControls.create, { body: { ...nozzle, tankId: tank.id } })).toBe('nozzle.tankElsewhere')
  expect(await boss.refused(nozzleControls.create, { body: { ...nozzle, dispenserId: dispenser.id } })).toBe('nozzle.dispenserElsewhere')
  const { id, version } = await boss.call(nozzleControls.create, { body: nozzle })
  expect(await boss.refused(nozzleControls.update, { id, body: { ...nozzle, stationId: west.id, version } })).toBe('forecourt.stationFixed')
})

// @req FOR-002 FUE-021
test('a tank says when it was last measured, and holds no more than it can', async () => {
  const { lin, station, petrol } = await yard()
  const body = { stationId: station.id, number: 7, productId: petrol.id, maxVolumeCl: 30_000_00 }
  const tank = await lin.call(tanks.create, { body })
  expect(tank).toMatchObject({ volumeCl: 0, measuredAt: null, temperature: null })

  const measured = { ...body, volumeCl: 12_345_67, oilHeightMm: 1204, waterHeightMm: 12, temperature: 16.5 }
  expect(await lin.call(tanks.update, { id: tank.id, body: { ...measured, version: tank.version } })).toMatchObject({
    ...measured,
    measuredAt: noon.toISOString(),
  })
  const refused = (over: object) => lin.refused(tanks.create, { body: { ...measured, number: 8, ...over } })
  expect(await refused({ volumeCl: 30_000_01 })).toBe('tank.overfull')
  expect(await refused({ number: 9, volumeCl: 30_000_00 })).toBe('allowed')
  expect(await refused({ waterHeightMm: 1205 })).toBe('tank.waterAboveOil')
  expect(await refused({ number: 7 })).toBe('tank.numberTaken')
  expect(await refused({ temperature: 16.55 })).toBe('validation')
  // Whole centilitres on the wire.
  expect(await refused({ volumeCl: 100.5 })).toBe('validation')
  expect(await refused({ maxVolumeCl: 30_000_00.5 })).toBe('validation')
  expect(await refused({})).toBe('allowed')
})

// @req FOR-005 FOR-006 FOR-019
test('what is in use stays: a tank under a nozzle, a dispenser that carries one', async () => {
  const { lin, nozzle, tank, dispenser, station, addStation, staff } = await yard()
  const elsewhere = await staff({ role: 'station_master', stationIds: [(await addStation('Riverside West')).id] })
  const { id } = await lin.call(nozzleControls.create, { body: nozzle })
  expect(await lin.refused(tanks.delete, { id: tank.id })).toBe('inUse')
  expect(await lin.refused(dispensers.delete, { id: dispenser.id })).toBe('inUse')

  await lin.call(nozzleControls.delete, { id })
  expect(await lin.refused(tanks.delete, { id: tank.id })).toBe('allowed')
  expect(await lin.refused(dispensers.delete, { id: dispenser.id })).toBe('allowed')

  for (const equipment of [tankGauges, printers]) {
    const body = { stationId: station.id, name: 'One', protocol: '{"baud":9600}', address: 'COM3' }
    const made = await lin.call(equipment.create, { body })
    expect(made).toMatchObject(body)
    expect(await lin.refused(equipment.create, { body })).toBe(equipment === tankGauges ? 'tankGauge.nameTaken' : 'printer.nameTaken')
    const edit = { ...body, address: 'COM4', version: made.version }
    expect(await elsewhere.refused(equipment.update, { id: made.id, body: edit })).toBe('notFound')
    expect(await elsewhere.refused(equipment.delete, { id: made.id })).toBe('notFound')
    expect((await elsewhere.call(equipment.list, {})).totalElements).toBe(0)
    expect(await lin.call(equipment.update, { id: made.id, body: edit })).toMatchObject({ address: 'COM4' })
    await lin.call(equipment.delete, { id: made.id })
    expect((await lin.call(equipment.list, {})).totalElements).toBe(0)
  }
})

// @req FOR-019
test.each(['products', 'tanks', 'nozzleControls', 'dispensers'] as const)(
  '%s are added, changed and taken away by anyone who may write them, at their own station',
  async name => {
    const { staff, station, petrol, tank, dispenser, addStation } = await yard()
    const stationId = station.id
    const of = { products, tanks, nozzleControls, dispensers }[name] as typeof dispensers
    const { body, edit } = {
      products: { body: { name: '98#', code: '98', classification: 'gasoline', taxRate: 13 }, edit: { name: '98# E10', taxRate: 9 } },
      tanks: { body: { stationId, number: 21, productId: petrol.id, maxVolumeCl: 100 }, edit: { maxVolumeCl: 200 } },
      nozzleControls: {
        body: { stationId, logicNo: 21, physicalNo: 2, dispenserId: dispenser.id, tankId: tank.id },
        edit: { physicalNo: 3 },
      },
      dispensers: { body: { stationId, number: 21, name: 'East' }, edit: { name: 'West', protocol: '9600' } },
    }[name] as { body: never; edit: object }
    const right = { products: 'product', tanks: 'tank', nozzleControls: 'nozzle', dispensers: 'dispenser' }[name]
    const writer = await staff(`forecourt.${right}.read`, `forecourt.${right}.write`)
    const made = await writer.call(of.create, { body })
    expect(made).toMatchObject(body)
    const changed = (known: number) => ({ ...(body as object), ...edit, version: known }) as never
    const { version } = await writer.call(of.update, { id: made.id, body: changed(made.version) })
    expect(await writer.call(of.get, { id: made.id, query: {} })).toMatchObject({ ...(body as object), ...edit, version })

    const [reader, stranger] = [await staff(`forecourt.${right}.read`), await (await world()).staff({ role: 'admin' })]
    const west = await addStation('Riverside West')
    const neighbour = await staff({ role: 'station_master', stationIds: [west.id] })
    for (const [who, code] of [
      [reader, 'auth.forbidden'],
      [stranger, 'notFound'],
      ...(name === 'products' ? [] : [[neighbour, 'notFound'] as const]),
    ] as const) {
      expect(await who.refused(of.update, { id: made.id, body: changed(version) })).toBe(code)
      expect(await who.refused(of.delete, { id: made.id })).toBe(code)
    }
    expect(await reader.refused(of.create, { body })).toBe('auth.forbidden')
    await writer.call(of.delete, { id: made.id })
    expect(await writer.refused(of.get, { id: made.id, query: {} })).toBe('notFound')
  },
)

// @req FOR-007 FOR-008 FOR-013 FOR-015
test('dispensers and nozzles are what their device last said, offline when it falls silent, unknown before it ever spoke', async () => {
  const { as, lin, nozzle, dispenser, station, events } = await yard()
  const { id } = await lin.call(nozzleControls.create, { body: nozzle })
  const hub = as({ kind: 'device', id: 1, permissions: devicePermissions, stationIds: [station.id], stationId: station.id })
  const status = async () => (await lin.call(dispenserStatus.read, { query: { stationId: station.id } })).content
  expect(await status()).toMatchObject([{ id: dispenser.id, state: null, nozzles: [{ id, logicNo: 1, state: null }] }])

  const state = 'busy' as const
  const reported = {
    dispensers: [{ number: dispenser['number'], state }],
    nozzles: [
      { logicNo: 1, state },
      { logicNo: 99, state },
    ],
  }
  expect(await hub.call(dispenserStatus.report, { body: reported })).toEqual({ changed: 2, blocked: [] })
  expect(await hub.call(dispenserStatus.report, { body: reported })).toEqual({ changed: 0, blocked: [] })
  expect(await status()).toMatchObject([{ state: 'busy', nozzles: [{ state: 'busy' }] }])
  expect((await events()).filter(event => event.topic === 'nozzleStatus')).toMatchObject([
    { payload: { nozzles: [{ logicNo: 1, state: 'busy' }] } },
  ])

  for (const next of ['idle', 'error', 'offline', 'busy'] as const) {
    const body = { dispensers: [{ number: dispenser['number'], state: next }], nozzles: [{ logicNo: 1, state: next }] }
    await hub.call(dispenserStatus.report, { body })
    expect(await status()).toMatchObject([{ state: next, nozzles: [{ state: next }] }])
  }
  const { payload } = (await events()).findLast(event => event.topic === 'nozzleStatus')!
  expect(payload).toMatchObject({ dispensers: [{ state: 'busy' }], nozzles: [{ logicNo: 1, state: 'busy' }] })
  expect(await hub.refused(dispenserStatus.report, { body: { nozzles: [{ logicNo: 1, state: 'away' as never }] } })).toBe('validation')

  setClock(new Date(noon.getTime() + 121_000))
  expect(await status()).toMatchObject([{ state: 'offline', nozzles: [{ state: 'offline' }] }])
  expect(await lin.refused(dispenserStatus.report, { body: reported })).toBe('auth.forbidden')
})

// @req FOR-013 SEC-029
test('the status is that of the station that is named, of all of one’s stations without one, and of no other', async () => {
  const { lin, staff, stands, dispenser, station, addStation } = await yard()
  const west = await addStation('Riverside West')
  const there = await stands.dispenser({ stationId: west.id })
  const boss = await staff({ role: 'admin' })
  const shown = async (who: typeof boss, stationId?: number) =>
    (await who.call(dispenserStatus.read, { query: stationId ? { stationId } : {} })).content.map(({ id }) => id)
  expect([await shown(boss, station.id), await shown(boss, west.id)]).toEqual([[dispenser.id], [there.id]])
  expect(new Set(await shown(boss))).toEqual(new Set([dispenser.id, there.id]))
  expect([await shown(lin), await shown(lin, west.id)]).toEqual([[dispenser.id], []])
  const [only, none] = [await staff('forecourt.dispenser.read'), await staff('forecourt.nozzle.read')]
  expect(await only.refused(dispenserStatus.read, { query: {} })).toBe('allowed')
  expect(await none.refused(dispenserStatus.read, { query: {} })).toBe('auth.forbidden')
})

test('lists show, search and sort by the state that counts now: what fell silent is offline everywhere', async () => {
  const { as, lin, nozzle, dispenser, station, stands, tank } = await yard()
  const hub = as({ kind: 'device', id: 1, permissions: devicePermissions, stationIds: [station.id], stationId: station.id })
  const quiet = await stands.dispenser()
  for (const [logicNo, dispenserId] of [
    [1, nozzle.dispenserId],
    [2, quiet.id],
    [3, quiet.id],
  ] as const)
    await lin.call(nozzleControls.create, { body: { ...nozzle, logicNo, physicalNo: logicNo, dispenserId, tankId: tank.id } })
  const reported = (logicNo: number, number: number, state: 'busy' | 'idle') =>
    hub.call(dispenserStatus.report, { body: { nozzles: [{ logicNo, state }], dispensers: [{ number, state }] } })
  await reported(1, dispenser['number'], 'busy')
  setClock(new Date(noon.getTime() + 60_000))
  await reported(2, quiet['number'], 'idle')
  // Nozzle 1 has been silent for two minutes and a second, nozzle 2 for one; nozzle 3 has never said anything.
  setClock(new Date(noon.getTime() + 121_000))

  const nozzles = async (query: { search?: string; sort?: string }) =>
    (await lin.call(nozzleControls.list, { query })).content.map(({ logicNo, state }) => [logicNo, state])
  expect(await nozzles({})).toEqual([
    [1, 'offline'],
    [2, 'idle'],
    [3, null],
  ])
  expect(await nozzles({ search: 'state:offline' })).toEqual([[1, 'offline']])
  expect(await nozzles({ search: 'state:busy' })).toEqual([])
  expect(await nozzles({ search: 'state:null' })).toEqual([[3, null]])
  expect((await nozzles({ sort: 'state' })).map(([logicNo]) => logicNo)).toEqual([2, 1, 3])

  const found = async (search: string) =>
    (await lin.call(dispensers.list, { query: { search } })).content.map(({ id, state }) => [id, state])
  expect(await found('state:offline')).toEqual([[dispenser.id, 'offline']])
  expect(await found('state:busy')).toEqual([])
  expect(await found('nozzleControls.state:idle')).toEqual([[quiet.id, 'idle']])
  const [first] = (await lin.call(dispensers.list, { query: { sort: 'number', expand: 'nozzleControls' } })).content
  expect(first).toMatchObject({ state: 'offline', nozzleControls: [{ logicNo: 1, state: 'offline' }] })
  setClock(noon)
})
