-- compatible
-- How many of a coupon a holder has is planned with each statement that issues some: with a plan kept from an empty table,
-- a mass issue took longer with each portion.
create or replace function keep_deal_limits()
returns trigger
language plpgsql as $$
declare
  broken text;
begin
  -- Planned each time, and all coupons of a member are read: with few statistics the planner takes reading those of the coupon, which may
  -- be very many, for as cheap.
  execute $query$
    select case when per_user > 0 and issued > per_user then 'coupon.limitReached' else 'coupon.tooManyHeld' end from (
      select deal.per_user, deal.unused_most, own.issued, own.unused
      from (select company_id, deal_id, user_id, max(issued_date) as at from added where user_id is not null group by 1, 2, 3) as latest
      join deal on deal.company_id = latest.company_id and deal.id = latest.deal_id and (deal.per_user > 0 or deal.unused_most > 0)
      cross join lateral (
        select count(*) filter (where deal_id = latest.deal_id) as issued,
          count(*) filter (where deal_id = latest.deal_id and used_date is null and end_time > latest.at) as unused
        from user_deal held
        where held.company_id = latest.company_id and held.user_id = latest.user_id and held.recalled_date is null
      ) as own
      union all
      select deal.per_user, deal.unused_most, own.issued, own.unused
      from (select company_id, deal_id, visitor, max(issued_date) as at from added where visitor is not null group by 1, 2, 3) as latest
      join deal on deal.company_id = latest.company_id and deal.id = latest.deal_id and (deal.per_user > 0 or deal.unused_most > 0)
      cross join lateral (
        select count(*) as issued, count(*) filter (where used_date is null and end_time > latest.at) as unused from user_deal held
        where held.company_id = latest.company_id and held.deal_id = latest.deal_id and held.visitor = latest.visitor
          and held.recalled_date is null
      ) as own
    ) as counted
    where (per_user > 0 and issued > per_user) or (unused_most > 0 and unused > unused_most) limit 1
  $query$ into broken;
  if broken = 'coupon.limitReached' then
    raise 'a holder gets no more of a coupon: it violates check constraint "coupon.limitReached"'
      using errcode = 'check_violation', constraint = 'coupon.limitReached';
  elsif broken is not null then
    raise 'a holder has too many of a coupon unused: it violates check constraint "coupon.tooManyHeld"'
      using errcode = 'check_violation', constraint = 'coupon.tooManyHeld';
  end if;
  return null;
end $$;
