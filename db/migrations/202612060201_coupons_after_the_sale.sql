-- compatible
-- Coupons that goods bring are given after the sale that was paid: until then they are due. What was given back of the order by then
-- lessens them.
alter table sale_coupon drop constraint sale_coupon_outcome_check;
alter table sale_coupon add constraint sale_coupon_outcome_check check (outcome in ('open', 'due', 'given', 'refunded', 'noCard',
  'otherCard', 'ended', 'noHolder', 'disabled', 'notStarted', 'over', 'startsAfterEnd', 'nonMembersOnly', 'soldOut', 'budgetSpent',
  'limitReached', 'tooManyHeld')) not valid;
alter table sale_coupon add column forgone bigint not null default 0;
alter table sale_coupon add constraint sale_coupon_forgone_check check (forgone >= 0 and given + forgone <= pieces * per_piece) not valid;
alter table sale_coupon add constraint sale_coupon_owed_check
  check (outcome not in ('open', 'due', 'refunded') or given = 0 and user_id is null) not valid;
create index on sale_coupon (company_id, id) where outcome = 'due';
-- Once for each coupon of a line.
create unique index on sale_coupon (company_id, line_id, deal_id);
drop index sale_coupon_company_id_line_id_idx;
