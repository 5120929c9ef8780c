import { incomingTransports, oilInfos, transportCalls, transports, type Sent } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { at } from '../../testing/settlement.ts'
import { supplied } from '../../testing/transport.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))

// @req SUP-004 SUP-015
test('31.580 t are loaded and signed for 80 kg short: 63 kg may be lost, 17 are claimed, every amount is rounded once', async () => {
  const it = await supplied()
  const body = it.terms({ truckId: it.truckId })
  const preview = await it.boss.call(transportCalls.preview, { body: body })
  expect(preview).toMatchObject({
    loadedKg: 31_580,
    loadedCl: 37_734_50,
    amountCents: 247_760_89,
    netCents: 219_257_42,
    // On signed tons: nobody has signed yet.
    freightAmountCents: null,
    freightForeseenCents: 2_526_40,
    depotStockKg: 100_000,
  })
  expect(preview.volume!.figure).toMatchObject({ quantity: 'volumeAtReference', reference: 20 })
  const ordered = await it.boss.call(transports.create, { body: body })
  expect(ordered).toMatchObject({ status: 'ordered', loadedCl: 37_734_50, volumeTyped: false, amountCents: 247_760_89 })
  expect(ordered.compartments).toEqual([
    { number: 1, volumeCl: 15_000_00 },
    { number: 2, volumeCl: 15_000_00 },
    { number: 3, volumeCl: 7_734_50 },
  ])
  expect(await it.stock()).toBe(100_000)

  const loaded = await it.load(ordered.id)
  expect(loaded).toMatchObject({ status: 'loaded' })
  expect(await it.stock()).toBe(68_420)

  const foreseen = await it.leader.call(transportCalls.foresee, { id: ordered.id, body: it.signature() })
  expect(foreseen).toMatchObject({ lossKg: 80, allowedKg: 63, claimedKg: 17, over: false })
  const signed = await it.sign(ordered.id)
  expect(signed).toMatchObject({ status: 'signed', signedKg: 31_500, lossKg: 80, allowedKg: 63, claimedKg: 17 })
  expect(await it.shown(ordered.id)).toMatchObject({
    freightAmountCents: 2_520_00,
    freightNetCents: 2_311_93,
    claimCents: 133_37,
    claimNetCents: 118_03,
    productId: it.nozzle.productId,
  })
  const day = '2026-05-01'
  expect(await it.moves(ordered.id)).toMatchObject([
    { from: 'depot', to: 'truck', kg: 31_580, cl: 37_734_50, day },
    { from: 'truck', to: 'station', kg: 31_500, cl: 37_638_91 },
    { from: 'truck', to: 'lost', kg: 63, cl: 75_47 },
    { from: 'truck', to: 'lost', kg: 17, cl: 20_12 },
  ])
  const actions = (await it.audits()).map(({ action }) => action).filter(action => action.startsWith('transport'))
  expect(actions).toEqual(['transports.create', 'transport.load', 'transport.sign'])
})

test('the intake proposes what it unloaded, at the reference temperature, by its document; a person signs', async () => {
  const it = await supplied()
  const { id } = await it.order({ billNo: 'BL-77', deliveredKg: null, typedCl: 5_000_00 })
  const other = await it.order({ deliveredKg: null, typedCl: 5_000_00 })
  await it.load(id)
  await it.load(other.id)
  const warm = { temperature: 20, beforeTemperature: 20, afterTemperature: 20, density: 838, densityKind: 'standard' }
  const intake = await it.record({ docNo: 'BL-77', afterVolumeCl: 5_990_00, ...warm }, '11:00')
  const proposed = await it.leader.call(transportCalls.proposal, { id })
  expect(proposed).toMatchObject({
    intakes: [{ id: intake.id, sameDocument: true, chosen: true, totalCl: 4_990_00, totalRefCl: 4_990_00 }],
    signedCl: 4_990_00,
    offloadTime: at('09:30').toISOString(),
    products: [{ id: it.nozzle.productId }],
  })
  const { signedCl } = proposed
  await it.sign(id, { signedKg: null, signedCl, oilInfoIds: [intake.id] })
  expect(await it.seen(id)).toMatchObject({ status: 'signed', signedCl: 4_990_00, signedKg: 4_176, loadedKg: 4_185 })
  // One delivery is signed for once; it is not deleted under the signature.
  const again = { id: other.id, body: it.signature({ signedKg: null, signedCl, oilInfoIds: [intake.id] }) }
  expect(await it.leader.refused(transportCalls.sign, again)).toBe('transport.intakeSigned')
  expect((await it.leader.call(transportCalls.proposal, { id: other.id })).intakes).toEqual([])
  expect(await it.lin.refused(oilInfos.delete, { id: intake.id })).toBe('inUse')
  await it.master.call(transportCalls.takeBack, { id, body: { reason: 'Wrong note' } })
  expect((await it.leader.call(transportCalls.proposal, { id: other.id })).intakes).toMatchObject([{ chosen: false }])
})

