import { live, stationTopic } from '@forecourt/contract'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTenantScope } from '../../platform/execution/command.ts'
import { droppedSoFar } from '../../platform/live/dropped.ts'
import { tellPages } from '../../platform/live/notices.ts'
import type { LiveChannel } from '../../platform/live/channel.ts'
import { channelOf, place, until } from '../../testing/live.ts'
import { enter } from '../../testing/mqtt-cases.ts'
import { ackPacket, disconnectPacket, kinds, published, subscribePacket, type Wire } from '../../testing/mqtt-wire.ts'
import { db, noon, setClock } from '../../testing/world.ts'

const said: { client: string; what: string }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(JSON.parse(line)) })
let channel: LiveChannel
beforeAll(async () => {
  setClock(noon)
  channel = await channelOf({ log }, { sessions: 2, waiting: 5 })
})
afterAll(() => channel.stop())

/** A device that asks for its sessions to be kept, and what it is told. */
async function device() {
  const { station, device: own, credential, company } = await place()
  const hears = stationTopic(station.id, 'prices')
  const of = {
    url: `ws://127.0.0.1:${channel.port}${live.path}`,
    as: { username: live.username, password: credential },
    hears,
    tell: (...payloads: string[]) =>
      db.transaction().execute(async begun => {
        const tx = await setTenantScope(begun, [company.id])
        for (const payload of payloads) await tellPages(tx, { topic: hears, payload: payload as never })
      }),
  }
  const come = (clientId: string) => enter(of, { clientId, clean: false })
  const listen = async (clientId: string) => {
    const it = await come(clientId)
    await it.line.say(subscribePacket(1, [[hears, 1]])).next(kinds.suback)
    return it
  }
  const leave = async (line: Wire) => {
    line.say(disconnectPacket)
    await line.ended()
  }
  const dropped = () =>
    said.filter(({ client }) => client.startsWith(`device:${own.id} `)).map(({ client, what }) => `${client.split(' ')[1]} ${what}`)
  return { ...of, come, listen, leave, dropped }
}
const heard = (line: Wire) => line.of(kinds.publish).map(each => JSON.parse(published(each).payload) as string)

test('of more sessions than are kept for a device the one that was away longest ends; of those that are there none does', async () => {
  const { come, listen, leave, dropped } = await device()
  for (const name of ['one', 'two']) await leave((await listen(name)).line)
  const one = await come('one')
  expect(one.present).toBe(true)
  // There was room for two; the second is away.
  const three = await listen('three')
  expect([three.code, three.present]).toEqual([0, false])
  await until(() => expect(dropped()).toEqual(['two session']))
  // Both are there: the next one is refused, and neither is disturbed.
  const { line, code } = await come('four')
  expect(code).toBe(3)
  await line.ended()
  expect([one.line.closed, three.line.closed]).toEqual([false, false])
  await leave(one.line)
  const two = await come('two')
  expect([two.code, two.present]).toEqual([0, false])
  await until(() => expect(dropped()).toEqual(['two session', 'four refused', 'one session']))
  expect(droppedSoFar()).toMatchObject({ session: 2, refused: 1 })
})

test('one device takes nothing from another', async () => {
  const [here, there] = [await device(), await device()]
  await there.leave((await there.listen('till')).line)
  for (const name of ['a', 'b', 'c', 'd']) await here.leave((await here.listen(name)).line)
  expect((await there.come('till')).present).toBe(true)
  expect(there.dropped()).toEqual([])
})

test('of more messages than wait for a session the oldest go, and those that came last are told in their order', async () => {
  const { listen, come, leave, tell, dropped } = await device()
  await leave((await listen('till')).line)
  const { line: witness } = await listen('witness')
  for (let turn = 1; turn <= 8; turn++) await tell(`price ${turn}`)
  await until(() => expect(new Set(heard(witness)).size).toBe(8))
  for (const each of witness.of(kinds.publish)) witness.say(ackPacket(published(each).id!))
  const back = await come('till')
  expect(back.present).toBe(true)
  // What is told a second time, as may be, is told so to both.
  await until(() => expect(heard(back.line).length).toBeGreaterThanOrEqual(5))
  await until(() => expect(heard(back.line)).toEqual(heard(witness).slice(-heard(back.line).length)))
  expect(heard(back.line)).not.toContain('price 1')
  await until(() => expect(dropped()).toContain('till message'))
  expect(droppedSoFar().message).toBeGreaterThanOrEqual(3)
})

test('one who is there hears more at once than is kept for those who are away, and stays', async () => {
  const { listen, tell } = await device()
  const { line } = await listen('till')
  const all = Array.from({ length: 12 }, (_, turn) => `price ${turn}`)
  await tell(...all)
  await until(() => expect(heard(line)).toEqual(all))
  for (const each of line.of(kinds.publish)) line.say(ackPacket(published(each).id!))
  await tell('one more')
  await until(() => expect(heard(line).at(-1)).toBe('one more'))
  expect(line.closed).toBe(false)
})
