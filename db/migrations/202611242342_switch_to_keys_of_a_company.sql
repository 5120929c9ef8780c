-- Keys that carry the company, the third of four steps: the new keys and references take the place of the old ones, and the tenant wall
-- asks without a subquery, which a table that is spread over machines refuses. Only the catalogue changes; all calls wait meanwhile.

-- The server that migrates tries it again, if a call keeps one of the tables for longer than this: before PostgreSQL looks for a deadlock,
-- and might end the call.
set local lock_timeout = '400ms';
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
do $$
declare
  one regclass;
begin
  for one in select distinct conrelid::regclass from pg_constraint where connamespace = 'public'::regnamespace and conname like 'new %'
    union select attrelid::regclass from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname = 'company_id' and relkind = 'r' and relnamespace = 'public'::regnamespace
    union select 'company'::regclass order by 1
  loop
    execute format('lock table %s in access exclusive mode', one);
  end loop;
end $$;

-- What a server of the version before has written meanwhile.
update saved_view set user_company = u.company_id from user_account u where u.id = user_id and user_company is null;
update pin_proof set user_company = u.company_id from user_account u where u.id = user_account and user_company is null;
update history_import set user_company = u.company_id from user_account u where u.id = user_id and user_company is null;
alter table saved_view alter column user_company set not null;
alter table pin_proof alter column user_company set not null;
alter table history_import alter column user_company set not null;

-- A view that groups by a key leans on it: this one names all that it shows of an order.
create or replace view statistic_fact with (security_invoker) as
select company_id, station_id, created_date as at, 'order' as fact, status, type, pay_type, null::bigint as item_id, nozzle_control_id,
  employee_id, device_id, 1::bigint as count, 0::bigint as volume_cl, 0::bigint as pieces, total_cents as amount_cents, discount_cents,
  paid_cents, refunded_cents, 0::bigint as principal_cents, 0::bigint as gift_cents
from sale_order
union all
select sale.company_id, sale.station_id, sale.created_date, 'line', sale.status, sale.type, sale.pay_type, item_id, sale.nozzle_control_id,
  sale.employee_id, sale.device_id, 1, sum(volume_cl)::bigint, sum(pieces)::bigint, sum(amount_cents)::bigint,
  sum(line.discount_cents)::bigint, 0, 0, 0, 0
from sale_order sale join order_line line on line.company_id = sale.company_id and line.order_id = sale.id
group by sale.company_id, sale.id, sale.station_id, sale.created_date, sale.status, sale.type, sale.pay_type, item_id,
  sale.nozzle_control_id, sale.employee_id, sale.device_id
union all
select txn.company_id, txn.station_id, txn.created_date, 'payment', txn.status, null, txn.pay_type, null, null,
  coalesce(txn.user_id, sale.employee_id), txn.device_id, 1, 0, 0, txn.amount_cents, 0, 0, txn.refunded_cents, 0, 0
from pay_transaction txn join sale_order sale on sale.company_id = txn.company_id and sale.id = txn.order_id
union all
select detail.company_id, coalesce(station_id, detail.company_id), detail.created_date, 'card', detail.type, card_kind_no(card.kind),
  pay_type, null, null, null, null, 1, 0, 0, amount_cents, 0, 0, 0, principal_cents, gift_cents
from user_card_detail detail join user_card card on card.company_id = detail.company_id and card.id = detail.user_card_id;

-- The rule of these two columns is now the primary key, which cannot be chosen while another key of the same columns stands.
alter table user_role drop constraint user_role_company_id_fleet_id_fkey;
alter table product drop constraint product_company_id_base_fuel_id_fkey;
alter table product_price drop constraint product_price_company_id_product_id_fkey;
alter table item drop constraint item_company_id_product_id_fkey;
alter table tank drop constraint tank_company_id_product_id_fkey;
alter table user_card drop constraint user_card_company_id_card_id_fkey, drop constraint user_card_company_id_group_id_fkey;
alter table product drop constraint product_company_id_id_key;
alter table card drop constraint card_company_id_id_key;
alter table fleet drop constraint fleet_company_id_id_key;
alter table base_fuel drop constraint base_fuel_company_id_id_key;

do $$
declare
  one record;
  -- A key to which stations refer says all three columns in its name.
  renamed text;
begin
  for one in select conrelid::regclass as referring, substr(conname, 5) as name from pg_constraint
    where contype = 'f' and conname like 'new %' and connamespace = 'public'::regnamespace
  loop
    execute format('alter table %s drop constraint %I', one.referring, one.name);
    execute format('alter table %s rename constraint %I to %I', one.referring, 'new ' || one.name, one.name);
  end loop;
  for one in select indrelid::regclass as indexed, substr(index.relname, 5) as name, contype
    from pg_index join pg_class index on index.oid = indexrelid
    left join pg_constraint on conrelid = indrelid and conname = substr(index.relname, 5) and contype in ('p', 'u')
    where index.relname like 'new %' and index.relnamespace = 'public'::regnamespace
  loop
    if one.contype is null then
      execute format('drop index %I', one.name);
      execute format('alter index %I rename to %I', 'new ' || one.name, one.name);
    else
      renamed := regexp_replace(one.name, '_station_id_id_key$', '_company_id_station_id_id_key');
      execute format('alter table %s drop constraint %I', one.indexed, one.name);
      execute format('alter table %s add constraint %I %s using index %I', one.indexed, renamed,
        case one.contype when 'p' then 'primary key' else 'unique' end, 'new ' || one.name);
    end if;
  end loop;
end $$;

alter table user_role add constraint user_role_company_id_fleet_id_fkey
  foreign key (company_id, fleet_id) references fleet (company_id, id) not valid;
alter table product add constraint product_company_id_base_fuel_id_fkey
  foreign key (company_id, base_fuel_id) references base_fuel (company_id, id) not valid;
alter table product_price add constraint product_price_company_id_product_id_fkey
  foreign key (company_id, product_id) references product (company_id, id) not valid;
alter table item add constraint item_company_id_product_id_fkey
  foreign key (company_id, product_id) references product (company_id, id) not valid;
alter table tank add constraint tank_company_id_product_id_fkey
  foreign key (company_id, product_id) references product (company_id, id) not valid;
alter table user_card add constraint user_card_company_id_card_id_fkey
  foreign key (company_id, card_id) references card (company_id, id) not valid;
alter table user_card add constraint user_card_company_id_group_id_fkey
  foreign key (company_id, group_id) references fleet (company_id, id) not valid;

-- The companies that the transaction may see, as the application said when it began. The list is read once for a scan of an index, and all
-- of them begin with the company.
do $$
declare
  one record;
begin
  for one in select polrelid::regclass as guarded, case polrelid when 'company'::regclass then 'id' else 'company_id' end as tenant
    from pg_policy where polname = 'tenant'
  loop
    execute format(
      $policy$alter policy tenant on %s using (%s = any (string_to_array(current_setting('app.companies', true), ',')::bigint[]))$policy$,
      one.guarded, one.tenant);
  end loop;
end $$;
create or replace function guard_tenant(guarded text, rights text default 'select, insert, update, delete',
  tenant text default 'company_id')
returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', guarded);
  execute format('alter table %I force row level security', guarded);
  execute format(
    $policy$create policy tenant on %I using (%I = any (string_to_array(current_setting('app.companies', true), ',')::bigint[]))$policy$,
    guarded, tenant);
  execute format('grant %s on %I to forecourt_app', rights, guarded);
end $$;
