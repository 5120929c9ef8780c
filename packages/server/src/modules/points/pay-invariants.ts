import type { Invariant } from '../../platform/invariant.ts'

/** @source the guarantees of the product, invariants I7, I8 and I18; decisions PT1, PT2 */
export const payInvariants: readonly Invariant[] = [
  {
    invariant: 'I18',
    says: 'a payment by points took as many as it says, from lots of as many, and what went back of them is in its movements',
    query: `
      select 'payment ' || coalesce(paid.serial, entry.ref) as subject,
        paid.id is not null and entry.id is not null and spent.type = 'pay' and spent.points = -paid.points
          and spent.order_id = paid.order_id and spent.ledger_entry_id = entry.id
          and (select sum((lot->>'points')::bigint) from jsonb_array_elements(paid.lots) as lot) = paid.points
          and paid.back_points = coalesce(back.points, 0) as holds
      from {points_payment} paid
      full join (
        select one.id, one.company_id, one.ref from {ledger_entry} one where one.kind = 'points.pay'
      ) as entry on entry.company_id = paid.company_id and entry.ref = 'pointsPay:' || paid.serial
      left join {points_detail} spent on spent.company_id = paid.company_id and spent.id = paid.spent_id
      left join (
        select detail.company_id, split_part(entry.ref, ':', 2) as serial, sum(detail.points) as points
        from {points_detail} detail join {ledger_entry} entry on entry.id = detail.ledger_entry_id
        where detail.type = 'payBack' group by 1, 2
      ) as back on back.company_id = paid.company_id and back.serial = paid.serial`,
  },
  {
    invariant: 'I7',
    says: 'a tender of points is as many points as it was worth, and so is what was given back of it',
    query: `
      select 'payment ' || coalesce(txn.serial, paid.serial) as subject,
        txn.id is not null and paid.id is not null and txn.points = paid.points and txn.amount_cents = paid.points * paid.point_cents
          and txn.refunded_cents = paid.back_points * paid.point_cents and txn.order_id = paid.order_id
          and coalesce(back.points, 0) = paid.back_points as holds
      from (select * from {pay_transaction} one where points is not null) as txn
      full join {points_payment} paid on paid.company_id = txn.company_id and paid.serial = txn.serial
      left join (
        select company_id, transaction_id, sum(points) as points from {refund} refund where points is not null group by 1, 2
      ) as back on back.company_id = txn.company_id and back.transaction_id = txn.id`,
  },
  {
    invariant: 'I7',
    says: 'what points have paid, less what was given back, is what the book says that they cost',
    query: `
      select 'company ' || company_id as subject, coalesce(spent.cents, 0) + coalesce(paid.cents, 0) = 0 as holds
      from (
        select company_id, sum(balance) as cents from {audit.account} account where kind = 'pointsExpense' group by company_id
      ) as spent full join (
        select company_id, sum((points - back_points) * point_cents) as cents from {points_payment} payment group by company_id
      ) as paid using (company_id)`,
  },
]
