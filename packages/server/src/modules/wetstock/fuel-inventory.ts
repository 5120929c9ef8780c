import { fuelInventories } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import { handle, type Handler } from '../../platform/execution/command.ts'
import { listOf } from '../../platform/search/list.ts'
import { parseSearch, type Predicate } from '../../platform/search/parse.ts'
import { totalsOf } from '../../platform/search/totals.ts'

/** What a row is known by before it is added up: conditions on it reach the rows of the shifts behind it. */
const columns = { period: 'period', by: 'by', businessDay: 'business_day' } as const
type Column = keyof typeof columns
const usual = { period: 'shift', by: 'tank' } as const
const isDay = /^\d{4}-\d{2}-\d{2}$/

/**
 * A list is of one period, and of tanks or manifolds. What the filter says of these and of days is said of every part of the statement, so
 * that a month of many stations is added up once and no other one is looked at.
 */
function narrowedBy(search: string | readonly string[] | undefined): RawBuilder<unknown> {
  const said = parseSearch(search).filter((term): term is Predicate => 'path' in term && Object.hasOwn(columns, term.path))
  const conditions = said.flatMap(({ path, op, operand }) => {
    if (operand.kind !== 'value') return []
    const { text } = operand.value
    // What is wrong with a day is said where the whole filter is read.
    if (path === 'businessDay' ? !isDay.test(text) || Number.isNaN(Date.parse(text)) : op !== ':') return []
    return [sql`${sql.ref(columns[path as Column])} ${sql.raw(op === ':' ? '=' : op)} ${text}`]
  })
  const fixed = said.filter(({ op, operand }) => op === ':' && operand.kind === 'value').map(({ path }) => path)
  const rest = (['period', 'by'] as const).filter(field => !fixed.includes(field))
  const every = [...conditions, ...rest.map(field => sql`${sql.ref(columns[field])} = ${usual[field]}`)]
  return sql.join(every, sql` and `)
}

const list = handle(fuelInventories.list, ({ tx, scope }, { query }) =>
  listOf(tx, fuelInventories, query, scope, { extra: narrowedBy(query.search), last: true }),
)
const totals = handle(fuelInventories.totals, ({ tx, scope }, { query }) =>
  totalsOf(tx, fuelInventories, query, scope, { extra: narrowedBy(query.search), last: true }),
)

export const fuelInventoryHandlers: readonly Handler[] = [list, totals]
