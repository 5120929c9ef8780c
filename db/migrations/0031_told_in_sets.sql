-- compatible
-- What the rows tell of each hour and day, added up in sets: once for all that an order, a line, a payment or a movement counts into,
-- instead of a row for each of these. The same sums, for millions of orders in minutes.
create or replace view audit.statistic_told with (security_invoker) as
  select company_id, station_id as station, case when adds then 'order' else fact end as fact, dimension, at, key,
    case when adds then 0 else count end as count, volume_cl, pieces, case when adds then 0 else amount_cents end as amount_cents,
    case when adds then 0 else discount_cents end as discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents
  from (
    select company_id, station_id, fact, fact = 'line' and grouping(item_id) = 1 as adds,
      case 0 when grouping(standing) then 'standing' when grouping(hour_at) then 'all' when grouping(item_id) then 'item'
        when grouping(nozzle_control_id) then 'nozzle' when grouping(employee_id) then 'employee' else 'device' end as dimension,
      coalesce(hour_at, day_at) as at,
      coalesce(standing, item_id::text, nozzle_control_id::text, employee_id::text, device_id::text, '') as key,
      sum(count)::bigint as count, sum(volume_cl)::bigint as volume_cl, sum(pieces)::bigint as pieces,
      sum(amount_cents)::bigint as amount_cents, sum(discount_cents)::bigint as discount_cents, sum(paid_cents)::bigint as paid_cents,
      sum(refunded_cents)::bigint as refunded_cents, sum(principal_cents)::bigint as principal_cents, sum(gift_cents)::bigint as gift_cents
    from (
      select told.*, date_trunc('hour', at, time_zone)::timestamptz(3) as hour_at,
        date_trunc('day', at, time_zone)::timestamptz(3) as day_at,
        status || ':' || coalesce(type::text, '') || ':' || coalesce(pay_type, '') as standing,
        status <> 'close' and (fact <> 'payment' or status = 'success') as counts
      from statistic_fact told join statistic_site site on site.station_id = told.station_id and site.company_id = told.company_id
    ) as told
    group by company_id, station_id, fact, grouping sets ((day_at, standing), (hour_at, counts), (day_at, item_id, counts),
      (day_at, nozzle_control_id, counts), (day_at, employee_id, counts), (day_at, device_id, counts))
    having counts is not false and case 0 when grouping(item_id) then fact = 'line'
      when grouping(nozzle_control_id) then fact in ('order', 'line')
      when grouping(employee_id) then fact <> 'card' when grouping(device_id) then fact <> 'card' else true end
  ) as told;
