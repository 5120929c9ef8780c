-- The beginnings of a tank's book that stand.
create or replace function tank_openings(of_company bigint, of_station bigint)
returns table (tank_id bigint, id bigint, at timestamptz, volume_cl bigint, product_id bigint, daily_state_id bigint)
language plpgsql stable as $$
begin
  return query
  select entry.tank_id, entry.id, entry.at::timestamptz, entry.volume_cl, entry.product_id, entry.daily_state_id
  from tank_entry entry
  where entry.company_id = of_company and entry.station_id = of_station and entry.kind in ('opening', 'productChange')
    and entry.reverses_id is null
    and not exists (select from tank_entry reversal where reversal.company_id = of_company and reversal.reverses_id = entry.id);
end $$;

-- What shifts and natural days moved in the tanks of a station, fact by fact: when it happened (`own`), and from when on it counts (`at`).
-- What happened before `since`, up to where the book is settled, counts from when it was recorded. Sales are left out where their sums are
-- known already.
create or replace function tank_facts(of_company bigint, states bigint[], since timestamptz, with_sales boolean)
returns table (tank_id bigint, kind text, own timestamptz, at timestamptz, cl bigint)
language plpgsql stable as $$
begin
  return query
  with sold as materialized (
    select sale.shift_id, sale.belongs_shift_id, sale.created_date, sale.received_date,
      coalesce(earlier.tank_id, nozzle.tank_id) as from_tank, line.volume_cl
    from sale_order sale
    join order_line line on line.company_id = of_company and line.order_id = sale.id and line.category_type = 'fuel'
    join nozzle_control nozzle on nozzle.company_id = of_company and nozzle.id = sale.nozzle_control_id
    left join lateral (
      select changed.tank_id from nozzle_earlier_tank changed
      where changed.company_id = of_company and changed.nozzle_control_id = sale.nozzle_control_id and changed.until_at > sale.created_date
      order by changed.until_at limit 1) as earlier on true
    where sale.company_id = of_company and sale.shift_id = any (states) and with_sales
  ), late as materialized (
    -- As delivery_late_in says it.
    select sold.shift_id, sold.from_tank, delivery.end_time, sold.received_date, sold.volume_cl
    from sold
    join daily_state state on state.company_id = of_company and state.id = sold.shift_id and not state.is_nature_day
    join delivery on delivery.company_id = of_company and delivery.tank_id = sold.from_tank
      and delivery.class_settle_id is not null and delivery.delivery_volume_cl is null
      and sold.created_date >= delivery.begin_time and sold.created_date < delivery.end_time
      and (delivery.superseded_at is null or sold.received_date < delivery.superseded_at)
    join class_settle settle on settle.company_id = of_company and settle.id = delivery.class_settle_id
      and settle.end_time <= state.start_time
    where sold.belongs_shift_id is not null
  )
  select sold.from_tank, 'metered', sold.created_date::timestamptz,
    case when sold.belongs_shift_id is null and sold.created_date >= since then sold.created_date
      else greatest(sold.received_date, since) end::timestamptz,
    sold.volume_cl
  from sold
  union all
  select entry.tank_id, entry.kind, entry.at::timestamptz, greatest(entry.booked_at, since)::timestamptz, entry.volume_cl
  from tank_entry entry
  where entry.company_id = of_company and entry.daily_state_id = any (states) and entry.kind in ('transfer', 'adjustment')
  union all
  -- What came in a history that was brought in, and was placed into a tank whose book had begun before it.
  select past.tank_id, 'received', past.at::timestamptz, greatest(past.booked_at, since)::timestamptz, past.volume_cl
  from past_delivery past
  where past.company_id = of_company and past.daily_state_id = any (states)
  union all
  select delivery.tank_id, 'received', delivery.end_time::timestamptz,
    case when delivery.end_time >= settle.start_time then greatest(delivery.end_time, since)
      else greatest(least(delivery.created_date, settle.end_time), settle.start_time, since) end::timestamptz,
    delivery.settled_received_cl
  from class_settle settle
  join delivery on delivery.company_id = of_company and delivery.class_settle_id = settle.id
  where settle.company_id = of_company and settle.daily_state_id = any (states)
  union all
  -- What came late for a delivery without a note; the sale itself is among those above.
  select late.from_tank, 'received', late.end_time::timestamptz, greatest(late.received_date, since)::timestamptz, late.volume_cl from late
  union all
  -- What was typed when the shift was closed, where no delivery was recorded.
  select frozen.tank_id, 'received', settle.end_time::timestamptz, greatest(settle.end_time, since)::timestamptz,
    frozen.received_cl - coalesce((
      select sum(late.volume_cl) from late where late.shift_id = settle.daily_state_id and late.from_tank = frozen.tank_id), 0)::bigint
  from class_settle settle
  join class_settle_tank frozen on frozen.company_id = of_company and frozen.class_settle_id = settle.id and frozen.received_cl <> 0
  where settle.company_id = of_company and settle.daily_state_id = any (states)
    and not exists (select from delivery where delivery.company_id = of_company and delivery.class_settle_id = settle.id
      and delivery.tank_id = frozen.tank_id);
