import { WebSocket } from 'ws'
import { lengthBytes } from '../platform/live/fan-out.ts'

const packet = { connect: 1, connack: 2, publish: 3, puback: 4, subscribe: 8, suback: 9 } as const

const text = (value: string) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

const framed = (kind: number, flags: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([(kind << 4) | flags, ...lengthBytes(body.length)]), body])
}

export interface Line {
  publish(topic: string, payload: string): void
  /** Messages that have arrived, one call each. */
  onMessage: () => void
  onGone: () => void
  close(): void
}

/**
 * An MQTT 3.1.1 connection that costs as little as it can, so that thousands of them fit into one process: it knows what the measuring
 * needs, messages of QoS 1 that are acknowledged at once.
 * @throws if it is not let in
 */
export function openLine(url: string, { username, password, id }: { username: string; password: string; id: string }, topics: string[]) {
  return new Promise<Line>((resolve, reject) => {
    const socket = new WebSocket(url, ['mqtt'], { perMessageDeflate: false, skipUTF8Validation: true })
    const line: Line = {
      publish: (topic, payload) => socket.send(framed(packet.publish, 2, text(topic), Buffer.from([0, 1]), Buffer.from(payload))),
      onMessage: () => {},
      onGone: () => {},
      close: () => socket.terminate(),
    }
    let rest: Buffer = Buffer.alloc(0)
    const take = (kind: number, body: Buffer) => {
      if (kind === packet.connack) {
        if (body[1] !== 0) return reject(new Error(`not let in: ${body[1]}`))
        const asked = topics.flatMap(topic => [text(topic), Buffer.from([1])])
        socket.send(framed(packet.subscribe, 2, Buffer.from([0, 1]), ...asked))
      } else if (kind === packet.suback) resolve(line)
      else if (kind === packet.publish) {
        const topicBytes = body.readUInt16BE(0)
        socket.send(framed(packet.puback, 0, body.subarray(2 + topicBytes, 4 + topicBytes)))
        line.onMessage()
      }
    }
    socket.on('open', () => {
      const flags = 0b1100_0010
      socket.send(framed(packet.connect, 0, text('MQTT'), Buffer.from([4, flags, 0, 0]), text(id), text(username), text(password)))
    })
    socket.on('message', (data: Buffer) => {
      rest = rest.length > 0 ? Buffer.concat([rest, data]) : data
      for (let whole = firstPacket(rest); whole; whole = firstPacket(rest)) {
        rest = rest.subarray(whole.bytes)
        take(whole.kind, whole.body)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => line.onGone())
  })
}

function firstPacket(bytes: Buffer): { kind: number; body: Buffer; bytes: number } | undefined {
  let length = 0
  for (let at = 1; at < bytes.length && at < 5; at++) {
    length |= (bytes[at]! & 127) << (7 * (at - 1))
    if (bytes[at]! > 127) continue
    const end = at + 1 + length
    return end <= bytes.length ? { kind: bytes[0]! >> 4, body: bytes.subarray(at + 1, end), bytes: end } : undefined
  }
  return undefined
}
