import { colorOfFuel, type ComparedWith, type FuelColor } from '@forecourt/contract'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { byCompany } from '../../platform/execution/by-company.ts'
import { sql, type RawBuilder } from 'kysely'
import { planHints } from '../../platform/postgres/client.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { before, seesWhole, sourceOf, sitesOf, type Part, type Range } from './sites.ts'

type Sql = RawBuilder<unknown>

export interface Asked extends Range {
  readonly group: readonly string[]
  readonly compare?: ComparedWith | undefined
  readonly stationId?: number | undefined
}

/** What a statistic is made of. */
export interface Kind<M> {
  readonly facts: readonly string[]
  /** Which aggregates answer a question after such a thing, and what its key and name are there. */
  readonly things: Readonly<Record<string, Thing>>
  /** The sums, named as the contract names them; `item` says that goods and fuels are asked after. */
  readonly sums: (dimension: string) => Sql
  readonly none: M
  readonly since?: Date | undefined
  readonly withCompany?: boolean
  /** Nothing is asked after it. */
  readonly last?: boolean
  /** What everything together is read from, where not from the hours of the whole. */
  readonly all?: Thing
  /** Of a part of the rows only. */
  readonly where?: Sql
  /** Of very many lines the greatest are kept. */
  readonly rank?: (line: M) => number
}
export interface Thing {
  readonly dimension: string
  readonly key: Sql
  readonly name?: Sql
  readonly join?: (tx: Tx) => Sql
  /** Of a fuel: its own colour, code and classification, by which it is drawn. */
  readonly fuel?: Sql
  /** What no aggregate is kept by: its rows, as aggregates. Their lines add up to everything. */
  readonly rows?: (tx: Tx) => Sql
}
/** More lines than these fill no screen; what is left out stands in the totals. */
const linesMost = 1000

/** Nothing is asked after. */
const all: Thing = { dimension: 'all', key: sql`null::text` }

interface Line {
  period: string | null
  stationId: number | null
  station: string | null
  key: string | null
  name: string | null
  currency: string
  color: FuelColor | null
}
const common = sql`count, volume_cl, pieces, amount_cents, discount_cents, paid_cents, refunded_cents`
const measures = sql`${common}, principal_cents, gift_cents`

/** The lines that were asked for and their totals, each beside those of the time that they are compared with. */
export async function statisticOf<M extends object>(ctx: Ctx, asked: Asked, kind: Kind<M>) {
  const now = { parts: [{ range: asked }], shift: '0 days' }
  const then = asked.compare && before(asked, asked.compare, ctx.scope.zone, ctx.now)
  const thing = asked.group.map(each => kind.things[each]).find(each => each)
  // What lists are filtered by parts the orders and payments themselves: their lines add up to all of them.
  const parts = thing === undefined || thing.dimension === 'status' || thing.rows !== undefined
  const last = kind.last === true && parts && !then
  const read = async (group: readonly string[]) => {
    const lines = await linesOf(ctx, { ...asked, group }, now, kind, last)
    return then
      ? beside(lines, await linesOf(ctx, { ...asked, group }, then, kind), kind.none)
      : lines.map(line => ({ ...line, before: null }))
  }
  const lines = await read(asked.group)
  const content = thing?.rows && kind.rank ? greatest(lines, kind.rank) : lines
  return {
    content,
    totals: parts ? addedUp(lines, kind.none) : await read([]),
    comparedUntil: (then && then.until) ?? null,
    left: lines.length - content.length,
  }
}

/** As many as a page can show, the greatest first in each period. */
const greatest = <L extends { readonly period: string | null }>(lines: readonly L[], rank: (line: L) => number): L[] =>
  lines
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, linesMost)
    .toSorted((one, other) => (one.period ?? '').localeCompare(other.period ?? ''))

