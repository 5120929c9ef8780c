import { fundColumnNames, fundColumns, reports, TenderType, UserCardKind, type FundLine, type TenderLine } from '@forecourt/contract'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { sql, type RawBuilder } from 'kysely'
import { byCompany } from '../../platform/execution/by-company.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { withinScope } from './limit.ts'
import { statisticOf } from './read.ts'
import { sitesOf, type Range } from './sites.ts'

interface Asked extends Range {
  readonly stationId?: number | undefined
}
/** What moved on cards: before the report begins, with no day, or on a day of it. */
interface Moved {
  period: string | null
  stationId: number
  station: string | null
  kind: string | null
  currency: string
  type: string
  principalCents: number
  giftCents: number
  debtCents: number
}
/** Where something stands in a report: what names its line, and how much it was. */
interface Piece extends Pick<FundLine, 'period' | 'stationId' | 'station' | 'key' | 'currency'> {
  type: string
  cents: number
  before: boolean
}

/** Money on cards, from what was held to what is held. @source spec 0 §2 "Card top-up and consuming report" */
const rechargeConsume = handle(reports.rechargeConsume, async (ctx, { query }) => {
  const range = await rangeOf(ctx, query)
  const moved = (await movedIn(ctx, range)).filter(({ kind }) => query.kind === undefined || kind === query.kind)
  const pieces = moved.map(row => pieceOf(row, row.principalCents + row.giftCents + row.debtCents))
  const placed = pieces.map((piece, at) => ({
    ...piece,
    key: query.group === 'kind' ? moved[at]!.kind : null,
    ...(query.group !== 'station' && { stationId: null, station: null }),
  }))
  const content = query.group === 'day' ? byDay(placed) : linesOf(placed.map(allDays))
  return { from: range.from, to: range.to, content, totals: linesOf(pieces.map(inAll)) }
})

/** The same by purse, and what was taken by each way of payment: where the money is, and where it came from. */
const moneyChange = handle(reports.moneyChange, async (ctx, { query }) => {
  const range = await rangeOf(ctx, query)
  const moved = await movedIn(ctx, range)
  const pieces = (['principal', 'gift', 'debt'] as const).flatMap(purse =>
    moved.map(row => ({ ...pieceOf(row, row[`${purse}Cents`]), key: purse })),
  )
  const purses = linesOf(pieces.map(piece => ({ ...inAll(piece), key: piece.key })))
  return { from: range.from, to: range.to, purses, totals: linesOf(pieces.map(inAll)), tenders: await tendersOf(ctx, range) }
})

export const reportHandlers = [rechargeConsume, moneyChange]

/** A user who looks back so many days only begins with the first whole one of them. @throws statistics.rangeTooLong */
async function rangeOf<A extends Asked>(ctx: Ctx, asked: A): Promise<A> {
  const range = await withinScope(ctx, asked)
  const since = ctx.scope.since?.cardDetailDays
  if (!since) return range
  const first = Temporal.Instant.from(since.toISOString()).toZonedDateTimeISO(ctx.scope.zone).toPlainDate().add({ days: 1 }).toString()
  const from = first > range.from ? first : range.from
  return { ...range, from, to: range.to < from ? from : range.to }
}

/**
 * Read from the aggregates: whole months until the report's first, days since, and what waits to be rolled up. What was held costs as much
 * as there are months, however many movements there were.
 */
async function movedIn(ctx: Ctx, range: Asked): Promise<Moved[]> {
  const companies = byCompany(ctx)
  const moved: Moved[] = []
  for (const of of companies) moved.push(...(await movedInCompany(of, range)))
  if (companies.length === 1) return moved
  const byText = (one: string | null, other: string | null) => (one ?? '').localeCompare(other ?? '')
  return moved.toSorted((one, other) => byText(one.period, other.period) || byText(one.station, other.station))
}

async function movedInCompany({ tx, scope }: Ctx, range: Asked): Promise<Moved[]> {
  const of: RawBuilder<unknown> = sql`fact = 'card' and dimension = 'status'`
  const { rows } = await sql<Moved>`
    with site as materialized (${sitesOf(scope, range, range.stationId, undefined, true)}),
    month as (select site.*, date_trunc('month', begins, time_zone) as first from site),
    aggregate as (
      select month.*, aggregates.* from month cross join lateral (
        select at, key, amount_cents, principal_cents, gift_cents from ${scoped(tx, 'statistic_aggregate')} statistic_aggregate
        where station_id = month.station_id and ${of}
          and (grain = 'm' and at < month.first or grain = 'd' and at >= month.first and at < month.ends)
        union all
        select at, key, amount_cents, principal_cents, gift_cents from ${scoped(tx, 'statistic_pending')} statistic_pending
        where station_id = month.station_id and ${of} and at < month.ends
        offset 0
      ) as aggregates
    )
    select case when at >= begins then to_char(at at time zone time_zone, 'YYYY-MM-DD') end as period, station_id, name as station,
      (${[...UserCardKind.options]}::text[])[nullif(split_part(key, ':', 2), '')::int] as kind, currency, split_part(key, ':', 1) as type,
      sum(principal_cents)::bigint as principal_cents, sum(gift_cents)::bigint as gift_cents,
      sum(amount_cents - principal_cents - gift_cents)::bigint as debt_cents
    from aggregate group by 1, 2, 3, 4, 5, 6 order by 1 nulls first, 3, 2, 4`.execute(tx)
  return rows
}

