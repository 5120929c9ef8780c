import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { PipelinedQuery, type Statement } from './pipelined-query.ts'

const namesOf = new Map<string, string>()
const sentOnce = new Set<string>()
const statementsMax = 2000
let turn = 0

/**
 * A statement sent for the second time is prepared under a name, which costs the server a third from then on. Those that were sent once,
 * longest ago, are forgotten: what people search for is seldom the same, and must not keep others from a name.
 */
function nameOf(text: string): string | undefined {
  const known = namesOf.get(text)
  if (known || namesOf.size >= statementsMax) return known
  if (!sentOnce.delete(text)) {
    if (sentOnce.size >= statementsMax) sentOnce.delete(sentOnce.values().next().value!)
    sentOnce.add(text)
    return undefined
  }
  const name = `s${++turn}`
  namesOf.set(text, name)
  return name
}

/** Statements that only set something for their transaction: they are deferred and sent in one message with its first query. */
const settings = new Map<string, string>()
export function deferredSetting(text: string): string {
  if (!settings.has(text)) settings.set(text, `a${settings.size}`)
  return text
}
/** A database that is spread over machines has `app.plans`: it plans each statement anew, for the company says which machine it is for. */
const setPlans = deferredSetting(`select set_config('plan_cache_mode', coalesce(nullif(current_setting('app.plans', true), ''), $1), true)`)

const begins = /^(begin|start transaction)\b/
const commit: Statement = { name: 'commit', text: 'commit', values: [] }

/** Hints in a comment before the first word of a statement. */
const genericPlanHint = '/* generic plan */'
const commitAfterHint = '/* commit after */'
const deferredHint = '/* deferred */'

interface Hints {
  /** The plan does not depend on the parameters: the generic plan is used, instead of planning each execution. */
  readonly genericPlan?: boolean
  /** The last statement of its transaction: COMMIT is sent in the same message. */
  readonly commitAfter?: boolean
  /** A write that answers nothing: it is sent with the next statement or with COMMIT, and fails with it. */
  readonly deferred?: boolean
}
export const planHints = ({ genericPlan: once = false, commitAfter: last = false, deferred = false }: Hints): RawBuilder<unknown> =>
  sql.raw(`${deferred ? deferredHint : last ? commitAfterHint : ''}${once ? genericPlanHint : ''}`)

type State = 'none' | 'deferred' | 'open' | 'committing' | 'committed'
const isOpen = (state: State) => state === 'deferred' || state === 'open'

/**
 * Said within a transaction in which several calls are answered: the last query of one of them is not the last of the transaction. It is
 * for the connection alone and never sent.
 */
export const severalCalls = 'several calls'

/**
 * A connection on which BEGIN and the settings of a transaction cost no round trip: they are deferred and pipelined with its first query,
 * as writes that say so are with the next one. If one of them fails the query is not executed; a transaction without a statement is never
 * started.
 */
export class Client extends pg.Client {
  #deferred: Statement[] = []
  #transaction: State = 'none'
  #usesGenericPlan = false
  #answersSeveral = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // A connection that breaks in use fails the statements on it; the pool listens only while it is idle.
    this.on('error', () => {})
  }

  override query(...given: any[]): any {
    const [text, values, ...rest] = given
    if (typeof text !== 'string' || !Array.isArray(values)) return (super.query as any)(...given)
    if (rest.length > 0) return super.query(named(text, values), ...(rest as []))
    if (begins.test(text)) return this.#begin(text)
    if (text === severalCalls) {
      this.#answersSeveral = true
      return emptyResult('SELECT')
    }
    if (text === 'commit' || text === 'rollback') return this.#end(text)
    if ((settings.has(text) || text.startsWith('set local ')) && this.#transaction !== 'none') {
      this.#deferred.push({ name: settings.get(text), text, values: values.map(prepared) })
      return emptyResult('SELECT')
    }
    if (text.startsWith(deferredHint) && isOpen(this.#transaction)) return this.#defer(text, values)
    return this.#ask(text, values)
  }

  /** Closes the connection at once, even if the server does not respond: queries on it fail now. */
  cut(): void {
    ;(this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }

  #begin(text: string) {
    this.#deferred = [{ name: settings.get(deferredSetting(text)), text, values: [] }]
    this.#transaction = 'deferred'
    this.#usesGenericPlan = false
    this.#answersSeveral = false
    return emptyResult('START')
  }

  #end(text: 'commit' | 'rollback') {
    const isEnded = this.#transaction === 'deferred' || this.#transaction === 'committed'
    const before = text === 'commit' && !isEnded ? this.#deferred : []
    this.#deferred = []
    this.#transaction = 'none'
    if (isEnded) return emptyResult(text.toUpperCase())
    return before.length > 0 ? this.#send(before, commit, []) : super.query(named(text, []))
  }

  #defer(text: string, values: unknown[]) {
    this.#plan(text.startsWith(genericPlanHint, deferredHint.length))
    this.#deferred.push({ name: nameOf(text), text, values: values.map(prepared) })
    this.#transaction = 'open'
    return emptyResult('SELECT')
  }

  #ask(text: string, values: unknown[]) {
    if (this.#transaction === 'none') return super.query(named(text, values))
    if (this.#transaction === 'committing' || this.#transaction === 'committed')
      return Promise.reject(new Error(`query after the last of its transaction: ${text}`))
    const saysLast = text.startsWith(commitAfterHint)
    const isLast = saysLast && !this.#answersSeveral
    this.#plan(text.startsWith(genericPlanHint, saysLast ? commitAfterHint.length : 0))
    if (this.#deferred.length === 0 && !isLast) return super.query(named(text, values))
    const query = { name: nameOf(text), text, values: values.map(prepared) }
    const before = this.#deferred
    this.#deferred = []
    this.#transaction = isLast ? 'committing' : 'open'
    return this.#send(before, query, isLast ? [commit] : [])
  }

  #plan(generic: boolean) {
    if (generic === this.#usesGenericPlan) return
    this.#usesGenericPlan = generic
    this.#deferred.push({ name: settings.get(setPlans), text: setPlans, values: [generic ? 'force_generic_plan' : 'auto'] })
  }

  #send(before: readonly Statement[], query: Statement, after: readonly Statement[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const callback = (error: Error | null, result: pg.QueryResult) => {
        if (error) return reject(error)
        if (after.length > 0) this.#transaction = 'committed'
        resolve(result)
      }
      super.query(new PipelinedQuery(before, query, after, callback))
    })
  }
}

const prepared: (value: unknown) => string | Buffer | null = (pg as any).utils.prepareValue

function named(text: string, values: unknown[]): pg.QueryConfig {
  const name = nameOf(text)
  return { text, values, ...(name && { name }) }
}

const emptyResult = (command: string) => Promise.resolve({ command, rowCount: 0, rows: [] })
