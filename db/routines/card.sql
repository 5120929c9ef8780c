-- Books payments by cards of one company, together: their entries in the ledger, and the movements of the cards. `card` is the one whose
-- money it is; a sub card that spends its master's is the `spender`, whose limits it uses.
create or replace function card_book(of_company bigint, sales jsonb)
returns table (turn integer, detail_id bigint)
language plpgsql as $$
begin
  return query
  with sale as (
    select * from jsonb_to_recordset(sales) as sale (turn int, station bigint, card bigint, spender bigint, holder bigint, "order" bigint,
      operator bigint, principal bigint, gift bigint, debt bigint, after bigint, proven boolean, day date, cl bigint, fills int,
      billing text, judged jsonb)
  ), booked as materialized (
    select * from ledger_book_cards(of_company, sales)
  ), paid as materialized (
    select next_id() as detail, sale.*, booked.entry_id, booked.dated_at from sale join booked on booked.turn = sale.turn
  ), recorded as (
    insert into user_card_detail (id, company_id, station_id, user_card_id, spent_by_id, user_id, type, amount_cents, principal_cents,
      gift_cents, debt_cents, balance_after_cents, pay_type, order_id, operator_id, ledger_entry_id, created_date, with_password, use_day,
      use_cl, use_fills, billing_type)
    select detail, of_company, station, card, spender, holder, 'consume', -(principal + gift + debt), -principal, -gift, -debt, after,
      'card', "order", operator, paid.entry_id, paid.dated_at, proven, day, cl, fills, billing
    from paid order by paid.turn
  ), used as (
    insert into card_use as kept (company_id, user_card_id, period, begins, cents, volume_cl, fills)
    select of_company, coalesce(spender, card), period, begins, sum(principal + gift + debt), sum(cl), sum(sale.fills)
    from sale cross join lateral (values ('day', day), ('month', day - extract(day from day)::int + 1)) as span (period, begins)
    group by coalesce(spender, card), period, begins
    on conflict (company_id, user_card_id, period, begins) do update
      set cents = kept.cents + excluded.cents, volume_cl = kept.volume_cl + excluded.volume_cl, fills = kept.fills + excluded.fills
  ), judged as (
    insert into card_judgement (company_id, user_card_id, station_id, order_id, outcome, code, amount_cents, volume_cl, plate, lines,
      created_date)
    select of_company, coalesce(spender, card), station, "order", judged ->> 'outcome', judged ->> 'code', principal + gift + debt, cl,
      judged ->> 'plate', judged -> 'lines', (judged ->> 'at')::timestamptz
    from sale where judged is not null
  ), owing as (
    update user_card set status = 'overspend'
    where company_id = of_company and id = any (array(select card from sale where debt > 0)) and status = 'normal'
  )
  select paid.turn, detail from paid;
end $$;

-- The masters of those of these cards that spend their master's money.
create or replace function card_masters(of_company bigint, cards bigint[])
returns bigint[]
language plpgsql stable as $$
begin
  return (
    select coalesce(array_agg(distinct sub.parent_id), '{}')
    from user_card sub join fleet on fleet.company_id = of_company and fleet.id = sub.group_id
    where sub.company_id = of_company and sub.id = any (cards) and sub.kind = 'sub' and fleet.value_mode = 'share');
end $$;

-- Accounts of these levels have none.
create or replace function member_levels_gone(of_company bigint, levels bigint[])
returns void
language plpgsql as $$
begin
  update user_card set level_id = null where company_id = of_company and level_id = any (levels);
end $$;

-- Locks cards of one company, and the masters whose money they spend, in the order of their ids. Whoever changes the mode of a fleet holds
-- its master and all of its sub cards: what is read of a locked card says whose money it spends until the transaction ends.
create or replace function card_lock(of_company bigint, cards bigint[])
returns void
language plpgsql as $$
declare
  masters bigint[] := card_masters(of_company, cards);
begin
  perform from user_card held where held.company_id = of_company and held.id = any (cards || masters) order by held.id for no key update;
  -- Of a fleet that has come to share while this waited.
  masters := card_masters(of_company, cards);
  if masters <> '{}' then
    perform from user_card held where held.company_id = of_company and held.id = any (masters) order by held.id for no key update;
  end if;
