import { priceReplay, products, replayChangesLeast, replayDays, replayMonths, stations, type PriceReplayLine } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { visible } from '../../platform/search/scope.ts'
import { salesKind } from './acts.ts'
import { statisticOf } from './read.ts'

interface Candidate {
  readonly productId: number
  readonly priceCents: number
  readonly costCents: number | null
}
interface Sold {
  readonly litresCl: number
  readonly soldCents: number
}
/** Litres at so much each, in cents, half up. */
const worth = (centilitres: number, priceCents: number): number => Number((2n * BigInt(centilitres) * BigInt(priceCents) + 100n) / 200n)
const worthOfChange = (centilitres: number, byCents: number): number => Math.sign(byCents) * worth(centilitres, Math.abs(byCents))

/** @throws notFound of a station or a fuel */
const replay = handle(priceReplay, async (ctx, { body: { stationIds, weeks, prices } }) => {
  const currency = await currencyOf(ctx, stationIds)
  const today = Temporal.Instant.fromEpochMilliseconds(ctx.now.getTime()).toZonedDateTimeISO(ctx.scope.zone).toPlainDate()
  const [from, to] = [today.subtract({ weeks }).toString(), today.subtract({ days: 1 }).toString()]
  const sold = await soldOf(ctx, stationIds, { from, to })
  const ratios = await earlierOf(ctx, stationIds, today)
  const lines: PriceReplayLine[] = []
  for (const candidate of prices) {
    const { productId } = candidate
    const { name } = await getOf(ctx.tx, products, productId, [], ctx.scope).catch(() => refuse('notFound', { field: 'prices' }))
    const now = await positionOf(ctx, stationIds, candidate)
    const changes = ratios.filter(one => one.productId === productId && one.raised === now.raises).map(({ ratio }) => ratio)
    lines.push({ productId, productName: name, ...figuresOf(candidate, sold.get(productId) ?? nothing, now), earlier: bandOf(changes) })
  }
  return { from, to, currency, lines }
})

/** The money of the one company that these stations are of. @throws notFound */
async function currencyOf(ctx: Ctx, stationIds: readonly number[]): Promise<string> {
  const ids = [...new Set(stationIds)]
  const { rows } = await sql<{ count: number; currencies: string[]; companies: number }>`
    select count(*)::int as count, count(distinct company.id)::int as companies, array_agg(distinct company.currency) as currencies
    from (
      select company_id from station where ${inScope(ctx.tx)} and ${visible(stations, ctx.scope)} and id = any(${ids}::bigint[])
    ) as named join company on company.id = named.company_id`.execute(ctx.tx)
  const { count, companies, currencies } = rows[0]!
  return count === ids.length && companies === 1 ? currencies[0]! : refuse('notFound', { field: 'stationIds' })
}

const nothing: Sold = { litresCl: 0, soldCents: 0 }

/** The stations are named by the question: at which of them the caller stands says nothing. */
function fromAnywhere(ctx: Ctx): Ctx {
  const { stationId: _here, ...scope } = ctx.scope
  return { ...ctx, scope }
}

/** What each fuel sold at these stations in those days, at list price. */
async function soldOf(ctx: Ctx, stationIds: readonly number[], range: { from: string; to: string }): Promise<Map<number, Sold>> {
  const asked = { ...range, group: ['station', 'product'] }
  const { content } = await statisticOf(fromAnywhere(ctx), asked, { ...salesKind(ctx), last: false })
  const sums = new Map<number, Sold>()
  for (const { stationId, key, volumeCl, amountCents } of content) {
    if (key === null || stationId === null || !stationIds.includes(stationId)) continue
    const { litresCl, soldCents } = sums.get(Number(key)) ?? nothing
    sums.set(Number(key), { litresCl: litresCl + volumeCl, soldCents: soldCents + amountCents })
  }
  return sums
}

interface Position {
  readonly stockCl: number
  readonly stockMoreCents: number
  /** Whether the candidate price is above what is charged now, by the stock; null where it changes nothing. */
  readonly raises: boolean | null
}

/** What the tanks of each station hold of the fuel, and what it is worth more at the candidate price. */
async function positionOf({ tx, now }: Ctx, stationIds: readonly number[], { productId, priceCents }: Candidate): Promise<Position> {
  const { rows } = await sql<{ stockCl: number; beforeCents: number | null }>`
    select coalesce(sum(tank.volume_cl) filter (where measured_at is not null), 0)::bigint as stock_cl,
      price_at(tank.company_id, tank.station_id, ${productId}, ${now}::timestamptz) as before_cents
    from ${scoped(tx, 'tank')} tank
    where tank.product_id = ${productId} and tank.station_id = any(${stationIds}::bigint[])
    group by tank.company_id, tank.station_id`.execute(tx)
  const by = rows.map(({ stockCl, beforeCents }) => ({ stockCl, moreCents: beforeCents === null ? 0 : priceCents - beforeCents }))
  const rises = by.reduce((sum, { moreCents }) => sum + Math.sign(moreCents), 0)
  return {
    stockCl: by.reduce((sum, { stockCl }) => sum + stockCl, 0),
    stockMoreCents: by.reduce((sum, { stockCl, moreCents }) => sum + worthOfChange(stockCl, moreCents), 0),
    raises: rises === 0 ? null : rises > 0,
  }
}

