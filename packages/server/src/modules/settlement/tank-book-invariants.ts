import type { Invariant } from '../../platform/invariant.ts'

/** The rows of settled shifts, each with the moments between which its facts happened: a shift in which a book began has two of a tank. */
const spans = `
  select book.*, opening.at as opened_at, opening.volume_cl as opened_cl,
    lead(opening.at) over (partition by book.company_id, book.tank_id, book.daily_state_id order by opening.at nulls first) as closed_at,
    lag(book.opening_id) over books as before_id, lag(book.book_cl) over books as before_cl
  from {tank_book} book left join {tank_entry} opening on opening.company_id = book.company_id and opening.id = book.opening_id
  window books as (partition by book.company_id, book.tank_id order by book.until_at, opening.at nulls first, book.id)`

/** A nozzle that was connected to another tank later: from when until when it drew from this one. */
const earlierTanks = `
  select company_id, nozzle_control_id, tank_id, until_at,
    lag(until_at, 1, '-infinity') over (partition by company_id, nozzle_control_id order by until_at) as from_at
  from {nozzle_earlier_tank} changed`

/** What came late for a settled delivery without a note, by the shift that counts it. */
const late = `
  select sale.company_id, sale.shift_id as state, delivery.tank_id as tank, delivery.end_time as own, line.volume_cl as cl
  from {sale_order} sale
  join {daily_state} state on state.company_id = sale.company_id and state.id = sale.shift_id and not state.is_nature_day
  join {order_line} line on line.company_id = sale.company_id and line.order_id = sale.id and line.category_type = 'fuel'
  join {nozzle_control} nozzle on nozzle.company_id = sale.company_id and nozzle.id = sale.nozzle_control_id
  left join (${earlierTanks}) as earlier on earlier.company_id = sale.company_id and earlier.nozzle_control_id = sale.nozzle_control_id
    and sale.created_date >= earlier.from_at and sale.created_date < earlier.until_at
  join {delivery} delivery on delivery.company_id = sale.company_id and delivery.tank_id = coalesce(earlier.tank_id, nozzle.tank_id)
    and delivery.delivery_volume_cl is null and sale.created_date >= delivery.begin_time and sale.created_date < delivery.end_time
    and (delivery.superseded_at is null or sale.received_date < delivery.superseded_at)
  join {class_settle} settle on settle.company_id = sale.company_id and settle.id = delivery.class_settle_id
    and settle.end_time <= state.start_time
  where sale.belongs_shift_id is not null`

const facts = `
  select "order".company_id, "order".shift_id as state, coalesce(earlier.tank_id, nozzle.tank_id) as tank, 'metered' as kind,
    "order".created_date as own, line.volume_cl as cl
  from {audit."order"} "order"
  join {audit.line} line on line.company_id = "order".company_id and line.order_id = "order".id and line.category_type = 'fuel'
  join {nozzle_control} nozzle on nozzle.company_id = "order".company_id and nozzle.id = "order".nozzle_control_id
  left join (${earlierTanks}) as earlier on earlier.company_id = "order".company_id
    and earlier.nozzle_control_id = "order".nozzle_control_id
    and "order".created_date >= earlier.from_at and "order".created_date < earlier.until_at
  union all
  select company_id, daily_state_id, tank_id, kind, at, volume_cl from {tank_entry} entry where kind in ('transfer', 'adjustment')
  union all
  select company_id, daily_state_id, tank_id, 'received', at, volume_cl from {past_delivery} past where daily_state_id is not null
  union all
  select settle.company_id, settle.daily_state_id, delivery.tank_id, 'received', delivery.end_time, delivery.settled_received_cl
  from {class_settle} settle
  join {delivery} delivery on delivery.company_id = settle.company_id and delivery.class_settle_id = settle.id
  union all
  select company_id, state, tank, 'received', own, cl from (${late}) as late
  union all
  select settle.company_id, settle.daily_state_id, frozen.tank_id, 'received', settle.end_time, frozen.received_cl - coalesce(told.cl, 0)
  from {class_settle} settle
  join {class_settle_tank} frozen on frozen.company_id = settle.company_id and frozen.class_settle_id = settle.id
  left join (select distinct company_id, class_settle_id, tank_id from {delivery} delivery) as recorded
    on recorded.company_id = settle.company_id and recorded.class_settle_id = settle.id and recorded.tank_id = frozen.tank_id
  left join (select company_id, state, tank, sum(cl) as cl from (${late}) as late group by company_id, state, tank) as told
    on told.company_id = settle.company_id and told.state = settle.daily_state_id and told.tank = frozen.tank_id
  where recorded.tank_id is null`

const named = `'tank ' || span.number || ' of station ' || span.station_id || ' on ' || span.business_day || ', shift '
  || span.shift_number`

/** Book stock follows from the entries, the deliveries and the sales, shift by shift. @source invariant I25 */
export const tankBookInvariants: readonly Invariant[] = [
  {
    invariant: 'I25',
    says: 'the book of a tank goes on from shift to shift: book = book before + received ± transferred ± adjusted − metered',
    query: `
      select ${named} as subject, opening_cl is not distinct from case when opening_id = before_id then before_cl else opened_cl end
        and book_cl is not distinct from opening_cl + received_cl + transferred_cl + adjusted_cl - metered_cl as holds
      from (${spans}) as span`,
  },
  {
    invariant: 'I25',
    says: 'what a settled shift moved in the book of a tank is what its entries, deliveries and sales say, one by one',
    bySlices: true,
    query: `
      select ${named} as subject, span.received_cl = coalesce(sum(cl) filter (where kind = 'received'), 0)
        and span.transferred_cl = coalesce(sum(cl) filter (where kind = 'transfer'), 0)
        and span.adjusted_cl = coalesce(sum(cl) filter (where kind = 'adjustment'), 0)
        and span.metered_cl = coalesce(sum(cl) filter (where kind = 'metered'), 0) as holds
      from (${spans}) as span
      left join (${facts}) as fact on fact.company_id = span.company_id and fact.state = span.daily_state_id and fact.tank = span.tank_id
        and fact.own > coalesce(span.opened_at, '-infinity') and fact.own <= coalesce(span.closed_at, 'infinity')
      group by span.company_id, span.id, span.number, span.station_id, span.business_day, span.shift_number, span.received_cl,
        span.transferred_cl, span.adjusted_cl, span.metered_cl`,
  },
  {
    invariant: 'I25',
    says: 'what left one tank by a transfer came into the other, and so does what takes it back',
    query: `
      select 'transfer ' || transfer_id as subject, count(*) = 2 and sum(volume_cl) = 0 and count(distinct tank_id) = 2 as holds
      from {tank_entry} entry where transfer_id is not null group by company_id, transfer_id`,
  },
]
