import { expect } from 'vitest'
import {
  ackPacket,
  connectPacket,
  disconnectPacket,
  kinds,
  packet,
  pingPacket,
  publishPacket,
  published,
  subscribePacket,
  unsubscribePacket,
  Wire,
  type Connecting,
} from './mqtt-wire.ts'

/** A broker that is asked at the level of packets, and what one client of it may do. */
export interface Asked {
  readonly url: string
  readonly as: Pick<Connecting, 'username' | 'password'>
  /** A topic that it may hear. */
  readonly hears: string
  /** Has the broker tell something under that topic, at least once. */
  tell(payload: string): Promise<void>
}

let turn = 0
export const ownName = (): string => `client ${++turn}`

/** Connected under this name. @returns the line, and what the broker answered */
export async function enter(of: Asked, over: Partial<Connecting> = {}) {
  const line = await Wire.open(of.url)
  line.say(connectPacket({ ...of.as, clientId: ownName(), ...over }))
  const { body } = await line.next(kinds.connack)
  return { line, present: body[0] === 1, code: body[1]! }
}

/** What is told is JSON. */
const wordOf = (payload: string): unknown => JSON.parse(payload)
const heard = (line: Wire): unknown[] => line.of(kinds.publish).map(each => wordOf(published(each).payload))

/** Of something that must not come: by then something else that was said later has come. */
async function answered(line: Wire): Promise<void> {
  const before = line.of(kinds.pingresp).length
  line.say(pingPacket)
  await line.next(kinds.pingresp, before)
}

async function isEnded(of: Asked, ...bytes: Buffer[]): Promise<void> {
  const { line } = await enter(of)
  line.say(...bytes)
  await line.ended()
}

