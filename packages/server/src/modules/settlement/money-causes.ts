import { TenderType, type ClassSettle, type Difference, type Evidence } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { differenceOf, split, type Candidate } from './causes.ts'

type Money = Candidate & { readonly payType: string }
const evidence =
  (of: Evidence['of']) =>
  (row: { id: number; label: string; at: string | null; amount: number }): Evidence => ({
    of,
    ...row,
    at: row.at === null ? null : new Date(row.at).toISOString(),
  })

/** List price × sales, item by item: what was charged at another price, what was let off, what was rounded. */
export async function priceDifferences(tx: Tx, { dailyStateId, items }: ClassSettle): Promise<Difference[]> {
  type Kind = { cents: number; rows: Parameters<ReturnType<typeof evidence>>[0][] | null }
  const { rows } = await sql<{ itemId: number; listCents: number; salesCents: number; price: Kind; rounding: Kind; discount: Kind }>`
    with line as (
      select item_id, sale.id, order_no as label, sale.created_date as at, amount_cents, line.discount_cents, charged, listed
      from sale_order sale join order_line line on order_id = sale.id cross join lateral (select
        case category_type when 'fuel' then (2 * volume_cl * price_cents + 100) / 200 else pieces * price_cents end as charged,
        case category_type when 'fuel' then (2 * volume_cl * coalesce(list_price_cents, price_cents) + 100) / 200
          else pieces * coalesce(list_price_cents, price_cents) end as listed) as reckoned
      where shift_id = ${dailyStateId}
    )
    select item_id as "itemId", sum(coalesce(listed, amount_cents)) as "listCents",
      sum(amount_cents - discount_cents) as "salesCents",
      ${kind(sql`charged - listed`)} as price, ${kind(sql`amount_cents - charged`)} as rounding,
      ${kind(sql`-discount_cents`)} as discount
    from line group by item_id having bool_or(charged is distinct from listed or amount_cents <> charged or discount_cents <> 0)`.execute(
    tx,
  )
  return rows.map(({ itemId, listCents, salesCents, price, rounding, discount }) =>
    differenceOf(
      {
        view: 'price',
        about: `price:${itemId}`,
        name: items.find(item => item.itemId === itemId)?.name ?? '',
        unit: 'cents',
        left: listCents,
        right: salesCents,
      },
      () =>
        (
          [
            ['priceDifference', price],
            ['rounding', rounding],
            ['discount', discount],
          ] as const
        )
          .filter(([, { cents }]) => cents !== 0)
          .map(([cause, { cents, rows: told }]) => ({ cause, amount: cents, evidence: (told ?? []).map(evidence('orders')) })),
    ),
  )
}
const kind = (cents: ReturnType<typeof sql>) => sql`jsonb_build_object('cents', coalesce(sum(${cents}), 0), 'rows',
  jsonb_agg(jsonb_build_object('id', id, 'label', label, 'at', at, 'amount', ${cents}) order by at) filter (where ${cents} <> 0))`

