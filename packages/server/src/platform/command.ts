import type { Endpoint, Language, Parsed, Returned, Role, SearchLimit } from '@forecourt/contract'
import { CompiledQuery } from 'kysely'
import { travelsAhead } from './client.ts'
import { markByFault } from './clock-watch.ts'
import { contextOf, keepNotes } from './context.ts'
import type { Database, Tx } from './database.ts'
import { claimKey, forgetKeys, keepAnswers } from './idempotency.ts'
import type { JobOptions } from './jobs/keep.ts'
import { Refusal, refuse } from './refusal.ts'

/** Who acts, and what he may see. Made by the access module for each request; nothing in it comes from the client unchecked. */
export interface Actor {
  readonly kind: 'user' | 'device' | 'system' | 'nobody'
  readonly id: number
  /** As the audit and the idempotency keys name him: `user:12`. */
  readonly key: string
  readonly companyId: number
  readonly role?: Role
  readonly permissions: ReadonlySet<string>
  /** The pages he opens; nobody gives another a page that he does not hold. */
  readonly pages?: ReadonlySet<string>
  readonly companyIds: readonly number[]
  /** The stations he works in; absent means every station of his companies. */
  readonly stationIds?: readonly number[]
  /** The station he chose, one of his own. Lists of station records are narrowed to it. */
  readonly stationId?: number
  /** The company he chose, or that of the station he chose: lists are narrowed to it. `companyIds` stay all that he may see. */
  readonly chosenCompanyId?: number
  readonly fleetId?: number
  /** How far back he sees records of a kind; unlimited where it says nothing. */
  readonly since?: Since
  readonly readOnly: boolean
  /** The zone in which his days begin: his station's, else his company's. */
  readonly zone: string
  readonly sessionId?: number
  /** Minutes after which his sign-in ends when nobody is there; never when absent. */
  readonly idleMinutes?: number
  /** When the session ends, in epoch milliseconds. */
  readonly expiresAt?: number
}

/** What a request says of itself. Facts, not rights. */
export interface Facts {
  readonly requestId: string
  readonly language: Language
  readonly authorization?: string
  readonly cookie?: string
  readonly company?: string
  readonly station?: string
  readonly role?: string
  readonly client?: string
  readonly idempotencyKey?: string
  /** What of the address might be half of a session, and has no business there. */
  readonly inUrl?: readonly string[]
  readonly ip: string
  readonly userAgent: string
  /** Whether it came over TLS, so that the cookie may say so. */
  readonly secure: boolean
}

/** What lists and lookups are narrowed to. */
export interface ScopeValue {
  readonly companyIds: readonly number[]
  /** The company he chose: lists of company and station records show its own, single records are not narrowed to it. */
  readonly companyId?: number
  readonly stationIds?: readonly number[]
  /** The station he chose: lists of station records show its own. Single records and the list of stations are not narrowed to it. */
  readonly stationId?: number
  readonly fleetId?: number
  readonly since?: Since
  /** What he may: of related records that he may not read he is told their label. All of them when absent. */
  readonly permissions?: ReadonlySet<string>
  readonly zone: string
  /** What depends on the time is read as of this moment; as of the transaction's when absent. */
  readonly now?: Date
}
type Since = Readonly<Partial<Record<SearchLimit, Date>>>

/** A session to hand to the browser: one half in a header, the other in a cookie. `null` takes it back. */
export interface IssuedSession {
  readonly token: string
  readonly cookie: string
  readonly expiresAt: number
}

/** Who asks, when, and the one door to the database. Everything a handler may touch comes through here. */
export interface Ctx {
  readonly tx: Tx
  readonly actor: Actor
  readonly scope: ScopeValue
  readonly facts: Facts
  readonly now: Date
  /** Notes a deed, kept in the same transaction and sealed into the company's chain. */
  audit(action: string, subject: string, detail?: object, companyId?: number): void
  /** Tells the world, at least once, after the transaction is kept. */
  emit(topic: string, payload: object, of?: { companyId?: number; stationId?: number }): void
  /** Asks for a task to be done after the transaction is kept, and only then: at once, or not before `runAt`. */
  job(task: string, payload: object, options?: JobOptions): void
  /** Hands the browser a session, or takes it back. */
  issue(session: IssuedSession | null): void
}

export interface Handler {
  readonly endpoint: Endpoint
  run(ctx: Ctx, input: any): Promise<unknown>
  /** What stands against it before the file that it takes is let in. */
  admit?(actor: Actor, input: any): void
  /** A wrong outcome is a guess at a secret: such calls take their turns before a connection is taken. */
  readonly guess?: (outcome: unknown) => boolean
  /**
   * Many at once, each answered for itself: a value, or a refusal that leaves nothing of its own behind. Undefined where it takes more
   * than is done here: that one goes alone afterwards.
   */
  together?(members: readonly Member[]): Promise<readonly unknown[]>
  /** What two of those who go together may not share: whoever comes with it again begins the next group. */
  apart?(input: any): string | number
}

