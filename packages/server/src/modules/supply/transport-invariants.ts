import type { Invariant } from '../../platform/invariant.ts'

/** What lies in the truck of a load by the book: what came in without what left. */
const inTruck = (column: 'weight_kg' | 'volume_cl') => `
  coalesce((select sum(case when moved.to_place = 'truck' then moved.${column} else -moved.${column} end) from {stock_move} moved
    where moved.company_id = load.company_id and moved.document in ('load', 'signature') and moved.document_id = load.id
      and (moved.to_place = 'truck' or moved.from_place = 'truck')), 0)`

/** @source decision SU8 */
export const transportInvariants: readonly Invariant[] = [
  {
    invariant: 'SU8',
    says: 'what is on the road is what was loaded and not signed for yet, in tons and litres',
    query: `
      select 'transport ' || load.id as subject,
        ${inTruck('weight_kg')} = case when load.stage = 'loaded' then coalesce(load.loaded_kg, 0) else 0 end
        and ${inTruck('volume_cl')} = case when load.stage = 'loaded' then load.loaded_cl else 0 end as holds
      from {transport} load`,
  },
  {
    invariant: 'SU6',
    says: 'what was loaded is what was signed for and what was lost, within the allowance or claimed',
    query: `
      select 'transport ' || load.id as subject,
        load.signed_cl + load.allowed_cl + load.claimed_cl + least(load.loaded_cl - load.signed_cl, 0) = load.loaded_cl
        and (load.loaded_kg is null
          or load.signed_kg + load.allowed_kg + load.claimed_kg + least(load.loaded_kg - load.signed_kg, 0) = load.loaded_kg) as holds
      from {transport} load where load.stage = 'signed'`,
  },
  {
    invariant: 'SU13',
    says: 'a purchase of a history stands in the book once, as it was bought',
    query: `
      select 'transport ' || load.id as subject,
        (select count(*) = 1 and bool_and(moved.volume_cl = load.loaded_cl and moved.weight_kg is not distinct from load.loaded_kg
            and moved.amount_cents = load.amount_cents and moved.net_cents = load.net_cents and moved.day = load.signed_day
            and moved.to_station_id = load.station_id and moved.from_supplier_id = load.supplier_id)
          from {stock_move} moved where moved.company_id = load.company_id and moved.document = 'load' and moved.document_id = load.id
        ) as holds
      from {transport} load where load.source is not null`,
  },
]
