import {
  deviceTopic,
  dispenserStatus,
  drivenClockHeader,
  live,
  reportTankReadings,
  type DeviceKind,
  type Endpoint,
  type Returned,
  type Sent,
} from '@forecourt/contract'
import mqtt, { type MqttClient } from 'mqtt'
import { z } from 'zod'
import { Refused, type Caller, type Device, type Product } from './product.ts'

/** What devices say over the channel; the rest is called. */
const spoken = new Map<Endpoint, DeviceKind>([
  [dispenserStatus.report, 'status'],
  [reportTankReadings, 'tankReadings'],
])
const Answer = z.looseObject({ of: z.string(), sequence: z.int(), status: z.int(), body: z.unknown() })
type Answer = z.output<typeof Answer>

interface Line {
  readonly client: MqttClient
  readonly waiting: Map<number, (answer: Answer) => void>
}

/**
 * The product as equipment speaks to it: states of nozzles and what gauges measure over the live channel, all else by calls. Each message
 * bears a number and waits for its answer, so that one thing is done after the other, as the simulated time has it.
 */
export class OverChannel implements Product {
  readonly #calls: Product
  readonly #channel: string
  readonly #lines = new Map<number, Promise<Line>>()
  #sequence = 0

  /** @param channel ws://host:port/mqtt */
  constructor(calls: Product, channel: string) {
    this.#calls = calls
    this.#channel = channel
  }

  async call<E extends Endpoint>(by: Caller, at: number, endpoint: E, sent: Sent<E>): Promise<Returned<E>> {
    const kind = spoken.get(endpoint)
    if (!kind || !('device' in by)) return this.#calls.call(by, at, endpoint, sent)
    const { client, waiting } = await this.#lineOf(by.device)
    const sequence = ++this.#sequence
    const answered = new Promise<Answer>(resolve => waiting.set(sequence, resolve))
    const message = { ...(sent as { body: object }).body, sequence, [drivenClockHeader]: new Date(at).toISOString() }
    client.publish(deviceTopic(by.device.id, kind), JSON.stringify(message), { qos: 1 })
    const { status, body } = await answered
    if (status === 200) return body as Returned<E>
    const { code = String(status), message: words = '', detail = {} } = body as { code?: string; message?: string; detail?: object }
    throw new Refused(code, `${kind} ${words}`, { ...detail })
  }

  async stop(): Promise<void> {
    const lines = await Promise.all(this.#lines.values())
    await Promise.all(lines.map(({ client }) => client.endAsync(true)))
  }

  #lineOf(device: Device): Promise<Line> {
    const known = this.#lines.get(device.id) ?? this.#connect(device)
    this.#lines.set(device.id, known)
    return known
  }

  async #connect({ id, credential }: Device): Promise<Line> {
    const client = await mqtt.connectAsync(this.#channel, {
      clientId: `simulated-${id}`,
      username: live.username,
      password: credential,
      protocolVersion: 4,
      clean: true,
    })
    const waiting: Line['waiting'] = new Map()
    client.on('message', (_topic, bytes) => {
      const { data: answer } = Answer.safeParse(JSON.parse(bytes.toString()))
      if (!answer) return
      waiting.get(answer.sequence)?.(answer)
      waiting.delete(answer.sequence)
    })
    await client.subscribeAsync(deviceTopic(id, 'answers'), { qos: 1 })
    return { client, waiting }
  }
}
