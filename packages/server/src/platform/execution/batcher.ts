import { seesAllCompanies } from './ctx.ts'
import { CompiledQuery } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { markByFault } from '../postgres/clock-watch.ts'
import { BatchQueue } from './batch-queue.ts'
import { closed, execute, permit, setTenantScope } from './command.ts'
import type { Actor, Answer, RequestMeta, Handler } from './command.ts'
import { contextOf, writeNotes } from './context.ts'
import type { Database, Tx } from '../postgres/database.ts'
import { lieApart } from '../postgres/machines.ts'
import type { Deadline } from './deadline.ts'
import { answersBefore, hashOfRequest, keepAnswers, type Keyed } from './idempotency.ts'
import { QueueDeadline } from '../overload/queue-deadline.ts'
import { assert, Refusal, refuse } from './refusal.ts'
import { openTenantLimit, type TenantLimit } from '../overload/tenant-limit.ts'
import { SlowTenantBreaker } from '../overload/slow-tenant-breaker.ts'

export interface Call {
  readonly db: Database
  readonly handler: Handler
  readonly actor: Actor
  readonly meta: RequestMeta
  readonly now: Date
  readonly input: unknown
  /** How long the call may wait in queues in total; absent is without limit. */
  readonly queueDeadline?: QueueDeadline | undefined
  /** When the call is answered, whatever its outcome. */
  readonly deadline?: Deadline | undefined
}
interface Queued {
  readonly call: Call
  readonly resolve: (answer: Answer) => void
  readonly reject: (thrown: unknown) => void
}

const queueMax = 2000
/** Concurrent calls of a tenant whose circuit breaker is open. */
const slowTenantLimit = 2
/** Timeout of a statement in a batch, and of waiting for one call: the next batch shall not wait for it. */
const batchTimeoutMs = 2000

/** Callers who see the same companies are one tenant, so that row-level security in a batch is that of each of its calls. */
const tenantOf = ({ actor }: Call): string => `${actor.companyId} of ${actor.companyIds.join()}`

/**
 * Runs the calls of a handler. Calls of one tenant that arrive while others of it are running are collected and run as one batch; a single
 * call runs at once by itself. Calls of a slow tenant are never batched and count against the tenant's concurrency limit.
 */
export function batcher(handler: Handler, tenantLimit: TenantLimit = openTenantLimit()): (call: Call) => Promise<Answer> {
  const breaker = new SlowTenantBreaker(batchTimeoutMs)
  const unbatched = (call: Call) => {
    const { companyId } = call.actor
    return tenantLimit.run(companyId, queueDeadlineOf(call), () => breaker.run(companyId, () => single(call)))
  }
  if (!handler.batch) return unbatched
  const slowLimit = openTenantLimit(slowTenantLimit)
  const throttled = (call: Call) => slowLimit.run(call.actor.companyId, queueDeadlineOf(call), () => unbatched(call))
  const queue = new BatchQueue<Queued>(async all => {
    const group = withoutExpired(all)
    const isSlow = group.some(({ call }) => breaker.isOpen(call.actor.companyId))
    if (isSlow) void oneByOne(group, throttled)
    else await runGroup(group, unbatched, breaker)
  })
  return call => {
    permit(handler.endpoint, call.actor)
    if (breaker.isOpen(call.actor.companyId)) return throttled(call)
    // What is of companies on several machines is done one by one.
    if (lieApart(call.actor.companyIds)) return unbatched(call)
    if (queue.length >= queueMax) refuse('server.busy')
    return new Promise((resolve, reject) => queue.add(tenantOf(call), { call, resolve, reject }))
  }
}

const single = ({ db, handler, actor, meta, now, input }: Call) => execute(db, handler, actor, meta, now, input)
type Single = typeof single

/** Rejects calls past their deadline: they were answered already, and the client will retry. */
const withoutExpired = (queue: readonly Queued[]): Queued[] =>
  queue.filter(({ call, reject }) => {
    if (call.deadline?.isOver) reject(new Refusal('server.busy'))
    return !call.deadline?.isOver
  })

const queueDeadlineOf = (call: Call) => call.queueDeadline ?? new QueueDeadline(2 ** 31 - 1)

/** Each call in its own transaction; calls of one company in sequence, within their queue deadlines. */
async function oneByOne(members: readonly Queued[], run: Single): Promise<void> {
  const before = new Map<number, Promise<void>>()
  for (const member of members) {
    const { companyId } = member.call.actor
    before.set(companyId, after(before.get(companyId), member, run))
  }
  await Promise.all(before.values())
}

async function after(before: Promise<void> | undefined, { call, resolve, reject }: Queued, run: Single): Promise<void> {
  try {
    if (before) await queueDeadlineOf(call).wait(before)
    resolve(await run(call))
  } catch (thrown) {
    reject(thrown)
  }
}

