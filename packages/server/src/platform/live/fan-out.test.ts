import fc from 'fast-check'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { scaled, seed } from '../../testing/sampling.ts'
import { FanOut, WithoutAcks, type Listener } from './fan-out.ts'

/** A packet of MQTT: what it is, and as many bytes as it says. */
const packet = fc
  .record({
    kind: fc.constantFrom(0x10, 0x32, 0x40, 0x82, 0xc0),
    body: fc.uint8Array({ maxLength: 300 }),
  })
  .map(({ kind, body }) => {
    const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7]
    return Buffer.from([kind, ...length, ...body])
  })
const ack = fc.tuple(fc.nat(255), fc.nat(255)).map(id => Buffer.from([0x40, 2, ...id]))
/** The same bytes, cut where chance will have it. */
const cut = (bytes: Buffer, at: readonly number[]) => {
  const places = [...new Set(at.map(place => place % (bytes.length + 1)))].toSorted((a, b) => a - b)
  return [...places, bytes.length].map((end, turn) => bytes.subarray(places[turn - 1] ?? 0, end)).filter(({ length }) => length > 0)
}

describe('acknowledgements', () => {
  test('those that come whole are left out, and nothing else is, however the packets are cut', () => {
    const sent = fc.array(
      fc.oneof(
        ack.map(bytes => ({ bytes, whole: true })),
        fc.record({ bytes: packet, whole: fc.constant(false) }),
      ),
    )
    fc.assert(
      fc.property(sent, fc.array(fc.nat(), { maxLength: 12 }), (packets, places) => {
        const acks = new WithoutAcks()
        const passed: Buffer[] = []
        const wanted: Buffer[] = []
        for (const { bytes, whole } of packets) {
          const isAck = bytes.length === 4 && bytes[0] === 0x40
          for (const chunk of whole || isAck ? [bytes] : cut(bytes, places)) passed.push(acks.pass(chunk) ?? Buffer.alloc(0))
          if (!isAck) wanted.push(bytes)
        }
        expect(Buffer.concat(passed).equals(Buffer.concat(wanted))).toBe(true)
      }),
      { numRuns: scaled(300, 5000), seed },
    )
  })

  test('bytes of a message that look like one are passed on', () => {
    const acks = new WithoutAcks()
    const payload = Buffer.from([0x40, 2, 0, 7])
    const message = Buffer.concat([Buffer.from([0x30, 7, 0, 1, 97]), payload])
    const chunks = [message.subarray(0, 5), message.subarray(5)].map(chunk => acks.pass(chunk))
    expect(Buffer.concat(chunks.map(chunk => chunk!))).toEqual(message)
    expect(acks.pass(payload)).toBeUndefined()
  })
})

function listening() {
  const stream = new PassThrough({ highWaterMark: 1 })
  let dropped = 0
  const listener: Listener = { stream, drop: () => void dropped++ }
  return { listener, read: () => stream.read() as Buffer | null, dropped: () => dropped }
}

describe('one message to many', () => {
  test('each gets it in the quality it has asked for, and who has left gets nothing', () => {
    const fanOut = new FanOut()
    const [plain, sure, gone] = [listening(), listening(), listening()]
    fanOut.add('t', plain.listener, 0)
    for (const { listener } of [sure, gone]) fanOut.add('t', listener, 1)
    fanOut.remove('t', gone.listener)
    fanOut.publish('t', 'hi')
    fanOut.publish('elsewhere', 'hi')
    expect(plain.read()).toEqual(Buffer.from([0x30, 5, 0, 1, 116, 104, 105]))
    expect(sure.read()).toEqual(Buffer.from([0x32, 7, 0, 1, 116, 0, 1, 104, 105]))
    expect(gone.read()).toBeNull()
  })

  test('to one of them alone', () => {
    const fanOut = new FanOut()
    const [one, other] = [listening(), listening()]
    for (const { listener } of [one, other]) fanOut.add('t', listener, 1)
    fanOut.publish('t', 'hi', one.listener)
    expect(one.read()).not.toBeNull()
    expect(other.read()).toBeNull()
  })

  test('numbers begin again before they are too large for two bytes', () => {
    const fanOut = new FanOut()
    const { listener, read } = listening()
    fanOut.add('t', listener, 1)
    const numbers = Array.from({ length: 65_537 }, () => {
      fanOut.publish('t', '')
      return read()!.readUInt16BE(5)
    })
    expect([numbers[0], numbers[65_534], numbers[65_535]]).toEqual([1, 65_535, 1])
  })

  test('a client that does not read is dropped when a quarter of a megabyte waits for it', () => {
    const fanOut = new FanOut()
    const { listener, dropped } = listening()
    fanOut.add('t', listener, 1)
    for (let turn = 0; turn < 200; turn++) fanOut.publish('t', 'x'.repeat(1000))
    expect(dropped()).toBe(0)
    for (let turn = 0; turn < 100; turn++) fanOut.publish('t', 'x'.repeat(1000))
    expect(dropped()).toBeGreaterThan(0)
  })
})
