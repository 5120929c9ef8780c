-- compatible
-- A card may be for one kind of fuel: then it buys no other.
alter table user_card add column fuel_type text not null default 'general' check (fuel_type in ('general', 'gasoline', 'diesel'));
-- Those for one kind are few, and found by it.
create index on user_card (company_id, fuel_type, created_date desc, id desc) where fuel_type <> 'general';

create or replace view user_card_state with (security_invoker = true) as
  select card.id, card.version, card.company_id, card.number, card.physical_number, card.name, card.kind, card.status, card.card_id,
    card.user_id, card.parent_id, card.payment_cents_max, card.day_cents_max, card.password_from_cents, card.has_pay_password,
    card.remark, card.issue_time, card.created_date,
    principal.balance_cents + gift.balance_cents as value, frozen.balance_cents as lock_value,
    principal.balance_cents as principal_cents, gift.balance_cents as gift_cents, debt.balance_cents as debt_cents,
    (select count(*) from user_card child
      where child.company_id = card.company_id and child.parent_id = card.id)::integer as child_card_num,
    card.group_id, card.closed_time, card.valid_until, card.limit_profile_id, card.range_of_use,
    -- Of its own money: what its sub cards keep of it as well, and not what it keeps of its master's.
    ((select coalesce(sum(principal_cents + gift_cents), 0) from card_authorisation held
      where held.company_id = card.company_id and held.user_card_id = card.id and held.master_id is null
        and held.status in ('open', 'gray'))
      + (select coalesce(sum(principal_cents + gift_cents), 0) from card_authorisation held
      where held.company_id = card.company_id and held.master_id = card.id and held.status in ('open', 'gray')))::bigint as held_cents,
    card.to_write, card.discount_id,
    -- A fleet's stands for all of its cards.
    coalesce(fleet.invoice_type, card.billing_type) as billing_type,
    plates_of(card.range_of_use) as plates, card.fuel_type
  from user_card card
  left join ledger_account principal on principal.company_id = card.company_id and principal.id = card.principal_id
  left join ledger_account gift on gift.company_id = card.company_id and gift.id = card.gift_id
  left join ledger_account frozen on frozen.company_id = card.company_id and frozen.id = card.lock_id
  left join ledger_account debt on debt.company_id = card.company_id and debt.id = card.debt_id
  left join fleet on fleet.company_id = card.company_id and fleet.id = card.group_id;
