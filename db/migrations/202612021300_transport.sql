-- compatible
-- Loads of fuel: from a depot, or straight from a supplier, to a station. A load is ordered, loaded, signed for; a month that is settled
-- settles the loads that were signed for in it.

create table transport (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  bill_no text not null default '',
  -- When it is loaded, and when it is unloaded: planned, until it has happened.
  delivery_time timestamptz(3) not null,
  offload_time timestamptz(3),
  -- Null where the supplier brings it itself.
  depot_id bigint,
  base_fuel_id bigint not null,
  -- As which fuel of the station it was signed for.
  product_id bigint,
  carrier_id bigint,
  supplier_id bigint,
  tax_rate numeric(4, 2) not null check (tax_rate >= 0 and tax_rate < 100),
  station_id bigint not null,
  priced_by text not null default 'ton' check (priced_by in ('ton', 'litre')),
  -- With tax: of a ton, or of 1,000 litres.
  price_cents bigint not null check (price_cents >= 0),
  -- What the document of the supplier says, where that is not quantity times price.
  own_amount_cents bigint check (own_amount_cents >= 0),
  -- At the reference temperature.
  density numeric(5, 1) check (density between 600 and 1000),
  truck_id bigint,
  plate text not null default '',
  -- What lies in which compartment of the truck: [{"number": 1, "volumeCl": 600000}].
  compartments jsonb not null default '[]',
  -- As typed; what was not typed follows from the other by the density.
  delivered_kg bigint check (delivered_kg > 0),
  typed_cl bigint check (typed_cl > 0),
  loaded_kg bigint check (loaded_kg > 0),
  loaded_cl bigint check (loaded_cl > 0),
  freight_price_cents bigint not null default 0 check (freight_price_cents >= 0),
  freight_on text not null default 'signed' check (freight_on in ('signed', 'delivered')),
  -- Null: that of the fuel.
  freight_tax_rate numeric(4, 2) check (freight_tax_rate >= 0 and freight_tax_rate < 100),
  -- Of the delivered quantity; what is lost beyond it is claimed from the carrier.
  allowed_loss_percent numeric(4, 2) not null default 0 check (allowed_loss_percent >= 0 and allowed_loss_percent < 100),
  amount_cents bigint check (amount_cents >= 0),
  net_cents bigint check (net_cents between 0 and amount_cents),
  freight_amount_cents bigint check (freight_amount_cents >= 0),
  freight_net_cents bigint check (freight_net_cents between 0 and freight_amount_cents),
  stage text not null default 'ordered' check (stage in ('ordered', 'loaded', 'signed', 'cancelled')),
  -- By the calendars of the depot and of the station.
  loaded_day date,
  signed_day date,
  signed_kg bigint check (signed_kg > 0),
  signed_cl bigint check (signed_cl > 0),
  allowed_kg bigint check (allowed_kg >= 0),
  allowed_cl bigint check (allowed_cl >= 0),
  claimed_kg bigint check (claimed_kg >= 0),
  claimed_cl bigint check (claimed_cl >= 0),
  -- What the fuel that is claimed cost, with tax and without.
  claim_cents bigint check (claim_cents >= 0),
  claim_net_cents bigint check (claim_net_cents between 0 and claim_cents),
  sign_reason text not null default '',
  signed_date timestamptz(3),
  signed_by_id bigint,
  remark text not null default '',
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "transport.noOrigin" check (num_nonnulls(depot_id, supplier_id) >= 1),
  constraint "transport.depotByTon" check (depot_id is null or (priced_by = 'ton' and own_amount_cents is null)),
  constraint "transport.noQuantity" check (num_nonnulls(delivered_kg, typed_cl) >= 1),
  -- More than was loaded is signed for with a reason.
  constraint "transport.reasonMissing" check (stage <> 'signed' or sign_reason <> ''
    or (case when signed_kg is null then signed_cl <= loaded_cl else signed_kg <= loaded_kg end)),
  -- What is on the road has litres, and kilograms where it comes out of a depot.
  check (stage not in ('loaded', 'signed') or (loaded_cl is not null and loaded_day is not null and amount_cents is not null
    and (depot_id is null or loaded_kg is not null))),
  check ((stage = 'signed') = (signed_cl is not null)),
  check ((stage = 'signed') = (signed_day is not null)),
  check (stage <> 'signed' or (product_id is not null and offload_time is not null and signed_date is not null)),
  check ((signed_kg is null) = (stage <> 'signed' or loaded_kg is null)),
  foreign key (company_id, depot_id) references depot (company_id, id),
  foreign key (company_id, base_fuel_id) references base_fuel (company_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (company_id, carrier_id) references supplier (company_id, id),
  foreign key (company_id, supplier_id) references supplier (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, truck_id) references truck (company_id, id)
);
select guard_tenant('transport');
create index on transport (company_id, delivery_time desc, id desc);
create index on transport (company_id, station_id, delivery_time desc, id desc);
create index on transport (company_id, depot_id, delivery_time desc) where depot_id is not null;
create index on transport (company_id, carrier_id, delivery_time desc) where carrier_id is not null;
create index on transport (company_id, supplier_id, delivery_time desc) where supplier_id is not null;
create index on transport (company_id, base_fuel_id);
create index on transport (company_id, product_id) where product_id is not null;
create index on transport (company_id, truck_id) where truck_id is not null;
create index on transport (company_id, bill_no) where bill_no <> '';
-- What is on its way.
create index on transport (company_id, station_id, delivery_time) where stage in ('ordered', 'loaded');

-- Its body stands in db/routines/transport.sql.
create function keep_settled_transport() returns trigger language plpgsql as $$
begin
  return coalesce(new, old);
end $$;
create trigger keep_settled_transport before update or delete on transport for each row execute function keep_settled_transport();

-- The deliveries into tanks that a load was signed for by; each belongs to one load.
create table transport_intake (
  company_id bigint not null references company,
  oil_info_id bigint not null,
  transport_id bigint not null,
  constraint "transport.intakeSigned" primary key (company_id, oil_info_id),
  foreign key (company_id, oil_info_id) references delivery (company_id, id),
  foreign key (company_id, transport_id) references transport (company_id, id)
);
select guard_tenant('transport_intake');
create index on transport_intake (company_id, transport_id);

-- A load with what follows from it. Settled is what was signed for within a month that is settled.
create view transport_state with (security_invoker = true) as
  select transport.*, loaded_kg - signed_kg as loss_kg, loaded_cl - signed_cl as loss_cl, typed_cl is not null as volume_typed,
    case when stage = 'signed' and signed_day < (month + interval '1 month')::date then 'settled' else stage end as status
  from transport left join settled_month on settled_month.company_id = transport.company_id;
grant select on transport_state to forecourt_app;

-- What a station sees of it: no price, no amount, and nothing that could name one.
create view incoming_transport with (security_invoker = true) as
  select company_id, id, version, station_id, bill_no, status, delivery_time, offload_time, depot_id, base_fuel_id, product_id,
    carrier_id, supplier_id, truck_id, plate, compartments, density, loaded_kg, loaded_cl, signed_kg, signed_cl, loss_kg, loss_cl,
    allowed_kg, claimed_kg, sign_reason, signed_date, signed_by_id, created_date
  from transport_state where status <> 'cancelled';
grant select on incoming_transport to forecourt_app;