/** Sales × payments: every step from what was delivered to what was booked is a row somewhere. */
export async function paymentDifference(tx: Tx, settle: ClassSettle): Promise<Difference[]> {
  const { dailyStateId, unpaid, payTypes } = settle
  const step = async (of: Evidence['of'], query: ReturnType<typeof sql>) => {
    const { rows } = await (query as ReturnType<typeof sql<Parameters<ReturnType<typeof evidence>>[0]>>).execute(tx)
    return rows.map(evidence(of))
  }
  const refunds = await step(
    'refunds',
    sql`
    select refund.id, refund.serial as label, refund.created_date as at, -paid_out_cents as amount from refund
    join pay_transaction txn on txn.id = transaction_id where refund.shift_id = ${dailyStateId} and txn.shift_id = ${dailyStateId}`,
  )
  const elsewhere = await step(
    'refunds',
    sql`
    select refund.id, refund.serial as label, refund.created_date as at, -paid_out_cents as amount from refund
    join pay_transaction txn on txn.id = transaction_id where refund.shift_id = ${dailyStateId}
      and txn.shift_id is distinct from ${dailyStateId}`,
  )
  const earlier = await step(
    'transactions',
    sql`
    select txn.id, txn.serial as label, txn.created_date as at, amount_cents as amount from pay_transaction txn
    join sale_order sale on sale.id = order_id
    where txn.shift_id = ${dailyStateId} and txn.status = 'success' and sale.shift_id is distinct from ${dailyStateId}`,
  )
  const carried = unpaid.map(
    ({ orderId: id, orderNo: label, createdDate: at, dueCents }): Evidence => ({ of: 'orders', id, label, at, amount: -dueCents }),
  )
  const steps = (
    [
      ['unpaid', -settle.unpaidCents, carried],
      ['writtenOff', -settle.closedCents, []],
      ['earlier', settle.earlierCents, earlier],
      ['paidLater', -(settle.laterCents ?? 0), []],
      ['refund', refunds.reduce((sum, { amount }) => sum + amount, 0), refunds],
      ['refundElsewhere', elsewhere.reduce((sum, { amount }) => sum + amount, 0), elsewhere],
      ['topUp', settle.topUpCents, []],
    ] as const
  ).map(([cause, amount, rows]): Candidate => ({ cause, amount, evidence: rows }))
  const right = payTypes.reduce((sum, row) => sum + row.expectedCents, 0)
  const whole = differenceOf({ view: 'payment', about: 'payment', name: '', unit: 'cents', left: settle.salesCents, right }, () =>
    steps.filter(({ amount }) => amount !== 0),
  )
  return whole.causes.length > 0 || whole.difference !== 0 ? [whole] : []
}

/** Payments × count: what the till of one shift holds and the book of another says. */
export async function tenderDifferences(tx: Tx, { payTypes, dailyStateId }: ClassSettle): Promise<Difference[]> {
  const off = payTypes.filter(
    row =>
      (TenderType.options as readonly string[]).includes(row.payType) &&
      (row.countedCents === null ? row.expectedCents !== 0 : row.differenceCents !== 0),
  )
  const candidates = off.some(({ countedCents }) => countedCents !== null) ? await otherShifts(tx, dailyStateId) : []
  return off.map(({ payType, expectedCents, countedCents }) => {
    const sides = { view: 'tender', about: `tender:${payType}`, name: payType, unit: 'cents', left: expectedCents } as const
    if (countedCents === null) {
      const missing = { cause: 'uncounted', amount: -expectedCents, evidence: [] } as const
      return { ...differenceOf({ ...sides, right: 0 }, () => [missing]), right: null }
    }
    const own = candidates.filter(candidate => candidate.payType === payType)
    return differenceOf({ ...sides, right: countedCents }, difference => split(difference, own).causes)
  })
}

/**
 * Money that lay in one till and was booked in the shift of another: a sale told late was paid when it was made; a refund that the next
 * shift booked may have been handed out before.
 */
async function otherShifts(tx: Tx, shift: number): Promise<Money[]> {
  const { rows } = await sql<{
    of: Evidence['of']
    cause: 'late' | 'refundElsewhere'
    payType: string
    id: number
    label: string
    at: string
    amount: number
  }>`
    select 'orders' as of, 'late' as cause, pay_type as "payType", id, label, at,
      case when counted = ${shift} then -amount else amount end as amount
    from (
      select txn.pay_type, sale.id, order_no as label, sale.created_date as at, txn.amount_cents as amount, txn.shift_id as counted
      from sale_order sale join pay_transaction txn on order_id = sale.id and txn.serial = order_no || '-1'
      where intake_paid_cents > 0 and belongs_shift_id is not null and txn.status = 'success'
        and (belongs_shift_id = ${shift} or txn.shift_id = ${shift}) and belongs_shift_id <> txn.shift_id
    ) as late
    union all
    select 'refunds', 'refundElsewhere', refund.pay_type, refund.id, refund.serial, refund.created_date,
      case when refund.shift_id = ${shift} then paid_out_cents else -paid_out_cents end
    from refund join pay_transaction txn on txn.id = transaction_id
    where (refund.shift_id = ${shift} or txn.shift_id = ${shift}) and refund.shift_id <> txn.shift_id
    order by at`.execute(tx)
  return rows.map(({ of, cause, payType, ...row }) => ({ cause, payType, amount: row.amount, evidence: [evidence(of)(row)] }))
}