end $$;

-- The same of deliveries that no settlement has counted yet.
create or replace function tank_deliveries_open(of_company bigint, of_station bigint, since timestamptz)
returns table (tank_id bigint, kind text, own timestamptz, at timestamptz, cl bigint)
language plpgsql stable as $$
begin
  return query
  select delivery.tank_id, 'received', delivery.end_time::timestamptz,
    case when delivery.end_time >= since and not exists (
        select from daily_state state
        where state.company_id = of_company and state.station_id = of_station and state.settled
          and state.start_time <= delivery.end_time and state.end_time > delivery.end_time)
      then delivery.end_time else greatest(delivery.created_date, since) end::timestamptz,
    coalesce(delivery.signed_cl, delivery.delivery_volume_cl, delivery.after_volume_cl - delivery.before_volume_cl
      + delivery_sold(of_company, delivery.tank_id, delivery.begin_time, delivery.end_time)) - coalesce(delivery.takes_back_cl, 0)
  from delivery
  where delivery.company_id = of_company and delivery.station_id = of_station and delivery.class_settle_id is null
    and delivery.end_time is not null;
end $$;

-- Where the books of a station begin that has no settled figure yet: with the shift of its first opening.
create or replace function tank_books_begin(of_company bigint, of_station bigint)
returns timestamptz
language plpgsql stable as $$
begin
  return coalesce((
    select min(first.start_time) from tank_openings(of_company, of_station) opening
    join daily_state first on first.company_id = of_company and first.id = opening.daily_state_id), 'infinity');
end $$;

-- The book stock of the tanks of a station at a moment: from the last settled figure before it, with what came since. The cost is that of
-- what ran since then, however long the history.
create or replace function tank_books(of_company bigint, of_station bigint, moment timestamptz)
returns table (tank_id bigint, opening_id bigint, opened_at timestamptz, book_cl bigint)
language plpgsql stable as $$
declare
  settled_at timestamptz := (
    select until_at from tank_book book where company_id = of_company and station_id = of_station and until_at <= moment
    order by until_at desc limit 1);
  later_at timestamptz := (
    select until_at from tank_book book where company_id = of_company and station_id = of_station and until_at > moment
    order by until_at limit 1);
  since timestamptz := coalesce(settled_at, '-infinity');
  begins_at timestamptz;
  states bigint[];
