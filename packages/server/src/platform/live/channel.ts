import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Database } from '../postgres/database.ts'
import { every } from '../jobs/every.ts'
import type { Tls } from '../http/tls.ts'
import type { BrokerOptions, FromBroker, Grant, ToBroker } from './broker-messages.ts'
import { countDropped } from './dropped.ts'
import { Notices, type Message, type Notice } from './notices.ts'
import type { Outside } from './outside.ts'
import { Relay, type LiveEvent } from './relay.ts'
import { tellFailure } from '../config/log.ts'

/** A user or a device that may connect. */
export interface Holder {
  readonly grant: Grant
  readonly companyId: number
  /** Of which they hear. */
  readonly stationIds: readonly number[]
  /** Whether they may still hear and say the same. */
  readonly holds: () => Promise<boolean>
}

export interface LiveHost {
  readonly db: Database
  readonly clock: () => Date
  /** Straight to the database: instances tell each other what is kept nowhere. */
  readonly url: string
  readonly broker: Omit<BrokerOptions, 'mayConnect'>
  /** Whose password this is; undefined if they may not connect. */
  readonly admit: (password: string) => Promise<Holder | undefined>
  /** What is told of an event, if anything. */
  readonly messageOf: (event: LiveEvent) => Message | undefined
  /** What somebody has said: what all instances are told of it, and what is answered. */
  readonly said: (holder: Holder, topic: string, payload: string) => Promise<{ all?: readonly Message[]; own?: readonly Message[] }>
  /** That somebody has connected, or that the last connection of theirs has gone. */
  readonly presence: (holder: Holder, connected: boolean) => readonly Message[]
  readonly username: string
  /** A broker that pages are connected to instead of this one. */
  readonly outside?: Pick<Outside, 'publish'> | undefined
  readonly log: Logger
}

/** How often the outbox is read while somebody listens. */
const readEveryMs = 50
/** How soon somebody whose rights have changed is cut off. */
const holdsEveryMs = 3000
/** As many are asked for at once; each is given a millisecond. */
const holdsChunk = 200
/** A page has read its figures at most so long before it hears of the next: what happened since is told when it has subscribed. */
const recentMs = 10_000
const connectionsMax = 20_000
/** As much of one client may wait to be done: seconds of what a busy station says. */
const waitingMost = 1000

export interface LiveChannel {
  readonly port: number
  renew(tls: Tls): void
  stop(): Promise<void>
}

/** Starts the broker, and tells it what the outbox holds for those who are connected. @throws if the port is taken */
export async function startLive(host: LiveHost): Promise<LiveChannel> {
  const worker = new Worker(new URL('./broker.ts', import.meta.url), { workerData: { ...host.broker, mayConnect: connectionsMax } })
  const [first] = (await once(worker, 'message')) as [FromBroker]
  if (first.kind !== 'listening') {
    await worker.terminate()
    throw new Error(first.kind === 'failed' ? first.message : 'The live channel could not be started')
  }
  const hub = new Hub(host, worker)
  await hub.ready()
  const stops = [every(readEveryMs, () => hub.read(), hub.failed), every(holdsEveryMs, () => hub.check(), hub.failed)]
  return {
    port: first.port,
    renew: tls => hub.tell({ kind: 'tls', tls }),
    async stop() {
      await Promise.all(stops.map(end => end()))
      await hub.stop()
    },
  }
}

/** Who was let in, how many connections they have, and when the last of them was let in. */
type LetIn = Holder & { connections: number; readonly at: number }
/** So long after it was let in a connection is there, or does not come. */
const onItsWayMs = 10_000

/** Between the broker, which knows the protocol, and the server, which knows who is who and what has happened. */
class Hub {
  readonly #host: LiveHost
  readonly #worker: Worker
  readonly #relay: Relay
  readonly #instance = randomUUID()
  readonly #others: Notices
  /** Who was let in, and how many connections each of them has. */
  readonly #holders = new Map<string, LetIn>()
  /** What each of them says is done in its order. */
  readonly #queues = new Map<string, { last: Promise<unknown>; waiting: number }>()
  /** Sessions for which more waited than is kept. */
  readonly #overfull = new Set<string>()
  readonly failed: (error: unknown) => void
  #stopped: (() => void) | undefined

  constructor(host: LiveHost, worker: Worker) {
    this.#host = host
    this.#worker = worker
    this.failed = tellFailure(host.log, 'the live channel met a fault; it goes on')
    this.#relay = new Relay(host.db)
    this.#others = new Notices(host.url, this.failed, text => {
      const { from, message } = JSON.parse(text) as Notice
      if (from !== this.#instance) this.#publish(message)
    })
    worker.on('error', this.failed)
    worker.on('message', (message: FromBroker) => this.#hear[message.kind](message as never))
  }

  /** What others publish from now on is heard. */
  ready(): Promise<void> {
    return this.#others.ready()
  }

  tell(message: ToBroker): void {
    this.#worker.postMessage(message)
  }

