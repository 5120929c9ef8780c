import type { ComparedWith } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/command.ts'
import { before, sourceOf, sitesOf, type Range } from './sites.ts'

type Sql = RawBuilder<unknown>

export interface Asked extends Range {
  readonly group: readonly string[]
  readonly compare?: ComparedWith | undefined
  readonly stationId?: number | undefined
}

/** What a statistic is made of. */
export interface Kind<M> {
  readonly facts: readonly string[]
  /** Which cells answer a question after such a thing, and what its key and name are there. */
  readonly things: Readonly<Record<string, Thing>>
  /** The sums, named as the contract names them; `item` says that goods and fuels are asked after. */
  readonly sums: (dimension: string) => Sql
  readonly none: M
  readonly since?: Date | undefined
  readonly withCompany?: boolean
}
export interface Thing {
  readonly dimension: string
  readonly key: Sql
  readonly name?: Sql
  readonly join?: Sql
}

/** Nothing is asked after: by the hour from the hours themselves, else from what lists are filtered by. */
const all = (byHour: boolean): Thing => ({ dimension: byHour ? 'all' : 'standing', key: sql`null::text` })

interface Line {
  period: string | null
  stationId: number | null
  station: string | null
  key: string | null
  name: string | null
  currency: string
}
const measures = sql`count, volume_cl, pieces, amount_cents, discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents`

/** The lines that were asked for and their totals, each beside those of the time that they are compared with. */
export async function statisticOf<M extends object>(ctx: Ctx, asked: Asked, kind: Kind<M>) {
  const now = { range: asked, shift: '0 days' }
  const then = asked.compare && before(asked, asked.compare, ctx.scope.zone)
  const read = async (group: readonly string[]) => {
    const lines = await linesOf(ctx, { ...asked, group }, now, kind)
    return then
      ? beside(lines, await linesOf(ctx, { ...asked, group }, then, kind), kind.none)
      : lines.map(line => ({ ...line, before: null }))
  }
  return { content: await read(asked.group), totals: await read([]) }
}

/** The cells, and what waits to be folded into them, in one statement and so of one moment. */
async function linesOf<M extends object>(
  { tx, scope }: Ctx,
  { group, stationId }: Asked,
  { range, shift }: { range: Range; shift: string },
  { facts, things, sums, since, withCompany }: Kind<M>,
): Promise<(Line & M)[]> {
  const time = group.find(each => each in units)
  const asked = group.find(each => each in things)
  const source = sourceOf(range, group, asked ? things[asked]!.dimension : 'all', since)
  const thing = asked ? things[asked]! : all(source === 'h')
  const of = sql`fact = any(${facts}) and dimension = ${thing.dimension} and at >= site.begins and at < site.ends
    and key not like 'close:%' and key not like 'fail::%'`
  const cells = sql`
    select site.*, cells.* from site cross join lateral (
      select fact, at, key as cell_key, ${measures} from statistic_cell
      where station_id = site.station_id and grain = ${source} and ${of}
      union all
      select fact, at, key, ${measures} from statistic_waiting where station_id = site.station_id and ${of}
      offset 0
    ) as cells`
  const told = sql`
    select site.*, told.* from site cross join lateral (
      select fact, at, key as cell_key, ${measures} from statistic_told where station_id = site.station_id and ${of} offset 0
    ) as told`
  const { rows } = await sql<Line & M>`
    with site as materialized (${sitesOf(scope, range, stationId, since, withCompany)}),
    cell as (${source === 'rows' ? told : cells})
    select ${time ? periodOf(time, shift) : sql`null`} as period,
      ${group.includes('station') ? sql`cell.station_id, cell.name` : sql`null::bigint as station_id, null`} as station,
      ${thing.key} as key, ${thing.name ?? sql`null::text`} as name, cell.currency, ${sums(thing.dimension)}
    from cell ${thing.join ?? sql``}
    group by 1, 2, 3, 4, 5, 6
    having sum(count) <> 0 or sum(amount_cents) <> 0
    order by 1, 3, sum(amount_cents) desc, 4`.execute(tx)
  return rows
}

const units = { hour: true, day: true, week: true, month: true } as const

/** Named after the time that it stands beside, in the station's own calendar. */
function periodOf(unit: string, shift: string): Sql {
  const local = sql`(at at time zone cell.time_zone) + ${shift}::interval`
  return unit === 'hour'
    ? sql`to_char((${local}) at time zone cell.time_zone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`to_char(date_trunc(${unit}, ${local}), 'YYYY-MM-DD')`
}

/** Lines of two times, those of one place and name beside each other. What is in one of them only is nothing in the other. */
function beside<M extends object>(now: readonly (Line & M)[], then: readonly (Line & M)[], none: M): (Line & M & { before: M | null })[] {
  const placeOf = ({ period, stationId, key, currency }: Line) => JSON.stringify([period, stationId, key, currency])
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
