-- compatible
-- Coupons that come with a top-up package. Those of a top-up that was given back are taken back; one that was used stays, and is taken back
-- where it becomes unused again.
alter table top_up_package add column gift_coupons jsonb not null default '[]'
  check (case when jsonb_typeof(gift_coupons) = 'array' then jsonb_array_length(gift_coupons) <= 5 else false end);

alter table user_deal add column source_is_gone boolean not null default false;

-- A coupon that comes with something is not deleted.
create or replace function keep_given_deals()
returns trigger
language plpgsql as $$
begin
  if exists (select from top_up_package where company_id = old.company_id
    and gift_coupons @> jsonb_build_array(jsonb_build_object('dealId', old.id))) then
    raise 'a coupon comes with a package: it violates check constraint "deal.isGiven"'
      using errcode = 'check_violation', constraint = 'deal.isGiven';
  end if;
  return old;
end $$;
create trigger is_given before delete on deal for each row execute function keep_given_deals();
