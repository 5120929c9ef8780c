-- Of these companies alone: whoever else sells in this database was counted before.
-- What the movements of cards count into, and the months of all that is kept by the day.
insert into statistic_aggregate (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
  discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
select company_id, station_id, fact, dimension, grain, date_trunc(unit, at, 'Asia/Shanghai') as moment, key, sum(count), 0, 0,
  sum(amount_cents), 0, 0, 0, sum(principal_cents), sum(gift_cents)
from statistic_fact,
  lateral statistic_keys(fact, status, type, pay_type, item_id, nozzle_control_id, employee_id, device_id) as keys
join statistic_grain using (dimension)
where fact = 'card' and grain <> 'm' and company_id = any (array(select distinct company_id from seed_site))
group by company_id, station_id, fact, dimension, grain, moment, key;
insert into statistic_aggregate (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
  discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
select company_id, station_id, fact, dimension, 'm', date_trunc('month', at, 'Asia/Shanghai') as moment, key, sum(count), sum(volume_cl),
  sum(pieces), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents), sum(principal_cents), sum(gift_cents)
from statistic_aggregate where grain = 'd' and company_id = any (array(select distinct company_id from seed_site))
group by company_id, station_id, fact, dimension, moment, key;
