import { deviceTopic, live, stationTopic } from '@forecourt/contract'
import mqtt, { type MqttClient } from 'mqtt'
import { z } from 'zod'
import type { SimulatedSale } from './station.ts'
import type { Reading } from './tanks.ts'

/** Where the product is, and as which device to speak to it. */
export interface Connection {
  /** Of the calls: https://host:port */
  readonly address: string
  /** Of the live channel: wss://host:port/mqtt */
  readonly channel: string
  readonly deviceId: number
  readonly stationId: number
  readonly credential: string
  readonly nextSequence: number
}

const resendMs = 5000
const syncEveryMs = 30 * 60_000
const Answer = z.looseObject({ of: z.string(), sequence: z.int().optional(), status: z.int(), body: z.unknown() })
const Held = z.looseObject({ id: z.int(), approvedCl: z.int(), fillPriceCents: z.int() })
const Refusal = z.looseObject({ code: z.string() })
const Price = z.looseObject({ method: z.literal('price.set'), productId: z.int(), priceCents: z.int(), fromAt: z.iso.datetime() })

/**
 * The site controller of a station, as a maker of equipment would write it against the documentation: it connects with its credential,
 * numbers its sales, and says each of them until it is answered.
 */
export class SiteController {
  readonly #connection: Connection
  readonly #client: MqttClient
  readonly #unanswered = new Map<number, SimulatedSale & { sequence: number }>()
  readonly #timers: NodeJS.Timeout[]
  #sequence: number
  /** What the product does not take. */
  onRefused: (what: string, body: unknown) => void = () => {}
  onPrice: (productId: number, priceCents: number, fromAt: string) => void = () => {}
  onConnected: () => void = () => {}

  constructor(connection: Connection) {
    this.#connection = connection
    this.#sequence = connection.nextSequence
    const { deviceId, stationId, channel, credential } = connection
    this.#client = mqtt.connect(channel, {
      clientId: `controller-${deviceId}`,
      username: live.username,
      password: credential,
      protocolVersion: 4,
      clean: true,
      reconnectPeriod: live.reconnectMs,
      // The server on this machine shows a certificate for the name that users type.
      rejectUnauthorized: false,
    })
    this.#client.on('connect', () => {
      this.#client.subscribe([deviceTopic(deviceId, 'answers'), stationTopic(stationId, 'prices')], { qos: 1 })
      for (const sale of this.#unanswered.values()) this.#send(sale)
      this.onConnected()
    })
    // It tries again by itself.
    this.#client.on('error', () => {})
    this.#client.on('message', (_topic, bytes) => this.#hear(JSON.parse(bytes.toString())))
    this.#timers = [setInterval(() => this.#resend(), resendMs), setInterval(() => void this.#sync(), syncEveryMs)]
    void this.#sync()
  }

  /** Numbered as it ends; where it is kept back, said so much later. */
  sell(sale: SimulatedSale, keptBackMs = 0): void {
    const numbered = { ...sale, sequence: this.#sequence++ }
    const say = () => {
      this.#unanswered.set(numbered.sequence, numbered)
      this.#send(numbered)
    }
    if (keptBackMs > 0) setTimeout(say, keptBackMs).unref()
    else say()
  }

  /** Whether a card may pay for a fill. @returns undefined where there is no answer */
  async ask(question: object): Promise<z.output<typeof Held> | { refused: string } | undefined> {
    const reply = await this.#post('/authorisations', { ...question, sequence: this.#sequence - 1 })
    const held = Held.safeParse(reply?.body)
    if (held.success) return held.data
    const { data: refusal } = Refusal.safeParse(reply?.body)
    return refusal && { refused: refusal.code }
  }

  /** Nothing was delivered, or the card was pulled while fuel flowed. */
  async end(authorisationId: number, how: 'void' | 'pulled'): Promise<void> {
    await this.#post(`/authorisations/${authorisationId}/${how}`, {})
  }

  /** States of nozzles, and what runs. While there is no line nobody is told: the next change is. */
  report(status: object): void {
    if (!this.#client.connected) return
    this.#client.publish(deviceTopic(this.#connection.deviceId, 'status'), JSON.stringify(status), { qos: 1 })
  }

  /** What the gauge has measured: while there is no line it is kept, and said when there is one again. */
  measure(readings: readonly Reading[]): void {
    if (readings.length > 0)
      this.#client.publish(deviceTopic(this.#connection.deviceId, 'tankReadings'), JSON.stringify({ readings }), { qos: 1 })
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#client.endAsync(true)
  }

  #send(sale: SimulatedSale & { sequence: number }): void {
    if (this.#client.connected) this.#client.publish(deviceTopic(this.#connection.deviceId, 'orders'), JSON.stringify(sale), { qos: 1 })
  }

  #resend(): void {
    for (const sale of this.#unanswered.values()) this.#send(sale)
  }

  #hear(said: unknown): void {
    const price = Price.safeParse(said)
    if (price.success) return this.onPrice(price.data.productId, price.data.priceCents, price.data.fromAt)
    const { data: answer } = Answer.safeParse(said)
    if (!answer || answer.status === 429 || answer.status >= 500) return
    if (answer.sequence !== undefined) this.#unanswered.delete(answer.sequence)
    if (answer.status !== 200) this.onRefused(`${answer.of} ${answer.sequence ?? ''}`, answer.body)
  }

  /** Sales are dated by this clock as long as the server knows how far it is off. */
  async #sync(): Promise<void> {
    await this.#post(`/devices/${this.#connection.deviceId}/sync`, { deviceTime: new Date().toISOString() })
  }

  async #post(path: string, body: object): Promise<{ body: unknown } | undefined> {
    const { address, credential: authorization } = this.#connection
    const headers = { authorization, 'content-type': 'application/json' }
    try {
      const reply = await fetch(`${address}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { body: await reply.json() }
    } catch {
      return undefined
    }
  }
}
