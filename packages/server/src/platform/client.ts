import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { OneMessage, type Statement } from './one-message.ts'

const namesOf = new Map<string, string | undefined>()
const statementsMax = 2000
let turn = 0

/** A text that is sent a second time is prepared under a name, and from then on costs the server a third. */
function nameOf(text: string): string | undefined {
  if (!namesOf.has(text)) {
    if (namesOf.size < statementsMax) namesOf.set(text, undefined)
    return undefined
  }
  const name = namesOf.get(text) ?? `s${++turn}`
  namesOf.set(text, name)
  return name
}

/** Statements that set something for their transaction, and answer nothing: they wait for the first question, and travel with it. */
const settings = new Map<string, string>()
export function travelsAhead(text: string): string {
  if (!settings.has(text)) settings.set(text, `a${settings.size}`)
  return text
}
const setPlans = travelsAhead(`select set_config('plan_cache_mode', $1, true)`)

const begins = /^(begin|start transaction)\b/
const commit: Statement = { name: 'commit', text: 'commit', values: [] }

/** What a question says of itself, before its first word. */
const plannedOnce = '/* planned once */'
const isTheLast = '/* the last */'

interface Hints {
  /** Its plan does not depend on what is asked for: it is made once for all who ask, and not anew with each. */
  readonly once?: boolean
  /** It is the last of its transaction, which is kept with it. */
  readonly last?: boolean
}
export const hinted = ({ once = false, last = false }: Hints): RawBuilder<unknown> =>
  sql.raw(`${last ? isTheLast : ''}${once ? plannedOnce : ''}`)

/**
 * A connection on which a transaction costs no trip of its own: what begins it, and what it may see, wait for the first question, and go
 * with it in one message. Where one of them fails the question is not asked; where nothing is asked, nothing was begun.
 */
export class Client extends pg.Client {
  #ahead: Statement[] = []
  /** Where its transaction stands: none, not begun yet, open, its last question asked, kept with that. */
  #stage: 'none' | 'waiting' | 'open' | 'last' | 'kept' = 'none'
  #plansOnce = false

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
    if (text === 'commit' || text === 'rollback') return this.#end(text)
    const setting = settings.get(text)
    if (setting && this.#stage !== 'none') {
      this.#ahead.push({ name: setting, text, values: values.map(prepared) })
      return nothing('SELECT')
    }
    return this.#ask(text, values)
  }

  /** Ends the connection at once, even if the server says nothing any more: what was asked on it fails now. */
  cut(): void {
    ;(this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }

  #begin(text: string) {
    this.#ahead = [{ name: settings.get(travelsAhead(text)), text, values: [] }]
    this.#stage = 'waiting'
    this.#plansOnce = false
    return nothing('START')
  }

  #end(text: 'commit' | 'rollback') {
    const isOver = this.#stage === 'waiting' || this.#stage === 'kept'
    this.#ahead = []
    this.#stage = 'none'
    return isOver ? nothing(text.toUpperCase()) : super.query(named(text, []))
  }

  #ask(text: string, values: unknown[]) {
    if (this.#stage === 'none') return super.query(named(text, values))
    if (this.#stage === 'last' || this.#stage === 'kept') return Promise.reject(new Error(`asked after the last question: ${text}`))
    const isLast = text.startsWith(isTheLast)
    this.#plan(text.startsWith(plannedOnce, isLast ? isTheLast.length : 0))
    if (this.#ahead.length === 0 && !isLast) return super.query(named(text, values))
    const question = { name: nameOf(text), text, values: values.map(prepared) }
    const ahead = this.#ahead
    this.#ahead = []
    this.#stage = isLast ? 'last' : 'open'
    return this.#send(ahead, question, isLast ? [commit] : [])
  }

  #plan(once: boolean) {
    if (once === this.#plansOnce) return
    this.#plansOnce = once
    this.#ahead.push({ name: settings.get(setPlans), text: setPlans, values: [once ? 'force_generic_plan' : 'auto'] })
  }

  #send(ahead: readonly Statement[], question: Statement, behind: readonly Statement[]): Promise<pg.QueryResult> {
    return new Promise((done, failed) => {
      const answered = (error: Error | null, result: pg.QueryResult) => {
        if (error) return failed(error)
        if (behind.length > 0) this.#stage = 'kept'
        done(result)
      }
      super.query(new OneMessage(ahead, question, behind, answered))
    })
  }
}

const prepared: (value: unknown) => string | Buffer | null = (pg as any).utils.prepareValue

function named(text: string, values: unknown[]): pg.QueryConfig {
  const name = nameOf(text)
  return { text, values, ...(name && { name }) }
}

const nothing = (command: string) => Promise.resolve({ command, rowCount: 0, rows: [] })
