import { deliveryCorrectionProof, deliveryCorrections, oilInfos, orderIntake, settlement, tankBook } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { at } from '../../testing/settlement.ts'
import { bookShop, endShift } from '../../testing/tank-book.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))
type It = Awaited<ReturnType<typeof settledShop>>

/** A tank whose book began with 1,000 L at 08:30, and a delivery from 09:00 to 09:30 that is settled with its shift at 11:00. */
async function settledShop(over: object = {}) {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(1_000_00, { clock: '08:30' })
  const { id } = await it.record(over)
  const close = (clock: string, over: object = {}) => endShift(it, clock, over)
  const first = await close('11:00')
  const body = (changed: object = {}) => ({ ...it.facts(), ...changed, correctionReason: 'The note was read wrongly' })
  const correctBody = async (changed: { deliveryVolumeCl?: number | null } & object, of = id) => {
    const told = body(changed)
    return { id: of, body: { ...told, pinProof: await proofOf(it.master.actor, deliveryCorrectionProof(of, told.deliveryVolumeCl)) } }
  }
  const correct = async (changed: object, clock: string, of = id) => {
    setClock(at(clock))
    return it.master.call(deliveryCorrections.correct, await correctBody(changed, of))
  }
  const refusedCorrection = async (changed: object, clock: string, of = id) => {
    setClock(at(clock))
    return it.master.refused(deliveryCorrections.correct, await correctBody(changed, of))
  }
  const known = (of = id) => it.master.call(deliveryCorrections.of, { id: of })
  const soldLate = (clock: string, volumeCl: number) =>
    it.device.call(orderIntake.take, {
      body: it.fuelSale({ sequence: it.nextSequence(), createdDate: at(clock).toISOString(), lineItems: [{ volumeCl }] }),
    })
  return { ...it, id, first, close, correct, refusedCorrection, known, soldLate }
}
const receivedOf = ({ tanks }: { tanks: readonly { tankId: number; receivedCl: number }[] }, { tankId }: It) =>
  tanks.find(tank => tank.tankId === tankId)!.receivedCl
const broken = async (it: It) => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)

// @req FUE-001
test('a settled delivery is corrected in the running shift: both records stay and name each other, and the book follows', async () => {
  const it = await settledShop()
  expect(receivedOf(it.first, it)).toBe(5_000_00)
  const before = await it.shown(it.id)
  const corrected = await it.correct({ deliveryVolumeCl: 4_940_00 }, '12:00')
  expect(corrected).toMatchObject({ status: 'done', correctsId: it.id, deliveryVolumeCl: 4_940_00, profitLossCl: 60_00 })
  expect(await it.shown(it.id)).toEqual({ ...before, status: 'corrected', correctedById: corrected.id })
  expect(await it.known(corrected.id)).toMatchObject({ takesBackCl: 5_000_00, reason: 'The note was read wrongly' })

  expect([await it.bookAt('11:59'), await it.bookAt('12:01')]).toEqual([6_000_00, 5_940_00])
  setClock(at('13:00'))
  const preview = await it.lin.call(settlement.preview, { query: { dailyStateId: await it.running() } })
  expect(preview.tanks.find(({ tankId }) => tankId === it.tankId)).toMatchObject({ receivedCl: -60_00, deliveries: 1 })
  expect(receivedOf(await it.close('14:00'), it)).toBe(-60_00)
  expect(await it.shown(corrected.id)).toMatchObject({ status: 'settled', correctsId: it.id })
  expect([await it.bookAt('11:59'), await it.bookAt('12:01'), await it.bookAt()]).toEqual([6_000_00, 5_940_00, 5_940_00])
  expect(await broken(it)).toEqual([])
  expect((await it.audits()).filter(({ action }) => action === 'delivery.correct')).toMatchObject([
    { subject: `oilInfos:${it.id}`, detail: { correctedById: corrected.id, takesBackCl: 5_000_00, beforeCl: 5_000_00, afterCl: 4_940_00 } },
  ])
})

test('what is not settled is edited, what was corrected is corrected by its correction, and a correction is not deleted', async () => {
  const it = await settledShop()
  expect(await it.refusedCorrection({ tankId: it.otherTankId }, '12:00')).toBe('delivery.tankFixed')
  expect(await it.refusedCorrection({ endTime: null, afterVolumeCl: null }, '12:00')).toBe('delivery.afterMissing')
  const corrected = await it.correct({ deliveryVolumeCl: 4_940_00 }, '12:00')
  const own = corrected.id
  expect(await it.refusedCorrection({}, '12:05')).toBe('delivery.correctedAlready')
  expect(await it.refusedCorrection({}, '12:05', own)).toBe('delivery.notSettled')
  expect(await it.master.refused(oilInfos.delete, { id: own })).toBe('delivery.isCorrection')
  expect(await it.master.refused(oilInfos.delete, { id: it.id })).toBe('delivery.settled')
  // Until its own shift is settled it is edited as any other.
  await it.edit(own, { deliveryVolumeCl: 4_950_00 })
  expect(await it.bookAt()).toBe(5_950_00)
  await it.close('14:00')
  const again = await it.correct({ deliveryVolumeCl: 4_960_00 }, '15:00', own)
  expect(again).toMatchObject({ correctsId: own })
  await it.close('16:00')
  expect(await it.bookAt()).toBe(5_960_00)
  expect(await broken(it)).toEqual([])
})

