import {
  groupedLinesMost,
  isTimeGroup,
  resources,
  type Group,
  type GroupedLine,
  type GroupedTotals,
  type Groups,
  type Resource,
} from '@forecourt/contract'
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { among } from '../postgres/name-companies.ts'
import type { ScopeValue } from '../execution/command.ts'
import { assert } from '../execution/refusal.ts'
import { Query } from './compile.ts'
import { countedBy } from './counted.ts'
import { narrowed } from './page.ts'
import { parseSearch } from './parse.ts'
import { both, readable } from './scope.ts'

type Sql = RawBuilder<unknown>

/** A time, by the days of each station or by moments. */
export interface Time {
  readonly from: string
  readonly to: string
  readonly days: boolean
}
interface Asked {
  readonly search: string
  readonly groupBy: string
  /** All time where it is undefined. */
  readonly time: Time | undefined
}
/** Statements and their parts: what is counted, and by what. */
interface Counting {
  readonly key: Sql
  readonly name: Sql
  readonly company: Sql
  readonly count: Sql
  readonly amount: Sql
  readonly volume: Sql
  readonly from: Sql
  readonly where: Sql
}

/**
 * The rows that a filter leaves, counted by one thing: how many, what they come to and their volume, for each key. Whole days by what lists
 * are filtered by are read from the aggregates, so that they cost as much as there are days; everything else from the rows of the time
 * that is asked for, whose length is bounded. @throws the refusals of search
 */
export async function groupedTotals(
  tx: QueryExecutorProvider,
  resource: Resource,
  asked: Asked,
  scope: ScopeValue,
): Promise<Omit<GroupedTotals, 'startTime' | 'endTime'>> {
  const { groups } = resource
  assert(groups, `${resource.name} is grouped`)
  const kept = await keptLines(tx, resource, groups, asked, scope)
  const lines = kept ?? (await linesOf(tx, fromRows(resource, groups, asked, scope), scope))
  return { ...told(lines, asked.groupBy), total: totalOf(lines) }
}

/** The lines of a time in their order; of a thing the greatest first. */
function told(lines: readonly GroupedLine[], groupBy: string) {
  const weight = ({ amountCents, count }: GroupedLine) => Math.abs(amountCents ?? count)
  const inOrder = isTimeGroup(groupBy)
    ? lines.toSorted((one, other) => (one.key ?? '').localeCompare(other.key ?? ''))
    : lines.toSorted((one, other) => weight(other) - weight(one) || other.count - one.count)
  return { content: inOrder.slice(0, groupedLinesMost), left: Math.max(0, lines.length - groupedLinesMost) }
}

function totalOf(lines: readonly GroupedLine[]): GroupedTotals['total'] {
  const sum = (of: (line: GroupedLine) => number | null) => lines.reduce((all, line) => all + (of(line) ?? 0), 0)
  const measures = (of: (line: GroupedLine) => number | null) => lines.every(line => of(line) !== null)
  const currencies = [...new Set(lines.map(({ currency }) => currency))]
  return {
    currency: currencies.length === 1 ? currencies[0]! : null,
    count: sum(({ count }) => count),
    amountCents: currencies.length <= 1 && measures(({ amountCents }) => amountCents) ? sum(({ amountCents }) => amountCents) : null,
    volumeCl: measures(({ volumeCl }) => volumeCl) ? sum(({ volumeCl }) => volumeCl) : null,
  }
}

async function linesOf(tx: QueryExecutorProvider, counting: Counting, { companyIds }: ScopeValue): Promise<GroupedLine[]> {
  const { key, name, company, count, amount, volume, from, where } = counting
  const { rows } = await sql<GroupedLine>`
    select ${key} as key, ${name} as name, company.currency, ${count}::bigint as count, ${amount} as amount_cents, ${volume} as volume_cl
    from ${from} join company on company.id = ${company} and ${among('company.id', companyIds)}
    where ${where} group by 1, 2, 3 having ${count} <> 0`.execute(tx)
  return rows
}

