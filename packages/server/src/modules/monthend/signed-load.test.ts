import {
  daySettlement,
  deliveryCorrectionProof,
  deliveryCorrections,
  loadSignatureProof,
  monthSettlement,
  oilInfos,
  openTankBook,
  setCompanyConfig,
  settlement,
  startShift,
  tankBook,
  tankEntries,
  tankEntryProof,
  transportCalls,
} from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { settling } from '../../testing/month-end.ts'
import { at } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))

const warm = { temperature: 30, beforeTemperature: 30, afterTemperature: 30, density: 838, densityKind: 'standard' } as const
const levels = { beforeVolumeCl: 0, afterVolumeCl: 4_990_00 }
/** A station whose tank is empty when its book begins, and a load of 5,000 L, of which 4,990 come out of the truck. */
async function begun(day = '2026-05-01', heldCl = 0) {
  const it = await settling()
  await it.settle('2026-04')
  setClock(at('08:00', day))
  await it.begin('08:00')
  const pinProof = await proofOf(it.master.actor, tankEntryProof(it.tankId, heldCl))
  setClock(at('08:01'))
  await it.master.call(openTankBook, { body: { tankId: it.tankId, volumeCl: heldCl, at: null, reason: 'Counted', pinProof } })
  const order = async (billNo: string, on: string) => {
    const { id } = await it.order({ billNo, deliveredKg: null, typedCl: 5_000_00, deliveryTime: at('08:10', on).toISOString() })
    setClock(at('08:20', on))
    const { version: _version, ...load } = await it.shown(id)
    const { deliveryTime, density, deliveredKg, typedCl } = load
    await it.boss.call(transportCalls.load, { id, body: { billNo, deliveryTime, density, deliveredKg, typedCl } })
    return id
  }
  const unload = (docNo: string, on: string) => {
    setClock(at('10:00', on))
    const span = { beginTime: at('09:00', on).toISOString(), endTime: at('09:30', on).toISOString() }
    return it.lin.call(oilInfos.create, { body: { ...it.facts(), docNo, ...span, ...levels, ...warm } })
  }
  const signAs = async (id: number, oilInfoId: number, clock: string, on: string, over: object = {}) => {
    setClock(at(clock, on))
    const { signedCl, offloadTime } = await it.leader.call(transportCalls.proposal, { id })
    const body = { signedKg: null, signedCl, offloadTime: offloadTime ?? at('09:30', on).toISOString(), oilInfoIds: [oilInfoId], ...over }
    await it.leader.call(transportCalls.sign, { id, body })
    return signedCl!
  }
  const close = async (clock: string, on: string, volumeCl: number | null, startNext = true) => {
    setClock(at(clock, on))
    const [running] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
    const tanks = volumeCl === null ? [] : [{ tankId: it.tankId, volumeCl }]
    return it.close(running!.id, 0, { force: true, startNext, tanks })
  }
  const settleDay = (businessDay: string) => it.lin.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay } })
  const book = async () => (await it.master.call(tankBook, { id: it.tankId, query: {} })).bookCl
  const entries = async () => {
    const { content } = await it.master.call(tankEntries.list, { query: { search: `tankId:${it.tankId},kind:adjustment`, sort: 'id' } })
    return content.map(({ volumeCl, belongsDay, oilInfoId, reason }) => ({ volumeCl, belongsDay, oilInfoId, reason }))
  }
  const lineOf = async (month: string) => {
    const { lines, against } = await it.preview(month)
    return { ...lines.find(({ place }) => place === 'station')!, unmatched: against.filter(({ kind }) => kind === 'receiptUnmatched') }
  }
  return { ...it, order, unload, signAs, close, settleDay, book, entries, lineOf }
}
const unproven = async (it: Parameters<typeof invariantsOf>[0]) =>
  (await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)

// @req SUP-006 SUP-013 FUE-021
test('a load signed short: the tank takes in what was signed for, so that it has no variance and the month no loss', async () => {
  const it = await begun()
  const id = await it.order('TD-1', '2026-05-01')
  const { id: intake } = await it.unload('TD-1', '2026-05-01')
  // As long as nobody has signed, the note counts.
  expect(await it.book()).toBe(5_000_00)
  const signedCl = await it.signAs(id, intake, '10:10', '2026-05-01')
  // 4,990 L at 30 °C are fewer at 20 °C, and that is what is signed for; the tank holds them as they are.
  expect(signedCl).toBeLessThan(4_960_00)
  expect(await it.book()).toBe(4_990_00)
  expect(await it.lin.call(oilInfos.get, { id: intake })).toMatchObject({ signedCl: 4_990_00, profitLossCl: -10_00 })
  const [running] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
  const { tanks } = await it.lin.call(settlement.preview, { query: { dailyStateId: running!.id } })
  expect(tanks[0]).toMatchObject({ receivedCl: 4_990_00, document: 'TD-1' })

  const settled = await it.close('20:00', '2026-05-01', 4_990_00, false)
  expect(settled.tanks[0]).toMatchObject({ receivedCl: 4_990_00, endCl: 4_990_00 })
  expect(await it.rows('select received_ref_cl::int as ref from tank_book where tank_id = $1 and received_cl > 0', [it.tankId])).toEqual([
    { ref: signedCl },
  ])
  expect(await it.entries()).toEqual([])
  setClock(at('09:00', '2026-06-02'))
  await it.settleDay('2026-05-01')
  expect(await it.lineOf('2026-05')).toMatchObject({
    opening: 0,
    received: 4_990_00,
    adjusted: 0,
    lost: 0,
    closing: 4_990_00,
    measured: true,
    unmatched: [],
  })
  await it.settle('2026-05')
  expect(await unproven(it)).toEqual([])
})

