import type { CurrencyTotals, Resource, Totals, TotalsQuery } from '@forecourt/contract'
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { planHints } from '../postgres/client.ts'
import type { ScopeValue } from '../execution/command.ts'
import { Query } from './compile.ts'
import { countedBy } from './counted.ts'
import { keptOf } from './kept-count.ts'
import { narrowed } from './page.ts'
import { parseSearch } from './parse.ts'
import { both, readable } from './scope.ts'

type Sql = RawBuilder<unknown>

/**
 * How many rows a filter leaves, and the sums of the fields that the resource adds up: exact, over all pages. Money of several
 * currencies is summed for each of them.
 * @throws the refusals of search
 */
export async function totalsOf(
  tx: QueryExecutorProvider,
  resource: Resource,
  query: z.output<typeof TotalsQuery>,
  scope: ScopeValue,
  { extra: given, last = false }: { readonly extra?: Sql; readonly last?: boolean } = {},
): Promise<Totals> {
  const extra = both(readable(resource, scope), given)
  const terms = parseSearch(query.search)
  const once = terms.length === 0
  const mixed = mayMix(resource, scope)
  const aggregates = extra ? undefined : countedBy(resource, terms, scope)
  if (aggregates && resource.totalsOf.every(field => aggregates.sums(field))) {
    const sums = named(resource, aggregates.count, field => aggregates.sum(field))
    // Days may begin elsewhere at another station: then the rows are asked. Of no currency nothing is found, and the rows are asked too.
    const from = sql`from ${aggregates.from} ${mixed ? companyOf(aggregates.company) : sql``} where ${aggregates.where}`
    const { rows: found } = await sql<CurrencyTotals>`${planHints({ genericPlan: once, commitAfter: last && !aggregates.dated && !mixed })}
      ${mixed ? eachCurrency(sums, from, aggregates.applies) : sql`select ${sums} ${from} having ${aggregates.applies}`}`.execute(tx)
    if (found[0]) return together(resource, found)
  }
  const kept = extra || !resource.counts?.sums ? undefined : keptOf(resource, terms, scope)
  if (kept) {
    const sums = named(resource, kept.count, kept.sum)
    const from = sql`from ${kept.from} ${mixed ? companyOf(kept.company) : sql``} where ${kept.where}`
    const { rows: found } = await sql<CurrencyTotals>`${planHints({ genericPlan: once, commitAfter: last })}
      ${mixed ? eachCurrency(sums, from) : sql`select ${sums} ${from}`}`.execute(tx)
    return together(resource, found)
  }
  const rows = new Query(resource, scope, narrowed(resource, scope, extra))
  const where = rows.where(terms)
  const sums = named(resource, sql`count(*)`, field => sql`coalesce(sum(${rows.own(field)}), 0)::bigint`)
  const from = sql`from ${rows.from()} ${mixed ? companyOf(rows.own('companyId')) : sql``} where ${where}`
  const { rows: found } = await sql<CurrencyTotals>`${planHints({ genericPlan: once, commitAfter: last })}
    ${mixed ? eachCurrency(sums, from) : sql`select ${sums} ${from}`}`.execute(tx)
  return together(resource, found)
}

/** Whether the rows may be those of several companies, each of which has a currency of its own. */
const mayMix = ({ moneyTotals, scope: of }: Resource, { companyIds, companyId, stationId }: ScopeValue): boolean =>
  moneyTotals.length > 0 && companyIds.length > 1 && companyId === undefined && (of !== 'station' || stationId === undefined)

const named = ({ totalsOf: fields }: Resource, count: Sql, sum: (field: string) => Sql): Sql =>
  sql.join([sql`${count} as count`, ...fields.map(field => sql`${sum(field)} as ${sql.id(field)}`)])
const companyOf = (id: Sql): Sql => sql`left join company on company.id = ${id}`
const eachCurrency = (sums: Sql, from: Sql, applies: Sql = sql`true`): Sql =>
  sql`select company.currency, ${sums} ${from} group by company.currency having ${applies} order by company.currency`

/** What the currencies come to together: what is no money is added, and money only where there is one currency. */
function together({ totalsOf: fields, moneyTotals }: Resource, found: readonly CurrencyTotals[]): Totals {
  const all = (field: string) => found.reduce((sum, each) => sum + each[field]!, 0)
  const several = found.length > 1
  const sums = fields.map(field => [field, several && moneyTotals.includes(field) ? null : all(field)])
  return { count: all('count'), ...Object.fromEntries(sums), ...(several && { currencies: found }) }
}
