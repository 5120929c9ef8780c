-- What a company is counted by, over all of its stations.
insert into statistic_whole
select company_id, fact, grain, at, key, sum(count), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents)
from statistic_cell where dimension = 'standing' group by company_id, fact, grain, at, key;
