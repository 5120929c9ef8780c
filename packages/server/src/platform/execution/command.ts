import type { Endpoint, Language, Parsed, Returned, Role, SearchLimit } from '@forecourt/contract'
import { CompiledQuery } from 'kysely'
import { deferredSetting } from '../postgres/client.ts'
import { markByFault } from '../postgres/clock-watch.ts'
import { contextOf, writeNotes } from './context.ts'
import type { Database, Tx } from '../postgres/database.ts'
import { claimKey, forgetKeys, keepAnswers } from './idempotency.ts'
import type { JobOptions } from '../jobs/schedule.ts'
import { Refusal, refuse } from './refusal.ts'

/** The authenticated caller and their rights, loaded for each request; nothing in it comes from the client unchecked. */
export interface Actor {
  readonly kind: 'user' | 'device' | 'system' | 'nobody'
  readonly id: number
  /** Name in the audit log and in idempotency keys: `user:12`. */
  readonly key: string
  readonly companyId: number
  readonly role?: Role
  readonly permissions: ReadonlySet<string>
  /** Pages the actor may open; nobody can grant a page that they do not have. */
  readonly pages?: ReadonlySet<string>
  readonly companyIds: readonly number[]
  /** The actor's stations; absent means every station of their companies. */
  readonly stationIds?: readonly number[]
  /** The selected station, one of the actor's own. Lists of station records are narrowed to it. */
  readonly stationId?: number
  /** The selected company, or that of the selected station: lists are narrowed to it. `companyIds` stay all that the actor may see. */
  readonly chosenCompanyId?: number
  readonly fleetId?: number
  /** From when on records of a kind are visible; unlimited where absent. */
  readonly since?: Since
  readonly readOnly: boolean
  /** The zone in which days begin: that of the station, else of the company. */
  readonly zone: string
  readonly sessionId?: number
  /** Minutes without activity after which the session ends; never when absent. */
  readonly idleMinutes?: number
  /** When the session ends, in epoch milliseconds. */
  readonly expiresAt?: number
}

/** Metadata of a request as the client sent it; it grants nothing. */
export interface RequestMeta {
  readonly requestId: string
  readonly language: Language
  readonly authorization?: string
  readonly cookie?: string
  readonly company?: string
  readonly station?: string
  readonly role?: string
  readonly client?: string
  readonly idempotencyKey?: string
  /** Parts of the URL that could be a session token, which is refused there. */
  readonly inUrl?: readonly string[]
  readonly ip: string
  readonly userAgent: string
  /** Whether it came over TLS, so that the cookie is marked as secure. */
  readonly secure: boolean
}

/** What lists and lookups are narrowed to. */
export interface ScopeValue {
  readonly companyIds: readonly number[]
  /** The selected company: lists of company and station records show its own, single records are not narrowed to it. */
  readonly companyId?: number
  readonly stationIds?: readonly number[]
  /** The selected station: lists of station records show its own. Single records and the list of stations are not narrowed to it. */
  readonly stationId?: number
  readonly fleetId?: number
  readonly since?: Since
  /** Of related records that the actor may not read only the label is given. Everything is readable when absent. */
  readonly permissions?: ReadonlySet<string>
  readonly zone: string
  /** Time-dependent values are read as of this moment; as of the transaction's when absent. */
  readonly now?: Date
}
type Since = Readonly<Partial<Record<SearchLimit, Date>>>

/** A session for the browser: one half in a header, the other in a cookie. `null` deletes it. */
export interface IssuedSession {
  readonly token: string
  readonly cookie: string
  readonly expiresAt: number
}

/** The actor, the time and the transaction. A handler has access to nothing else. */
export interface Ctx {
  readonly tx: Tx
  readonly actor: Actor
  readonly scope: ScopeValue
  readonly meta: RequestMeta
  readonly now: Date
  /** Adds an audit event, written in the same transaction and later appended to the company's hash chain. */
  audit(action: string, subject: string, detail?: object, companyId?: number): void
  /** Emits an event, delivered at least once after the commit. */
  emit(topic: string, payload: object, of?: { companyId?: number; stationId?: number }): void
  /** Enqueues a job that runs after the commit: at once, or not before `runAt`. */
  job(task: string, payload: object, options?: JobOptions): void
  /** Gives the browser a session, or deletes it. */
  issue(session: IssuedSession | null): void
}

