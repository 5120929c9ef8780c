import { deviceTopic, live, liveTicket, stationTopic } from '@forecourt/contract'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMosquitto, startMosquitto, type Mosquitto } from '../../bench/mosquitto.ts'
import { setTenantScope } from '../../platform/execution/command.ts'
import { tellPages } from '../../platform/live/notices.ts'
import { livePort, pageOf, place, until, withChannel } from '../../testing/live.ts'
import { cases, enter, ownName, type Asked } from '../../testing/mqtt-cases.ts'
import { drawn } from '../../testing/sampling.ts'
import { disconnectPacket, kinds, publishPacket, published, pubrelPacket, subscribePacket } from '../../testing/mqtt-wire.ts'
import { db } from '../../testing/world.ts'

withChannel()

/** A device at our channel, and what it may hear and say. */
async function device() {
  const here = await place()
  const hears = stationTopic(here.station.id, 'prices')
  const of: Asked = {
    url: `ws://127.0.0.1:${livePort()}${live.path}`,
    as: { username: live.username, password: here.credential },
    hears,
    tell: payload =>
      db.transaction().execute(async tx => {
        await tellPages(await setTenantScope(tx, [here.company.id]), { topic: hears, payload: payload as never })
      }),
  }
  const says = deviceTopic(here.device.id, 'status')
  const running = (volumeCl: number) => JSON.stringify({ fuelling: [{ logicNo: here.nozzle.logicNo, volumeCl, amountCents: 1 }] })
  return { ...here, of, says, running }
}

// @req SCR-016
describe('the channel keeps to MQTT 3.1.1, packet by packet', () => {
  test.each(drawn('protocol', Object.entries(cases), 12))('%s', async (_, ask) => {
    await expect(ask((await device()).of)).resolves.toBeUndefined()
  })
})

describe.runIf(hasMosquitto)('as Mosquitto does', () => {
  let mosquitto: Mosquitto
  beforeAll(async () => void (mosquitto = await startMosquitto()))
  afterAll(() => mosquitto.stop())

  test.each(drawn('protocol', Object.entries(cases), 12))('%s', async (_, ask) => {
    const hears = `stations/${ownName().replace(' ', '-')}/prices`
    const tell = async (payload: string) => {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, { protocolVersion: 4 })
      await client.publishAsync(hears, JSON.stringify(payload), { qos: 1 })
      await client.endAsync()
    }
    await expect(ask({ url: `ws://127.0.0.1:${mosquitto.webPort}`, as: {}, hears, tell })).resolves.toBeUndefined()
  })
})

test('topics of others, patterns and those of the broker are refused with 0x80, beside what is granted', async () => {
  const { of, device: own, station } = await device()
  const { line } = await enter(of)
  const asked = [
    ['#', 0],
    [of.hears, 1],
    ['stations/+/prices', 1],
    ['$SYS/#', 0],
    [`devices/${own.id + 1}/answers`, 1],
    [stationTopic(station.id, 'orders'), 2],
    [deviceTopic(own.id, 'answers'), 0],
  ] as const
  line.say(subscribePacket(5, asked))
  const { body } = await line.next(kinds.suback)
  expect([...body.subarray(2)]).toEqual([0x80, 1, 0x80, 0x80, 0x80, 0x80, 0])
})

test('nothing is retained: who asks for that is cut off, and who subscribes later hears of nothing', async () => {
  const { of, says, running } = await device()
  const { line } = await enter(of)
  line.say(publishPacket(says, running(100), { qos: 1, retain: true }))
  await line.ended()
  expect(line.of(kinds.puback)).toEqual([])
  const { line: later } = await enter(of)
  later.say(subscribePacket(1, [[of.hears, 1]]))
  await later.next(kinds.suback)
  expect(later.of(kinds.publish)).toEqual([])
})

test('a message of quality 2 that is sent again is done once', async () => {
  const { of, says, running, master, station } = await device()
  const page = await pageOf(master, station.id)
  const { line } = await enter(of)
  line.say(publishPacket(says, running(100), { qos: 2, id: 7 }))
  await line.next(kinds.pubrec)
  line.say(publishPacket(says, running(100), { qos: 2, id: 7, dup: true }))
  await line.next(kinds.pubrec, 1)
  line.say(pubrelPacket(7))
  await line.next(kinds.pubcomp)
  line.say(publishPacket(says, running(200), { qos: 2, id: 7 }))
  await line.next(kinds.pubrec, 2)
  const volumes = () => page.told.flatMap(({ payload }) => (payload.fuelling ?? []).map(({ volumeCl }: { volumeCl: number }) => volumeCl))
  await until(() => expect(volumes()).toContain(200))
  expect(volumes()).toEqual([100, 200])
})

test('the will of a device is done when its line is cut, not when it takes its leave, and never under a topic of others', async () => {
  const { of, says, running, master, station } = await device()
  const there = await device()
  const page = await pageOf(master, station.id)
  const elsewhere = await pageOf(there.master, there.station.id)
  const will = (topic: string, volumeCl: number, retain = false) => ({ will: { topic, payload: running(volumeCl), retain } })
  const parted = await enter(of, will(says, 1))
  parted.line.say(disconnectPacket)
  await parted.line.ended()
  for (const with_ of [will(there.says, 2), will(says, 3, true), will(says, 4)]) (await enter(of, with_)).line.cut()
  const volumes = () => page.told.flatMap(({ payload }) => (payload.fuelling ?? []).map(({ volumeCl }: { volumeCl: number }) => volumeCl))
  await until(() => expect(volumes()).toEqual([4]))
  expect(elsewhere.told.filter(({ payload }) => payload.fuelling)).toEqual([])
})

test('a packet larger than 64 KiB ends the line, one below is taken', async () => {
  const { of, says } = await device()
  const { line } = await enter(of)
  const padded = (bytes: number) => JSON.stringify({ fuelling: [], padding: 'x'.repeat(bytes) })
  line.say(publishPacket(says, padded(60_000), { qos: 1 }))
  await line.next(kinds.puback)
  line.say(publishPacket(says, padded(70_000), { qos: 1, id: 2 }))
  await line.ended()
  expect(line.of(kinds.puback)).toHaveLength(1)
})

test('a page that asks for a session to be kept has none: its ticket is over, and so are its rights', async () => {
  const { of, master, station } = await device()
  const clientId = ownName()
  const ticketed = async () => {
    const { ticket, topics } = await master.call(liveTicket, { body: { stationId: station.id } })
    return { topics, ...(await enter({ ...of, as: { username: live.username, password: ticket } }, { clientId, clean: false })) }
  }
  const first = await ticketed()
  expect([first.code, first.present]).toEqual([0, false])
  await first.line
    .say(
      subscribePacket(
        1,
        first.topics.map(topic => [topic, 1] as const),
      ),
    )
    .next(kinds.suback)
  first.line.say(disconnectPacket)
  await first.line.ended()
  await of.tell('while away')
  const again = await ticketed()
  expect([again.code, again.present]).toEqual([0, false])
  await again.line.say(subscribePacket(1, [[of.hears, 1]])).next(kinds.suback)
  await of.tell('later')
  const said = published(await again.line.next(kinds.publish))
  expect(said).toMatchObject({ topic: of.hears, payload: JSON.stringify('later') })
})

test('who is not let in is answered with 4, and one of no name as any other', async () => {
  const { of } = await device()
  for (const over of [{ password: 'guessed' }, { username: 'somebody' }, { username: undefined, password: undefined }]) {
    const { line, code } = await enter(of, over)
    expect(code).toBe(4)
    await line.ended()
  }
})
