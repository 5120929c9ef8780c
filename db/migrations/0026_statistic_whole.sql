-- What lists are counted by, of a company as a whole: the same standings by day and month, over all of its stations. A list of three
-- hundred stations is counted, and its pages are found, as quickly as that of one. Days begin as each station's do.
create table statistic_whole (
  company_id bigint not null,
  fact text not null,
  grain text not null,
  at timestamptz(3) not null,
  key text not null,
  count bigint not null,
  amount_cents bigint not null,
  discount_cents bigint not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  primary key (company_id, fact, grain, at, key)
) with (fillfactor = 50);
select guard_tenant('statistic_whole', 'select, insert, update');

-- Whatever changes a cell changes its company's: the fold, a station that is counted anew, a repair. Cells have one writer at a time.
create function note_cells() returns trigger language plpgsql as $$
begin
  execute format('
    insert into statistic_whole as whole (company_id, fact, grain, at, key, count, amount_cents, discount_cents, paid_cents, refunded_cents)
    select company_id, fact, grain, at, key, sum(sign * count), sum(sign * amount_cents), sum(sign * discount_cents),
      sum(sign * paid_cents), sum(sign * refunded_cents)
    from (%s) as cell where dimension = ''standing'' group by company_id, fact, grain, at, key
    on conflict (company_id, fact, grain, at, key) do update set count = whole.count + excluded.count,
      amount_cents = whole.amount_cents + excluded.amount_cents, discount_cents = whole.discount_cents + excluded.discount_cents,
      paid_cents = whole.paid_cents + excluded.paid_cents, refunded_cents = whole.refunded_cents + excluded.refunded_cents',
    case tg_op when 'INSERT' then 'select 1 as sign, * from added' when 'DELETE' then 'select -1 as sign, * from gone'
      else 'select 1 as sign, * from added union all select -1, * from gone' end);
  return null;
end $$;
create trigger note_cells_added after insert on statistic_cell referencing new table as added
  for each statement execute function note_cells();
create trigger note_cells_gone after delete on statistic_cell referencing old table as gone
  for each statement execute function note_cells();
create trigger note_cells_changed after update on statistic_cell referencing old table as gone new table as added
  for each statement execute function note_cells();

-- What was counted before. The wall is as high for the owner of the tables as for everyone.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
insert into statistic_whole
select company_id, fact, grain, at, key, sum(count), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents)
from statistic_cell where dimension = 'standing' group by company_id, fact, grain, at, key;

create view audit.statistic_whole with (security_invoker) as select * from statistic_whole;
grant select on audit.statistic_whole to forecourt_app;
