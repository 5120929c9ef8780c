-- What a company is counted by, over all of its stations.
insert into statistic_whole
select company_id, fact, grain, at, key, sum(count), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents),
  sum(volume_cl), sum(pieces)
from statistic_aggregate where dimension = 'status' and company_id = any (array(select distinct company_id from seed_site))
group by company_id, fact, grain, at, key;
