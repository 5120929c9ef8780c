-- compatible
-- Whether the sub cards of a fleet may be held by its employees, or are for its vehicles alone.
alter table fleet add column employee_cards boolean not null default true;

create or replace view fleet_state with (security_invoker = true) as
  select fleet.id, fleet.version, fleet.company_id, fleet.name, fleet.user_id, fleet.value_mode, fleet.invoice_type, fleet.discount_id,
    fleet.end_time, fleet.mini_program_off, fleet.stopped_at, fleet.remark, fleet.created_date,
    leader.name as leader_name, leader.mobile as leader_mobile,
    master.id as master_id, master.card_id, master.status, principal.balance_cents + gift.balance_cents as balance_cents,
    (select count(*) from user_card sub where sub.company_id = fleet.company_id and sub.group_id = fleet.id and sub.kind = 'sub'
      and sub.closed_time is null)::integer as sub_count,
    (select count(*) from fleet_employee employee where employee.company_id = fleet.company_id and employee.group_id = fleet.id
      and employee.left_date is null)::integer as employee_count,
    (select coalesce(jsonb_agg(jsonb_build_object('attachmentId', file.id, 'name', file.name, 'size', file.size) order by file.id), '[]')
      from attachment_use used
        join attachment file on file.company_id = used.company_id and file.id = used.attachment_id
      where used.company_id = fleet.company_id and used.subject = 'groups:' || fleet.id) as attachments,
    fleet.earns_points, fleet.level_upgrade, fleet.employee_cards
  from fleet
  left join user_account leader on leader.company_id = fleet.company_id and leader.id = fleet.user_id
  left join user_card master on master.company_id = fleet.company_id and master.id = (
    select min(card.id) from user_card card where card.company_id = fleet.company_id and card.group_id = fleet.id
      and card.kind = 'master' and card.service is null and card.closed_time is null)
  left join ledger_account principal on principal.company_id = master.company_id and principal.id = master.principal_id
  left join ledger_account gift on gift.company_id = master.company_id and gift.id = master.gift_id;
