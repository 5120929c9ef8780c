import { daySettlement, differences, orderIntake, setStationConfig, settlement, stations } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { at, shiftShop, type ShiftShop } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

const cash = (countedCents: number) => ({ payType: 'cash' as const, countedCents })
const beginCl = 10_000_00

/** A shift that sold `soldCl` for cash through one nozzle, and its meter at the end. */
async function sold(soldCl: number, tolerance: Parameters<typeof shiftShop>[0] = null) {
  const it = await shiftShop(tolerance)
  const shift = await it.begin('08:00')
  await it.sellAt('08:10', { payType: 'cash', lineItems: [{ volumeCl: soldCl, totaliserEndCl: beginCl + soldCl }] })
  setClock(at('16:00'))
  const expectedCents = soldCl * 8
  /** Closing it with so much too much, in the till and on the meter. */
  const body = (off: { cents?: number; cl?: number }, more: object = {}) => ({
    dailyStateId: shift.id,
    counted: [cash(expectedCents + (off.cents ?? 0))],
    meters: [{ nozzleControlId: it.nozzle.id, totaliserCl: beginCl + soldCl + (off.cl ?? 0) }],
    ...more,
  })
  const [product] = await it.rows<{ id: number }>('select product_id as id from tank where id = $1', [it.nozzle.tankId])
  return { ...it, shift, body, meters: `meters:${product!.id}` }
}
const frozen = ({ rows, station }: Pick<ShiftShop, 'rows' | 'station'>) =>
  rows('select 1 from class_settle where station_id = $1', [station.id])

// 0.30 % of the litres that the pump measured, with what it measured too much among them; of less than some 6,667 litres, 20 litres.
test.each([
  ['cash exactly at its tolerance', 30_00, { cents: 20_00 }, 'allowed'],
  ['cash one cent above', 30_00, { cents: 20_01 }, 'settlement.beyondTolerance'],
  ['cash one cent below', 30_00, { cents: 19_99 }, 'allowed'],
  ['cash short exactly at its tolerance', 30_00, { cents: -20_00 }, 'allowed'],
  ['cash short by one cent more', 30_00, { cents: -20_01 }, 'settlement.beyondTolerance'],
  ['few litres sold, the meter off by exactly the floor', 30_00, { cl: 20_00 }, 'allowed'],
  ['few litres sold, one centilitre above the floor', 30_00, { cl: 20_01 }, 'settlement.beyondTolerance'],
  ['few litres sold, one centilitre below the floor', 30_00, { cl: 19_99 }, 'allowed'],
  ['many litres sold, the meter off by exactly 0.30 % of what it measured', 9_970_00, { cl: 30_00 }, 'allowed'],
  ['many litres sold, one centilitre above it', 9_970_00, { cl: 30_01 }, 'settlement.beyondTolerance'],
  ['many litres sold, one centilitre below it', 9_970_00, { cl: 29_99 }, 'allowed'],
])('a shift with %s', async (_, soldCl, off, outcome) => {
  const it = await sold(soldCl)
  expect(await it.lin.refused(settlement.close, { body: it.body(off) })).toBe(outcome)
  expect(await frozen(it)).toHaveLength(outcome === 'allowed' ? 1 : 0)
  setClock(noon)
})