end $$;

-- Locks cards of one company, and answers what decides whether they may pay; without a lock where they are only asked after. Days, months
-- and hours are those of the station of sale. The purses are those of the `payer`: the card itself, or the master of a sub card whose fleet
-- shares.
create or replace function card_hold(of_company bigint, asked jsonb, locking boolean default true)
returns table (turn integer, id bigint, number text, user_id bigint, status text, payment_cents_max bigint, day_cents_max bigint,
  password_from_cents bigint, type text, gift_first boolean, end_time timestamp with time zone, principal_cents bigint,
  gift_cents bigint, lock_cents bigint, debt_cents bigint, day_begins timestamp with time zone, expired boolean,
  valid_until date, named text, replaced_on date, moment text, own_range jsonb, profile_range jsonb, day_use_cents bigint,
  day_use_cl bigint, day_use_fills int, month_use_cents bigint, month_use_cl bigint, billing_type text, lots jsonb, payer_id bigint,
  master jsonb, fleet jsonb, fuel_type text, fuel_products jsonb)
language plpgsql as $$
declare
  wanted bigint[];
  zones text[];
begin
  -- A number that was replaced finds its account as well, so that it can be told what pays in its place.
  select array_agg(coalesce(card, (
        select held.id from user_card held where held.company_id = of_company and held.number = question.named), (
        select past.user_card_id from card_replacement past
        where past.company_id = of_company and past.number = question.named and past.replaced_at is not null)) order by nth),
      array_agg(coalesce((
        select place.time_zone from station place where place.company_id = of_company and place.id = question.station), zone) order by nth)
    into wanted, zones
    from jsonb_to_recordset(asked) as question (nth int, card bigint, named text, station bigint, zone text);
  if locking then
    perform card_lock(of_company, wanted);
  end if;
  return query
  -- Computed before it is compared: behind the tenant wall no index is asked for what is still to be computed.
  with question as materialized (
    select nth, wanted[nth + 1] as card, date_trunc('day', here.at) at time zone here.zone as since, here.at, here.zone,
      here.at::date as day, here.at::date - extract(day from here.at)::int + 1 as month,
      case when card is null then asked_for.named end as named, asked_for.at as instant, device
    from jsonb_to_recordset(asked) as asked_for (nth int, at timestamptz, card bigint, named text, device bigint)
    cross join lateral (select zones[nth + 1] as zone, asked_for.at at time zone zones[nth + 1] as at) as here
  )
  select question.nth, held.id, held.number, held.user_id,
    case when held.issue_time is null then 'unissued' when held.closed_time is not null then 'returned'
      when question.named <> held.number then 'replaced' else held.status end, held.payment_cents_max, held.day_cents_max,
    held.password_from_cents, product.type, coalesce(product_of_master.gift_first, product.gift_first), product.end_time::timestamptz,
    principal.balance_cents, gift.balance_cents, frozen.balance_cents, debt.balance_cents, question.since,
    coalesce(held.valid_until < question.day, false), held.valid_until, question.named,
    case when question.named <> held.number then (
      select (past.replaced_at at time zone question.zone)::date from card_replacement past
      where past.company_id = of_company and past.number = question.named) end,
    to_char(question.at, 'YYYY-MM-DD"T"HH24:MI:SS'), held.range_of_use, profile.range_of_use,
    coalesce(today.cents, 0), coalesce(today.volume_cl, 0), coalesce(today.fills, 0), coalesce(monthly.cents, 0),
    coalesce(monthly.volume_cl, 0), coalesce(of_fleet.invoice_type, held.billing_type),
    -- In the order in which they are spent: what ends first, then what is for certain products only.
    case when gift.balance_cents > 0 then (
      select jsonb_agg(jsonb_build_object('id', lot.id, 'cents', lot.left_cents, 'products', lot.products, 'endsAt', lot.ends_at)
        order by lot.ends_at, lot.id)
      from gift_lot lot
      where lot.company_id = of_company and lot.user_card_id = coalesce(payer.id, held.id) and lot.left_cents > 0) end,
    coalesce(payer.id, held.id),
    case when payer.id is not null then jsonb_build_object('number', payer.number, 'type', product_of_master.type,
      'endTime', product_of_master.end_time, 'validUntil', payer.valid_until, 'expired', coalesce(payer.valid_until < question.day, false),
      'status', case when payer.issue_time is null then 'unissued' when payer.closed_time is not null then 'returned' else payer.status end)
    end,
    case when of_fleet.id is not null then jsonb_build_object('name', of_fleet.name, 'stopped', of_fleet.stopped_at is not null,
      'endTime', of_fleet.end_time, 'endDate', to_char(of_fleet.end_time at time zone question.zone, 'YYYY-MM-DD'),
      'expired', coalesce(of_fleet.end_time <= question.instant, false),
      'channelForbidden', of_fleet.mini_program_off and exists (select from device
        where device.company_id = of_company and device.id = question.device and device.type in ('miniProgram', 'mp')))
    end,
    held.fuel_type,
    case when held.fuel_type <> 'general' then (
      select coalesce(jsonb_agg(fuel.id), '[]') from product fuel
      where fuel.company_id = of_company and fuel.classification = held.fuel_type) end
  from question
  join user_card held on held.id = question.card and held.company_id = of_company
  join card product on product.id = held.card_id and product.company_id = of_company
  left join fleet of_fleet on of_fleet.id = held.group_id and of_fleet.company_id = of_company
  left join user_card payer on payer.id = held.parent_id and payer.company_id = of_company and held.kind = 'sub'
    and of_fleet.value_mode = 'share'
  left join card product_of_master on product_of_master.id = payer.card_id and product_of_master.company_id = of_company
  -- Kept apart by `offset 0`: compared with an expression over two tables, each purse would be looked for among all of the company's.
  cross join lateral (
    select coalesce(payer.principal_id, held.principal_id) as principal_id, coalesce(payer.gift_id, held.gift_id) as gift_id,
      coalesce(payer.lock_id, held.lock_id) as lock_id, coalesce(payer.debt_id, held.debt_id) as debt_id offset 0
  ) as purse
  join ledger_account principal on principal.id = purse.principal_id and principal.company_id = of_company
  join ledger_account gift on gift.id = purse.gift_id and gift.company_id = of_company
  join ledger_account frozen on frozen.id = purse.lock_id and frozen.company_id = of_company
  join ledger_account debt on debt.id = purse.debt_id and debt.company_id = of_company
  left join card_limit_profile profile on profile.id = held.limit_profile_id and profile.company_id = of_company
  left join card_use today on today.company_id = of_company and today.user_card_id = held.id and today.period = 'day'
    and today.begins = question.day
  left join card_use monthly on monthly.company_id = of_company and monthly.user_card_id = held.id and monthly.period = 'month'
    and monthly.begins = question.month;
