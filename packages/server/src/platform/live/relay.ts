import { sql } from 'kysely'
import { inScope } from '../postgres/name-companies.ts'
import { setTenantScope } from '../execution/command.ts'
import type { Database, Tx } from '../postgres/database.ts'

/** An event of a station that has been committed. */
export interface LiveEvent {
  readonly id: number
  readonly stationId: number
  readonly topic: string
  readonly payload: Readonly<Record<string, unknown>>
}

interface Read extends LiveEvent {
  readonly tx: string
}

/**
 * Reads the outbox as it is committed, each event once. Ids and times are drawn before a transaction commits, so that one may appear behind
 * others: what is read is everything of transactions that may still have been running when it was read last.
 */
export class Relay {
  readonly #db: Database
  /** Everything of transactions below it had been read, or is of no interest, when it was read last. */
  #horizon: string | undefined
  /** Of transactions above it, what was read already. */
  #read = new Map<number, bigint>()

  constructor(db: Database) {
    this.#db = db
  }

  /** What is committed from now on will be read. */
  async begin(): Promise<void> {
    if (this.#horizon !== undefined) return
    const { rows } = await sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(this.#db)
    this.#horizon ??= rows[0]!.horizon
  }

  /** Begins anew with what is committed after the next `begin`. */
  rest(): void {
    this.#horizon = undefined
    this.#read.clear()
  }

  /** What has been committed since, of these stations: of a station in the order of ids, unless one was committed late. */
  async next(companyIds: readonly number[], stationIds: readonly number[]): Promise<LiveEvent[]> {
    await this.begin()
    const { events, horizon } = await this.#ask(companyIds, async tx => {
      const { rows } = await sql<{ events: Read[]; horizon: string }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, coalesce((
          select json_agg(json_build_object('id', id, 'stationId', station_id, 'topic', topic, 'payload', payload, 'tx', tx::text)
            order by id)
          from outbox_event where ${inScope(tx)} and station_id = any(${stationIds})
            and tx >= ${this.#horizon}::xid8 and tx < pg_snapshot_xmax(pg_current_snapshot())
        ), '[]') as events`.execute(tx)
      return rows[0]!
    })
    const fresh = events.filter(({ id }) => !this.#read.has(id))
    for (const { id, tx } of fresh) this.#read.set(id, BigInt(tx))
    const done = BigInt(horizon)
    for (const [id, tx] of this.#read) if (tx < done) this.#read.delete(id)
    this.#horizon = horizon
    return fresh.map(({ id, stationId, topic, payload }) => ({ id, stationId, topic, payload }))
  }

  /** What has happened at a station since this moment. */
  async recent(companyId: number, stationId: number, since: Date): Promise<LiveEvent[]> {
    return this.#ask([companyId], async tx => {
      const { rows } = await sql<LiveEvent>`
        select id, station_id, topic, payload from outbox_event
        where ${inScope(tx)} and station_id = ${stationId} and at >= ${since} order by id`.execute(tx)
      return rows
    })
  }

  #ask<T>(companyIds: readonly number[], ask: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#db
      .transaction()
      .setAccessMode('read only')
      .execute(async begun => ask(await setTenantScope(begun, companyIds)))
  }
}