test('what is beyond tolerance is said before, typed, given a reason, and kept with the settlement for good', async () => {
  const it = await sold(30_00)
  const { lin, shift, body, meters, audits } = it
  const off = { cents: 240_02, cl: 3_341_00 }
  const { dailyStateId, counted, meters: read } = body(off)
  const { figures } = await lin.call(differences.foresee, { body: { dailyStateId, counted, meters: read } })
  expect(figures).toMatchObject([
    { about: 'tender:cash', side: 'tender', unit: 'cents', amount: 240_02, allowed: 20_00, beyond: true },
    { about: meters, side: 'meters', unit: 'centilitres', amount: 3_341_00, allowed: 20_00, beyond: true },
  ])
  const acknowledged = figures.map(({ about, amount }) => ({ about, amount }))
  const reason = 'Takings of the evening before were still in the till'
  const refused = (more: object) => lin.refused(settlement.close, { body: body(off, more) })
  expect(await refused({})).toBe('settlement.beyondTolerance')
  expect(await refused({ acknowledged: acknowledged.slice(0, 1), reason })).toBe('settlement.beyondTolerance')
  expect(await refused({ acknowledged })).toBe('settlement.reasonMissing')
  expect(await refused({ acknowledged, reason: '   ' })).toBe('settlement.reasonMissing')
  const wrong = acknowledged.map(each => ({ ...each, amount: each.amount + 1 }))
  expect(await refused({ acknowledged: wrong, reason })).toBe('settlement.figuresChanged')
  expect(await frozen(it)).toEqual([])

  const settled = await lin.call(settlement.close, { body: body(off, { acknowledged, reason }) })
  expect(settled).toMatchObject({ dailyStateId: shift.id, reason, beyond: figures, differenceCents: 240_02 })
  expect((await audits()).find(({ action }) => action === 'shift.settle')).toMatchObject({ detail: { reason } })
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  // What is set later changes nothing of what was settled.
  await setTolerance(it, { cashCents: 0, volumeBasisPoints: 0, volumeCl: 0 })
  expect(await lin.call(settlement.get, { id: settled.id })).toEqual(settled)
  setClock(noon)
})

async function setTolerance({ staff, station }: ShiftShop, tolerance: { cashCents: number; volumeBasisPoints: number; volumeCl: number }) {
  const master = await staff('org.stationConfig.write', 'org.station.read')
  const { version } = await master.call(stations.get, { id: station.id })
  await master.call(setStationConfig, { id: station.id, body: { version, config: { tolerance } } })
}

test('a refusal names its field, and brings the figures as they are now', async () => {
  const { lin, body } = await sold(30_00)
  const refusal = lin.call(settlement.close, { body: body({ cents: 50_00 }) })
  await expect(refusal).rejects.toThrow(/409 .*"settlement.beyondTolerance".*"field":"acknowledged".*"amount":5000,"allowed":2000/)
  setClock(noon)
})

test('figures that were confirmed before one more sale are refused as they were, and taken as they are', async () => {
  const it = await sold(30_00)
  const { lin, body, sellAt } = it
  const reason = 'Counted twice'
  const acknowledged = [{ about: 'tender:cash', amount: 250_00 }]
  await sellAt('16:10', { payType: 'cash', lineItems: [{ volumeCl: 30_00, totaliserEndCl: beginCl + 60_00 }] })
  const counted = { ...body({ cents: 250_00 }), meters: [] }
  expect(await lin.refused(settlement.close, { body: { ...counted, acknowledged, reason } })).toBe('settlement.figuresChanged')
  expect(await frozen(it)).toEqual([])
  // 10.00 too much is within tolerance: what was confirmed is not what is settled, and nothing is settled by it.
  expect(
    await lin.refused(settlement.close, { body: { ...counted, acknowledged: [{ about: 'tender:cash', amount: 10_00 }], reason } }),
  ).toBe('allowed')
  setClock(noon)
})

test('a tolerance that is set while somebody counts holds: what is beyond it now is asked for, what is within it no more', async () => {
  const it = await sold(30_00)
  const { lin, body } = it
  const ten = body({ cents: 10_00 })
  await setTolerance(it, { cashCents: 5_00, volumeBasisPoints: 30, volumeCl: 20_00 })
  expect(await lin.refused(settlement.close, { body: ten })).toBe('settlement.beyondTolerance')
  await setTolerance(it, { cashCents: 50_00, volumeBasisPoints: 30, volumeCl: 20_00 })
  const settled = await lin.call(settlement.close, {
    body: { ...ten, acknowledged: [{ about: 'tender:cash', amount: 10_00 }], reason: 'Change' },
  })
  expect(settled).toMatchObject({ reason: null, beyond: [], differenceCents: 10_00 })
  setClock(noon)
})

test('what nobody counted or read is no difference, however much was sold', async () => {
  const it = await sold(9_970_00)
  const { dailyStateId, counted } = it.body({})
  const { figures } = await it.lin.call(differences.foresee, { body: { dailyStateId } })
  expect(figures.filter(({ side }) => side !== 'meters')).toEqual([])
  expect(await it.lin.refused(settlement.close, { body: { dailyStateId, counted } })).toBe('allowed')
  setClock(noon)
})

