import { monthSettlement, type MonthDay, type MonthLine } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { company, first, monthToSettle, reckon, type Company } from './month-settle.ts'
import type { MonthOf } from './facts.ts'
import { salesOfMonth, settledWithin } from './read-facts.ts'
import { priceOf, valuesOf } from './shares.ts'

/** A month as it is shown: what it is reckoned from, its lines, and when it was confirmed, if it was. */
interface Shown {
  readonly of: MonthOf
  readonly lines: readonly MonthLine[]
}

/** @throws monthSettle.outOfTurn, monthSettle.notBegun */
async function monthOf(ctx: Ctx, mine: Company, day: string): Promise<Shown> {
  const { companyId } = mine
  const month = first(day)
  const settle = (of: string) =>
    ctx.tx
      .selectFrom('monthSettle')
      .where('companyId', '=', companyId)
      .where('month', '=', of)
      .select(['id', 'createdDate'])
      .executeTakeFirst()
  const settled = await settle(month)
  if (!settled) {
    const of = await monthToSettle(ctx, mine, month)
    return { of, lines: (await reckon(ctx, of, [])).lines }
  }
  const before = (await settle(first(month, -1))) ?? null
  const lines = await ctx.tx.selectFrom('monthSettleLine').where('monthSettleId', '=', settled.id).selectAll().orderBy('id').execute()
  return { of: { companyId, month, next: first(month, 1), before, until: settled.createdDate }, lines: lines as MonthLine[] }
}

interface Sold {
  readonly stationId: number
  readonly productId: number
  readonly day: string
  readonly soldCl: number
  /** With tax, discounts taken off. */
  readonly grossCents: number
}

/** What each product of a station sold on each day, of the very shifts that the month is made of. */
async function soldOn({ tx }: Ctx, of: MonthOf, asked: Asked): Promise<Sold[]> {
  const { companyId } = of
  const [stationId, productId] = [asked.stationId ?? null, asked.productId ?? null]
  const { rows } = await sql<Sold>`
    select "stationId", "productId", day, sum(cl)::bigint as "soldCl", sum(gross)::bigint as "grossCents" from (
      select book.station_id as "stationId", book.product_id as "productId", book.business_day as day, book.metered_cl as cl, 0 as gross
      from tank_book book
      join class_settle settle on settle.company_id = ${companyId} and settle.id = book.class_settle_id
      where book.company_id = ${companyId} and ${settledWithin(of)}
      union all
      select settle.station_id, item.product_id, settle.business_day, 0, sold.amount_cents - sold.discount_cents
      from ${salesOfMonth(of)}
    ) sold
    where (${stationId}::bigint is null or "stationId" = ${stationId}) and (${productId}::bigint is null or "productId" = ${productId})
    group by 1, 2, 3 having sum(cl) <> 0 or sum(gross) <> 0 order by 1, 2, 3`.execute(tx)
  return rows
}

interface Asked {
  readonly stationId?: number | undefined
  readonly productId?: number | undefined
}

const keyOf = ({ stationId, productId }: { stationId: number | null; productId: number | null }) => `${stationId} ${productId}`

/**
 * 每日毛利: what a month says of a product of a station, day by day. A litre costs what it costs in the month; the days add up to the
 * month's figures to the cent.
 * @throws monthSettle.outOfTurn, monthSettle.notBegun
 */
export const days = handle(monthSettlement.days, async (ctx, { body: { month, ...asked } }) => {
  const mine = await company(ctx)
  const { of, lines } = await monthOf(ctx, mine, month)
  const sold = Map.groupBy(await soldOn(ctx, of, asked), keyOf)
  const content = lines.flatMap((line): MonthDay[] => {
    const { stationId, productId } = line
    const own = sold.get(keyOf(line))
    if (line.place !== 'station' || !own || stationId === null || productId === null) return []
    const volumes = own.map(({ soldCl }) => soldCl)
    const gross = own.map(({ grossCents }) => grossCents)
    const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
    const costs = valuesOf(volumes, priceOf(sum(volumes), line.soldCents))
    const sales = valuesOf(gross, priceOf(sum(gross), line.salesNetCents ?? 0))
    const names = { stationId, productId, stationName: line.placeName, productName: line.fuelName }
    return own.map(({ day, soldCl }, at) => ({ ...names, day, soldCl, salesNetCents: sales[at]!, costCents: costs[at]! }))
  })
  return { content, currency: mine.currency }
})
