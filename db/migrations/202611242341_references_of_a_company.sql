-- compatible, beside
-- Keys that carry the company, the second of four steps. Each reference names the company of the row it points to, so that no statement can
-- write one into another company, not even by the owner of the database. References that cross companies already are found first and
-- named; nothing is changed until somebody has put them right. A reference is added in a moment and holds for what is written from then
-- on; what is there already is looked through afterwards, beside the calls of a running server.

-- A role that does not pass row-level security would find no row at all.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), false) from company_directory;

-- Who works in another company of a head office keeps views there, proves by PIN there and brings histories in there: the reference names
-- the company of the account in a column of its own, as that of an export does. Settings go with the account.
alter table saved_view add column if not exists user_company bigint;
alter table pin_proof add column if not exists user_company bigint;
alter table history_import add column if not exists user_company bigint;
update saved_view set user_company = u.company_id from user_account u where u.id = user_id and user_company is null;
update pin_proof set user_company = u.company_id from user_account u where u.id = user_account and user_company is null;
update history_import set user_company = u.company_id from user_account u where u.id = user_id and user_company is null;
update user_setting set company_id = u.company_id from user_account u where u.id = user_id and user_setting.company_id <> u.company_id;

create temporary table new_reference (referring text, name text, columns text[], referred text, keys text[], cascades boolean);

