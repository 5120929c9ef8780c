-- compatible, beside, proof
-- New rows keep these already; what was there before is looked at while sales go on.
alter table points_detail validate constraint points_detail_type_check;
alter table pay_transaction validate constraint pay_transaction_points_check;
alter table refund validate constraint refund_points_check;
alter table sale_order validate constraint sale_order_money_flow_check;