type Case = (of: Asked) => Promise<void>
/** What MQTT 3.1.1 asks of a broker, by its numbers there; the cases of Eclipse Paho's suite that apply here are among them. */
export const cases: Readonly<Record<string, Case>> = {
  'a second CONNECT ends the line [3.1.0-2]': async of => {
    const { line } = await enter(of)
    line.say(connectPacket({ ...of.as, clientId: ownName() }))
    await line.ended()
    expect(line.of(kinds.connack)).toHaveLength(1)
  },
  'a line that does not begin with CONNECT is not answered [3.1.0-1]': async of => {
    const line = await Wire.open(of.url)
    line.say(pingPacket)
    await line.ended()
    expect(line.packets).toEqual([])
  },
  'another protocol is not answered [3.1.2-1]': async of => {
    const line = await Wire.open(of.url)
    line.say(connectPacket({ ...of.as, clientId: ownName(), protocol: 'hj' }))
    await line.ended()
    expect(line.of(kinds.connack).filter(({ body }) => body[1] === 0)).toEqual([])
  },
  'a version that is not spoken is refused with 1 [3.1.2-2]': async of => {
    const { line, code } = await enter(of, { level: 6 })
    expect(code).toBe(1)
    await line.ended()
  },
  'no name and a session to keep are refused with 2 [3.1.3-8]': async of => {
    const { line, code, present } = await enter(of, { clientId: '', clean: false })
    expect([code, present]).toEqual([2, false])
    await line.ended()
  },
  'clients without a name get one each [3.1.3-6]': async of => {
    const lines = [await enter(of, { clientId: '' }), await enter(of, { clientId: '' })]
    for (const { line, code } of lines) {
      expect(code).toBe(0)
      await answered(line)
      expect(line.closed).toBe(false)
    }
  },
  'a second client of one name ends the first [3.1.4-2]': async of => {
    const clientId = ownName()
    const { line } = await enter(of, { clientId })
    const { line: second, code } = await enter(of, { clientId })
    expect(code).toBe(0)
    await line.ended()
    await answered(second)
  },
  'a client that falls silent is ended after one and a half times its keep-alive [3.1.2-24]': async of => {
    const { line } = await enter(of, { keepaliveSeconds: 1 })
    const begun = performance.now()
    await line.ended(15_000)
    expect(performance.now() - begun).toBeGreaterThan(1000)
  },
  'who asks for a sign of life gets one, and stays [3.12.4-1]': async of => {
    const { line } = await enter(of, { keepaliveSeconds: 1 })
    for (let at = 0; at < 6; at++) {
      await answered(line)
      await new Promise(resolve => setTimeout(resolve, 500))
    }
    expect(line.closed).toBe(false)
  },
  'a subscription is answered under its number, in turn, with no more than was asked [3.8.4-2]': async of => {
    const { line } = await enter(of)
    line.say(subscribePacket(4711, [[of.hears, 1]]))
    const { body } = await line.next(kinds.suback)
    expect([body.readUInt16BE(0), ...body.subarray(2)]).toEqual([4711, 1])
    await of.tell('one')
    const said = published(await line.next(kinds.publish))
    expect(said).toMatchObject({ topic: of.hears, payload: '"one"', dup: false, retain: false })
    expect(said.qos).toBeLessThanOrEqual(1)
  },
  'subscribed twice, it is told once [3.8.4-3]': async of => {
    const { line } = await enter(of)
    line.say(
      subscribePacket(1, [
        [of.hears, 0],
        [of.hears, 1],
      ]),
      subscribePacket(2, [[of.hears, 1]]),
    )
    await line.next(kinds.suback, 1)
    await of.tell('once')
    await of.tell('then')
    await expect.poll(() => heard(line)).toContain('then')
    expect(heard(line)).toEqual(['once', 'then'])
  },
  'what is unsubscribed is answered and told no longer [3.10.4-4]': async of => {
    const { line } = await enter(of)
    const { line: other } = await enter(of)
    for (const each of [line, other]) await each.say(subscribePacket(1, [[of.hears, 1]])).next(kinds.suback)
    line.say(unsubscribePacket(9, of.hears))
    expect((await line.next(kinds.unsuback)).body.readUInt16BE(0)).toBe(9)
    await of.tell('too late')
    await expect.poll(() => heard(other)).toEqual(['too late'])
    await answered(line)
    expect(heard(line)).toEqual([])
  },
  'a session that is kept has its subscriptions, and what came meanwhile [3.1.2-4, 3.2.2-2]': async of => {
    const clientId = ownName()
    const first = await enter(of, { clientId, clean: false })
    expect(first.present).toBe(false)
    await first.line.say(subscribePacket(1, [[of.hears, 1]])).next(kinds.suback)
    first.line.say(disconnectPacket)
    await first.line.ended()
    await of.tell('while away')
    const again = await enter(of, { clientId, clean: false })
    expect(again.present).toBe(true)
    await expect.poll(() => heard(again.line)).toContain('while away')
    for (const each of again.line.of(kinds.publish)) again.line.say(ackPacket(published(each).id!))
    await answered(again.line)
    again.line.cut()
    const clean = await enter(of, { clientId })
    expect(clean.present).toBe(false)
    const last = await enter(of, { clientId, clean: false })
    expect(last.present).toBe(false)
    await answered(last.line)
    expect(heard(last.line)).toEqual([])
  },
  'what was not acknowledged comes again, marked as such, under its number [3.3.1-1, 4.4.0-1]': async of => {
    const clientId = ownName()
    const first = await enter(of, { clientId, clean: false })
    await first.line.say(subscribePacket(1, [[of.hears, 1]])).next(kinds.suback)
    await of.tell('not acknowledged')
    const sent = published(await first.line.next(kinds.publish))
    expect(sent.dup).toBe(false)
    first.line.cut()
    const again = await enter(of, { clientId, clean: false })
    expect(published(await again.line.next(kinds.publish))).toEqual({ ...sent, dup: true })
  },
  'a SUBSCRIBE with other flags ends the line [3.8.1-1]': of => isEnded(of, subscribePacket(1, [[of.hears, 1]], 0x80)),
  'a SUBSCRIBE to nothing ends the line [3.8.3-3]': of => isEnded(of, subscribePacket(1, [])),
  'a SUBSCRIBE with a third quality ends the line [3.8.3-4]': of => isEnded(of, subscribePacket(1, [[of.hears, 3]])),
  'a PUBLISH with a third quality ends the line [3.3.1-4]': of => isEnded(of, publishPacket(of.hears, 'x', { qos: 3 })),
  'a PUBLISH under a pattern ends the line [3.3.2-2]': of => isEnded(of, publishPacket('stations/+/orders', 'x')),
  'a packet of no kind ends the line [4.8.0-1]': of => isEnded(of, packet(0xf0)),
  'a length that never ends ends the line': of => isEnded(of, Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff])),
}
