-- compatible, beside
-- Keys that carry the company, the first of four steps. A primary key of (company_id, id) is what lets a reference name the company it may
-- point into, and what a database that spreads companies over machines asks for. Each new key is built beside the calls of a running
-- server, under the name of the key that it will replace; an interrupted build goes on with the next one.

create unique index concurrently if not exists "new station_pkey" on station (company_id, id);
create unique index concurrently if not exists "new audit_entry_pkey" on audit_entry (company_id, id);
create unique index concurrently if not exists "new audit_seal_audit_entry_id_key" on audit_seal (company_id, audit_entry_id);
create unique index concurrently if not exists "new audit_pending_pkey" on audit_pending (company_id, audit_entry_id);
create unique index concurrently if not exists "new outbox_event_pkey" on outbox_event (company_id, id);
create unique index concurrently if not exists "new user_account_pkey" on user_account (company_id, id);
create unique index concurrently if not exists "new user_role_pkey" on user_role (company_id, id);
create unique index concurrently if not exists "new user.roleTwice"
  on user_role (company_id, user_id, default_role, station_id, company_group_id, fleet_id) nulls not distinct;
create unique index concurrently if not exists "new ledger_account_pkey" on ledger_account (company_id, id);
create unique index concurrently if not exists "new ledger_entry_pkey" on ledger_entry (company_id, id);
create unique index concurrently if not exists "new ledger_move_pkey" on ledger_move (company_id, entry_id, line);
create unique index concurrently if not exists "new ledger_delta_pkey" on ledger_delta (company_id, id);
create unique index concurrently if not exists "new product_pkey" on product (company_id, id);
create unique index concurrently if not exists "new product_price_pkey" on product_price (company_id, id);
create unique index concurrently if not exists "new category_pkey" on category (company_id, id);
create unique index concurrently if not exists "new category.nameTaken" on category (company_id, station_id, type, name);
create unique index concurrently if not exists "new category_station_id_id_key" on category (company_id, station_id, id);
create unique index concurrently if not exists "new item_pkey" on item (company_id, id);
create unique index concurrently if not exists "new item.codeTaken" on item (company_id, station_id, code);
create unique index concurrently if not exists "new item.productTaken" on item (company_id, station_id, product_id);
create unique index concurrently if not exists "new item_station_id_id_key" on item (company_id, station_id, id);
create unique index concurrently if not exists "new tank_pkey" on tank (company_id, id);
create unique index concurrently if not exists "new tank.numberTaken" on tank (company_id, station_id, number);
create unique index concurrently if not exists "new tank_station_id_id_key" on tank (company_id, station_id, id);
create unique index concurrently if not exists "new dispenser_pkey" on dispenser (company_id, id);
create unique index concurrently if not exists "new dispenser.numberTaken" on dispenser (company_id, station_id, number);
create unique index concurrently if not exists "new dispenser_station_id_id_key" on dispenser (company_id, station_id, id);
create unique index concurrently if not exists "new nozzle_control_pkey" on nozzle_control (company_id, id);
create unique index concurrently if not exists "new nozzle.logicNoTaken" on nozzle_control (company_id, station_id, logic_no);
create unique index concurrently if not exists "new nozzle.physicalNoTaken" on nozzle_control (company_id, dispenser_id, physical_no);
create unique index concurrently if not exists "new nozzle_control_station_id_id_key" on nozzle_control (company_id, station_id, id);
create unique index concurrently if not exists "new tank_gauge_pkey" on tank_gauge (company_id, id);
create unique index concurrently if not exists "new tankGauge.nameTaken" on tank_gauge (company_id, station_id, name);
create unique index concurrently if not exists "new printer_pkey" on printer (company_id, id);
create unique index concurrently if not exists "new printer.nameTaken" on printer (company_id, station_id, name);
create unique index concurrently if not exists "new device_pkey" on device (company_id, id);
create unique index concurrently if not exists "new device_station_id_id_key" on device (company_id, station_id, id);
create unique index concurrently if not exists "new device_credential_pkey" on device_credential (company_id, device_id);
create unique index concurrently if not exists "new card_pkey" on card (company_id, id);
create unique index concurrently if not exists "new user_card_pkey" on user_card (company_id, id);
create unique index concurrently if not exists "new card_loss_pkey" on card_loss (company_id, id);
create unique index concurrently if not exists "new user_card_detail_pkey" on user_card_detail (company_id, id);
create unique index concurrently if not exists "new daily_state_pkey" on daily_state (company_id, id);
create unique index concurrently if not exists "new shift.numberTaken" on daily_state (company_id, station_id, business_day, number);
create unique index concurrently if not exists "new order_counter_pkey" on order_counter (company_id, station_id);
create unique index concurrently if not exists "new sale_order_pkey" on sale_order (company_id, id);
create unique index concurrently if not exists "new order.sequenceTaken" on sale_order (company_id, device_id, sequence);
create unique index concurrently if not exists "new order_line_pkey" on order_line (company_id, id);
create unique index concurrently if not exists "new pay_transaction_pkey" on pay_transaction (company_id, id);
create unique index concurrently if not exists "new device_intake_pkey" on device_intake (company_id, device_id);
create unique index concurrently if not exists "new device_gap_pkey" on device_gap (company_id, id);
create unique index concurrently if not exists "new class_settle_pkey" on class_settle (company_id, id);
create unique index concurrently if not exists "new shift.settled" on class_settle (company_id, daily_state_id);
create unique index concurrently if not exists "new class_settle_pay_type_pkey"
  on class_settle_pay_type (company_id, class_settle_id, pay_type);
