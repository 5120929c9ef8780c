-- compatible
-- Days and months of a station's whole, beside its hours: what a station sold on each day of a month is thirty cells, and no longer some
-- ten for each way of payment of each. And of a company as a whole its litres and pieces too, so that its sales by ways of payment are read
-- without those of each station.
create or replace view statistic_grain with (security_invoker) as
  select dimension, grain, unit from (values ('all', 'h', 'hour'), ('all', 'd', 'day'), ('all', 'm', 'month'), ('standing', 'd', 'day'),
    ('standing', 'm', 'month'), ('item', 'd', 'day'), ('item', 'm', 'month'), ('nozzle', 'd', 'day'), ('nozzle', 'm', 'month'),
    ('employee', 'd', 'day'), ('employee', 'm', 'month'), ('device', 'd', 'day'), ('device', 'm', 'month'))
    as kept (dimension, grain, unit);

-- As auditors read them: each dimension at its finest, once.
create or replace view audit.statistic_counted with (security_invoker) as
  select company_id, station_id as station, fact, dimension, at, key, count, volume_cl, pieces, amount_cents, discount_cents,
    paid_cents, refunded_cents, principal_cents, gift_cents
  from statistic_cell where grain = case dimension when 'all' then 'h' else 'd' end
  union all
  select company_id, station_id, fact, dimension, at, key, count, volume_cl, pieces, amount_cents, discount_cents,
    paid_cents, refunded_cents, principal_cents, gift_cents
  from statistic_waiting;

alter table statistic_whole add column volume_cl bigint not null default 0, add column pieces bigint not null default 0;
create or replace function note_cells() returns trigger language plpgsql as $$
begin
  execute format('
    insert into statistic_whole as whole (company_id, fact, grain, at, key, count, amount_cents, discount_cents, paid_cents, refunded_cents,
      volume_cl, pieces)
    select company_id, fact, grain, at, key, sum(sign * count), sum(sign * amount_cents), sum(sign * discount_cents),
      sum(sign * paid_cents), sum(sign * refunded_cents), sum(sign * volume_cl), sum(sign * pieces)
    from (%s) as cell where dimension = ''standing'' group by company_id, fact, grain, at, key
    on conflict (company_id, fact, grain, at, key) do update set count = whole.count + excluded.count,
      amount_cents = whole.amount_cents + excluded.amount_cents, discount_cents = whole.discount_cents + excluded.discount_cents,
      paid_cents = whole.paid_cents + excluded.paid_cents, refunded_cents = whole.refunded_cents + excluded.refunded_cents,
      volume_cl = whole.volume_cl + excluded.volume_cl, pieces = whole.pieces + excluded.pieces',
    case tg_op when 'INSERT' then 'select 1 as sign, * from added' when 'DELETE' then 'select -1 as sign, * from gone'
      else 'select 1 as sign, * from added union all select -1, * from gone' end);
  return null;
end $$;
create or replace view audit.statistic_whole with (security_invoker) as select * from statistic_whole;

-- What was counted before: nothing may be folded meanwhile. The wall is as high for the owner of the tables as for everyone.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
select pg_advisory_xact_lock(statistic_lock());
update statistic_whole as whole set volume_cl = told.volume, pieces = told.parts
from (
  select company_id, fact, grain, at, key, sum(volume_cl) as volume, sum(pieces) as parts
  from statistic_cell where dimension = 'standing' and fact = 'order' group by company_id, fact, grain, at, key
) as told
where whole.company_id = told.company_id and whole.fact = told.fact and whole.grain = told.grain and whole.at = told.at
  and whole.key = told.key;
insert into statistic_cell (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
  discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
select cell.company_id, cell.station_id, fact, 'all', coarse.grain, date_trunc(unit, at, time_zone) as begins, key, sum(count),
  sum(volume_cl), sum(pieces), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents), sum(principal_cents),
  sum(gift_cents)
from statistic_cell cell
join statistic_site site on site.station_id = cell.station_id and site.company_id = cell.company_id
join statistic_grain coarse on coarse.dimension = 'all' and coarse.grain <> 'h'
where cell.dimension = 'all' and cell.grain = 'h'
group by cell.company_id, cell.station_id, fact, coarse.grain, begins, key;
