-- compatible, beside, proof
-- New rows keep these already; what was there before is looked at while sales go on.
alter table pay_transaction validate constraint pay_transaction_reason_check;
alter table sale_order validate constraint sale_order_money_flow_check;
