import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { depotWorths, type ValuedMove, type Worth } from './depot-value.ts'

type Row = ValuedMove & { readonly baseFuelId: number }

/**
 * What the depots of a company hold at the end of a day, and what that cost: by base fuel, then by depot. Provisional while the month is
 * not settled.
 */
export async function worthsAt(tx: Tx, companyId: number, day: string): Promise<Map<number, Map<number, Worth>>> {
  const { rows } = await sql<Row>`
    select day::text as day, base_fuel_id as "baseFuelId", from_depot_id as "fromDepotId", to_depot_id as "toDepotId",
      sum(kg)::bigint as "weightKg", sum(amount)::bigint as "amountCents", sum(net)::bigint as "netCents"
    from (
      select day, base_fuel_id, from_depot_id, to_depot_id, weight_kg as kg, coalesce(amount_cents, 0) as amount,
        coalesce(net_cents, 0) as net
      from stock_move
      where company_id = ${companyId} and day <= ${day} and base_fuel_id is not null and num_nonnulls(from_depot_id, to_depot_id) > 0
        and reverses_id is null
      union all
      select day, base_fuel_id, to_depot_id, from_depot_id, -weight_kg, -coalesce(amount_cents, 0), -coalesce(net_cents, 0)
      from stock_move
      where company_id = ${companyId} and day <= ${day} and base_fuel_id is not null and num_nonnulls(from_depot_id, to_depot_id) > 0
        and reverses_id is not null
    ) moved
    group by day, base_fuel_id, from_depot_id, to_depot_id having sum(kg) <> 0 order by day`.execute(tx)
  const fuels = Map.groupBy(rows, ({ baseFuelId }) => baseFuelId)
  return new Map([...fuels].map(([baseFuelId, moves]) => [baseFuelId, depotWorths(moves)]))
}
