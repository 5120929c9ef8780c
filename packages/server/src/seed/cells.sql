-- What the movements of cards count into, and the months of all that is kept by the day.
insert into statistic_cell (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
  discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
select company_id, station_id, fact, dimension, case dimension when 'all' then 'h' else 'd' end,
  date_trunc(case dimension when 'all' then 'hour' else 'day' end, at, 'Asia/Shanghai') as moment, key, sum(count), 0, 0,
  sum(amount_cents), 0, 0, 0, sum(principal_cents), sum(gift_cents)
from statistic_fact,
  lateral statistic_keys(fact, status, type, pay_type, item_id, nozzle_control_id, employee_id, device_id) as keys
where fact = 'card' group by company_id, station_id, fact, dimension, moment, key;
insert into statistic_cell (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
  discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
select company_id, station_id, fact, dimension, 'm', date_trunc('month', at, 'Asia/Shanghai') as moment, key, sum(count), sum(volume_cl),
  sum(pieces), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents), sum(principal_cents), sum(gift_cents)
from statistic_cell where grain = 'd' group by company_id, station_id, fact, dimension, moment, key;