test('of two deliveries the one that carries the document of the load is proposed, and not one that only came by its truck', async () => {
  const it = await supplied()
  const { plate } = (await it.rows<{ plate: string }>('select plate from truck where id = $1', [it.truckId]))[0]!
  const { id } = await it.order({ billNo: 'BL-78', truckId: it.truckId, deliveredKg: null, typedCl: 5_000_00 })
  await it.load(id)
  const times = {
    beginTime: at('10:00').toISOString(),
    endTime: at('10:20').toISOString(),
    beforeVolumeCl: 6_000_00,
    afterVolumeCl: 7_000_00,
  }
  const byTruck = await it.record({ docNo: 'BL-79', plate }, '11:00')
  const proposed = async () =>
    (await it.leader.call(transportCalls.proposal, { id })).intakes.map(intake => [intake.id, intake.samePlate, intake.chosen])
  expect(await proposed()).toEqual([[byTruck.id, true, true]])
  const byDocument = await it.record({ docNo: 'BL-78', plate: '', ...times, deliveryVolumeCl: 1_000_00 }, '11:00')
  expect(await proposed()).toEqual([
    [byDocument.id, false, true],
    [byTruck.id, true, false],
  ])
})

// @req SUP-009
test('more signed for than was delivered is saved with a reason, and what was too much comes from nowhere else', async () => {
  const it = await supplied()
  const { id } = await it.order()
  await it.load(id)
  const body = it.signature({ signedKg: 31_600 })
  expect(await it.leader.call(transportCalls.foresee, { id, body })).toMatchObject({ over: true, lossKg: -20, allowedKg: 0, claimedKg: 0 })
  expect(await it.leader.refused(transportCalls.sign, { id, body })).toBe('transport.reasonMissing')
  await it.sign(id, { signedKg: 31_600, reason: 'Weighed anew at the station' })
  expect(await it.seen(id)).toMatchObject({ lossKg: -20, signReason: 'Weighed anew at the station' })
  expect((await it.moves(id)).slice(1)).toMatchObject([
    { from: 'truck', to: 'station', kg: 31_600 },
    { from: 'lost', to: 'truck', kg: 20 },
  ])
})

test('a signature is taken back by its mirror, a loading by its own, and the depot has its fuel again', async () => {
  const it = await supplied()
  const { id } = await it.order()
  await it.load(id)
  await it.sign(id)
  await it.master.call(transportCalls.takeBack, { id, body: { reason: 'Misread' } })
  expect(await it.shown(id)).toMatchObject({
    status: 'loaded',
    signedKg: null,
    claimCents: null,
    freightAmountCents: null,
    signedById: null,
  })
  await it.sign(id, { signedKg: 31_580 })
  expect(await it.seen(id)).toMatchObject({ status: 'signed', lossKg: 0, claimedKg: 0 })
  await it.master.call(transportCalls.takeBack, { id, body: { reason: 'Came back' } })
  await it.boss.call(transportCalls.takeBackLoading, { id, body: { reason: 'Came back' } })
  expect(await it.stock()).toBe(100_000)
  expect(await it.boss.refused(transports.delete, { id })).toBe('transport.moved')
  await it.boss.call(transportCalls.cancel, { id, body: { reason: 'Not needed' } })
  expect(await it.shown(id)).toMatchObject({ status: 'cancelled' })
  expect(await it.leader.refused(incomingTransports.get, { id })).toBe('notFound')
  const sum = (await it.moves(id)).reduce((all, { from, to, kg }) => all + (to === 'truck' ? kg! : from === 'truck' ? -kg! : 0), 0)
  expect(sum).toBe(0)
})

