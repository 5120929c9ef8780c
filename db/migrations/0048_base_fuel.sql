-- compatible
-- Base fuels: what depots hold and contracts are about. A product names the one it is sold from and is drawn in its colour, so that a fuel
-- has one colour wherever it is sold; a colour of the product's own stands above it.
create table base_fuel (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  name text not null,
  code text not null,
  type text not null check (type in ('gasoline', 'diesel')),
  density_kg_m3 int check (density_kg_m3 between 600 and 1000),
  color text,
  created_date timestamptz(3) not null default now(),
  constraint "baseFuel.codeTaken" unique (company_id, code),
  unique (company_id, id)
);
select guard_tenant('base_fuel');

-- The colour stands with the product, too: whoever reads a product, a tank or a nozzle knows it without reading the base fuel.
alter table product add column base_fuel_id bigint, add column base_color text,
  add foreign key (company_id, base_fuel_id) references base_fuel (company_id, id);
create index on product (company_id, base_fuel_id) where base_fuel_id is not null;

create function take_base_color() returns trigger language plpgsql as $$
begin
  new.base_color := (select color from base_fuel where company_id = new.company_id and id = new.base_fuel_id);
  return new;
end $$;
create trigger take_base_color before insert or update of base_fuel_id on product for each row execute function take_base_color();

create function give_base_color() returns trigger language plpgsql as $$
begin
  update product set base_color = new.color where company_id = new.company_id and base_fuel_id = new.id;
  return null;
end $$;
create trigger give_base_color after update on base_fuel for each row when (old.color is distinct from new.color)
  execute function give_base_color();
