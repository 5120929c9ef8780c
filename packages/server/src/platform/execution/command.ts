import type { Endpoint, Parsed, Returned } from '@forecourt/contract'
import { CompiledQuery, sql } from 'kysely'
import { jobAsked } from '../jobs/asked.ts'
import { markByFault } from '../postgres/clock-watch.ts'
import { companyOfRecord } from './by-company.ts'
import { contextOf, writeNotes } from './context.ts'
import { noCompany, seesAllCompanies, seesUnassigned, type Actor, type RequestMeta, type IssuedSession, type Ctx } from './ctx.ts'
import { ofCompanies, type Database, type Tx } from '../postgres/database.ts'
import { allCompanies } from '../postgres/name-companies.ts'
import { answerBefore, hashOfRequest, isKeyTaken, keepAnswers } from './idempotency.ts'
import { assert, Refusal, refuse } from './refusal.ts'

export type { Actor, RequestMeta, ScopeValue, IssuedSession, Ctx } from './ctx.ts'

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
  /** A job was asked for that is due. */
  readonly hasJob?: boolean
}

/**
 * Executes a command of HTTP, a job or a device: permission check, then one transaction with the change, its audit entries and its events.
 * All of them are committed, or none.
 */
export async function execute(db: Database, handler: Handler, actor: Actor, meta: RequestMeta, now: Date, input: unknown): Promise<Answer> {
  permit(handler.endpoint, actor)
  const { method, permission, reads: only, writes } = handler.endpoint
  const reads = only || (method === 'GET' && permission !== 'signedIn' && !writes)
  for (let attempt = 1; ; attempt++) {
    try {
      const begin = reads ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only') : db.transaction()
      const answer = await begin.execute(async tx => {
        if (!reads) await markByFault(tx)
        return within(tx, handler, actor, meta, now, input)
      })
      if (answer.hasJob) jobAsked()
      if (answer.value instanceof Refusal) throw answer.value
      return answer
    } catch (thrown) {
      // Serialization failure or deadlock: retried.
      const failure = thrown as { code?: string; constraint?: string }
      if (attempt === 4 || !(['40001', '40P01'].includes(failure.code ?? '') || isKeyTaken(failure))) throw thrown
    }
  }
}

/** Permission check, before the input is looked at. @throws auth.required, auth.forbidden, auth.readOnly */
export function permit({ permission, method, reads, display }: Endpoint, actor: Actor): void {
  if (permission === 'public') return
  if (actor.kind === 'nobody') refuse('auth.required')
  if (permission === 'signedIn') {
    if (actor.kind !== 'user' || (actor.display && !display)) refuse('auth.forbidden', { permission })
    return
  }
  if (!actor.permissions.has(permission)) refuse('auth.forbidden', { permission })
  if (actor.readOnly && method !== 'GET' && !reads) refuse('auth.readOnly')
}

async function within(begun: Tx, { endpoint, run }: Handler, actor: Actor, meta: RequestMeta, now: Date, input: unknown): Promise<Answer> {
  const all = await setTenantScope(begun, actor.companyIds, seesAllCompanies(actor), seesUnassigned(actor))
  const only = await companyOfRecord(all, endpoint, actor, input)
  const tx = only === undefined ? all : ofCompanies(all, [only])
  const key = endpoint.idempotent && meta.idempotencyKey
  const keyed = key ? { actor, key, hash: hashOfRequest(endpoint, input) } : undefined
  if (keyed) {
    const before = await answerBefore(tx, keyed)
    if (before !== undefined) return { value: before }
  }
  const { ctx, reply, notes } = contextOf(tx, actor, meta, now)
  const value = await run(only === undefined ? ctx : { ...ctx, scope: { ...ctx.scope, companyIds: [only] } }, input)
  if (value instanceof Refusal) {
    await writeNotes(tx, [notes])
    return { value }
  }
  const answer = closed(endpoint, value)
  await writeNotes(tx, [notes])
  if (keyed) await keepAnswers(tx, [{ ...keyed, now, answer }])
  const hasJob = notes.jobs.some(({ runDate }) => runDate <= now)
  return { value: answer, ...(hasJob && { hasJob }), ...reply }
}

/** Rows of a resource hold its declared columns and no others; every other answer is closed here. */
export const closed = ({ rows, returns }: Endpoint, value: unknown): unknown => (rows ? value : returns.parse(value))

/**
 * Row-level security: from here on the transaction sees the rows of these companies and no others. A setting and not a function that sets:
 * where the database is spread over several machines, only a setting is made on each of them.
 * @param areAll these are all companies of the platform, and row-level security does not look for each row's among them (ADR 59)
 * @param unassigned rows of no company are seen besides, by a statement that asks for them (ADR 66)
 * @returns the transaction, whose statements of the query builder name these companies
 */
export async function setTenantScope(tx: Tx, companyIds: readonly number[], areAll = false, unassigned = false): Promise<Tx> {
  assert(companyIds.every(Number.isSafeInteger), 'a company is a whole number')
  const seen = unassigned ? [...companyIds, noCompany] : companyIds
  await tx.executeQuery(CompiledQuery.raw(`set local app.companies = '${areAll ? 'all' : seen.join(',')}'`, []))
  return ofCompanies(tx, companyIds)
}

/** The same for what is done for every company: maintenance and proofs. @throws if the database is of a version that knows no such scope */
export async function setScopeToAll(tx: Tx): Promise<Tx> {
  const { rows } = await sql<{ company: number }>`select company from company_directory`.execute(tx)
  const companyIds = rows.map(({ company }) => company)
  const scoped = await setTenantScope(tx, companyIds, true)
  const seen = await sql<{ count: number }>`${sql.raw(allCompanies)} select count(*) from company`.execute(scoped)
  assert(seen.rows[0]!.count >= companyIds.length, 'every company is seen: the database has the migrations of this version')
  return scoped
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
