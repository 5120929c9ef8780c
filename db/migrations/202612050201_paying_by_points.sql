-- compatible
-- Paying by points: what a point is worth and how much of an order points may pay; of a payment the points, the lots that they came from,
-- and what was given back of them since. What points have paid stands on `pointsExpense:<company>`, in money.
alter table points_rule add column pay_cents int check (pay_cents between 1 and 10000);
alter table points_rule add column pay_percent int not null default 100 check (pay_percent between 1 and 100);

create table points_payment (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  -- Of the payment of the order.
  serial text not null,
  order_id bigint not null,
  -- The account of points that paid.
  user_card_id bigint not null,
  points bigint not null check (points > 0),
  -- What each of them was worth.
  point_cents bigint not null check (point_cents > 0),
  lots jsonb not null,
  spent_id bigint not null,
  back_points bigint not null default 0,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  unique (company_id, serial),
  foreign key (company_id, order_id) references sale_order (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  check (back_points between 0 and points)
);
select guard_tenant('points_payment', 'select, insert, update');
create index on points_payment (company_id, order_id);
create index on points_payment (company_id, user_card_id);

alter table points_detail drop constraint points_detail_type_check;
alter table points_detail add constraint points_detail_type_check check (type in ('earn', 'earnBack', 'reward', 'rewardBack', 'deduct',
  'deductBack', 'spend', 'spendBack', 'pay', 'payBack', 'end', 'merge', 'topUp', 'topUpBack', 'saleGift', 'saleGiftBack')) not valid;

-- How many points paid, and how many were given back; of a payment that came with a history without them, none.
alter table pay_transaction add column points bigint;
alter table pay_transaction add constraint pay_transaction_points_check
  check (points is null or (pay_type = 'score' and points > 0)) not valid;
alter table refund add column points bigint;
alter table refund add constraint refund_points_check check (points is null or (pay_type = 'score' and points > 0)) not valid;

alter table sale_order drop constraint sale_order_money_flow_check;
alter table sale_order add constraint sale_order_money_flow_check
  check (money_flow in ('till', 'clearing', 'card', 'points', 'mixed')) not valid;

-- What points have paid is money.
create or replace view audit.account with (security_invoker) as
select balance.id, balance.company_id, balance.kind, balance.address,
  case when is_purse or kind in ('points', 'pointsDebt') then owner_id end as card,
  case when not is_purse and kind not in ('points', 'pointsDebt') and owner_id <> balance.company_id then owner_id end as station,
  pay_type, balance_cents as balance, currency,
  case when kind like 'points%' and kind <> 'pointsExpense' then 'points' else 'money' end as unit
from ledger_balance balance join company on company.id = balance.company_id;
