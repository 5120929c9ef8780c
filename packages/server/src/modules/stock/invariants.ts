import type { Invariant } from '../../platform/invariant.ts'

/** @source issue of supply and goods: every balance is rebuilt from its moves */
export const stockInvariants: readonly Invariant[] = [
  {
    invariant: 'SU9',
    says: 'a depot holds what came in without what left, of each base fuel',
    query: `
      select 'depot ' || stock.depot_id || ', base fuel ' || stock.base_fuel_id as subject,
        stock.weight_kg = coalesce((select sum(weight_kg) from {stock_move} moved where moved.company_id = stock.company_id
            and moved.to_depot_id = stock.depot_id and moved.base_fuel_id = stock.base_fuel_id), 0)
          - coalesce((select sum(weight_kg) from {stock_move} moved where moved.company_id = stock.company_id
            and moved.from_depot_id = stock.depot_id and moved.base_fuel_id = stock.base_fuel_id), 0) as holds
      from {depot_stock} stock`,
  },
  {
    invariant: 'SU9',
    says: 'no depot holds less than nothing at the end of any day',
    query: `
      select 'depot ' || depot_id || ', base fuel ' || base_fuel_id || ', ' || day as subject,
        sum(sum(kg)) over (partition by company_id, depot_id, base_fuel_id order by day) >= 0 as holds
      from (
        select company_id, to_depot_id as depot_id, base_fuel_id, day, weight_kg as kg from {stock_move} came
        where to_depot_id is not null
        union all
        select company_id, from_depot_id, base_fuel_id, day, -weight_kg from {stock_move} left_it
        where from_depot_id is not null
      ) moved group by company_id, depot_id, base_fuel_id, day`,
  },
  {
    invariant: 'SU10',
    says: 'a mirror moves exactly what it takes back, the other way',
    query: `
      select 'move ' || mirror.id as subject,
        (mirror.from_place, mirror.to_place, mirror.day) = (taken.to_place, taken.from_place, taken.day)
        and (mirror.from_id, mirror.to_id, mirror.weight_kg, mirror.volume_cl, mirror.pieces, mirror.amount_cents)
          is not distinct from (taken.to_id, taken.from_id, taken.weight_kg, taken.volume_cl, taken.pieces, taken.amount_cents) as holds
      from {stock_move} mirror join {stock_move} taken on taken.company_id = mirror.company_id and taken.id = mirror.reverses_id`,
  },
]