const pieceOf = ({ period, stationId, station, currency, type }: Moved, cents: number): Piece => ({
  period,
  stationId,
  station,
  key: null,
  currency,
  type,
  cents,
  before: period === null,
})
const allDays = (piece: Piece): Piece => ({ ...piece, period: null })
const inAll = (piece: Piece): Piece => ({ ...piece, period: null, stationId: null, station: null, key: null })

const columnOf = new Map(fundColumnNames.flatMap(name => fundColumns[name].map(type => [type as string, `${name}Cents` as const])))
const nothing = Object.fromEntries(fundColumnNames.map(name => [`${name}Cents`, 0])) as Omit<
  FundLine,
  'period' | 'stationId' | 'station' | 'key' | 'currency' | 'openingCents' | 'closingCents'
>

/** One line for all that is named alike. Money of two currencies is never added. A line in which nothing was and nothing moved is none. */
function linesOf(pieces: readonly Piece[]): FundLine[] {
  const lines = new Map<string, FundLine>()
  for (const { period, stationId, station, key, currency, type, cents, before } of pieces) {
    const name = JSON.stringify([currency, period, stationId, key])
    const line = lines.get(name) ?? { period, stationId, station, key, currency, openingCents: 0, ...nothing, closingCents: 0 }
    lines.set(name, line)
    line.closingCents += cents
    if (before) line.openingCents += cents
    else line[columnOf.get(type)!] += cents
  }
  return [...lines.values()].filter(line => fundColumnNames.some(name => line[`${name}Cents`] !== 0) || line.openingCents !== 0)
}

/** Day after day: each begins with what the one before left. */
function byDay(pieces: readonly Piece[]): FundLine[] {
  const held = new Map(linesOf(pieces.filter(({ before }) => before).map(inAll)).map(line => [line.currency, line.openingCents]))
  return linesOf(pieces.filter(({ before }) => !before)).map(line => {
    const openingCents = held.get(line.currency) ?? 0
    const closingCents = openingCents + line.closingCents
    held.set(line.currency, closingCents)
    return { ...line, openingCents, closingCents }
  })
}

const perTender = { things: { payType: { dimension: 'status', key: sql`nullif(split_part(aggregate_key, ':', 3), '')` } } }

/** Money from outside, by the way it came: what cards and points paid came in before. */
async function tendersOf(ctx: Ctx, { from, to, stationId }: Asked): Promise<TenderLine[]> {
  const asked = { from, to, group: ['payType'], ...(stationId !== undefined && { stationId }) }
  const paid = await statisticOf(ctx, asked, {
    ...perTender,
    facts: ['payment'],
    sums: () => sql`sum(amount_cents)::bigint as sales_cents, sum(refunded_cents)::bigint as refunded_cents`,
    none: { salesCents: 0, refundedCents: 0 },
  })
  const toppedUp = await statisticOf(ctx, asked, {
    ...perTender,
    facts: ['card'],
    sums: () => sql`
      sum(amount_cents) filter (where split_part(aggregate_key, ':', 1) in ('charge', 'refundCharge'))::bigint as top_up_cents`,
    none: { topUpCents: 0 },
    withCompany: true,
  })
  const lines = new Map<string, TenderLine>()
  for (const { key, currency, ...sums } of [...paid.content, ...toppedUp.content]) {
    if (!isTender(key)) continue
    const name = `${key} ${currency}`
    const line = lines.get(name) ?? { key, currency, salesCents: 0, refundedCents: 0, topUpCents: 0, netCents: 0 }
    if ('salesCents' in sums) Object.assign(line, { salesCents: sums.salesCents, refundedCents: sums.refundedCents })
    else line.topUpCents = sums.topUpCents ?? 0
    line.netCents = line.salesCents - line.refundedCents + line.topUpCents
    lines.set(name, line)
  }
  return [...lines.values()].toSorted((one, other) => other.netCents - one.netCents)
}

const isTender = (key: string | null): key is TenderType => TenderType.safeParse(key).success