insert into new_reference values
  ('company', 'company_big_logo_id_fkey', '{id,big_logo_id}', 'attachment', '{company_id,id}', false),
  ('company', 'company_small_logo_id_fkey', '{id,small_logo_id}', 'attachment', '{company_id,id}', false),
  ('station', 'station_picture_id_fkey', '{company_id,picture_id}', 'attachment', '{company_id,id}', false),
  ('audit_seal', 'audit_seal_audit_entry_id_fkey', '{company_id,audit_entry_id}', 'audit_entry', '{company_id,id}', false),
  ('user_account', 'user_account_avatar_id_fkey', '{company_id,avatar_id}', 'attachment', '{company_id,id}', false),
  ('user_role', 'user_role_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('user_role', 'user_role_user_id_fkey', '{company_id,user_id}', 'user_account', '{company_id,id}', false),
  ('session', 'session_user_account_fkey', '{company,user_account}', 'user_account', '{company_id,id}', false),
  ('invitation', 'invitation_user_account_fkey', '{company,user_account}', 'user_account', '{company_id,id}', false),
  ('ledger_entry', 'ledger_entry_reverses_fkey', '{company_id,reverses}', 'ledger_entry', '{company_id,id}', false),
  ('ledger_move', 'ledger_move_entry_id_fkey', '{company_id,entry_id}', 'ledger_entry', '{company_id,id}', false),
  ('product_price', 'product_price_corrects_id_fkey', '{company_id,corrects_id}', 'product_price', '{company_id,id}', false),
  ('product_price', 'product_price_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('category', 'category_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('item', 'item_station_id_category_id_fkey', '{company_id,station_id,category_id}', 'category', '{company_id,station_id,id}', false),
  ('item', 'item_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('tank', 'tank_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('tank', 'tank_station_id_item_id_fkey', '{company_id,station_id,item_id}', 'item', '{company_id,station_id,id}', false),
  ('dispenser', 'dispenser_picture_id_fkey', '{company_id,picture_id}', 'attachment', '{company_id,id}', false),
  ('dispenser', 'dispenser_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('nozzle_control', 'nozzle_control_station_id_dispenser_id_fkey',
    '{company_id,station_id,dispenser_id}', 'dispenser', '{company_id,station_id,id}', false),
  ('nozzle_control', 'nozzle_control_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('nozzle_control', 'nozzle_control_station_id_item_id_fkey',
    '{company_id,station_id,item_id}', 'item', '{company_id,station_id,id}', false),
  ('nozzle_control', 'nozzle_control_station_id_tank_id_fkey',
    '{company_id,station_id,tank_id}', 'tank', '{company_id,station_id,id}', false),
  ('tank_gauge', 'tank_gauge_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('printer', 'printer_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('device', 'device_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('device_credential', 'device_credential_device_id_fkey', '{company_id,device_id}', 'device', '{company_id,id}', true),
  ('user_card', 'user_card_debt_id_fkey', '{company_id,debt_id}', 'ledger_account', '{company_id,id}', false),
  ('user_card', 'user_card_gift_id_fkey', '{company_id,gift_id}', 'ledger_account', '{company_id,id}', false),
  ('user_card', 'user_card_lock_id_fkey', '{company_id,lock_id}', 'ledger_account', '{company_id,id}', false),
  ('user_card', 'user_card_parent_id_fkey', '{company_id,parent_id}', 'user_card', '{company_id,id}', false),
  ('user_card', 'user_card_principal_id_fkey', '{company_id,principal_id}', 'ledger_account', '{company_id,id}', false),
  ('user_card', 'user_card_user_id_fkey', '{company_id,user_id}', 'user_account', '{company_id,id}', false),
  ('card_loss', 'card_loss_user_card_id_fkey', '{company_id,user_card_id}', 'user_card', '{company_id,id}', false),
  ('user_card_detail', 'user_card_detail_ledger_entry_id_fkey', '{company_id,ledger_entry_id}', 'ledger_entry', '{company_id,id}', false),
  ('user_card_detail', 'user_card_detail_reverses_id_fkey', '{company_id,reverses_id}', 'user_card_detail', '{company_id,id}', false),
  ('user_card_detail', 'user_card_detail_shift_id_fkey', '{company_id,shift_id}', 'daily_state', '{company_id,id}', false),
  ('user_card_detail', 'user_card_detail_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('user_card_detail', 'user_card_detail_user_card_id_fkey', '{company_id,user_card_id}', 'user_card', '{company_id,id}', false),
  ('user_card_detail', 'user_card_detail_user_id_fkey', '{company_id,user_id}', 'user_account', '{company_id,id}', false),
  ('daily_state', 'daily_state_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('order_counter', 'order_counter_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('sale_order', 'sale_order_belongs_shift_id_fkey', '{company_id,belongs_shift_id}', 'daily_state', '{company_id,id}', false),
  ('sale_order', 'sale_order_shift_id_fkey', '{company_id,shift_id}', 'daily_state', '{company_id,id}', false),
  ('sale_order', 'sale_order_station_id_device_id_fkey',
    '{company_id,station_id,device_id}', 'device', '{company_id,station_id,id}', false),
  ('sale_order', 'sale_order_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('sale_order', 'sale_order_station_id_nozzle_control_id_fkey',
    '{company_id,station_id,nozzle_control_id}', 'nozzle_control', '{company_id,station_id,id}', false),
  ('sale_order', 'sale_order_user_card_id_fkey', '{company_id,user_card_id}', 'user_card', '{company_id,id}', false),
  ('order_line', 'order_line_order_id_fkey', '{company_id,order_id}', 'sale_order', '{company_id,id}', false),
  ('order_line', 'order_line_station_id_item_id_fkey', '{company_id,station_id,item_id}', 'item', '{company_id,station_id,id}', false),
  ('pay_transaction', 'pay_transaction_order_id_fkey', '{company_id,order_id}', 'sale_order', '{company_id,id}', false),
  ('pay_transaction', 'pay_transaction_shift_id_fkey', '{company_id,shift_id}', 'daily_state', '{company_id,id}', false),
  ('pay_transaction', 'pay_transaction_station_id_device_id_fkey',
    '{company_id,station_id,device_id}', 'device', '{company_id,station_id,id}', false),
  ('pay_transaction', 'pay_transaction_user_card_id_fkey', '{company_id,user_card_id}', 'user_card', '{company_id,id}', false),
  ('device_intake', 'device_intake_device_id_fkey', '{company_id,device_id}', 'device', '{company_id,id}', false),
  ('device_gap', 'device_gap_device_id_fkey', '{company_id,device_id}', 'device', '{company_id,id}', false),
  ('device_gap', 'device_gap_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('class_settle', 'class_settle_daily_state_id_fkey', '{company_id,daily_state_id}', 'daily_state', '{company_id,id}', false),
  ('class_settle', 'class_settle_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('class_settle_pay_type', 'class_settle_pay_type_class_settle_id_fkey',
    '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('class_settle_item', 'class_settle_item_class_settle_id_fkey',
    '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('class_settle_nozzle', 'class_settle_nozzle_class_settle_id_fkey',
    '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('class_settle_employee', 'class_settle_employee_class_settle_id_fkey',
    '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('class_settle_unpaid', 'class_settle_unpaid_class_settle_id_fkey',
    '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('class_settle_unpaid', 'class_settle_unpaid_order_id_fkey', '{company_id,order_id}', 'sale_order', '{company_id,id}', false),
  ('class_settle_correction', 'class_settle_correction_belongs_shift_id_fkey',
    '{company_id,belongs_shift_id}', 'daily_state', '{company_id,id}', false),
  ('class_settle_correction', 'class_settle_correction_class_settle_id_fkey',
    '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('class_settle_correction', 'class_settle_correction_order_id_fkey', '{company_id,order_id}', 'sale_order', '{company_id,id}', false),
  ('class_settle_seal', 'class_settle_seal_class_settle_id_fkey',
    '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('fuel_code', 'fuel_code_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('pin_proof', 'pin_proof_user_account_fkey', '{user_company,user_account}', 'user_account', '{company_id,id}', false),
  ('login_code', 'login_code_user_account_fkey', '{company,user_account}', 'user_account', '{company_id,id}', false),
  ('outbox_message', 'outbox_message_user_id_fkey', '{company_id,user_id}', 'user_account', '{company_id,id}', false),
  ('attachment_use', 'attachment_use_attachment_id_fkey', '{company_id,attachment_id}', 'attachment', '{company_id,id}', false),
  ('fleet', 'fleet_user_id_fkey', '{company_id,user_id}', 'user_account', '{company_id,id}', false),
  ('saved_view', 'saved_view_user_id_fkey', '{user_company,user_id}', 'user_account', '{company_id,id}', true),
  ('user_setting', 'user_setting_user_id_fkey', '{company_id,user_id}', 'user_account', '{company_id,id}', true),
  ('renewal', 'renewal_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('refund', 'refund_order_id_fkey', '{company_id,order_id}', 'sale_order', '{company_id,id}', false),
  ('refund', 'refund_shift_id_fkey', '{company_id,shift_id}', 'daily_state', '{company_id,id}', false),
  ('refund', 'refund_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('refund', 'refund_transaction_id_fkey', '{company_id,transaction_id}', 'pay_transaction', '{company_id,id}', false),
  ('refund', 'refund_user_card_id_fkey', '{company_id,user_card_id}', 'user_card', '{company_id,id}', false),
  ('order_discount', 'order_discount_order_id_fkey', '{company_id,order_id}', 'sale_order', '{company_id,id}', false),
  ('order_discount', 'order_discount_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('order_discount', 'order_discount_station_id_item_id_fkey',
    '{company_id,station_id,item_id}', 'item', '{company_id,station_id,id}', false),
  ('class_settle_tank', 'class_settle_tank_class_settle_id_fkey',
    '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('class_settle_cash', 'class_settle_cash_class_settle_id_fkey',
    '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('day_settle', 'day_settle_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('day_settle_shift', 'day_settle_shift_class_settle_id_fkey', '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('day_settle_shift', 'day_settle_shift_day_settle_id_fkey', '{company_id,day_settle_id}', 'day_settle', '{company_id,id}', false),
  ('day_settle_pay_type', 'day_settle_pay_type_day_settle_id_fkey', '{company_id,day_settle_id}', 'day_settle', '{company_id,id}', false),
  ('day_settle_seal', 'day_settle_seal_day_settle_id_fkey', '{company_id,day_settle_id}', 'day_settle', '{company_id,id}', false),
  ('settle_explanation', 'settle_explanation_class_settle_id_fkey',
    '{company_id,class_settle_id}', 'class_settle', '{company_id,id}', false),
  ('export', 'export_file_id_fkey', '{company_id,file_id}', 'attachment', '{company_id,id}', false),
  ('export', 'export_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('export', 'export_user_id_fkey', '{user_company,user_id}', 'user_account', '{company_id,id}', false),
  ('history_import', 'history_import_error_file_id_fkey', '{company_id,error_file_id}', 'attachment', '{company_id,id}', false),
  ('history_import', 'history_import_user_id_fkey', '{user_company,user_id}', 'user_account', '{company_id,id}', false),
  ('clock_step', 'clock_step_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('clock_corrected_sale', 'clock_corrected_sale_clock_correction_id_fkey',
    '{company_id,clock_correction_id}', 'clock_correction', '{company_id,id}', false),
  ('clock_corrected_sale', 'clock_corrected_sale_order_id_fkey', '{company_id,order_id}', 'sale_order', '{company_id,id}', false),
  ('clock_corrected_sale', 'clock_corrected_sale_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('clock_corrected_row', 'clock_corrected_row_clock_correction_id_fkey',
    '{company_id,clock_correction_id}', 'clock_correction', '{company_id,id}', false),
  ('clock_corrected_row', 'clock_corrected_row_station_id_fkey', '{company_id,station_id}', 'station', '{company_id,id}', false),
  ('ledger_dated', 'ledger_dated_entry_id_fkey', '{company_id,entry_id}', 'ledger_entry', '{company_id,id}', false);

do $$
declare
  one record;
  crossing bigint;
  example bigint;
  found text := '';
begin
  for one in select *, columns[cardinality(columns)] as named from new_reference loop
    execute format('select count(*), min(%1$I) from %2$I r
      where %1$I is not null and not exists (select from %3$I k where (%4$s) = (%5$s))',
      one.named, one.referring, one.referred,
      (select string_agg(format('k.%I', column_name), ', ') from unnest(one.keys) column_name),
      (select string_agg(format('r.%I', column_name), ', ') from unnest(one.columns) column_name)) into crossing, example;
    if crossing > 0 then found := found || format(e'\n%s.%s: %s, the first to %s', one.referring, one.named, crossing, example); end if;
  end loop;
  if found <> '' then raise 'References into another company:%', found using errcode = 'FC002'; end if;
end $$;

do $$
declare
  one record;
  added boolean;
begin
  -- Nobody waits behind us for longer than this, nor is ended for a deadlock.
  set lock_timeout = '400ms';
  for one in select * from new_reference loop
    added := exists (select from pg_constraint where conrelid = one.referring::regclass and conname = 'new ' || one.name);
    while not added loop
      begin
        execute format('alter table %I add constraint %I foreign key (%s) references %I (%s)%s not valid',
          one.referring, 'new ' || one.name, array_to_string(one.columns, ', '), one.referred, array_to_string(one.keys, ', '),
          case when one.cascades then ' on delete cascade' else '' end);
        added := true;
      exception when lock_not_available or deadlock_detected then
        perform pg_sleep(0.2);
      end;
      commit;
    end loop;
  end loop;
  reset lock_timeout;
end $$;

do $$
declare
  one record;
begin
  for one in select conrelid::regclass as referring, conname from pg_constraint where conname like 'new %' and not convalidated loop
    execute format('alter table %s validate constraint %I', one.referring, one.conname);
    commit;
  end loop;
end $$;

drop table new_reference;