// @req SUP-006 FUE-021
test('signed for after its shift was settled: what was counted stays, and the difference is an entry of the running shift', async () => {
  const it = await begun()
  const id = await it.order('TD-2', '2026-05-01')
  const { id: intake } = await it.unload('TD-2', '2026-05-01')
  await it.close('11:00', '2026-05-01', 4_990_00)
  await it.signAs(id, intake, '11:30', '2026-05-01')
  expect(await it.book()).toBe(4_990_00)
  const entry = { belongsDay: '2026-05-01', oilInfoId: intake, reason: 'TD-2' }
  expect(await it.entries()).toEqual([{ ...entry, volumeCl: -10_00 }])
  const [kept] = await it.rows('select settled_received_cl::int as cl from delivery where id = $1', [intake])
  expect(kept).toEqual({ cl: 5_000_00 })

  // Taken back, the note counts again; signed for otherwise, that does.
  await it.master.call(transportCalls.takeBack, { id, body: { reason: 'Misread' } })
  expect(await it.book()).toBe(5_000_00)
  await it.signAs(id, intake, '12:00', '2026-05-01')
  expect((await it.entries()).map(({ volumeCl }) => volumeCl)).toEqual([-10_00, 10_00, -10_00])
  expect(await it.book()).toBe(4_990_00)

  await it.close('20:00', '2026-05-01', 4_990_00, false)
  setClock(at('09:00', '2026-06-02'))
  await it.settleDay('2026-05-01')
  expect(await it.lineOf('2026-05')).toMatchObject({ received: 4_990_00, adjusted: 0, lost: 0, closing: 4_990_00, unmatched: [] })
  const asked = { month: '2026-05-01', place: 'station', placeId: it.station.id, fuelId: it.nozzle.productId } as const
  expect((await it.boss.call(monthSettlement.behind, { body: { ...asked, figure: 'adjusted' } })).content).toEqual([])
  const { content } = await it.boss.call(monthSettlement.behind, { body: { ...asked, figure: 'received' } })
  expect(content).toMatchObject([{ quantity: 4_990_00, name: 'TD-2' }])
  await it.settle('2026-05')
  expect(await unproven(it)).toEqual([])
})

// @req SUP-006
test.each([4_990_00, null])(
  'what came on the last day of a month and is signed for on the first of the next is of its month (%s)',
  async dip => {
    const it = await begun()
    await it.close('20:00', '2026-05-01', null, false)
    setClock(at('08:00', '2026-05-31'))
    await it.settleDay('2026-05-01')
    await it.lin.call(startShift, { body: { stationId: it.station.id } })
    const id = await it.order('TD-3', '2026-05-31')
    const { id: intake } = await it.unload('TD-3', '2026-05-31')
    await it.close('20:00', '2026-05-31', dip, false)
    await it.signAs(id, intake, '08:00', '2026-06-01')
    expect((await it.entries()).map(({ volumeCl, belongsDay }) => [volumeCl, belongsDay])).toEqual([[-10_00, '2026-05-31']])
    setClock(at('09:00', '2026-06-02'))
    await it.settleDay('2026-05-31')
    const may = await it.lineOf('2026-05')
    expect(may).toMatchObject({ received: 4_990_00, adjusted: 0, lost: 0, closing: 4_990_00, unmatched: [] })
    await it.settle('2026-05')
    await it.lin.call(startShift, { body: { stationId: it.station.id } })
    await it.close('10:00', '2026-06-02', 4_990_00, false)
    setClock(at('09:00', '2026-07-02'))
    for (const day of ['2026-06-01', '2026-06-02']) await it.settleDay(day)
    expect(await it.lineOf('2026-06')).toMatchObject({ opening: 4_990_00, received: 0, adjusted: 0, lost: 0, closing: 4_990_00 })
  },
)