test('an order that was never loaded is deleted; edited after loading, its fuel leaves the depot anew', async () => {
  const it = await supplied()
  const gone = await it.order()
  await it.boss.call(transports.delete, { id: gone.id })
  const { id } = await it.order()
  const { version, billNo } = await it.load(id)
  const edit = (over: object, of = version) =>
    it.boss.call(transports.update, { id, body: { ...it.terms({ billNo }), version: of, ...over } })
  const heavier = await edit({ deliveredKg: 40_000 })
  expect(heavier).toMatchObject({ status: 'loaded', loadedKg: 40_000, amountCents: 313_820_00 })
  expect(await it.stock()).toBe(60_000)
  const into = await it.depot(it.baseFuelId)
  await it.bring(50_000, '2026-04-02', into)
  const moved = await edit({ deliveredKg: 40_000, depotId: into }, heavier.version)
  expect([await it.stock(), await it.stock(into)]).toEqual([100_000, 10_000])
  const body = { ...it.terms({ billNo, deliveredKg: 50_001, depotId: into }), version: moved.version }
  expect(await it.boss.refused(transports.update, { id, body })).toBe('depot.stockShort')
  expect(await it.stock(into)).toBe(10_000)
})

test('signed for, its price and allowance may still change, its quantity only after the signature was taken back', async () => {
  const it = await supplied()
  const { id } = await it.order()
  await it.load(id)
  await it.sign(id)
  const row = await it.shown(id)
  const now = Object.fromEntries(Object.keys(it.terms()).map(field => [field, row[field as 'billNo']])) as unknown as Sent<
    typeof transports.update
  >['body']
  const body = { ...now, offloadTime: row.offloadTime, version: row.version }
  expect(await it.boss.refused(transports.update, { id, body: { ...body, deliveredKg: 31_000 } })).toBe('transport.signed')
  const edited = await it.boss.call(transports.update, { id, body: { ...body, priceCents: 8_000_00, allowedLossPercent: 0 } })
  expect(edited).toMatchObject({ amountCents: 252_640_00, allowedKg: 0, claimedKg: 80, claimCents: 640_00, status: 'signed' })
  const lost = (await it.moves(id)).filter(({ to }) => to === 'lost').map(({ kg }) => kg)
  expect(lost).toEqual([63, 17, 80])
})

test('straight from a supplier by the litre: the load carries its own amount, and no tons are needed', async () => {
  const it = await supplied()
  const direct = { depotId: null, supplierId: it.supplierId, pricedBy: 'litre', deliveredKg: null, typedCl: 13_600_00, density: null }
  const { id } = await it.order({ ...direct, priceCents: 6_000_00, freightPriceCents: 0, ownAmountCents: 81_599_99 })
  expect(await it.shown(id)).toMatchObject({ amountCents: 81_599_99, netCents: 72_212_38, loadedKg: null, volumeTyped: true })
  await it.load(id)
  await it.sign(id, { signedKg: null, signedCl: 13_590_00 })
  expect(await it.shown(id)).toMatchObject({ status: 'signed', lossCl: 10_00, claimedKg: null, claimCents: 0, freightAmountCents: 0 })
  expect(await it.stock()).toBe(100_000)
  const [bought] = await it.rows('select amount_cents::int, net_cents::int from stock_move where document_id = $1 order by id', [id])
  expect(bought).toEqual({ amount_cents: 81_599_99, net_cents: 72_212_38 })
})

test('of two at once one loads, and one signs; the same call again does nothing more', async () => {
  const it = await supplied()
  const { id } = await it.order()
  setClock(at('11:00'))
  const { billNo, deliveryTime } = await it.shown(id)
  const body = { billNo, deliveryTime, density: 838, deliveredKg: 31_580 }
  const codes = await Promise.all([1, 2].map(() => it.boss.refused(transportCalls.load, { id, body })))
  expect(codes.toSorted()).toEqual(['allowed', 'transport.statusForbids'])
  expect(await it.stock()).toBe(68_420)
  const twice = await Promise.all([1, 2].map(() => it.leader.refused(transportCalls.sign, { id, body: it.signature() })))
  expect(twice.toSorted()).toEqual(['allowed', 'transport.statusForbids'])
  const other = await it.order()
  const again = await it.load(other.id)
  const key = { 'idempotency-key': crypto.randomUUID() }
  for (const _ of [1, 2]) await it.leader.call(transportCalls.sign, { id: again.id, body: it.signature() }, key)
  expect((await it.moves(other.id)).length).toBe(4)
})
