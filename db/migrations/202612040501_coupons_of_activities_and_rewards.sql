-- compatible
-- A coupon that an activity gives, or that comes with a reward, is not deleted either. The body stands in db/routines/deal.sql.
create or replace function keep_given_deals()
returns trigger
language plpgsql as $$
declare
  own jsonb := jsonb_build_array(jsonb_build_object('dealId', old.id));
begin
  if exists (select from top_up_package where company_id = old.company_id and gift_coupons @> own)
    or exists (select from item where company_id = old.company_id and gift_coupons <> '[]' and gift_coupons @> own)
    or exists (select from deal_task where company_id = old.company_id and coupons @> own)
    or exists (select from reward where company_id = old.company_id and coupons @> own) then
    raise 'a coupon comes with something: it violates check constraint "deal.isGiven"'
      using errcode = 'check_violation', constraint = 'deal.isGiven';
  end if;
  return old;
end $$;