export interface Handler {
  readonly endpoint: Endpoint
  run(ctx: Ctx, input: any): Promise<unknown>
  /** Checks before an uploaded file is accepted. */
  admit?(actor: Actor, input: any): void
  /** Whether an outcome is a failed attempt at a secret: such calls pass the login throttle before a connection is taken. */
  readonly guess?: (outcome: unknown) => boolean
  /**
   * Runs many calls in one transaction. Each has its own result: a value, or a refusal without any writes of its own; undefined for a call
   * that has to run singly afterwards.
   */
  batch?(members: readonly Member[]): Promise<readonly unknown[]>
  /** Two calls with the same key are never in one batch. */
  batchKey?(input: any): string | number
}

/** One call of a batch. */
export interface Member<I = any> {
  readonly ctx: Ctx
  readonly input: I
}

/** A thrown refusal rolls back; a returned one commits what was written (a counted wrong password). */
export function handle<E extends Endpoint>(endpoint: E, run: (ctx: Ctx, input: Parsed<E>) => Promise<Returned<E> | Refusal>): Handler {
  return { endpoint, run }
}

/** A command that runs for many calls in one transaction and few round trips. A single call is a batch of one. */
export function handleBatch<E extends Endpoint>(
  endpoint: E,
  batch: (members: readonly Member<Parsed<E>>[]) => Promise<readonly (Returned<E> | Refusal)[]>,
): Handler {
  const run = async (ctx: Ctx, input: Parsed<E>) => {
    const [answer] = await batch([{ ctx, input }])
    if (answer instanceof Refusal) throw answer
    return answer
  }
  return { endpoint, run, batch }
}

export interface Answer {
  readonly value: unknown
  readonly issued?: IssuedSession | null
}

/**
 * Executes a command of HTTP, a job or a device: permission check, then one transaction with the change, its audit entries and its events.
 * All of them are committed, or none.
 */
export async function execute(db: Database, handler: Handler, actor: Actor, meta: RequestMeta, now: Date, input: unknown): Promise<Answer> {
  permit(handler.endpoint, actor)
  const { method, permission, reads: only } = handler.endpoint
  const reads = only || (method === 'GET' && permission !== 'signedIn')
  for (let attempt = 1; ; attempt++) {
    try {
      const begin = reads ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only') : db.transaction()
      const answer = await begin.execute(async tx => {
        if (!reads) await markByFault(tx)
        return within(tx, handler, actor, meta, now, input)
      })
      if (answer.value instanceof Refusal) throw answer.value
      return answer
    } catch (thrown) {
      // Serialization failure or deadlock: retried.
      if (attempt === 4 || !['40001', '40P01'].includes((thrown as { code?: string }).code ?? '')) throw thrown
    }
  }
}

/** Permission check, before the input is looked at. @throws auth.required, auth.forbidden, auth.readOnly */
export function permit({ permission, method, reads }: Endpoint, actor: Actor): void {
  if (permission === 'public') return
  if (actor.kind === 'nobody') refuse('auth.required')
  if (permission === 'signedIn') return actor.kind === 'user' ? undefined : refuse('auth.forbidden', { permission })
  if (!actor.permissions.has(permission)) refuse('auth.forbidden', { permission })
  if (actor.readOnly && method !== 'GET' && !reads) refuse('auth.readOnly')
}

async function within(tx: Tx, { endpoint, run }: Handler, actor: Actor, meta: RequestMeta, now: Date, input: unknown): Promise<Answer> {
  await setTenantScope(tx, actor.companyIds)
  const key = endpoint.idempotent && meta.idempotencyKey
  if (key) {
    const before = await claimKey(tx, actor, key, endpoint, now, input)
    if (before !== undefined) return { value: before }
  }
  const { ctx, reply, notes } = contextOf(tx, actor, meta, now)
  const value = await run(ctx, input)
  if (value instanceof Refusal) {
    await writeNotes(tx, [notes])
    if (key) await forgetKeys(tx, [{ actor, key }])
    return { value }
  }
  const answer = closed(endpoint, value)
  await writeNotes(tx, [notes])
  if (key) await keepAnswers(tx, [{ actor, key, answer }])
  return { value: answer, ...reply }
}

/** Rows of a resource hold its declared columns and no others; every other answer is closed here. */
export const closed = ({ rows, returns }: Endpoint, value: unknown): unknown => (rows ? value : returns.parse(value))

const setScope = deferredSetting(`select set_config('app.companies', $1, true)`)

/** Row-level security: from here on the transaction sees the rows of these companies and no others. */
export async function setTenantScope(tx: Tx, companyIds: readonly number[]): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(setScope, [companyIds.join(',')]))
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
