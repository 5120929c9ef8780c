import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { cancelAt } from './price-cancel.ts'
import { judge, orderChange, placesOf } from './price-order.ts'

const [hourMs, dayMs] = [3_600_000, 24 * 3_600_000]

/** The changes behind the prices that the company began to sell at last: each station has confirmed its own. */
async function keepLastChange({ tx, now }: Ctx, companyId: number): Promise<void> {
  const { rows } = await sql<{ changeId: number; fromAt: string }>`
    with last as (select max(from_at) as from_at from product_price where company_id = ${companyId} and from_at < ${now})
    insert into price_change (company_id, strategy, created_date)
    select ${companyId}, 'scheduled', min(created_date) from product_price price join last on last.from_at = price.from_at
    where company_id = ${companyId} returning id as change_id, (select from_at from last) as from_at`.execute(tx)
  const { changeId, fromAt } = rows[0]!
  await sql`
    insert into price_change_station (company_id, change_id, station_id, from_at, status, fired_date)
    select distinct company_id, ${changeId}::bigint, station_id, from_at, 'success', from_at
    from product_price where company_id = ${companyId} and from_at = ${fromAt}`.execute(tx)
  // A price and the line that it comes from have one number.
  await sql`
    insert into price_change_line (company_id, id, change_id, station_id, product_id, price_cents, before_cents, from_at, coming)
    select company_id, id, ${changeId}::bigint, station_id, product_id, price_cents,
      price_at(company_id, station_id, product_id, from_at - interval '1 second'), from_at, false
    from product_price where company_id = ${companyId} and from_at = ${fromAt}`.execute(tx)
  await sql`
    insert into price_change_nozzle (company_id, change_id, station_id, nozzle_control_id, product_id, price_cents, from_at, sent_date,
      state, seen_cents, seen_date)
    select line.company_id, line.change_id, line.station_id, nozzle.id, line.product_id, line.price_cents, line.from_at, line.from_at,
      'confirmed', line.price_cents, line.from_at + interval '20 seconds'
    from price_change_line line
    join tank on tank.company_id = line.company_id and tank.station_id = line.station_id and tank.product_id = line.product_id
    join nozzle_control nozzle on nozzle.company_id = line.company_id and nozzle.tank_id = tank.id
    where line.company_id = ${companyId} and line.change_id = ${changeId}`.execute(tx)
}

/** Prices of the fuels that a station sells, each by so much more from a moment on. @returns the change */
async function raise(ctx: Ctx, companyId: number, stationIds: readonly number[], fromAt: Date, moreCents: number): Promise<number> {
  const { places } = await placesOf(ctx, { stationIds, fromAt: fromAt.toISOString() })
  const { rows } = await sql<{ productId: number; priceCents: number }>`
    select product.id as product_id, price_at(${companyId}, ${stationIds[0]!}, product.id, ${ctx.now}) + ${moreCents} as price_cents
    from product where product.company_id = ${companyId} and product.classification = 'gasoline'
      and price_at(${companyId}, ${stationIds[0]!}, product.id, ${ctx.now}) is not null order by product.code`.execute(ctx.tx)
  const lines = await judge(ctx, companyId, places, rows)
  return (await orderChange(ctx, companyId, { strategy: 'scheduled', places, lines })).id
}

/** A change that every nozzle confirmed, one that was cancelled in time, and one that is to come. */
export const pricesOfDemo = ({ companyId, now, stations, within }: DemoStage): DemoAct[] => {
  const [first, second] = stations
  if (!first) return []
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const cancelled = async () => {
    const at = ago(30 * hourMs)
    await within(at, async ctx => {
      const id = await raise(ctx, companyId, [first.id], ago(20 * hourMs), 9)
      await cancelAt(ctx, companyId, id, [first.id])
    })
  }
  const toCome = () =>
    within(ago(hourMs), async ctx => {
      await keepLastChange(ctx, companyId)
      await raise(ctx, companyId, [first.id, ...(second ? [second.id] : [])], new Date(now.getTime() + 3 * dayMs), 6)
    })
  return [
    { at: ago(30 * hourMs), run: cancelled },
    { at: ago(hourMs), run: toCome },
  ]
}
