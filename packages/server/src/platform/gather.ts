import { CompiledQuery, sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { travelsAhead } from './client.ts'
import { markByFault } from './clock-watch.ts'
import { closed, execute, permit } from './command.ts'
import type { Actor, Answer, Facts, Handler } from './command.ts'
import { contextOf, keepNotes } from './context.ts'
import type { Database, Tx } from './database.ts'
import type { Deadline } from './deadline.ts'
import { forgetKeys, hashOfRequest, keepAnswers } from './idempotency.ts'
import { Patience } from './patience.ts'
import { Refusal, refuse } from './refusal.ts'
import { openShare, type Share } from './share.ts'
import { Slowness } from './slowness.ts'

export interface Call {
  readonly db: Database
  readonly handler: Handler
  readonly actor: Actor
  readonly facts: Facts
  readonly now: Date
  readonly input: unknown
  /** How long it may wait in all; as long as it takes, where nothing is said. */
  readonly patience?: Patience | undefined
  /** When it is answered, whatever happens; nobody waits for the outcome any more then. */
  readonly deadline?: Deadline | undefined
}
interface Waiting {
  readonly call: Call
  readonly done: (answer: Answer) => void
  readonly failed: (thrown: unknown) => void
}

/** Groups under way at once: while one is written the other is read. */
const groupsMost = 2
const membersMost = 64
/** Beside one that is under way another begins when so many wait, or when it lasts so long: a few would only cost a crowd its room. */
const crowd = 16
const besideMs = 150
const waitingMost = 2000
/** Calls at once of a company that is slow: it has other things to do with its places. */
const slowMost = 2
/**
 * Of all who are here each place takes its part. Else those of a large group come back together and are a large group again, while the
 * few who came beside it wait until it is done: some would wait twice as long as others, and one of two processors for the other.
 */
const partOf = (waits: number, isPerformed: number): number => {
  const part = Math.ceil((waits + isPerformed) / groupsMost)
  return Math.min(membersMost, part < crowd ? waits : part)
}
/** So long a statement of a group may take, and a call be waited for: in it are others who have to do with neither. */
const patienceMs = 2000

/**
 * How calls of a handler are performed. Those that come while others are under way wait for each other and are done together; whoever
 * comes alone goes alone, at once. So does a company whose calls take long, within its share.
 */
export function performer(handler: Handler, share: Share = openShare()): (call: Call) => Promise<Answer> {
  const slowness = new Slowness(patienceMs)
  const apart = (call: Call) => {
    const { companyId } = call.actor
    return share.run(companyId, patienceOf(call), () => slowness.watch(companyId, () => alone(call)))
  }
  if (!handler.together) return apart
  const few = openShare(slowMost)
  const slowly = (call: Call) => few.run(call.actor.companyId, patienceOf(call), () => apart(call))
  let waiting: Waiting[] = []
  let underWay = 0,
    performed = 0
  let begun = 0
  const next = () => {
    if (underWay === groupsMost || waiting.length === 0) return
    if (underWay > 0 && waiting.length < crowd && performance.now() - begun < besideMs) return
    waiting = stillWaiting(waiting)
    if (waiting.length === 0) return
    const part = partOf(waiting.length, performed)
    const [slow, group] = parted(waiting.slice(0, part), ({ call }) => slowness.is(call.actor.companyId))
    waiting = waiting.slice(part)
    underWay++
    performed += group.length
    begun = performance.now()
    setTimeout(next, besideMs).unref()
    void inTurn(slow, slowly)
    void performGroup(group, apart, slowness).finally(() => {
      underWay--
      performed -= group.length
      next()
    })
    next()
  }
  return call => {
    permit(handler.endpoint, call.actor)
    if (slowness.is(call.actor.companyId)) return slowly(call)
    if (waiting.length >= waitingMost) refuse('server.busy')
    return new Promise((done, failed) => {
      waiting.push({ call, done, failed })
      // Not before what came at the same moment is heard: the answers of a group bring its next calls all at once.
      setImmediate(next)
    })
  }
}

const alone = ({ db, handler, actor, facts, now, input }: Call) => execute(db, handler, actor, facts, now, input)
type Alone = typeof alone

/** Without those whose time is over: their answer went out, and they will ask again. */
const stillWaiting = (waiting: readonly Waiting[]): Waiting[] =>
  waiting.filter(({ call, failed }) => {
    if (call.deadline?.isOver) failed(new Refusal('server.busy'))
    return !call.deadline?.isOver
  })

const patienceOf = (call: Call) => call.patience ?? new Patience(2 ** 31 - 1)

function parted<T>(all: readonly T[], test: (each: T) => boolean): [T[], T[]] {
  const { yes = [], no = [] } = Object.groupBy(all, each => (test(each) ? 'yes' : 'no'))
  return [yes, no]
}

/** Each in a transaction of its own; those of one company one after the other, while they have the patience. */
async function inTurn(members: readonly Waiting[], apart: Alone): Promise<void> {
  const before = new Map<number, Promise<void>>()
  for (const member of members) {
    const { companyId } = member.call.actor
    before.set(companyId, after(before.get(companyId), member, apart))
  }
  await Promise.all(before.values())
}

async function after(before: Promise<void> | undefined, { call, done, failed }: Waiting, apart: Alone): Promise<void> {
  try {
    if (before) await patienceOf(call).wait(before)
    done(await apart(call))
  } catch (thrown) {
    failed(thrown)
  }
}

/**
 * In one transaction; if that cannot be, each in its own, so that only who is refused is refused, and only who is slow is waited for.
 * Nobody waits for a group that took too long: one of its companies is slow, and each goes by itself until it is known which.
 * @returns when the next group may begin
 */
async function performGroup(members: readonly Waiting[], apart: Alone, slowness?: Slowness): Promise<void> {
  for (const group of withoutEchoes(members)) {
    const begun = performance.now()
    const answers = group.length > 1 ? await together(group.map(({ call }) => call)).catch(() => []) : []
    const left = group.filter(({ done, failed }, at) => {
      const answer = answers[at]
      if (answer instanceof Refusal) failed(answer)
      else if (answer) done(answer)
      return !answer
    })
    const each = inTurn(left, apart)
    if (slowness && answers.length === 0 && performance.now() - begun >= patienceMs)
      for (const { call } of group) slowness.suspect(call.actor.companyId)
    else await Promise.race([each, ...(left.length ? [sleep(patienceMs, undefined, { ref: false })] : [])])
  }
}

/** On the connections of the one that came last: of all of them it may take the longest. */
const together = (group: readonly Call[]) =>
  group
    .at(-1)!
    .db.transaction()
    .execute(tx => inOne(tx, group))

/** A group by itself, whoever else waits. */
export async function performTogether(calls: readonly Call[]): Promise<PromiseSettledResult<Answer>[]> {
  const members: Waiting[] = []
  const answers = calls.map(call => new Promise<Answer>((done, failed) => members.push({ call, done, failed })))
  const settled = Promise.allSettled(answers)
  await performGroup(members, alone)
  return settled
}

/**
 * Who comes under a key that is under way already waits for the answer to it: he begins the next group, as does whoever comes with what
 * the act does for one at a time.
 */
function withoutEchoes(members: readonly Waiting[]): Waiting[][] {
  const groups: Waiting[][] = [[]]
  let taken = new Set<string>()
  for (const member of members) {
    const { actor, facts, handler, input } = member.call
    const key = facts.idempotencyKey && `key ${actor.companyId} ${actor.key} ${facts.idempotencyKey}`
    const names = [...(key ? [key] : []), ...(handler.apart ? [`of ${handler.apart(input)}`] : [])]
    if (names.some(name => taken.has(name))) {
      groups.push([])
      taken = new Set()
    }
    for (const name of names) taken.add(name)
    groups.at(-1)!.push(member)
  }
  return groups
}

const seesInTime = travelsAhead(`select set_config('app.companies', $1, true), set_config('statement_timeout', $2, true)`)

/** Answers in the order of the calls; none for a call whose key is taken: it goes alone, and finds what became of it. */
async function inOne(tx: Tx, calls: readonly Call[]): Promise<(Answer | Refusal | undefined)[]> {
  const { endpoint, together } = calls[0]!.handler
  const companies = [...new Set(calls.flatMap(({ actor }) => actor.companyIds))].join(',')
  await markByFault(tx)
  await tx.executeQuery(CompiledQuery.raw(seesInTime, [companies, String(patienceMs)]))
  const mine = await claimKeys(tx, calls)
  const members = calls.filter(call => mine.has(call)).map(call => ({ call, ...contextOf(tx, call.actor, call.facts, call.now) }))
  const values = members.length ? await together!(members.map(({ call, ctx }) => ({ ctx, input: call.input }))) : []

  const settled = members.map((member, at) => ({ ...member, value: values[at] }))
  const kept = settled
    .filter(({ value }) => value !== undefined && !(value instanceof Refusal))
    .map(({ value, ...member }) => ({ ...member, answer: closed(endpoint, value) }))
  await keepNotes(
    tx,
    kept.map(({ noted }) => noted),
  )
  const keyed = kept.flatMap(({ call: { actor, facts }, answer }) =>
    facts.idempotencyKey ? [{ actor, key: facts.idempotencyKey, answer }] : [],
  )
  if (keyed.length) await keepAnswers(tx, keyed)
  const others = settled.filter(({ value }) => value === undefined || value instanceof Refusal)
  await forgetKeys(
    tx,
    others.flatMap(({ call: { actor, facts } }) => (facts.idempotencyKey ? [{ actor, key: facts.idempotencyKey }] : [])),
  )

  const answers = new Map<Call, Answer | Refusal>(others.flatMap(({ call, value }) => (value instanceof Refusal ? [[call, value]] : [])))
  for (const { call, answer, told } of kept) answers.set(call, { value: answer, ...told })
  return calls.map(call => answers.get(call))
}

/** Takes the keys of these calls, and says whose are taken by nobody else. In one order, so that two groups never block each other. */
async function claimKeys(tx: Tx, calls: readonly Call[]): Promise<Set<Call>> {
  const keyed = calls.filter(({ facts, handler }) => handler.endpoint.idempotent && facts.idempotencyKey)
  if (!keyed.length) return new Set(calls)
  const rows = keyed.map(({ handler, actor, facts, now, input }, turn) => ({
    turn,
    company: actor.companyId,
    actor: actor.key,
    key: facts.idempotencyKey!,
    at: now,
    hash: hashOfRequest(handler.endpoint, input).toString('hex'),
  }))
  const { rows: taken } = await sql<{ turn: number }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)})
        as given (turn int, company bigint, actor text, key text, at timestamptz, hash text)
    ), claimed as (
      insert into idempotency_key (company_id, actor, key, request_hash, at)
      select company, actor, key, decode(hash, 'hex'), at from given order by company, actor, key
      on conflict do nothing returning company_id, actor, key
    )
    select turn from given join claimed on claimed.company_id = given.company and claimed.actor = given.actor and claimed.key = given.key
  `.execute(tx)
  const mine = new Set(taken.map(({ turn }) => keyed[turn]!))
  return new Set(calls.filter(call => mine.has(call) || !keyed.includes(call)))
}