/** Out of the aggregates, where they hold the answer; undefined where they do not, and where some station's days begin otherwise. */
async function keptLines(
  tx: QueryExecutorProvider,
  resource: Resource,
  { amount, volume, by }: Groups,
  { search, groupBy, time }: Asked,
  scope: ScopeValue,
): Promise<GroupedLine[] | undefined> {
  const { counted } = resource
  const isKept = groupBy === 'day' || groupBy === 'month' || counted?.fields.includes(by[groupBy]?.key ?? '')
  if (!counted || !isKept || (time && !time.days) || readable(resource, scope)) return undefined
  const terms = [search, ...(time ? [`createdDate>=${time.from}`, `createdDate<=${time.to}`] : [])].filter(Boolean).join(',')
  const aggregates = countedBy(resource, parseSearch(terms), scope)
  if (!aggregates) return undefined
  const { from, where, own } = aggregates.days()
  const sum = (column: string | undefined) => (column ? sql`coalesce(sum(${own(column)}), 0)::bigint` : sql`null::bigint`)
  const found = await linesOf(
    tx,
    {
      key: isTimeGroup(groupBy) ? keyOfTime(groupBy, own('at'), sql`${scope.zone}`) : sql`${own(by[groupBy]!.key)}::text`,
      name: sql`null::text`,
      company: own('companyId'),
      count: sql`coalesce(sum(${own('count')}), 0)`,
      amount: sum(amount && counted.sums[amount]),
      volume: sum(volume && 'volumeCl'),
      from,
      where: sql`${where} and not ${aggregates.shifted}`,
    },
    scope,
  )
  // Of nothing it is not known whether there was nothing, or whether the days begin elsewhere.
  return found.length > 0 ? found : undefined
}

/** As much sooner and later a day may begin anywhere. */
const anywhereHours = 14

function fromRows(resource: Resource, { amount, volume, by }: Groups, { search, groupBy, time }: Asked, scope: ScopeValue): Counting {
  const extra = both(readable(resource, scope), time && within(time))
  const rows = new Query(resource, scope, narrowed(resource, scope, extra))
  const conditions = rows.where(parseSearch(search))
  const thing: Group | undefined = by[groupBy]
  const [key, name] = [thing && rows.grouping(thing.key), thing?.name && rows.grouping(thing.name)]
  const ofStation = resource.scope === 'station'
  const zone = ofStation ? sql`coalesce(zoned.time_zone, ${scope.zone})` : sql`${scope.zone}`
  const at = rows.own('createdDate')
  const local = sql`(${at} at time zone ${zone})::date`
  const ofDays = time?.days ? sql`and ${local} >= ${time.from}::date and ${local} <= ${time.to}::date` : sql``
  const stations = ofStation
    ? sql` left join station zoned on zoned.id = ${rows.own('stationId')} and ${among('zoned.company_id', scope.companyIds)}`
    : sql``
  return {
    key: isTimeGroup(groupBy) ? keyOfTime(groupBy, at, zone) : sql`${key}::text`,
    name: name ? sql`${name}::text` : sql`null::text`,
    company: rows.own('companyId'),
    count: sql`count(*)`,
    amount: amount ? sql`coalesce(sum(${rows.own(amount)}), 0)::bigint` : sql`null::bigint`,
    volume: volume ? sql`coalesce(sum(${volumeOf(resource, volume, rows, scope)}), 0)::bigint` : sql`null::bigint`,
    from: sql`${rows.from()}${stations}`,
    where: sql`${conditions} ${ofDays}`,
  }
}

/** A field of the row, or what the rows of a relation to many come to. */
function volumeOf(resource: Resource, path: string, rows: Query, { companyIds }: ScopeValue): Sql {
  const [relation = '', field] = path.split('.')
  if (field === undefined) return rows.own(relation)
  const [name, column] = resource.many![relation]!
  const { table } = resources.get(name)!
  return sql`(select sum(${sql.ref(`part.${field}`)}) from ${sql.table(table)} part
    where ${among('part.company_id', companyIds)} and ${sql.ref(`part.${column}`)} = ${rows.own('id')})`
}

/** On the table's own column, so that an index finds it: of days as wide as they are anywhere. */
function within({ from, to, days }: Time): Sql {
  if (!days) return sql`created_date >= ${from}::timestamptz and created_date < ${to}::timestamptz`
  const wide = sql`make_interval(hours => ${anywhereHours})`
  return sql`created_date >= ${`${from}T00:00:00Z`}::timestamptz - ${wide}
    and created_date < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day' + ${wide}`
}

/** In the calendar of the zone; an hour is the instant at which it begins. */
const keyOfTime = (unit: 'hour' | 'day' | 'month', at: Sql, zone: Sql): Sql =>
  unit === 'hour'
    ? sql`to_char(date_trunc('hour', ${at}, ${zone}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`to_char(${at} at time zone ${zone}, ${sql.lit(unit === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM')})`