/** The lines of each part of a time, those of one place and name added up. */
async function linesOf<M extends object>(
  ctx: Ctx,
  asked: Asked,
  { parts, shift }: { parts: readonly Part[]; shift: string },
  kind: Kind<M>,
  last = false,
): Promise<(Line & M)[]> {
  const lines = new Map<string, Line & M>()
  const companies = byCompany(ctx)
  const asks = companies.flatMap(of => parts.map(part => ({ of, part })))
  for (const { of, part } of asks) {
    for (const line of await partOf(of, asked, { ...part, shift }, kind, last && companies.length === 1)) {
      const known = lines.get(placeOf(line))
      const names = Object.keys(kind.none) as (keyof M)[]
      const sums = known && Object.fromEntries(names.map(name => [name, Number(known[name]) + Number(line[name])]))
      lines.set(placeOf(line), { ...line, ...sums })
    }
  }
  return companies.length === 1 ? [...lines.values()] : inOrder([...lines.values()])
}

/** As the statement itself orders them: by period and station, the most first. */
const inOrder = <L extends Line>(lines: readonly L[]): L[] => {
  const most = (line: object) => (line as { totalCents?: number }).totalCents ?? (line as { amountCents?: number }).amountCents ?? 0
  const byText = (one: unknown, other: unknown) => String(one ?? '').localeCompare(String(other ?? ''))
  return lines.toSorted(
    (one, other) =>
      byText(one.period, other.period) || byText(one.station, other.station) || most(other) - most(one) || byText(one.key, other.key),
  )
}

type Told<M> = Line & M & { before: M | null }

/** What lines come to, in each currency. */
function addedUp<M extends object>(lines: readonly Told<M>[], none: M): Told<M>[] {
  const names = Object.keys(none) as (keyof M)[]
  const sumOf = (of: readonly M[]) =>
    Object.fromEntries(names.map(name => [name, of.reduce((sum, each) => sum + Number(each[name]), 0)])) as M
  const totals = [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, of]): Told<M> => {
    const then = of.flatMap(({ before }) => before ?? [])
    const place = { period: null, stationId: null, station: null, key: null, name: null, currency, color: null }
    return { ...place, ...sumOf(of), before: then.length ? sumOf(then) : null }
  })
  const most = (line: object) => (line as { amountCents?: number }).amountCents ?? 0
  return totals.toSorted((a, b) => most(b) - most(a))
}

/** The aggregates, and what waits to be rolled up into them, in one statement and so of one moment. */
async function partOf<M extends object>(
  { tx, scope }: Ctx,
  { group, stationId }: Asked,
  { range, exact, shift }: Part & { shift: string },
  { facts, things, sums, since, withCompany, ...kind }: Kind<M>,
  last = false,
): Promise<(Line & M)[]> {
  const time = group.find(each => each in units)
  const asked = group.find(each => each in things)
  const thing = asked ? things[asked]! : (kind.all ?? all)
  const source = exact || thing.rows ? 'rows' : sourceOf(range, group, thing.dimension, since)
  const of = sql`fact = any(${facts}) and at >= site.begins and at < site.ends and key not like 'close:%' and key not like 'fail::%'`
  const own = sql`station_id = site.station_id and ${of}`
  const aggregates = (sites: Sql) => sql`
    select site.*, aggregates.* from ${sites} as site cross join lateral (
      select fact, at, key as aggregate_key, ${measures} from ${scoped(tx, 'statistic_aggregate')} statistic_aggregate
      where ${own} and dimension = ${thing.dimension} and grain = ${source}
      union all
      select fact, at, key, ${measures} from ${scoped(tx, 'statistic_pending')} pending
      where ${own} and dimension = ${thing.dimension}
      offset 0
    ) as aggregates`
  const rows =
    thing.rows?.(tx) ??
    sql`select fact, at, key as aggregate_key, ${measures} from ${scoped(tx, 'statistic_from_rows')} counted
      where ${own} and dimension = ${thing.dimension}`
  const counted = sql`
    select site.*, counted.* from site cross join lateral (
      ${rows}
      offset 0
    ) as counted`
  const isWhole =
    wholes.has(thing.dimension) &&
    (source === 'd' || source === 'm') &&
    !withCompany &&
    !group.includes('station') &&
    stationId === undefined
  const whole = isWhole && seesWhole(scope) && wholeOf(tx, of, source, aggregates)
  // Cells are read by their places in one index, whatever is asked; rows are not.
  const answer = await sql<
    Line & M & { fuel: [FuelColor | null, string, string] | null }
  >`${planHints({ genericPlan: source !== 'rows', commitAfter: last })}
    with site as materialized (${sitesOf(scope, range, stationId, since, withCompany)}),
    ${whole || sql`aggregate as (${source === 'rows' ? counted : aggregates(sql`site`)})`}
    select ${time ? periodOf(time, shift) : sql`null`} as period,
      ${group.includes('station') ? sql`aggregate.station_id, aggregate.name` : sql`null::bigint as station_id, null`} as station,
      ${thing.key} as key, ${thing.name ?? sql`null::text`} as name, aggregate.currency,
      ${thing.fuel ?? sql`null::text[]`} as fuel, ${sums(thing.dimension)}
    from aggregate ${thing.join?.(tx) ?? sql``} ${kind.where ?? sql``}
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(count) <> 0 or sum(amount_cents) <> 0
    order by 1, 3, sum(amount_cents) desc, 4`.execute(tx)
  return answer.rows.map(({ fuel, ...line }) => ({
    ...line,
    color: fuel && colorOfFuel({ color: fuel[0], code: fuel[1], classification: fuel[2] }),
  })) as (Line & M)[]
}