test('it takes the permission and the PIN for just this', async () => {
  const it = await settledShop()
  setClock(at('12:00'))
  const told = { ...it.facts(), correctionReason: 'Wrong', pinProof: await proofOf(it.master.actor, deliveryCorrectionProof(it.id, 1)) }
  expect(await it.master.refused(deliveryCorrections.correct, { id: it.id, body: told })).toBe('pin.proof')
  expect(await it.lin.refused(deliveryCorrections.correct, { id: it.id, body: told })).toBe('auth.forbidden')
  await expect(owned('update delivery set superseded_at = now(), remark = $2 where id = $1', [it.id, 'x'])).rejects.toThrow(
    'delivery.settled',
  )
})

// @req FUE-001
test('a sale that comes late for a settled delivery is a dated correction of its loss, and changes no settled figure', async () => {
  const it = await settledShop({ afterVolumeCl: 5_940_00 })
  expect(await it.shown(it.id)).toMatchObject({ soldCl: 0, profitLossCl: -60_00 })
  setClock(at('12:00'))
  const sale = await it.soldLate('09:10', 40_00)
  expect(await it.shown(it.id)).toMatchObject({ soldCl: 0, profitLossCl: -60_00 })
  expect(await it.known()).toMatchObject({
    lateCl: 40_00,
    soldCl: 40_00,
    totalCl: 4_980_00,
    profitLossCl: -20_00,
    addsToReceived: false,
    lateSales: [{ orderId: sale.id, orderNo: sale.orderNo, volumeCl: 40_00, receivedDate: at('12:00').toISOString() }],
  })
  // Received is what the note says: the sale is in the book, and nothing else is.
  expect(await it.bookAt()).toBe(5_960_00)
  expect(receivedOf(await it.close('14:00'), it)).toBe(0)
  expect(await broken(it)).toEqual([])
})

test('of a delivery without a note such a sale adds to what was received, in the shift that it is told in', async () => {
  const it = await settledShop({ deliveryVolumeCl: null, afterVolumeCl: 5_940_00 })
  expect(receivedOf(it.first, it)).toBe(4_940_00)
  setClock(at('12:00'))
  await it.soldLate('09:10', 40_00)
  // What was measured stays what the book says: the sale, and what came besides.
  expect(await it.bookAt()).toBe(5_940_00)
  expect(await it.known()).toMatchObject({ lateCl: 40_00, addsToReceived: true, totalCl: 4_980_00, profitLossCl: null })
  const second = await it.close('14:00')
  expect(receivedOf(second, it)).toBe(40_00)
  expect(await it.master.call(tankBook, { id: it.tankId, query: {} })).toMatchObject({ bookCl: 5_940_00 })
  expect(await broken(it)).toEqual([])

  // Its note arrives: what was received so far is taken back, the late sale included.
  const corrected = await it.correct({ deliveryVolumeCl: 5_000_00, afterVolumeCl: 5_940_00 }, '15:00')
  expect(await it.known(corrected.id)).toMatchObject({ takesBackCl: 4_980_00 })
  expect(await it.bookAt()).toBe(5_960_00)
  setClock(at('15:10'))
  await it.soldLate('09:20', 10_00)
  expect(await it.known()).toMatchObject({ lateCl: 40_00 })
  expect(await it.shown(corrected.id)).toMatchObject({ soldCl: 50_00, profitLossCl: -10_00 })
  expect(receivedOf(await it.close('16:00'), it)).toBe(20_00)
  expect(await it.bookAt()).toBe(5_950_00)
  expect(await broken(it)).toEqual([])
})

test('where what was received is typed, what a late sale adds stands beside it, and the book counts each once', async () => {
  const it = await settledShop({ deliveryVolumeCl: null })
  setClock(at('12:00'))
  await it.soldLate('09:10', 40_00)
  const tanks = [{ tankId: it.tankId, receivedCl: 700_00, document: 'Typed' }]
  const second = await it.close('13:00', { tanks })
  expect(receivedOf(second, it)).toBe(740_00)
  expect(await it.bookAt()).toBe(6_700_00)
  expect(await broken(it)).toEqual([])
})