begin
  if later_at is not null then
    states := array(select distinct daily_state_id from tank_book book
      where company_id = of_company and station_id = of_station and until_at = later_at);
  else
    -- Natural days of long ago may still be joined.
    begins_at := coalesce(settled_at, tank_books_begin(of_company, of_station));
    states := array(
      select state.id from daily_state state
      where state.company_id = of_company and state.station_id = of_station and state.start_time between begins_at and moment
        and not exists (select from tank_book book where book.company_id = of_company and book.daily_state_id = state.id)
      union
      select state.id from daily_state state
      where state.company_id = of_company and state.station_id = of_station and state.is_nature_day and not state.settled
        and state.start_time < settled_at);
  end if;
  return query
  with opening as (
    select distinct on (standing.tank_id) standing.* from tank_openings(of_company, of_station) standing
    where standing.at <= moment order by standing.tank_id, standing.at desc, standing.id desc
  ), fact as materialized (
    select * from tank_facts(of_company, states, since, true)
    union all select * from tank_deliveries_open(of_company, of_station, since) where later_at is null
  )
  select opening.tank_id, opening.id, opening.at,
    (coalesce(base.book_cl, opening.volume_cl) + coalesce((
      select sum(case fact.kind when 'metered' then -fact.cl else fact.cl end) from fact
      where fact.tank_id = opening.tank_id and fact.own > opening.at and fact.at <= moment), 0))::bigint
  from opening
  left join lateral (
    select book.book_cl from tank_book book
    where book.company_id = of_company and book.tank_id = opening.tank_id and book.until_at = settled_at and book.opening_id = opening.id
    order by book.id desc limit 1) as base on true;
end $$;

-- What the next settled shift of a station moves in the books of its tanks. Nothing while it, or one before it, is not settled.
create or replace function tank_book_next(of_company bigint, of_station bigint, settled_now bigint)
returns table (station_id bigint, tank_id bigint, number int, manifold text, product_id bigint, daily_state_id bigint,
  class_settle_id bigint, business_day date, shift_number int, start_time timestamptz, end_time timestamptz, until_at timestamptz,
  opening_id bigint, opening_cl bigint, received_cl bigint, transferred_cl bigint, adjusted_cl bigint, metered_cl bigint,
  measured_cl bigint, begin_variance_cl bigint, water_mm int, temperature numeric, before_ref_cl bigint)
language plpgsql stable as $$
declare
  settled_at timestamptz := (
    select book.until_at from tank_book book where book.company_id = of_company and book.station_id = of_station
    order by book.until_at desc limit 1);
  begins_at timestamptz;
  following daily_state;
  settle class_settle;
  by_sale boolean;
  -- A natural day of long ago: what joined it late goes on from where the books stand.
  is_late boolean;