// @req SUP-013
test('a book that begins after earlier months were settled: what its tank held then is adjusted, and no gain', async () => {
  const it = await begun('2026-05-01', 700_00)
  await it.close('20:00', '2026-05-01', 700_00, false)
  setClock(at('09:00', '2026-06-02'))
  await it.settleDay('2026-05-01')
  expect(await it.lineOf('2026-05')).toMatchObject({ opening: 0, adjusted: 700_00, lost: 0, closing: 700_00, unmatched: [] })
  const { against } = await it.preview('2026-05')
  expect(against.map(({ kind }) => kind)).toContain('openingUnknown')
  const { content } = await it.boss.call(monthSettlement.behind, {
    body: { month: '2026-05-01', place: 'station', placeId: it.station.id, fuelId: it.nozzle.productId, figure: 'adjusted' },
  })
  expect(content).toMatchObject([{ document: 'shift', quantity: 700_00 }])
  await it.settle('2026-05')
  expect(await unproven(it)).toEqual([])
})

test('a delivery that is corrected after its load was signed for counts what was signed for once', async () => {
  const it = await begun()
  const id = await it.order('TD-4', '2026-05-01')
  const { id: intake } = await it.unload('TD-4', '2026-05-01')
  await it.close('11:00', '2026-05-01', 4_990_00)
  await it.signAs(id, intake, '11:30', '2026-05-01')
  const body = { ...it.facts(), docNo: 'TD-4', deliveryVolumeCl: 5_100_00, ...levels, ...warm }
  const pinProof = await proofOf(it.master.actor, deliveryCorrectionProof(intake, 5_100_00))
  const corrected = await it.master.call(deliveryCorrections.correct, {
    id: intake,
    body: { ...body, correctionReason: 'Note misread', pinProof },
  })
  expect(corrected).toMatchObject({ signedCl: 4_990_00 })
  expect(await it.book()).toBe(4_990_00)
  await it.master.call(transportCalls.takeBack, { id, body: { reason: 'Not this one' } })
  expect(await it.book()).toBe(5_100_00)
})

// @req SUP-006
test('far from what was measured, a load is signed for with a PIN and the tank keeps its note; how far is a company setting', async () => {
  const it = await begun()
  const id = await it.order('TD-5', '2026-05-01')
  const { id: intake } = await it.unload('TD-5', '2026-05-01')
  setClock(at('10:10', '2026-05-01'))
  const { signedCl: proposedCl } = await it.leader.call(transportCalls.proposal, { id })
  const bodyOf = (signedCl: number, pinProof?: string) => ({
    offloadTime: at('09:30', '2026-05-01').toISOString(),
    signedCl,
    oilInfoIds: [intake],
    ...(pinProof && { pinProof }),
  })
  const foreseen = async (signedCl: number) => (await it.leader.call(transportCalls.foresee, { id, body: bodyOf(signedCl) })).measured
  expect(await foreseen(proposedCl!)).toMatchObject({ measuredCl: proposedCl, apartBasisPoints: 0, asksPin: false })
  expect(await foreseen(Math.ceil(proposedCl! * 0.99))).toMatchObject({ apartBasisPoints: 100, limitBasisPoints: 100, asksPin: false })
  const signedCl = Math.round(proposedCl! * 0.98)
  expect(await foreseen(signedCl)).toMatchObject({ apartBasisPoints: 200, asksPin: true })

  expect(await it.leader.refused(transportCalls.sign, { id, body: bodyOf(signedCl) })).toBe('transport.signedApart')
  // To leave the deliveries out hides nothing: the one that carries its document is what it is measured against.
  const unnamed = { ...bodyOf(signedCl), oilInfoIds: [] }
  expect((await it.leader.call(transportCalls.foresee, { id, body: unnamed })).measured).toMatchObject({
    measuredCl: proposedCl,
    asksPin: true,
  })
  expect(await it.leader.refused(transportCalls.sign, { id, body: unnamed })).toBe('transport.signedApart')
  // A PIN that was given for other litres is no PIN.
  const other = await proofOf(it.leader.actor, loadSignatureProof(id, signedCl - 1_00))
  expect(await it.leader.refused(transportCalls.sign, { id, body: bodyOf(signedCl, other) })).toBe('pin.proof')
  const pinProof = await proofOf(it.leader.actor, loadSignatureProof(id, signedCl))
  await it.leader.call(transportCalls.sign, { id, body: bodyOf(signedCl, pinProof) })
  expect(await it.book()).toBe(5_000_00)
  expect(await it.lin.call(oilInfos.get, { id: intake })).toMatchObject({ signedCl: null })
  const signing = (await it.audits()).find(({ action }) => action === 'transport.sign')!
  expect(signing.detail).toMatchObject({ signedCl, measuredCl: proposedCl })

  // The company that allows more asks for none, and its tank takes in what was signed for.
  await it.master.call(transportCalls.takeBack, { id, body: { reason: 'Misread' } })
  const chief = await it.staff({ role: 'admin' })
  await chief.call(setCompanyConfig, { id: it.company.id, body: { version: 1, config: { loadSignature: { apartBasisPoints: 500 } } } })
  await it.leader.call(transportCalls.sign, { id, body: bodyOf(signedCl) })
  expect(await it.book()).toBeLessThan(4_900_00)
})