end $$;

-- What cards of one company have paid, or keep for fills, without their password.
create or replace function card_paid_without_password(of_company bigint, asked jsonb)
returns table (turn integer, day_cents bigint, order_cents bigint)
language plpgsql as $$
begin
  return query
  with question as materialized (
    select * from jsonb_to_recordset(asked) as question (turn int, card bigint, since timestamptz, until timestamptz, "order" bigint)
  )
  select question.turn, (coalesce(sum(cents) filter (where created_date >= since and created_date < coalesce(until, 'infinity')), 0)
    -- What is held for a fill without it is as good as paid.
    + coalesce((select sum(approved_cents) from card_authorisation held
      where held.company_id = of_company and held.user_card_id = card and held.status in ('open', 'gray') and not held.with_password
        and held.created_date >= since and held.created_date < coalesce(until, 'infinity')), 0))::bigint,
    coalesce(sum(cents) filter (where order_id = "order"), 0)::bigint
  from question left join lateral (
    select paid.created_date, paid.order_id, -paid.amount_cents - coalesce((
      select sum(back.amount_cents) from user_card_detail back
      where back.company_id = of_company and back.reverses_id = paid.id and back.type = 'refundConsume'
    ), 0) as cents
    from user_card_detail paid where paid.company_id = of_company and paid.id in (
      select id from user_card_detail
      where company_id = of_company and user_card_id = card and created_date >= since and created_date < coalesce(until, 'infinity')
      union all select id from user_card_detail
      where company_id = of_company and spent_by_id = card and created_date >= since and created_date < coalesce(until, 'infinity')
      union all select id from user_card_detail where company_id = of_company and order_id = "order"
    ) and coalesce(paid.spent_by_id, paid.user_card_id) = card and paid.type = 'consume' and paid.with_password is not true
  ) as payment on true
  group by question.turn, card, since, until;