begin
  begins_at := coalesce(settled_at, tank_books_begin(of_company, of_station));
  select found.* into following from (
    select state.* from daily_state state
    where state.company_id = of_company and state.station_id = of_station and state.start_time >= begins_at
      and not exists (select from tank_book book where book.company_id = of_company and book.daily_state_id = state.id)
    union
    select state.* from daily_state state
    where state.company_id = of_company and state.id = settled_now
      and not exists (select from tank_book book where book.company_id = of_company and book.daily_state_id = state.id)
  ) as found order by found.start_time, found.id limit 1;
  if following.id is null or not following.settled then
    return;
  end if;
  is_late := coalesce(following.start_time < settled_at, false);
  select * into settle from class_settle known where known.company_id = of_company and known.daily_state_id = following.id;
  -- The sums of its nozzles are known already, unless a tank or a nozzle changed meanwhile.
  by_sale := exists (
      select from tank_openings(of_company, of_station) opening where opening.daily_state_id = following.id)
    or exists (
      select from nozzle_earlier_tank changed
      join nozzle_control nozzle on nozzle.company_id = of_company and nozzle.id = changed.nozzle_control_id
      where changed.company_id = of_company and nozzle.station_id = of_station and changed.until_at > following.start_time)
    or exists (
      select from class_settle_nozzle nozzle where nozzle.company_id = of_company and nozzle.class_settle_id = settle.id
        and (nozzle.late_cl > 0 or nozzle.tank_id is null));
  return query
  with fact as materialized (
    select fact.* from tank_facts(of_company, array[following.id], coalesce(settled_at, '-infinity'), by_sale) fact
    union all
    select nozzle.tank_id, 'metered', settle.end_time, settle.end_time, nozzle.sold_cl
    from class_settle_nozzle nozzle
    where nozzle.company_id = of_company and nozzle.class_settle_id = settle.id and not by_sale
  ), part as (
    select tank.id as tank_id, before.opening_id, before.opened_at, before.book_cl as opening_cl,
      before.measured_cl - before.book_cl as varies, before.measured_cl as before_cl, before.measured_ref_cl as before_ref_cl,
      null::bigint as product_id, 'before' as kind
    from tank
    left join lateral (
      select book.*, opening.at as opened_at from tank_book book
      left join tank_entry opening on opening.company_id = of_company and opening.id = book.opening_id
      where book.company_id = of_company and book.tank_id = tank.id
      -- Of a shift in which a book began the later one goes on, whichever row was written first.
      order by book.until_at desc, book.opening_id desc nulls last, book.id desc limit 1) as before on true
    where tank.company_id = of_company and tank.station_id = of_station
    union all
    select opening.tank_id, opening.id, opening.at, opening.volume_cl, 0, null, null, opening.product_id, entry.kind
    from tank_openings(of_company, of_station) opening
    join tank_entry entry on entry.company_id = of_company and entry.id = opening.id
    where opening.daily_state_id = following.id
  ), span as (
    select part.*, lead(part.opened_at) over books as closed_at, lead(part.kind) over books as closed_by
    from part window books as (partition by part.tank_id order by part.opened_at nulls first, part.opening_id)
  ), summed as (
    select span.tank_id, span.opening_id,
      coalesce(sum(fact.cl) filter (where fact.kind = 'received'), 0) as received,
      coalesce(sum(fact.cl) filter (where fact.kind = 'transfer'), 0) as transferred,
      coalesce(sum(fact.cl) filter (where fact.kind = 'adjustment'), 0) as adjusted,
      coalesce(sum(fact.cl) filter (where fact.kind = 'metered'), 0) as metered
    from span left join fact on fact.tank_id = span.tank_id and fact.own > coalesce(span.opened_at, '-infinity')
      and fact.own <= coalesce(span.closed_at, 'infinity')
    group by span.tank_id, span.opening_id
  )
  select of_station, span.tank_id, tank.number, tank.manifold,
    coalesce(span.product_id, tank_product(of_company, tank.id, greatest(span.opened_at, following.start_time), tank.product_id)),
    following.id, settle.id, following.business_day, following.number,
    greatest(following.start_time, least(coalesce(span.opened_at, following.start_time), following.end_time))::timestamptz,
    least(following.end_time, greatest(coalesce(span.closed_at, following.end_time), following.start_time))::timestamptz,
    greatest(settled_at, following.end_time)::timestamptz, span.opening_id, span.opening_cl,
    summed.received::bigint, summed.transferred::bigint, summed.adjusted::bigint, summed.metered::bigint,
    case when is_late then span.before_cl when span.closed_at is null then frozen.end_cl when span.closed_by = 'productChange' then 0 end,
    span.varies::bigint,
    reading.water_height_mm, reading.temperature, span.before_ref_cl
  from span
  join tank on tank.company_id = of_company and tank.id = span.tank_id
  join summed on summed.tank_id = span.tank_id and summed.opening_id is not distinct from span.opening_id
  left join class_settle_tank frozen on frozen.company_id = of_company and frozen.class_settle_id = settle.id
    and frozen.tank_id = span.tank_id
  left join lateral (
    select measured.water_height_mm, measured.temperature from tank_reading measured
    where measured.company_id = of_company and measured.tank_id = span.tank_id and measured.struck_at is null
      and measured.measured_at between following.start_time and coalesce(span.closed_at, following.end_time)
    order by measured.measured_at desc, measured.id desc limit 1) as reading on true
  where not is_late or summed.received <> 0 or summed.transferred <> 0 or summed.adjusted <> 0 or summed.metered <> 0
  order by tank.number, span.opened_at nulls first;
end $$;

-- What somebody entered for a tank at the last settlement up to a moment.
create or replace function tank_measured_at_close(of_company bigint, tank bigint, moment timestamptz)
returns table (measured_cl bigint, measured_at timestamptz)
language plpgsql stable as $$
begin
  return query
  select frozen.end_cl, last.end_time::timestamptz from (
    select book.class_settle_id, book.end_time from tank_book book
    where book.company_id = of_company and book.tank_id = tank and book.until_at <= moment
    order by book.until_at desc, book.id desc limit 1
  ) as last
  join class_settle_tank frozen on frozen.company_id = of_company and frozen.class_settle_id = last.class_settle_id
  where frozen.tank_id = tank and frozen.entered;
end $$;