/** A day with a shift that is 15.00 short, and of which the till was short twice. */
async function shortDay(perShiftCents: number) {
  const it = await sold(30_00)
  await it.lin.call(settlement.close, { body: it.body({ cents: perShiftCents }, { startNext: true }) })
  const [running] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
  setClock(at('23:00'))
  await it.lin.call(settlement.close, { body: { dailyStateId: running!.id, counted: [cash(0)] } })
  setClock(at('08:00', '2026-05-02'))
  const day = { stationId: it.station.id, businessDay: '2026-05-01' }
  return { ...it, day }
}

test('a day within tolerance is settled as it is; its list says before what it sold and differs by', async () => {
  const { lin, day, station } = await shortDay(-15_00)
  const { content } = await lin.call(daySettlement.due, { query: { stationId: station.id } })
  expect(content).toMatchObject([
    { businessDay: day.businessDay, salesCents: 240_00, volumeCl: 30_00, differenceCents: -15_00, beyond: [] },
  ])
  expect(await lin.call(daySettlement.settle, { body: day })).toMatchObject({ reason: null, beyond: [] })
  expect((await lin.call(daySettlement.due, { query: { stationId: station.id } })).content).toEqual([])
  setClock(noon)
})

test('a statement that is off by more than the tolerance is typed and given a reason before its day is settled', async () => {
  const it = await shortDay(0)
  const { lin, day, rows } = it
  const statements = [{ payType: 'wx' as const, countedCents: 33_00 }]
  const { figures } = await lin.call(daySettlement.foresee, { body: { ...day, statements } })
  const beyond = figures.filter(figure => figure.beyond)
  expect(beyond).toMatchObject([{ about: 'tender:wx', amount: 33_00, allowed: 20_00 }])
  const acknowledged = [{ about: 'tender:wx', amount: 33_00 }]
  const refused = (more: object) => lin.refused(daySettlement.settle, { body: { ...day, statements, ...more } })
  expect(await refused({})).toBe('settlement.beyondTolerance')
  expect(await refused({ acknowledged: [{ about: 'tender:wx', amount: -33_00 }], reason: 'x' })).toBe('settlement.figuresChanged')
  expect(await refused({ acknowledged })).toBe('settlement.reasonMissing')
  expect(await rows('select 1 from day_settle where station_id = $1', [it.station.id])).toEqual([])
  const settled = await lin.call(daySettlement.settle, { body: { ...day, statements, acknowledged, reason: 'A sale of another till' } })
  expect(settled).toMatchObject({ reason: 'A sale of another till', beyond })
  expect(await lin.call(daySettlement.get, { id: settled.id })).toEqual(settled)
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  setClock(noon)
})

test('of a natural day the count is judged with its day', async () => {
  const it = await sold(30_00)
  const { lin, station, body, device, fuelSale, nextSequence } = it
  await lin.call(settlement.close, { body: body({}) })
  setClock(at('20:00'))
  await device.call(orderIntake.take, {
    body: fuelSale({ sequence: nextSequence(), createdDate: at('20:00').toISOString(), payType: 'cash' }),
  })
  setClock(at('08:00', '2026-05-02'))
  const { naturalDays: waiting } = await lin.call(daySettlement.preview, { query: { stationId: station.id, businessDay: '2026-05-01' } })
  const selling = waiting.find(({ salesCents }) => salesCents > 0)!
  const naturalDays = [{ dailyStateId: selling.dailyState.id, counted: [cash(100_00)] }]
  const day = { stationId: station.id, businessDay: '2026-05-01', naturalDays }
  const { figures } = await lin.call(daySettlement.foresee, { body: day })
  const [tender] = figures.filter(figure => figure.beyond)
  expect(tender).toMatchObject({ about: 'tender:cash', amount: 100_00 - 240_00 })
  expect(await lin.refused(daySettlement.settle, { body: day })).toBe('settlement.beyondTolerance')
  const acknowledged = [{ about: tender!.about, amount: tender!.amount }]
  expect(await lin.refused(daySettlement.settle, { body: { ...day, acknowledged, reason: 'Kept in the safe' } })).toBe('allowed')
  setClock(noon)
})