end $$;

-- Counts what a movement of a card uses of its limits; below zero what it gives back.
create or replace function card_use_add(of_company bigint, card bigint, day date, more_cents bigint, more_cl bigint, more_fills int)
returns void
language plpgsql as $$
begin
  insert into card_use as kept (company_id, user_card_id, period, begins, cents, volume_cl, fills)
  values (of_company, card, 'day', day, more_cents, more_cl, more_fills),
    (of_company, card, 'month', day - extract(day from day)::int + 1, more_cents, more_cl, more_fills)
  on conflict (company_id, user_card_id, period, begins) do update
    set cents = kept.cents + excluded.cents, volume_cl = kept.volume_cl + excluded.volume_cl, fills = kept.fills + excluded.fills;
end $$;

-- Payments whose dates were corrected count on their right days, and what was given back of them as well.
create or replace function card_use_redate(of_company bigint, payments bigint[])
returns void
language plpgsql as $$
declare
  moved record;
begin
  for moved in
    select part.id, coalesce(part.spent_by_id, part.user_card_id) as card, part.use_day as was, paid.day as becomes,
      -part.amount_cents as cents, part.use_cl as cl,
      part.use_fills as fills
    from (
      select dated.id, (dated.created_date at time zone place.time_zone)::date as day
      from user_card_detail dated join station place on place.company_id = of_company and place.id = dated.station_id
      where dated.company_id = of_company and dated.id = any (payments) and dated.type = 'consume'
    ) as paid join user_card_detail part on part.company_id = of_company and (part.id = paid.id or part.reverses_id = paid.id)
    where part.use_day <> paid.day order by card, part.id
  loop
    update user_card_detail set use_day = moved.becomes where company_id = of_company and id = moved.id;
    perform card_use_add(of_company, moved.card, moved.was, -moved.cents, -moved.cl, -moved.fills);
    perform card_use_add(of_company, moved.card, moved.becomes, moved.cents, moved.cl, moved.fills);
  end loop;
end $$;

-- What a card has spent within a time.
create or replace function card_spent(of_company bigint, card bigint, since timestamptz, until timestamptz)
returns bigint
language plpgsql stable as $$
begin
  return (select coalesce(-sum(amount_cents), 0)::bigint from user_card_detail moved
    where moved.company_id = of_company and user_card_id = card and created_date >= since and created_date < until
      and (type = 'consume' or type = 'refundConsume' and exists (
        select from user_card_detail paid
        where paid.company_id = of_company and paid.id = moved.reverses_id and paid.created_date >= since)));
end $$;

-- What a card has spent since an instant.
create or replace function card_spent_since(of_company bigint, card bigint, since timestamp with time zone)
returns bigint
language sql stable as $$ select card_spent(of_company, card, since, 'infinity') $$;

-- Notes what entries took from lots of gifts. The cards are locked.
create or replace function gift_lot_take(of_company bigint, uses jsonb)
returns void
language plpgsql as $$
declare
  part record;
begin
  for part in
    select lot, coalesce(entry, (
        select ledger_entry_id from user_card_detail paid where paid.company_id = of_company and paid.id = detail)) as entry, cents
    from jsonb_to_recordset(uses) as taken (lot bigint, entry bigint, detail bigint, cents bigint) order by lot
  loop
    update gift_lot set left_cents = left_cents - part.cents where company_id = of_company and id = part.lot;
    insert into gift_lot_use (company_id, lot_id, entry_id, cents) values (of_company, part.lot, part.entry, part.cents);
  end loop;
end $$;

-- An account of points or of levels says so itself.
create or replace function note_service()
returns trigger
language plpgsql as $$
begin
  new.service := (
    select type from card product
    where product.company_id = new.company_id and product.id = new.card_id and product.type in ('score', 'level'));
  return new;
end $$;
