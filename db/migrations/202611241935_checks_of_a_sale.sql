-- compatible
-- A sale checked its company ten times and its station six times, and each time locked the company's row for as long as its transaction
-- lasted.
-- What names its order, its card or its entry lies where that lies: `npm run prove` holds the two against each other (O16). A company and a
-- station that have sold are kept by the order's own reference to its station, and a row of a company that is none is stopped by the tenant
-- wall.
alter table sale_order drop constraint sale_order_company_id_fkey;
alter table order_line drop constraint order_line_company_id_fkey, drop constraint order_line_station_id_fkey;
alter table pay_transaction drop constraint pay_transaction_company_id_fkey, drop constraint pay_transaction_station_id_fkey;
alter table user_card_detail drop constraint user_card_detail_company_id_fkey;
alter table ledger_entry drop constraint ledger_entry_company_id_fkey;
alter table audit_entry drop constraint audit_entry_company_id_fkey, drop constraint audit_entry_station_id_fkey;
alter table audit_seal drop constraint audit_seal_company_id_fkey;
alter table outbox_event drop constraint outbox_event_company_id_fkey, drop constraint outbox_event_station_id_fkey;
alter table idempotency_key drop constraint idempotency_key_company_id_fkey;
