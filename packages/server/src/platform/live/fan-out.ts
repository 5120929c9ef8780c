import type { Duplex } from 'node:stream'

/** A connected client that keeps nothing while it is away. */
export interface Listener {
  readonly stream: Duplex
  /** Called when it does not read what waits for it. */
  readonly drop: () => void
}

/** What a client that does not read may keep waiting, in bytes. */
const waitingMax = 256 * 1024
const publishKind = 0x30
const ackKind = 0x40
const ackBytes = 4

/**
 * Hands one message to all who have subscribed to its topic. It is packed once, and its number is the same for all of them: a client that
 * keeps nothing is owed no second delivery, so that nothing is noted of each.
 */
export class FanOut {
  readonly #listeners = new Map<string, Map<Listener, 0 | 1>>()
  #lastId = 0

  add(topic: string, listener: Listener, qos: 0 | 1): void {
    const own = this.#listeners.get(topic)
    if (own) own.set(listener, qos)
    else this.#listeners.set(topic, new Map([[listener, qos]]))
  }

  remove(topic: string, listener: Listener): void {
    const own = this.#listeners.get(topic)
    if (own?.delete(listener) && own.size === 0) this.#listeners.delete(topic)
  }

  /** To all who have subscribed, or to one of them alone. */
  publish(topic: string, payload: string, only?: Listener): void {
    const listeners = this.#listeners.get(topic)
    if (!listeners) return
    this.#lastId = (this.#lastId % 0xffff) + 1
    const packets = [packetOf(topic, payload), packetOf(topic, payload, this.#lastId)] as const
    for (const [listener, qos] of only ? [...listeners].filter(([each]) => each === only) : listeners) {
      const { stream, drop } = listener
      stream.write(packets[qos])
      if (stream.writableLength > waitingMax) drop()
    }
  }
}

/** @source MQTT 3.1.1, 3.3 PUBLISH; without an id it is of QoS 0 */
function packetOf(topic: string, payload: string, id?: number): Buffer {
  const name = Buffer.from(topic)
  const body = Buffer.from(payload)
  const number = id === undefined ? [] : [id >> 8, id & 0xff]
  const length = 2 + name.length + number.length + body.length
  const head = [publishKind | (id === undefined ? 0 : 2), ...lengthBytes(length), name.length >> 8, name.length & 0xff]
  return Buffer.concat([Buffer.from(head), name, Buffer.from(number), body])
}

/** @source MQTT 3.1.1, 2.2.3 Remaining Length */
export function lengthBytes(length: number): number[] {
  const low = length % 128
  return length < 128 ? [low] : [low | 128, ...lengthBytes(Math.floor(length / 128))]
}

/**
 * What a client sends, without its acknowledgements of messages that nothing is noted of. It follows where packets begin and end, for one
 * may come in pieces; an acknowledgement in pieces is passed on, and does no harm.
 */
export class WithoutAcks {
  /** Bytes of the packet that are still to come; -1 while its length is being read, of which so many bits are known. */
  #left = 0
  #bits = 0
  #length = 0

  pass(chunk: Buffer): Buffer | undefined {
    if (this.#left === 0 && chunk.length === ackBytes && chunk[0] === ackKind && chunk[1] === ackBytes - 2) return undefined
    for (let at = 0; at < chunk.length; ) at = this.#step(chunk, at)
    return chunk
  }

  #step(chunk: Buffer, at: number): number {
    if (this.#left > 0) {
      const here = Math.min(this.#left, chunk.length - at)
      this.#left -= here
      return at + here
    }
    if (this.#left === 0) {
      this.#left = -1
      this.#bits = this.#length = 0
      return at + 1
    }
    const byte = chunk[at]!
    this.#length += (byte & 127) * 2 ** this.#bits
    this.#bits += 7
    if (byte < 128) this.#left = this.#length
    return at + 1
  }
}