  readonly #hear: { [Kind in FromBroker['kind']]: (message: Extract<FromBroker, { kind: Kind }>) => void } = {
    listening: () => {},
    failed: () => {},
    stopped: () => this.#stopped?.(),
    dropped: ({ client, what }) => {
      countDropped(what)
      // Of messages the first says it: there may be many.
      if (what === 'message' && this.#overfull.has(client)) return
      if (this.#overfull.size > 1000) this.#overfull.clear()
      if (what === 'message') this.#overfull.add(client)
      this.#host.log.warn({ client, what }, 'the live channel keeps no more for a device that is away: LIVE_SESSIONS, LIVE_WAITING')
    },
    connecting: message => void this.#admit(message).catch(this.failed),
    connected: ({ key }) => {
      const holder = this.#holders.get(key)
      // Forgotten in the meantime: it comes back.
      if (!holder) return this.tell({ kind: 'cut', keys: [key] })
      if (++holder.connections === 1) this.#inTurn(key, () => this.#publishEverywhere(this.#host.presence(holder, true)))
    },
    gone: ({ key }) => {
      const holder = this.#holders.get(key)
      if (!holder || --holder.connections > 0) return
      this.#inTurn(key, () => this.#publishEverywhere(this.#host.presence(holder, false)))
      // Unless it has come back meanwhile, or is about to: a second client of one name is let in before the first is gone.
      this.#inTurn(key, async () => this.#isGone(holder) && this.#forget(key, holder))
    },
    subscribed: ({ key, client }) => this.#inTurn(key, () => this.#catchUp(this.#holders.get(key)!, client)),
    said: ({ key, topic, payload }) => {
      // What is waiting will be done. Who says more than that is done for is cut off, comes back, and says again what was not answered.
      if ((this.#queues.get(key)?.waiting ?? 0) >= waitingMost) return this.tell({ kind: 'cut', keys: [key] })
      this.#inTurn(key, async () => {
        const { all = [], own = [] } = await this.#host.said(this.#holders.get(key)!, topic, payload)
        for (const message of own) this.#publish(message)
        await this.#publishEverywhere(all)
      })
    },
  }

  /** It has no connection, and was not let in so lately that one may be on its way. */
  #isGone({ connections, at }: LetIn): boolean {
    return connections === 0 && performance.now() - at > onItsWayMs
  }

  #forget(key: string, holder: LetIn): void {
    if (this.#holders.get(key) === holder) this.#holders.delete(key)
  }

  async #admit({ turn, username, password }: Extract<FromBroker, { kind: 'connecting' }>): Promise<void> {
    let grant: Grant | undefined
    try {
      const holder = username === this.#host.username ? await this.#host.admit(password) : undefined
      if (holder) {
        // From here on nothing is missed: what was committed before is told when the client has subscribed.
        await this.#relay.begin()
        grant = holder.grant
        this.#holders.set(grant.key, { ...holder, connections: this.#holders.get(grant.key)?.connections ?? 0, at: performance.now() })
      }
    } finally {
      this.tell({ kind: 'admitted', turn, grant })
    }
  }

  /** Tells a client that has just begun to listen what its page cannot have read yet. */
  async #catchUp({ grant, companyId, stationIds }: Holder, client: string): Promise<void> {
    const since = new Date(this.#host.clock().getTime() - recentMs)
    for (const event of await this.#relay.recent(companyId, stationIds, since)) {
      const message = this.#host.messageOf(event)
      if (message && grant.hears.includes(message.topic)) this.#publish(message, client)
    }
  }

  #inTurn(key: string, act: () => Promise<unknown>): void {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), waiting: 0 }
    queue.waiting++
    // After the end there is no database to do it with.
    const done = queue.last.then(() => (this.#stopped ? undefined : act())).catch(this.failed)
    queue.last = done.then(() => {
      if (--queue.waiting === 0) this.#queues.delete(key)
    })
    this.#queues.set(key, queue)
  }

  #publish({ topic, payload }: Message, client?: string): void {
    this.tell({ kind: 'publish', topic, payload: JSON.stringify(payload), ...(client !== undefined && { client }) })
  }

  async #publishEverywhere(messages: readonly Message[]): Promise<void> {
    for (const message of messages) {
      this.#publish(message)
      this.#host.outside?.publish(message)
      await this.#others.send(JSON.stringify({ from: this.#instance, message } satisfies Notice))
    }
  }

  /** Publishes what was committed since it was read last. */
  async read(): Promise<void> {
    const holders = [...this.#holders.values()]
    if (holders.length === 0) return this.#relay.rest()
    const companies = new Set(holders.map(({ companyId }) => companyId))
    const stations = new Set(holders.flatMap(({ stationIds }) => stationIds))
    for (const event of await this.#relay.next([...companies], [...stations])) {
      const message = this.#host.messageOf(event)
      if (message) this.#publish(message)
    }
  }

  /**
   * Cuts off who may no longer hear what they hear, and forgets who was let in and did not come. So many at a time, so that ten thousand
   * are looked at in ten seconds and the database has time for others.
   */
  async check(): Promise<void> {
    const all = [...this.#holders]
    for (let from = 0; from < all.length; from += holdsChunk) {
      const holders = all.slice(from, from + holdsChunk)
      const stand = await Promise.all(holders.map(([, holder]) => holder.holds()))
      for (const [at, [key, holder]] of holders.entries()) {
        if (this.#isGone(holder)) this.#forget(key, holder)
        else if (!stand[at]) this.tell({ kind: 'cut', keys: [key] })
      }
      await sleep(holders.length, undefined, { ref: false })
    }
  }

  async stop(): Promise<void> {
    const stopped = new Promise<void>(resolve => (this.#stopped = resolve))
    this.tell({ kind: 'stop' })
    await Promise.race([stopped, once(this.#worker, 'exit'), sleep(2000, undefined, { ref: false })])
    await Promise.all([this.#worker.terminate(), this.#others.stop()])
  }
}