/** One request among those that share a transaction. */
export interface Member<I = any> {
  readonly ctx: Ctx
  readonly input: I
}

/** A refusal that is thrown leaves nothing behind; one that is returned keeps what was written (a counted wrong password). */
export function handle<E extends Endpoint>(endpoint: E, run: (ctx: Ctx, input: Parsed<E>) => Promise<Returned<E> | Refusal>): Handler {
  return { endpoint, run }
}

/** An act that many may do at once, in one transaction and few round trips. One alone is a group of one. */
export function handleTogether<E extends Endpoint>(
  endpoint: E,
  together: (members: readonly Member<Parsed<E>>[]) => Promise<readonly (Returned<E> | Refusal)[]>,
): Handler {
  const run = async (ctx: Ctx, input: Parsed<E>) => {
    const [answer] = await together([{ ctx, input }])
    if (answer instanceof Refusal) throw answer
    return answer
  }
  return { endpoint, run, together }
}

export interface Answer {
  readonly value: unknown
  readonly issued?: IssuedSession | null
}

/**
 * The one road in, for HTTP, jobs and devices: permission, then one transaction holding the change, its audit entries and its events.
 * All of them are kept, or none.
 */
export async function execute(db: Database, handler: Handler, actor: Actor, facts: Facts, now: Date, input: unknown): Promise<Answer> {
  permit(handler.endpoint, actor)
  const { method, permission, reads: only } = handler.endpoint
  const reads = only || (method === 'GET' && permission !== 'signedIn')
  for (let attempt = 1; ; attempt++) {
    try {
      const begin = reads ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only') : db.transaction()
      const answer = await begin.execute(async tx => {
        if (!reads) await markByFault(tx)
        return within(tx, handler, actor, facts, now, input)
      })
      if (answer.value instanceof Refusal) throw answer.value
      return answer
    } catch (thrown) {
      // Two transactions that stood in each other's way: the loser simply goes again.
      if (attempt === 4 || !['40001', '40P01'].includes((thrown as { code?: string }).code ?? '')) throw thrown
    }
  }
}

/** Whether he may at all; asked before what he sent is looked at. @throws auth.required, auth.forbidden, auth.readOnly */
export function permit({ permission, method, reads }: Endpoint, actor: Actor): void {
  if (permission === 'public') return
  if (actor.kind === 'nobody') refuse('auth.required')
  if (permission === 'signedIn') return actor.kind === 'user' ? undefined : refuse('auth.forbidden', { permission })
  if (!actor.permissions.has(permission)) refuse('auth.forbidden', { permission })
  if (actor.readOnly && method !== 'GET' && !reads) refuse('auth.readOnly')
}

async function within(tx: Tx, { endpoint, run }: Handler, actor: Actor, facts: Facts, now: Date, input: unknown): Promise<Answer> {
  await enter(tx, actor.companyIds)
  const key = endpoint.idempotent && facts.idempotencyKey
  if (key) {
    const before = await claimKey(tx, actor, key, endpoint, now, input)
    if (before !== undefined) return { value: before }
  }
  const { ctx, told, noted } = contextOf(tx, actor, facts, now)
  const value = await run(ctx, input)
  if (value instanceof Refusal) {
    await keepNotes(tx, [noted])
    if (key) await forgetKeys(tx, [{ actor, key }])
    return { value }
  }
  const answer = closed(endpoint, value)
  await keepNotes(tx, [noted])
  if (key) await keepAnswers(tx, [{ actor, key, answer }])
  return { value: answer, ...told }
}

/** Rows of a resource hold its declared columns and no others; every other answer is closed here. */
export const closed = ({ rows, returns }: Endpoint, value: unknown): unknown => (rows ? value : returns.parse(value))

const sees = travelsAhead(`select set_config('app.companies', $1, true)`)

/** From here on the transaction sees these companies and no others. */
export async function enter(tx: Tx, companyIds: readonly number[]): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(sees, [companyIds.join(',')]))
}

/** The product itself, acting for one company: jobs, imports, the demo. */
export function systemActor(companyId: number, name: string, zone = 'Asia/Shanghai', permissions: Iterable<string> = []): Actor {
  return {
    kind: 'system',
    id: 0,
    key: `system:${name}`,
    companyId,
    companyIds: [companyId],
    permissions: new Set(permissions),
    readOnly: false,
    zone,
  }
}
export const nobody: Actor = {
  kind: 'nobody',
  id: 0,
  key: 'nobody',
  companyId: 0,
  companyIds: [],
  permissions: new Set(),
  readOnly: false,
  zone: 'Asia/Shanghai',
}
