import { owned } from './world.ts'

/** All that stands in the books of a company, in the words of its operator: of two ways to the same books, each must say this. */
export async function historyBooks(companyId: number) {
  const of = (text: string) => owned<Record<string, any>>(text, [companyId])
  return {
    orders: await of(`
      select s.code, o.order_no, o.created_date, o.type, o.total_cents, o.paid_cents, o.status, o.pay_type, o.money_flow, o.late,
        o.card_number, u.name, d.business_day::text, d.number, d.start_time, d.is_nature_day,
        c.start_time as corrects,
        (select json_agg(json_build_array(p.code, l.category_type, l.volume_cl, l.pieces, l.price_cents, l.amount_cents, l.created_date)
           order by p.code, l.amount_cents, l.volume_cl, l.pieces)
         from order_line l join item i on i.id = l.item_id join product p on p.id = i.product_id where l.order_id = o.id) as lines,
        (select json_agg(json_build_array(replace(serial, o.order_no, ''), amount_cents, status, pay_type, created_date,
           shift_id = o.shift_id))
         from pay_transaction where order_id = o.id) as payments
      from sale_order o join station s on s.id = o.station_id join daily_state d on d.id = o.shift_id
      left join daily_state c on c.id = o.belongs_shift_id
      join user_card k on k.id = o.user_card_id join user_account u on u.id = k.user_id
      where o.company_id = $1 order by s.code, o.order_no`),
    cards: await of(`
      select k.number, k.kind, k.status, k.version, k.issue_time, product.name as product, u.name,
        (select json_object_agg(a.kind, json_build_array(balance_cents, moved_at) order by a.kind) from ledger_account a
         where owner_id = k.id and is_purse) as purses,
        (select json_agg(json_build_array(type, amount_cents, principal_cents, gift_cents, debt_cents, balance_after_cents, m.created_date,
           s.code, m.pay_type, m.order_id is null, m.operator_id, m.remark, m.user_id = k.user_id) order by m.created_date, m.id)
         from user_card_detail m left join station s on s.id = m.station_id where m.user_card_id = k.id) as movements,
        (select json_agg(json_build_array(e.kind, split_part(e.ref, ':', 1), e.at, regexp_replace(e.actor, '[0-9]+', ''), move.line,
           side.kind, other.kind, amount_cents)
           order by e.at, e.n, line)
         from ledger_account side join ledger_move move on side.id in (source_id, target_id) join ledger_entry e on e.id = entry_id
         join ledger_account other on other.id = source_id + target_id - side.id where side.owner_id = k.id and side.is_purse) as entries
      from user_card k join card product on product.id = k.card_id left join user_account u on u.id = k.user_id
      where k.company_id = $1 order by k.number`),
    money: await of(`
      select e.kind, source.kind as source, target.kind as target, count(*), sum(m.amount_cents), min(at), max(at)
      from ledger_entry e join ledger_move m on m.entry_id = e.id
      join ledger_account source on source.id = source_id join ledger_account target on target.id = target_id
      where e.company_id = $1 group by 1, 2, 3 order by 1, 2, 3`),
    states: await of(`
      select s.code, business_day::text, number, is_nature_day, d.start_time, d.end_time, d.status, started_by, closed_by
      from daily_state d join station s on s.id = d.station_id where d.company_id = $1 order by s.code, d.start_time`),
    shelves: await of(`
      select s.code, c.type, c.name, p.code as product, i.name as item from item i join category c on c.id = i.category_id
      join station s on s.id = i.station_id join product p on p.id = i.product_id where i.company_id = $1 order by 1, 2, 3, 4`),
    counters: await of(`
      select s.code, orders from order_counter o join station s on s.id = o.station_id where o.company_id = $1 order by 1`),
    records: await of(`select kind, external_id, content from history_record where company_id = $1 order by kind, external_id`),
    // What it says of its cards.
    audits: await of(`
      select action, detail->>'number' as number, detail, count(*) from audit_entry
      where company_id = $1 and action like 'card.%'
      group by 1, 2, 3 order by 1, 2, 3::text`),
    events: await of(`
      select topic, payload - 'userCardId' as payload, count(*) from outbox_event
      where company_id = $1 and topic like 'card.%' group by 1, 2 order by 1, 2::text`),
    waiting: await of(`
      select (select count(*) from history_row where company_id = $1) + (select count(*) from history_sale where company_id = $1) as rows`),
  }
}