function figuresOf({ priceCents, costCents }: Candidate, { litresCl, soldCents }: Sold, { stockCl, stockMoreCents }: Position) {
  const candidateCents = worth(litresCl, priceCents)
  const cost = costCents === null ? null : worth(litresCl, costCents)
  const marginCents = cost === null ? null : soldCents - cost
  const earned = costCents === null ? 0 : priceCents - costCents
  return {
    litresCl,
    soldCents,
    candidateCents,
    moreCents: candidateCents - soldCents,
    marginCents,
    candidateMarginCents: cost === null ? null : candidateCents - cost,
    breakEvenCl: marginCents === null || earned <= 0 ? null : Math.max(0, Math.ceil((marginCents * 100) / earned)),
    stockCl,
    stockMoreCents,
  }
}

interface Change {
  readonly productId: number
  readonly raised: boolean
  /** Hundredths of a percent of the litres of the week before. */
  readonly ratio: number
}

/**
 * The changes of the last months at these stations that no other change was near to: the week before and the week after, the day of the
 * change left out. Weeks in which a day has no sales say nothing.
 */
async function earlierOf({ tx, now }: Ctx, stationIds: readonly number[], today: Temporal.PlainDate): Promise<Change[]> {
  const since = today.subtract({ months: replayMonths }).toString()
  const { rows } = await sql<Change>`
    with prices as (
      select price.company_id, price.station_id, price.product_id, price.price_cents, station.time_zone,
        (price.from_at at time zone station.time_zone)::date as day,
        lag(price.price_cents) over line as before_cents, lag(price.from_at) over line as last_at, lead(price.from_at) over line as next_at,
        price.from_at
      from ${scoped(tx, 'product_price')} price join ${scoped(tx, 'station')} station on station.id = price.station_id
      where price.station_id = any(${stationIds}::bigint[]) and price.from_at <= ${now}
      window line as (partition by price.station_id, price.product_id order by price.from_at, price.id)
    ), alone as (
      select * from prices where before_cents is not null and before_cents <> price_cents and day >= ${since}::date
        and day + ${replayDays}::int < ${today.toString()}::date
        and last_at < from_at - make_interval(days => ${replayDays + 1}::int)
        and (next_at is null or next_at > from_at + make_interval(days => ${replayDays + 1}::int))
    ), weeks as (
      select alone.product_id, alone.price_cents > alone.before_cents as raised, side.after, sum(aggregate.volume_cl) as litres,
        count(distinct aggregate.at) as days, alone.station_id, alone.from_at
      from alone join ${scoped(tx, 'item')} item on item.station_id = alone.station_id and item.product_id = alone.product_id
      cross join (values (false), (true)) as side (after)
      join ${scoped(tx, 'statistic_aggregate')} aggregate on aggregate.station_id = alone.station_id and aggregate.fact = 'line'
        and aggregate.dimension = 'item'
        and aggregate.grain = 'd' and aggregate.key = item.id::text
        and aggregate.at >= ((case when after then day + 1 else day - ${replayDays}::int end)::timestamp at time zone time_zone)
        and aggregate.at < ((case when after then day + 1 + ${replayDays}::int else day end)::timestamp at time zone time_zone)
      group by alone.station_id, alone.product_id, alone.from_at, alone.price_cents, alone.before_cents, side.after
    )
    select before.product_id, before.raised, round(10000 * past.litres / before.litres)::int as ratio
    from weeks before join weeks past using (station_id, product_id, from_at)
    where not before.after and past.after and before.days = ${replayDays}::int and past.days = ${replayDays}::int
      and before.litres > 0`.execute(tx)
  return rows
}

/** Four of five lie between the two; of few changes these are the least and the greatest. */
function bandOf(ratios: readonly number[]): PriceReplayLine['earlier'] {
  if (ratios.length < replayChangesLeast) return null
  const [low, middle, high] = [0.1, 0.5, 0.9].map(share => quantile(ratios, share)) as [number, number, number]
  const inside = ratios.filter((ratio, at) => {
    const others = ratios.toSpliced(at, 1)
    return ratio >= quantile(others, 0.1) && ratio <= quantile(others, 0.9)
  })
  return { changes: ratios.length, low, middle, high, inside: inside.length }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return Math.round(below + (above - below) * (place - Math.floor(place)))
}

export const priceReplayHandlers: readonly Handler[] = [replay]
