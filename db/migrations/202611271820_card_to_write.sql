-- What stands on the server of a card is no longer what stands on its chip: it is to be written when it lies on a reader next.
alter table user_card add column to_write boolean not null default false;
alter table user_card add constraint user_card_to_write check (not to_write or (physical_number is not null and closed_time is null));
create index on user_card (company_id, id) where to_write;

create or replace view user_card_state with (security_invoker = true) as
  select card.id, card.version, card.company_id, card.number, card.physical_number, card.name, card.kind, card.status, card.card_id,
    card.user_id, card.parent_id, card.payment_cents_max, card.day_cents_max, card.password_from_cents, card.has_pay_password,
    card.remark, card.issue_time, card.created_date,
    principal.balance_cents + gift.balance_cents as value, frozen.balance_cents as lock_value,
    principal.balance_cents as principal_cents, gift.balance_cents as gift_cents, debt.balance_cents as debt_cents,
    (select count(*) from user_card child
      where child.company_id = card.company_id and child.parent_id = card.id)::integer as child_card_num,
    card.group_id, card.closed_time, card.valid_until, card.limit_profile_id, card.range_of_use,
    (select coalesce(sum(principal_cents + gift_cents), 0) from card_authorisation held
      where held.company_id = card.company_id and held.user_card_id = card.id and held.status in ('open', 'gray'))::bigint as held_cents,
    card.to_write
  from user_card card
  left join ledger_account principal on principal.company_id = card.company_id and principal.id = card.principal_id
  left join ledger_account gift on gift.company_id = card.company_id and gift.id = card.gift_id
  left join ledger_account frozen on frozen.company_id = card.company_id and frozen.id = card.lock_id
  left join ledger_account debt on debt.company_id = card.company_id and debt.id = card.debt_id;
