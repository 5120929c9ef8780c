import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { worthsAt, type DepotClosing } from '../stock/index.ts'
import type { MonthFacts, MonthOf } from './facts.ts'
import { boughtSign } from './read-facts.ts'
import { figuresOf, type MonthFigures } from './figures.ts'

type Bought = Record<'depotId' | 'baseFuelId' | 'cents', number>
const keyOf = (of: { readonly depotId: number | null; readonly baseFuelId: number | null }) => `${of.depotId} ${of.baseFuelId}`

/**
 * What depots close a month with, as the settlement values it without tax, and with tax by the same averages: figures of later days begin
 * with both.
 */
export async function closingsOf(ctx: Ctx, of: MonthOf, facts: MonthFacts, figures: MonthFigures): Promise<DepotClosing[]> {
  const gross = figuresOf({ ...(await withTax(ctx, of, facts)), road: [], signed: [], stations: [] })
  const amounts = new Map(gross.lines.map(line => [keyOf(line), line.closingCents]))
  return figures.lines.flatMap(line =>
    line.place === 'depot'
      ? [
          {
            depotId: line.depotId!,
            baseFuelId: line.baseFuelId!,
            weightKg: BigInt(line.closing),
            amountCents: BigInt(amounts.get(keyOf(line)) ?? 0),
            netCents: BigInt(line.closingCents),
          },
        ]
      : [],
  )
}

/** The same facts, with what depots began with and bought as it was paid. */
async function withTax({ tx }: Ctx, { companyId, month, next }: MonthOf, facts: MonthFacts): Promise<MonthFacts> {
  const lastDay = Temporal.PlainDate.from(month).subtract({ days: 1 }).toString()
  const before = await worthsAt(tx, companyId, lastDay)
  const { rows } = await sql<Bought>`
    select coalesce(to_depot_id, from_depot_id) as depot_id, base_fuel_id,
      sum(amount_cents * ${boughtSign})::bigint as cents
    from stock_move where company_id = ${companyId} and document in ('purchase', 'purchaseCorrection') and item_id is null
      and day >= ${month}::date and day < ${next}::date
    group by 1, 2`.execute(tx)
  const bought = new Map(rows.map(row => [keyOf(row), row.cents]))
  const depots = facts.depots.map(depot => ({
    ...depot,
    opening: { ...depot.opening, cents: Number(before.get(depot.baseFuelId)?.get(depot.depotId)?.amountCents ?? 0n) },
    purchased: { ...depot.purchased, cents: bought.get(keyOf(depot)) ?? 0 },
  }))
  return { ...facts, depots }
}
