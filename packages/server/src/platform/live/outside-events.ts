import type { MqttClient } from 'mqtt'
import { sql } from 'kysely'
import { every } from '../jobs/every.ts'
import { holdsLease, instance } from '../jobs/lease.ts'
import type { Database } from '../postgres/database.ts'
import type { Message } from './notices.ts'
import { Relay, type LiveEvent } from './relay.ts'

export const leaseName = 'live'

/**
 * The name under which events are told, the same in every instance. A broker ends the line of a client when another connects under its
 * name (MQTT 3.1.1, 3.1.4-2): an instance that stood still while its lease passed on can say nothing any more when it goes on, whatever it
 * had still to say.
 */
const clientName = 'forecourt-events'

const readEveryMs = 50
const connectAgainMs = 2000
/** So many are told before the broker is asked whether it has taken them. */
const atOnce = 1000
/** The position is kept with everything that was told, and as often as this when there is nothing to tell. */
const keepEveryMs = 10_000
/** Where the position is older than this, or there is none, it begins so far back. A page reads its figures when it comes back. */
const positionMinutes = 10
const backMs = 30_000

interface TellingHost {
  readonly db: Database
  readonly clock: () => Date
  readonly messageOf: (event: LiveEvent) => Message | undefined
  readonly failed: (error: unknown) => void
  /** A line under this name that is not opened again by itself. */
  readonly connect: (name: string) => MqttClient
}

export interface Telling {
  /** What is told besides, and kept nowhere. */
  say(message: Message): void
  stop(): Promise<unknown>
}

/** A line, and what becomes of it. */
interface Line {
  readonly client: MqttClient
  /** Fails when the line is ended. */
  readonly lost: Promise<never>
  closed: boolean
  begun: boolean
}

/** Tells a broker of every event, in the order in which they were committed, as long as this instance has the lease. */
export function tellEvents({ db, clock, messageOf, failed, connect }: TellingHost): Telling {
  const relay = new Relay(db)
  const messagesOf = (events: readonly LiveEvent[]) => events.map(messageOf).filter(message => message !== undefined)
  let line: Line | undefined
  let connectedAt = -connectAgainMs
  let keptAt = 0

  /** @returns a line over which this instance may tell what it reads next */
  async function ready(): Promise<Line | undefined> {
    if (!line || line.closed) {
      if (performance.now() - connectedAt < connectAgainMs || !(await holdsLease(db, leaseName))) return undefined
      connectedAt = performance.now()
      line = openLine(connect)
    }
    if (!line.client.connected) return undefined
    if (!line.begun) {
      // Asked when the line stands: an instance that takes the lease from now on ends this line before it tells anything.
      if (!(await holdsLease(db, leaseName))) return void line.client.end(true)
      await begin(line)
    }
    return line
  }

  async function begin(on: Line): Promise<void> {
    const position = await positionOf(db)
    relay.rest(position)
    if (position === undefined) {
      await relay.begin()
      await tell(on, messagesOf(await relay.recentOfAll(new Date(clock().getTime() - backMs))))
    }
    on.begun = true
  }

  async function read(): Promise<void> {
    const on = await ready()
    if (!on) return
    const events = await relay.nextOfAll(atOnce)
    await tell(on, messagesOf(events))
    const { position } = relay
    if (position === undefined || (events.length === 0 && performance.now() - keptAt < keepEveryMs)) return
    keptAt = performance.now()
    // Where the lease has passed on, the next one has a position of its own.
    if (!(await keep(db, position))) on.client.end(true)
  }

  const end = every(readEveryMs, () => read().catch(unlessLost), failed)
  return {
    say({ topic, payload }) {
      if (line?.begun && line.client.connected) line.client.publish(topic, JSON.stringify(payload), { qos: 1 })
    },
    stop() {
      line?.client.end(true)
      return end()
    },
  }
}

function openLine(connect: TellingHost['connect']): Line {
  const client = connect(clientName)
  const lost = new Promise<never>((_, reject) => client.once('close', () => reject(new LineLost())))
  const line: Line = { client, lost, closed: false, begun: false }
  lost.catch(() => {
    line.closed = true
    client.end(true)
  })
  return line
}

/** Returns when the broker has taken them. @throws LineLost */
async function tell({ client, lost }: Line, messages: readonly Message[]): Promise<void> {
  const taken = messages.map(({ topic, payload }) => client.publishAsync(topic, JSON.stringify(payload), { qos: 1 }))
  try {
    await Promise.race([Promise.all(taken), lost])
  } catch {
    client.end(true)
    throw new LineLost()
  }
}

class LineLost extends Error {}
/** What was not taken is read again from the last position that was kept. */
const unlessLost = (error: unknown) => {
  if (!(error instanceof LineLost)) throw error
}

/** Up to where everything was told; undefined where that is too long ago, or was of a database that this one was not yet. */
async function positionOf(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ snapshot: string }>`
    select snapshot from relay_position
    where name = ${leaseName} and saved_date > now() - make_interval(mins => ${positionMinutes})
      and pg_snapshot_xmax(snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
  return rows[0]?.snapshot
}

/** @returns whether this instance still has the lease; otherwise nothing was kept */
async function keep(db: Database, position: string): Promise<boolean> {
  const { rows } = await sql`
    insert into relay_position (name, snapshot, saved_date)
    select name, ${position}, now() from lease where name = ${leaseName} and holder = ${instance} and expires_date > now()
    on conflict (name) do update set snapshot = excluded.snapshot, saved_date = excluded.saved_date returning 1`.execute(db)
  return rows.length > 0
}
