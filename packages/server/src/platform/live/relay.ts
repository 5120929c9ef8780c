import { sql, type RawBuilder } from 'kysely'
import { inScope } from '../postgres/name-companies.ts'
import { setScopeToAll, setTenantScope } from '../execution/command.ts'
import type { Database, Tx } from '../postgres/database.ts'
import { areSeveral } from '../postgres/machines.ts'

/** An event of a station that has been committed. */
export interface LiveEvent {
  readonly id: number
  readonly stationId: number
  readonly topic: string
  readonly payload: Readonly<Record<string, unknown>>
}

type Companies = readonly number[] | 'all'
const ofStations = sql`station_id is not null`

/**
 * Reads the outbox as it is committed, each event once. Ids and times are drawn before a transaction commits, so that an event may appear
 * behind others: what is read is every event that can be seen now and could not be seen when it was read last. On several machines the
 * coordinator gives the transactions their numbers, and is asked first which of them can be seen; what one of them wrote stands on its
 * machine before that.
 */
export class Relay {
  readonly #db: Database
  /** Which transactions could be seen when it was read last. */
  #snapshot: string | undefined
  /** Of what is read in parts: up to which transactions it goes, and the last id that was read. */
  #part: { readonly to: string; readonly after: number } | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** What is committed from now on will be read. */
  async begin(): Promise<void> {
    if (this.#snapshot !== undefined) return
    const snapshot = await this.#now()
    this.#snapshot ??= snapshot
  }

  async #now(): Promise<string> {
    const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(this.#db)
    return rows[0]!.snapshot
  }

  /** Begins anew with what is committed after the next `begin`, or with what was not yet read at this position. */
  rest(position?: string): void {
    this.#snapshot = position
    this.#part = undefined
  }

  /** Up to where everything was read; undefined in the midst of what is read in parts. */
  get position(): string | undefined {
    return this.#part ? undefined : this.#snapshot
  }

  /** What has been committed since, of these stations: of a station in the order of ids, unless one was committed late. */
  next(companyIds: readonly number[], stationIds: readonly number[]): Promise<LiveEvent[]> {
    return this.#next(companyIds, sql`station_id = any(${stationIds})`)
  }

  /** The same of every station of every company, so many at most: the rest comes with the next call. */
  nextOfAll(most: number): Promise<LiveEvent[]> {
    return this.#next('all', ofStations, most)
  }

  async #next(companyIds: Companies, where: RawBuilder<unknown>, most?: number): Promise<LiveEvent[]> {
    await this.begin()
    const part = this.#part
    const to = part?.to ?? (areSeveral() ? await this.#now() : undefined)
    const now = to === undefined ? sql`pg_current_snapshot()` : sql`${to}::pg_snapshot`
    const { events, snapshot } = await this.#ask(companyIds, async tx => {
      const { rows } = await sql<{ events: LiveEvent[]; snapshot: string }>`
        select (${now})::text as snapshot, coalesce((
          select json_agg(json_build_object('id', id, 'stationId', station_id, 'topic', topic, 'payload', payload) order by id)
          from (
            select id, station_id, topic, payload from outbox_event where ${inScope(tx)} and ${where}
              and tx >= pg_snapshot_xmin(${this.#snapshot}::pg_snapshot) and tx < pg_snapshot_xmax(${now})
              and not pg_visible_in_snapshot(tx, ${this.#snapshot}::pg_snapshot) and pg_visible_in_snapshot(tx, ${now})
              and (${part?.after ?? null}::bigint is null or id > ${part?.after ?? null}::bigint)
            order by id limit ${most ?? null}::bigint
          ) as told
        ), '[]') as events`.execute(tx)
      return rows[0]!
    })
    this.#part = events.length === most ? { to: snapshot, after: events.at(-1)!.id } : undefined
    if (!this.#part) this.#snapshot = snapshot
    return events
  }

  /** What has happened at these stations since this moment. */
  recent(companyId: number, stationIds: readonly number[], since: Date): Promise<LiveEvent[]> {
    return this.#recent([companyId], sql`station_id = any(${stationIds})`, since)
  }

  recentOfAll(since: Date): Promise<LiveEvent[]> {
    return this.#recent('all', ofStations, since)
  }

  #recent(companyIds: Companies, where: RawBuilder<unknown>, since: Date): Promise<LiveEvent[]> {
    return this.#ask(companyIds, async tx => {
      const { rows } = await sql<LiveEvent>`
        select id, station_id, topic, payload from outbox_event
        where ${inScope(tx)} and ${where} and at >= ${since} order by id`.execute(tx)
      return rows
    })
  }

  #ask<T>(companyIds: Companies, ask: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#db
      .transaction()
      .setAccessMode('read only')
      .execute(async begun => ask(companyIds === 'all' ? await setScopeToAll(begun) : await setTenantScope(begun, companyIds)))
  }
}
