import { once } from 'node:events'
import { vi } from 'vitest'
import { WebSocket } from 'ws'

// Packets of MQTT 3.1.1 as bytes, written here and by no library: what a broker does with a client that says them wrongly cannot be asked
// by a client that says them right.

/** A packet that a broker has sent: its kind and flags, and what follows its length. */
export interface Packet {
  readonly kind: number
  readonly flags: number
  readonly body: Buffer
}
export const kinds = { connack: 2, publish: 3, puback: 4, pubrec: 5, pubcomp: 7, suback: 9, unsuback: 11, pingresp: 13 } as const

const text = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}
const number = (id: number): Buffer => Buffer.from([id >> 8, id & 0xff])

/** The first byte, the length of what follows in groups of seven bits, and that. */
export function packet(first: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length: number[] = []
  let left = body.length
  do {
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
    left >>= 7
  } while (left > 0)
  return Buffer.concat([Buffer.from([first, ...length]), body])
}

export interface Connecting {
  readonly clientId?: string
  readonly clean?: boolean
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly keepaliveSeconds?: number
  readonly protocol?: string
  readonly level?: number
  readonly will?: { readonly topic: string; readonly payload: string; readonly retain?: boolean }
}

export function connectPacket(of: Connecting): Buffer {
  const { clientId = '', clean = true, username, password, keepaliveSeconds = 0, protocol = 'MQTT', level = 4, will } = of
  const flags = [
    clean && 0x02,
    will && 0x04 | 0x08,
    will?.retain && 0x20,
    password !== undefined && 0x40,
    username !== undefined && 0x80,
  ].reduce<number>((sum, flag) => sum | (flag || 0), 0)
  const parts = [clientId, will?.topic, will?.payload, username, password].filter(part => part !== undefined).map(text)
  return packet(0x10, text(protocol), Buffer.from([level, flags]), number(keepaliveSeconds), ...parts)
}

export const subscribePacket = (id: number, topics: readonly (readonly [topic: string, qos: number])[], first = 0x82): Buffer =>
  packet(first, number(id), ...topics.flatMap(([topic, qos]) => [text(topic), Buffer.from([qos])]))
export const unsubscribePacket = (id: number, ...topics: readonly string[]): Buffer => packet(0xa2, number(id), ...topics.map(text))

interface Saying {
  readonly qos?: number
  readonly id?: number
  readonly dup?: boolean
  readonly retain?: boolean
}
export const publishPacket = (topic: string, payload: string, { qos = 0, id = 1, dup = false, retain = false }: Saying = {}): Buffer =>
  packet(0x30 | (dup ? 8 : 0) | (qos << 1) | (retain ? 1 : 0), text(topic), ...(qos > 0 ? [number(id)] : []), Buffer.from(payload))
export const ackPacket = (id: number): Buffer => packet(0x40, number(id))
export const pubrelPacket = (id: number): Buffer => packet(0x62, number(id))
export const pingPacket: Buffer = packet(0xc0)
export const disconnectPacket: Buffer = packet(0xe0)

/** What a published packet says. */
export function published({ flags, body }: Packet) {
  const end = 2 + body.readUInt16BE(0)
  const qos = (flags >> 1) & 3
  return {
    topic: body.toString('utf8', 2, end),
    payload: body.toString('utf8', end + (qos > 0 ? 2 : 0)),
    qos,
    dup: (flags & 8) > 0,
    retain: (flags & 1) > 0,
    id: qos > 0 ? body.readUInt16BE(end) : undefined,
  }
}

/** A connection over websocket, and every packet that came by it. */
export class Wire {
  readonly packets: Packet[] = []
  closed = false
  readonly #socket: WebSocket
  #rest: Buffer = Buffer.alloc(0)

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (bytes: Buffer) => this.#take(bytes))
    socket.on('close', () => (this.closed = true))
    socket.on('error', () => {})
  }

  static async open(url: string): Promise<Wire> {
    const socket = new WebSocket(url, ['mqtt'])
    const wire = new Wire(socket)
    await once(socket, 'open')
    return wire
  }

  #take(bytes: Buffer) {
    this.#rest = Buffer.concat([this.#rest, bytes])
    for (;;) {
      let at = 1
      let length = 0
      for (let shift = 0; ; shift += 7) {
        const byte = this.#rest[at++]
        if (byte === undefined) return
        length |= (byte & 0x7f) << shift
        if (byte < 0x80) break
      }
      if (this.#rest.length < at + length) return
      const first = this.#rest[0]!
      this.packets.push({ kind: first >> 4, flags: first & 0x0f, body: this.#rest.subarray(at, at + length) })
      this.#rest = this.#rest.subarray(at + length)
    }
  }

  say(...packets: readonly Buffer[]): this {
    for (const bytes of packets) this.#socket.send(bytes)
    return this
  }

  /** Ends it without a word, as a cut line does. */
  cut(): void {
    this.#socket.terminate()
  }

  of(kind: number): Packet[] {
    return this.packets.filter(each => each.kind === kind)
  }

  /** The packet of this kind that comes as the first, or as the second and so on. @throws if it does not come */
  next(kind: number, turn = 0): Promise<Packet> {
    return vi.waitFor(
      () => {
        const found = this.of(kind)[turn]
        if (!found) throw new Error(`no packet ${kind} came${this.closed ? '; the line was closed' : ''}`)
        return found
      },
      { timeout: 8000, interval: 10 },
    )
  }

  /** When the broker has ended it. @throws if it does not */
  ended(timeout = 8000): Promise<void> {
    return vi.waitFor(
      () => {
        if (!this.closed) throw new Error('the line is open still')
      },
      { timeout, interval: 10 },
    )
  }
}
