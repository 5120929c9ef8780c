import { cardHolds, deliveryCalls, dispenserStatus, nozzleControls, oilInfos } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { filledShop } from '../../testing/delivery.ts'

const overfill = { afterVolumeCl: 29_000_00, incident: 'overfill', reason: 'Gauge stuck' }

/** A station whose till asks cards, with a manager who has a PIN. */
async function afterOverfill() {
  const it = await filledShop()
  const card = await makeCard(it, { principalCents: 500_00 })
  const boss = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const body = { cardNumber: card.number, nozzleControlId: it.nozzle.id, wantedCents: 100_00 }
  const asked = () => it.device.refused(cardHolds.ask, { body })
  const nozzles = async () =>
    (await boss.call(nozzleControls.list, { query: { sort: 'logicNo' } })).content.map(({ logicNo, blockedDeliveryId }) => [
      logicNo,
      blockedDeliveryId,
    ])
  const proof = (id: number) => proofOf(boss.actor, { action: 'nozzle.release', subject: `oilInfos:${id}` })
  const release = async (id: number, pinProof?: string) =>
    boss.call(deliveryCalls.releaseNozzles, { id, body: { reason: 'Pumped out and checked', pinProof: pinProof ?? (await proof(id)) } })
  return { ...it, boss, asked, nozzles, proof, release, card, body }
}

test('after an overfill the nozzles of the tank give no fuel to cards until a manager releases them; other tanks go on', async () => {
  const it = await afterOverfill()
  const other = await it.addNozzle()
  const { id } = await it.record(overfill)
  expect(await it.nozzles()).toEqual(
    [
      [it.nozzle.logicNo, id],
      [other.logicNo, null],
    ].toSorted(([one], [two]) => Number(one) - Number(two)),
  )
  expect(await it.asked()).toBe('nozzle.blocked')
  const elsewhere = await it.device.call(cardHolds.ask, { body: { ...it.body, nozzleControlId: other.id } })
  expect(elsewhere).toMatchObject({ status: 'open' })
  // What a pump delivers all the same is booked: fuel that is gone is gone.
  expect((await it.sellAt('10:10')).id).toBeGreaterThan(0)

  expect(await it.release(id)).toEqual({ nozzles: [it.nozzle.logicNo] })
  const held = await it.device.call(cardHolds.ask, { body: it.body })
  expect(held).toMatchObject({ status: 'open' })
  const said = (await it.audits()).map(({ action }) => action)
  expect(said).toEqual(expect.arrayContaining(['delivery.nozzlesBlocked', 'delivery.nozzlesReleased']))
})

test('a release takes the PIN of a manager, once, and only where something is blocked', async () => {
  const it = await afterOverfill()
  const { id } = await it.record(overfill)
  const body = { reason: 'Checked', pinProof: 'guessed' }
  expect(await it.boss.refused(deliveryCalls.releaseNozzles, { id, body })).toBe('pin.proof')
  expect(await it.asked()).toBe('nozzle.blocked')
  expect(await it.lin.refused(deliveryCalls.releaseNozzles, { id, body })).toBe('auth.forbidden')
  await it.release(id)
  const again = { id, body: { reason: 'Checked', pinProof: await it.proof(id) } }
  expect(await it.boss.refused(deliveryCalls.releaseNozzles, again)).toBe('delivery.noneBlocked')
})

test('an incident that is found out later blocks as well, and its delivery is not deleted before the release', async () => {
  const it = await afterOverfill()
  const { id } = await it.record({ afterVolumeCl: 28_000_00 })
  expect(await it.asked()).toBe('allowed')
  await it.edit(id, overfill)
  expect(await it.asked()).toBe('nozzle.blocked')
  expect(await it.lin.refused(oilInfos.delete, { id })).toBe('delivery.nozzlesBlocked')
  await it.release(id)
  expect(await it.lin.call(oilInfos.delete, { id })).toEqual({ id })
})

test('the device that switches the nozzles is told with every status which of them are blocked, until they are released', async () => {
  const it = await afterOverfill()
  const status = { nozzles: [{ logicNo: it.nozzle.logicNo, state: 'idle' as const }] }
  const told = async () => (await it.device.call(dispenserStatus.report, { body: status })).blocked
  expect(await told()).toEqual([])
  const { id } = await it.record(overfill)
  expect(await told()).toEqual([{ logicNo: it.nozzle.logicNo, since: expect.any(String) }])
  await it.release(id)
  expect(await told()).toEqual([])
})