/** What a company is also counted by as a whole: as lists are filtered, and so everything together. */
const wholes: ReadonlySet<string> = new Set(['status', 'all'])

/** The aggregates of companies as wholes: of those whose stations all begin their days together. Of the others, those of each station. */
const wholeOf = (tx: Tx, of: Sql, grain: 'd' | 'm', aggregates: (sites: Sql) => Sql): Sql => sql`
  whole as materialized (
    select company_id, min(time_zone) as time_zone, currency, min(begins) as begins, min(ends) as ends from site
    group by company_id, currency having min(time_zone) = max(time_zone)
  ), aggregate as (
    select null::bigint as station_id, site.company_id, site.time_zone, site.currency, null::text as name, site.begins, site.ends,
      aggregates.*
    from whole as site cross join lateral (
      select fact, at, key as aggregate_key, ${common}, 0::bigint as principal_cents, 0::bigint as gift_cents
      from ${scoped(tx, 'statistic_whole')} counted
      where company_id = site.company_id and grain = ${grain} and ${of}
      union all
      select fact, at, key, ${measures} from ${scoped(tx, 'statistic_pending')} statistic_pending
      where company_id = site.company_id and dimension = 'status' and ${of}
      offset 0
    ) as aggregates
    union all
    ${aggregates(sql`(select * from site where company_id not in (select company_id from whole))`)}
  )`

const units = { hour: true, day: true, week: true, month: true } as const

/** Named after the time that it stands beside, in the station's own calendar. */
function periodOf(unit: string, shift: string): Sql {
  const local = sql`(at at time zone aggregate.time_zone) + ${shift}::interval`
  return unit === 'hour'
    ? sql`to_char((${local}) at time zone aggregate.time_zone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`to_char(date_trunc(${unit}, ${local}), 'YYYY-MM-DD')`
}

const placeOf = ({ period, stationId, key, currency }: Line) => JSON.stringify([period, stationId, key, currency])

/** Lines of two times, those of one place and name beside each other. What is in one of them only is nothing in the other. */
function beside<M extends object>(now: readonly (Line & M)[], then: readonly (Line & M)[], none: M): Told<M>[] {
  const sumsOf = (line: Line & M) => Object.fromEntries(Object.keys(none).map(name => [name, line[name as keyof M]])) as M
  const earlier = new Map(then.map(line => [placeOf(line), line]))
  const lines = now.map(line => {
    const was = earlier.get(placeOf(line))
    earlier.delete(placeOf(line))
    return { ...line, before: was ? sumsOf(was) : none }
  })
  const gone = [...earlier.values()].map(line => ({ ...line, ...none, before: sumsOf(line) }))
  return [...lines, ...gone].toSorted((a, b) => (a.period ?? '').localeCompare(b.period ?? ''))
}