create unique index concurrently if not exists "new class_settle_item_pkey" on class_settle_item (company_id, class_settle_id, item_id);
create unique index concurrently if not exists "new class_settle_nozzle_pkey"
  on class_settle_nozzle (company_id, class_settle_id, nozzle_control_id);
create unique index concurrently if not exists "new class_settle_employee_class_settle_id_employee_id_key"
  on class_settle_employee (company_id, class_settle_id, employee_id) nulls not distinct;
create unique index concurrently if not exists "new class_settle_unpaid_pkey"
  on class_settle_unpaid (company_id, class_settle_id, order_id);
create unique index concurrently if not exists "new class_settle_correction_pkey"
  on class_settle_correction (company_id, class_settle_id, order_id);
create unique index concurrently if not exists "new class_settle_seal_pkey" on class_settle_seal (company_id, class_settle_id);
create unique index concurrently if not exists "new fuel_code_pkey" on fuel_code (company_id, id);
create unique index concurrently if not exists "new fuelCode.taken" on fuel_code (company_id, station_id, code);
create unique index concurrently if not exists "new role_access_pkey" on role_access (company_id, id);
create unique index concurrently if not exists "new pin_proof_pkey" on pin_proof (company_id, code_hash);
create unique index concurrently if not exists "new job_pkey" on job (company_id, id);
create unique index concurrently if not exists "new outbox_message_pkey" on outbox_message (company_id, id);
create unique index concurrently if not exists "new attachment_pkey" on attachment (company_id, id);
create unique index concurrently if not exists "new quarantined_file_pkey" on quarantined_file (company_id, id);
create unique index concurrently if not exists "new fleet_pkey" on fleet (company_id, id);
create unique index concurrently if not exists "new saved_view_pkey" on saved_view (company_id, id);
create unique index concurrently if not exists "new savedView.taken" on saved_view (company_id, user_id, page, name);
create unique index concurrently if not exists "new user_setting_pkey" on user_setting (company_id, id);
create unique index concurrently if not exists "new user_setting_user_id_name_key" on user_setting (company_id, user_id, name);
create unique index concurrently if not exists "new statistic_delta_pkey" on statistic_delta (company_id, station_id, id);
create unique index concurrently if not exists "new statistic_cell_pkey"
  on statistic_aggregate (company_id, station_id, fact, dimension, grain, at, key);
create unique index concurrently if not exists "new renewal_pkey" on renewal (company_id, id);
create unique index concurrently if not exists "new refund_pkey" on refund (company_id, id);
create unique index concurrently if not exists "new order_discount_pkey" on order_discount (company_id, id);
create unique index concurrently if not exists "new class_settle_tank_pkey" on class_settle_tank (company_id, class_settle_id, tank_id);
create unique index concurrently if not exists "new class_settle_cash_pkey" on class_settle_cash (company_id, class_settle_id, value_cents);
create unique index concurrently if not exists "new day_settle_pkey" on day_settle (company_id, id);
create unique index concurrently if not exists "new day.settled" on day_settle (company_id, station_id, business_day);
create unique index concurrently if not exists "new day_settle_shift_pkey" on day_settle_shift (company_id, day_settle_id, class_settle_id);
create unique index concurrently if not exists "new day.shiftTaken" on day_settle_shift (company_id, class_settle_id);
create unique index concurrently if not exists "new day_settle_pay_type_pkey" on day_settle_pay_type (company_id, day_settle_id, pay_type);
create unique index concurrently if not exists "new day_settle_seal_pkey" on day_settle_seal (company_id, day_settle_id);
create unique index concurrently if not exists "new settle_explanation_pkey" on settle_explanation (company_id, id);
create unique index concurrently if not exists "new export_pkey" on export (company_id, id);
create unique index concurrently if not exists "new history_import_pkey" on history_import (company_id, id);
create unique index concurrently if not exists "new base_fuel_pkey" on base_fuel (company_id, id);
create unique index concurrently if not exists "new clock_step_pkey" on clock_step (company_id, id);
create unique index concurrently if not exists "new clock_correction_pkey" on clock_correction (company_id, id);
create unique index concurrently if not exists "new clock_corrected_sale_pkey" on clock_corrected_sale (company_id, order_id);
create unique index concurrently if not exists "new clock_corrected_row_pkey" on clock_corrected_row (company_id, kind, row_id);
create unique index concurrently if not exists "new ledger_dated_pkey" on ledger_dated (company_id, entry_id);
create unique index concurrently if not exists "new company_check_pkey" on company_check (company_id, id);
create unique index concurrently if not exists "new ledger.alreadyReversed"
  on ledger_entry (company_id, reverses) where (reverses is not null);
create unique index concurrently if not exists "new price.setBackAlready"
  on product_price (company_id, corrects_id) where (corrects_id is not null);
create unique index concurrently if not exists "new card.alreadyLost" on card_loss (company_id, user_card_id) where (closed_at is null);
create unique index concurrently if not exists "new card.topUpRefunded"
  on user_card_detail (company_id, reverses_id) where (type = 'refundCharge');
create unique index concurrently if not exists "new shift.alreadyOpen" on daily_state (company_id, station_id) where (status = 'open');
create unique index concurrently if not exists "new device_gap_device_id_to_sequence_idx"
  on device_gap (company_id, device_id, to_sequence);
