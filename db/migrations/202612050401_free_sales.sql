-- compatible
-- Orders that a company lets go for nothing: why, and where their money did not go. It stands on `freeExpense:<company>`.
alter table pay_transaction add column reason text;
alter table pay_transaction add constraint pay_transaction_reason_check
  check (reason is null or (pay_type = 'free' and reason <> '')) not valid;

alter table sale_order drop constraint sale_order_money_flow_check;
alter table sale_order add constraint sale_order_money_flow_check
  check (money_flow in ('till', 'clearing', 'card', 'points', 'free', 'mixed')) not valid;
