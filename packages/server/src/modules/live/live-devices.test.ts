import { deviceTopic, drivenClockHeader, stationTopic, tankReadings, type DeviceKind } from '@forecourt/contract'
import { expect, test, vi } from 'vitest'
import { connected, ended, pageOf, place, until, withChannel } from '../../testing/live.ts'
import { noon } from '../../testing/world.ts'

withChannel()

/** A station whose till is on the channel and hears its answers. */
async function onLine() {
  const here = await place()
  const { id: tankId } = await here.yard.tank((await here.yard.product({ code: '95' })).id, { number: 1 })
  const till = await connected(here.credential)
  await till.client.subscribeAsync(deviceTopic(here.device.id, 'answers'), { qos: 1 })
  const say = (kind: DeviceKind, payload: object) =>
    till.client.publishAsync(deviceTopic(here.device.id, kind), JSON.stringify(payload), { qos: 1 })
  const answers = () => till.told.map(({ payload }) => payload)
  return { ...here, tankId, till, say, answers }
}
const reading = { number: 1, measuredAt: noon.toISOString(), volumeCl: 12_345_67, oilHeightMm: 1204, waterHeightMm: 11, temperature: 15.4 }

// @req FOR-002
test('what a gauge measures and a device says over the channel is kept, answered, and told to the pages of the station', async () => {
  const { say, answers, master, station, tankId, device } = await onLine()
  const page = await pageOf(master, station.id)
  await say('tankReadings', { readings: [reading] })
  await until(() => expect(answers()).toEqual([{ of: 'tankReadings', status: 200, body: { taken: 1, changed: 1 } }]))
  const { number: _, ...kept } = reading
  expect((await master.call(tankReadings.list, {})).content).toMatchObject([{ tankId, deviceId: device.id, ...kept }])
  await until(() =>
    expect(page.told).toContainEqual({
      topic: stationTopic(station.id, 'tanks'),
      payload: expect.objectContaining({ method: 'tank.measured', tanks: [expect.objectContaining({ id: tankId, volumeCl: 12_345_67 })] }),
    }),
  )
})

test('a message that bears a number is answered under it, in the order in which they were said', async () => {
  const { say, answers, nozzle } = await onLine()
  await say('status', { nozzles: [{ logicNo: nozzle.logicNo, state: 'busy' }] })
  await say('status', { sequence: 7, nozzles: [{ logicNo: nozzle.logicNo, state: 'idle' }] })
  await say('tankReadings', { sequence: 8, readings: [{ ...reading, volumeCl: 9_999_999_99 }] })
  await say('tankReadings', { sequence: 9, readings: [reading] })
  await until(() => expect(answers()).toHaveLength(3))
  expect(answers()).toMatchObject([
    { of: 'status', sequence: 7, status: 200, body: { changed: 1, blocked: [] } },
    { of: 'tankReadings', sequence: 8, status: 400 },
    { of: 'tankReadings', sequence: 9, status: 200, body: { taken: 1 } },
  ])
})

test.each([
  ['nothing', 'null'],
  ['a list', '[]'],
  ['what is no JSON', '{'],
  ['a field that the call does not have', '{"readings":[],"more":1}'],
])('%s on its topic is refused as by the call', async (_, text) => {
  const { till, device, answers } = await onLine()
  await till.client.publishAsync(deviceTopic(device.id, 'tankReadings'), text, { qos: 1 })
  await until(() => expect(answers()).toMatchObject([{ of: 'tankReadings', status: 400 }]))
})

test('what names a moment of its own is refused by a server that does not take the time from its callers', async () => {
  const { say, answers, master } = await onLine()
  await say('tankReadings', { readings: [reading], [drivenClockHeader]: '2026-03-02T00:00:00.000Z' })
  await until(() => expect(answers()).toMatchObject([{ of: 'tankReadings', status: 403, body: { code: 'clock.notDriven' } }]))
  expect((await master.call(tankReadings.list, {})).totalElements).toBe(0)
})

test('nobody says what the gauge of another device measures, and no page does', async () => {
  const here = await onLine()
  const there = await onLine()
  const page = await pageOf(here.master, here.station.id)
  for (const { client } of [there.till, page]) {
    const gone = ended(client)
    client.publish(deviceTopic(here.device.id, 'tankReadings'), JSON.stringify({ readings: [reading] }), { qos: 1 })
    expect(await gone).toBe(true)
  }
  expect((await here.master.call(tankReadings.list, {})).totalElements).toBe(0)
})

test('a device that says more than can be done is cut off and fills no memory; what it had said is done, and it comes back', async () => {
  const { till, say, answers, nozzle, credential, device } = await onLine()
  const gone = ended(till.client)
  const rushed = Array.from({ length: 6000 }, (_, sequence) => say('status', { sequence, nozzles: [] }).catch(() => undefined))
  expect(await gone).toBe(true)
  till.client.end(true)
  await Promise.race([Promise.all(rushed), ended(till.client)])
  expect(answers().length).toBeLessThan(6000)

  // It tries as long as there is still much to be done of what it had said.
  const last = { sequence: 6001, nozzles: [{ logicNo: nozzle.logicNo, state: 'busy' }] }
  const tryAgain = async () => {
    const again = await connected(credential)
    try {
      await again.client.subscribeAsync(deviceTopic(device.id, 'answers'), { qos: 1 })
      await again.client.publishAsync(deviceTopic(device.id, 'status'), JSON.stringify(last), { qos: 1 })
      const answered = () => again.told.some(({ payload }) => payload.sequence === 6001 && payload.status === 200)
      await vi.waitFor(() => expect(answered()).toBe(true), { timeout: 2000 })
    } finally {
      again.client.end(true)
    }
  }
  await vi.waitFor(tryAgain, { timeout: 60_000, interval: 200 })
})
