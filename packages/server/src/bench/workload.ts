import type pg from 'pg'

/** How much stands in the database before anything is measured: what `npm run seed` is given. */
export interface Seed {
  readonly companies: number
  readonly stations: number
  readonly orders: number
  readonly cards: number
  readonly days: number
}

/** What came of a load: how many were answered as they should be, how fast, and what else was answered. */
export interface Load {
  readonly perSecond: number
  readonly meanMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  readonly done: number
  /** The same with what was done before counting began. */
  readonly all: number
  /** Processor time that each took, in microseconds, of the server and of the database; 0 where the system does not tell. */
  readonly serverUs: number
  readonly databaseUs: number
  /** Answers other than 200, by their status. */
  readonly others: Readonly<Record<string, number>>
  /** How often an act of several calls had to begin anew. */
  readonly again?: number
}

/** Calls made over HTTP, as many at once as there are lanes, by a process of its own. */
export interface Calls {
  /** The file beside this one that says what is called: its `callsOf(facts)` gives the calls of a lane, one after the other. */
  readonly source: string
  readonly facts: unknown
  readonly lanes: number
  /** Made to the last, however long it takes: to set a scene, not to measure. */
  readonly all?: true
  /** They come by a clock of their own, so many a second on average (Poisson), whether or not the ones before have been answered. */
  readonly perSecond?: number
}

/** One SQL statement again and again, on as many connections as there are lanes, by pgbench or a driver of ours. */
export interface Statements {
  /** What stands behind the colon is a whole number drawn anew each time, from 1 to what `upTo` says of it. */
  readonly text: string
  readonly upTo: Readonly<Record<string, number>>
  readonly lanes: number
  /** What one statement counts for. */
  readonly each?: number
}

/** Where a workload is measured: a database of its own, the server on it, and those who load them. */
export interface Place {
  readonly seed: Seed
  readonly small: boolean
  /** The owner's address of the database. */
  readonly url: string
  /** The folder of its cluster, where it has one of its own. */
  readonly home: string
  /** The server's, and its process. */
  readonly address: string
  readonly serverPid: number
  /** The owner's connections: past the tenant wall. */
  readonly owner: pg.Pool
  /** How long a load lasts: what is counted, and what goes before. */
  readonly seconds: number
  readonly warmSeconds: number
  /** Another server, that has done nothing yet. */
  restart(): Promise<void>
  load(calls: Calls): Promise<Load>
  raw(statements: Statements): Promise<Load>
}

export type Sample = Readonly<Record<string, number>>

/** One line of the table: a number made of what the raw limit and the product came to in the same round. */
export interface Figure {
  readonly says: string
  readonly of: (raw: Sample, product: Sample) => number
  readonly goal?: readonly ['≥' | '≤', number]
}

export interface Workload {
  readonly name: string
  readonly what: string
  readonly seed: (small: boolean) => Seed
  /** It changes the books: afterwards every invariant must hold. */
  readonly writes: boolean
  prepare?(place: Place): Promise<void>
  /** The limit: what the database alone can do. */
  raw(place: Place): Promise<Sample>
  product(place: Place): Promise<Sample>
  readonly figures: readonly Figure[]
}