/**
 * Runs a batch in one transaction. If that fails, each call runs in its own, so that only the call at fault is refused. If the batch timed
 * out, the breaker of every tenant in it is tripped, and the next batch does not wait for these calls.
 * @returns when the next batch may start
 */
async function runGroup(members: readonly Queued[], single: Single, breaker?: SlowTenantBreaker): Promise<void> {
  for (const group of splitDuplicateKeys(members)) {
    const begun = performance.now()
    const answers = group.length > 1 ? await inTransaction(group.map(({ call }) => call)).catch(() => []) : []
    const left = group.filter(({ resolve, reject }, at) => {
      const answer = answers[at]
      if (answer instanceof Refusal) reject(answer)
      else if (answer) resolve(answer)
      return !answer
    })
    const each = oneByOne(left, single)
    if (breaker && answers.length === 0 && performance.now() - begun >= batchTimeoutMs)
      for (const { call } of group) breaker.trip(call.actor.companyId)
    else await Promise.race([each, ...(left.length ? [sleep(batchTimeoutMs, undefined, { ref: false })] : [])])
  }
}

/** On the connection of the call that arrived last: its deadline is the latest. */
const inTransaction = (group: readonly Call[]) =>
  group
    .at(-1)!
    .db.transaction()
    .execute(tx => inOneTransaction(tx, group))

/** Runs these calls as one batch for each tenant, without the queue. */
export async function runBatch(calls: readonly Call[]): Promise<PromiseSettledResult<Answer>[]> {
  const members: Queued[] = []
  const answers = calls.map(call => new Promise<Answer>((resolve, reject) => members.push({ call, resolve, reject })))
  const settled = Promise.allSettled(answers)
  for (const group of Map.groupBy(members, ({ call }) => tenantOf(call)).values()) await runGroup(group, single)
  return settled
}

/** A call with an idempotency key or a batch key that is already in the batch starts the next one, where it finds the earlier answer. */
function splitDuplicateKeys(members: readonly Queued[]): Queued[][] {
  const groups: Queued[][] = [[]]
  let taken = new Set<string>()
  for (const member of members) {
    const { actor, meta, handler, input } = member.call
    const key = meta.idempotencyKey && `key ${actor.companyId} ${actor.key} ${meta.idempotencyKey}`
    const names = [...(key ? [key] : []), ...(handler.batchKey ? [`of ${handler.batchKey(input)}`] : [])]
    if (names.some(name => taken.has(name))) {
      groups.push([])
      taken = new Set()
    }
    for (const name of names) taken.add(name)
    groups.at(-1)!.push(member)
  }
  return groups
}

const limitStatements = `set local statement_timeout = ${batchTimeoutMs}`

/** Answers in the order of the calls; undefined for a call whose idempotency key is taken: run singly, it finds the earlier answer. */
async function inOneTransaction(begun: Tx, calls: readonly Call[]): Promise<(Answer | Refusal | undefined)[]> {
  const { endpoint, batch } = calls[0]!.handler
  assert(new Set(calls.map(tenantOf)).size === 1, 'a batch is of one tenant')
  await markByFault(begun)
  await begun.executeQuery(CompiledQuery.raw(limitStatements, []))
  const { actor } = calls[0]!
  const tx = await setTenantScope(begun, actor.companyIds, seesAllCompanies(actor))
  const keys = new Map(calls.flatMap(call => keyedBy(call) ?? []))
  const before = await answersBefore(tx, [...keys.values()])
  const answered = new Set([...keys.keys()].filter((_, turn) => before.has(turn)))
  const members = calls.filter(call => !answered.has(call)).map(call => ({ call, ...contextOf(tx, call.actor, call.meta, call.now) }))
  const values = members.length ? await batch!(members.map(({ call, ctx }) => ({ ctx, input: call.input }))) : []

  const settled = members.map((member, at) => ({ ...member, value: values[at] }))
  const succeeded = settled
    .filter(({ value }) => value !== undefined && !(value instanceof Refusal))
    .map(({ value, ...member }) => ({ ...member, answer: closed(endpoint, value) }))
  await writeNotes(
    tx,
    succeeded.map(({ notes }) => notes),
  )
  await keepAnswers(
    tx,
    succeeded.flatMap(({ call, answer }) => (keys.has(call) ? [{ ...keys.get(call)!, now: call.now, answer }] : [])),
  )

  const answers = new Map<Call, Answer | Refusal>(
    settled.flatMap(({ call, value }) => (value instanceof Refusal ? [[call, value] as const] : [])),
  )
  for (const { call, answer, reply } of succeeded) answers.set(call, { value: answer, ...reply })
  return calls.map(call => answers.get(call))
}

/** The idempotency key of a call, if it came with one that is stored. */
const keyedBy = (call: Call): [[Call, Keyed]] | undefined => {
  const { handler, actor, meta, input } = call
  if (!handler.endpoint.idempotent || !meta.idempotencyKey) return undefined
  return [[call, { actor, key: meta.idempotencyKey, hash: hashOfRequest(handler.endpoint, input) }]]
}
