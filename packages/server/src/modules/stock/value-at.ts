import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { closingsBy } from './closing.ts'
import { depotWorths, type ValuedMove, type Worth } from './depot-value.ts'

type Row = ValuedMove & { readonly baseFuelId: number }

/**
 * What the depots of a company hold at the end of a day, and what that cost: by base fuel, then by depot. What is settled stands as it was
 * settled, and only the moves since then are read; until their month is settled, too, their value is provisional. What goes back, and what
 * a correction takes away again, counts as less of what came.
 */
export async function worthsAt(tx: Tx, companyId: number, day: string): Promise<Map<number, Map<number, Worth>>> {
  const { until, held } = await closingsBy(tx, companyId, day)
  const { rows } = await sql<Row>`
    select day::text as day, base_fuel_id as "baseFuelId", from_depot_id as "fromDepotId", to_depot_id as "toDepotId",
      sum(kg)::bigint as "weightKg", sum(amount)::bigint as "amountCents", sum(net)::bigint as "netCents"
    from (
      select day, base_fuel_id, case when sign.of > 0 then from_depot_id else to_depot_id end as from_depot_id,
        case when sign.of > 0 then to_depot_id else from_depot_id end as to_depot_id, weight_kg * sign.of as kg,
        coalesce(amount_cents, 0) * sign.of as amount, coalesce(net_cents, 0) * sign.of as net
      from stock_move, lateral (select case when reverses_id is not null or (document = 'purchaseCorrection' and from_depot_id is not null)
          then -1 else 1 end as of) sign
      where company_id = ${companyId} and item_id is null and document in ('purchase', 'purchaseCorrection', 'depotTransfer', 'load')
        and day <= ${day}::date and day > coalesce(${until}::date, '-infinity') and num_nonnulls(from_depot_id, to_depot_id) > 0
    ) moved
    group by day, base_fuel_id, from_depot_id, to_depot_id having sum(kg) <> 0 or sum(amount) <> 0 order by day`.execute(tx)
  const opened = Map.groupBy(held, ({ baseFuelId }) => baseFuelId)
  const fuels = Map.groupBy(rows, ({ baseFuelId }) => baseFuelId)
  return new Map(
    [...new Set([...opened.keys(), ...fuels.keys()])].map(baseFuelId => {
      const before = new Map((opened.get(baseFuelId) ?? []).map(({ depotId, baseFuelId: _fuel, ...worth }) => [depotId, worth]))
      return [baseFuelId, depotWorths(fuels.get(baseFuelId) ?? [], before)]
    }),
  )
}
