-- A station lies in one company: the planner, told both, must not take them for two chances, or a busy station looks like a handful of
-- rows and its list is sorted instead of read in its order.
create statistics sale_order_place (dependencies) on company_id, station_id from sale_order;
create statistics order_line_place (dependencies) on company_id, station_id from order_line;
create statistics order_discount_place (dependencies) on company_id, station_id from order_discount;
create statistics pay_transaction_place (dependencies) on company_id, station_id from pay_transaction;
create statistics refund_place (dependencies) on company_id, station_id from refund;
create statistics user_card_detail_place (dependencies) on company_id, station_id from user_card_detail;
create statistics daily_state_place (dependencies) on company_id, station_id from daily_state;
create statistics class_settle_place (dependencies) on company_id, station_id from class_settle;
analyze sale_order, order_line, order_discount, pay_transaction, refund, user_card_detail, daily_state, class_settle;

-- Paths of lists that no index served. Partial where a device's sale has nothing to say, so that taking sales costs what it did.
create index on user_account (company_id, name);
create index on user_account (company_id, email);
create index on user_card (company_id, name);
create index on pay_transaction (user_id, created_date desc) where user_id is not null;
create index on refund (user_id, created_date desc) where user_id is not null;
create index on user_card_detail (operator_id, created_date desc) where operator_id is not null;
create index on order_discount (item_id);
create index on audit_entry (user_id, at desc) where user_id is not null;
create index on outbox_message (user_id) where user_id is not null;
create index on class_settle (employee_id, created_date desc);
