import { TenderType, type ClassSettle, type Difference, type Evidence } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { differenceOf, shown, split, type Candidate } from './causes.ts'

type Money = Candidate & { readonly payType: string }
const evidence =
  (of: Evidence['of']) =>
  (row: { id: number; label: string; at: string | null; amount: number; orderId?: number }): Evidence => ({
    of,
    ...row,
    at: row.at === null ? null : new Date(row.at).toISOString(),
  })

/** Rows of one kind: what they come to, how many they are, and the first of them. */
interface Told {
  readonly cents: number
  readonly count: number
  readonly rows: readonly Parameters<ReturnType<typeof evidence>>[0][] | null
}

/** List price × sales, item by item: what was charged at another price, what was let off, what was rounded. */
export async function priceDifferences(tx: Tx, { dailyStateId, items }: ClassSettle): Promise<Difference[]> {
  type Kind = 'priceDifference' | 'rounding' | 'discount'
  const { rows } = await sql<{ itemId: number; listCents: number; salesCents: number; kinds: Partial<Record<Kind, Told>> | null }>`
    with line as materialized (
      select item_id, sale.id, order_no as label, sale.created_date as at, amount_cents, line.discount_cents, charged, listed
      from ${scoped(tx, 'sale_order')} sale join ${scoped(tx, 'order_line')} line on order_id = sale.id cross join lateral (select
        case category_type when 'fuel' then (2 * volume_cl * price_cents + 100) / 200 else pieces * price_cents end as charged,
        case category_type when 'fuel' then (2 * volume_cl * coalesce(list_price_cents, price_cents) + 100) / 200
          else pieces * coalesce(list_price_cents, price_cents) end as listed) as reckoned
      where shift_id = ${dailyStateId}
    ), found as (
      select item_id, kind, id, label, at, amount, row_number() over kinds as turn
      from line cross join lateral (values ('priceDifference', charged - listed), ('rounding', amount_cents - charged),
        ('discount', -discount_cents)) as step (kind, amount)
      where amount <> 0 window kinds as (partition by item_id, kind order by at, id)
    ), kind as (
      select item_id, kind, jsonb_build_object('cents', sum(amount), 'count', count(*), 'rows',
        jsonb_agg(jsonb_build_object('id', id, 'label', label, 'at', at, 'amount', amount) order by turn)
          filter (where turn <= ${shown})) as found
      from found group by item_id, kind
    )
    select item_id as "itemId", sum(coalesce(listed, amount_cents)) as "listCents", sum(amount_cents - discount_cents) as "salesCents",
      (select jsonb_object_agg(kind, found) from kind where kind.item_id = line.item_id) as kinds
    from line group by item_id having bool_or(charged is distinct from listed or amount_cents <> charged or discount_cents <> 0)
    order by item_id`.execute(tx)
  return rows.map(({ itemId, listCents, salesCents, kinds }) =>
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
        (['priceDifference', 'rounding', 'discount'] as const).flatMap(cause => {
          const found = kinds?.[cause]
          return found && found.cents !== 0 ? [candidate(cause, found.cents, 'orders', found)] : []
        }),
    ),
  )
}

const candidate = (cause: Candidate['cause'], amount: number, of: Evidence['of'], { count, rows }: Omit<Told, 'cents'>): Candidate => ({
  cause,
  amount,
  count,
  evidence: (rows ?? []).map(evidence(of)),
})

/** Sales × payments: every step from what was delivered to what was booked is a row somewhere. */
export async function paymentDifference(tx: Tx, settle: ClassSettle): Promise<Difference[]> {
  const { unpaid, payTypes } = settle
  const carried: Told = {
    cents: -settle.unpaidCents,
    count: unpaid.length,
    rows: unpaid.map(({ orderId: id, orderNo: label, createdDate: at, dueCents }) => ({ id, label, at, amount: -dueCents })),
  }
  const rows = rowsOf(tx, settle)
  const [refunds, elsewhere] = [await tell(tx, rows.refund, true), await tell(tx, rows.refundElsewhere, true)]
  // Which they are is asked only where there are any: some of it takes all orders of the shift.
  const some = async (cents: number, of: ReturnType<typeof sql>) => ({ ...(cents === 0 ? none : await tell(tx, of)), cents })
  const steps = [
    ['unpaid', 'orders', carried],
    ['writtenOff', 'orders', await some(-settle.closedCents, rows.writtenOff)],
    ['earlier', 'transactions', await some(settle.earlierCents, rows.earlier)],
    ['paidLater', 'transactions', await some(-(settle.laterCents ?? 0), rows.paidLater)],
    ['refund', 'refunds', refunds],
    ['refundElsewhere', 'refunds', elsewhere],
    ['topUp', 'userCardDetails', await some(settle.topUpCents, rows.topUp)],
  ] as const
  const right = payTypes.reduce((sum, row) => sum + row.expectedCents, 0)
  const whole = differenceOf({ view: 'payment', about: 'payment', name: '', unit: 'cents', left: settle.salesCents, right }, () =>
    steps.filter(([, , { cents }]) => cents !== 0).map(([cause, of, found]) => candidate(cause, found.cents, of, found)),
  )
  return whole.causes.length > 0 || whole.difference !== 0 ? [whole] : []
}
const none: Told = { cents: 0, count: 0, rows: null }

/** The rows of a step, as they stood when the shift was settled; of one that runs, as they stand now. */
function rowsOf(tx: Tx, { dailyStateId: shift, createdDate }: ClassSettle) {
  const then = createdDate ?? null
  const refunded = sql`select refund.id, txn.order_id, refund.serial as label, refund.created_date as at,
      -paid_out_cents as amount from ${scoped(tx, 'refund')} refund
    join ${scoped(tx, 'pay_transaction')} txn on txn.id = transaction_id where refund.shift_id = ${shift} and txn.shift_id`
  const paid = sql`select id, serial as label, created_date as at, amount_cents as amount
    from ${scoped(tx, 'pay_transaction')} txn where status = 'success'`
  const own = sql`(select id from ${scoped(tx, 'sale_order')} sale_order where shift_id = ${shift})`
  return {
    refund: sql`${refunded} = ${shift}`,
    refundElsewhere: sql`${refunded} is distinct from ${shift}`,
    writtenOff: sql`select id, order_no as label, created_date as at, paid_cents - total_cents as amount
      from ${scoped(tx, 'sale_order')} sale
      where shift_id = ${shift} and status = 'close' and (modified_date <= ${then}::timestamptz or ${then}::timestamptz is null)`,
    earlier: sql`${paid} and shift_id = ${shift} and order_id not in ${own}`,
    paidLater: sql`select id, label, at, -amount as amount from (${paid} and shift_id <> ${shift} and order_id in ${own}
      and (created_date <= ${then}::timestamptz or ${then}::timestamptz is null)) as later`,
    topUp: sql`select detail.id, number as label, detail.created_date as at, amount_cents as amount
      from ${scoped(tx, 'user_card_detail')} detail
      join ${scoped(tx, 'user_card')} card on card.id = user_card_id
      where detail.shift_id = ${shift} and detail.type in ('charge', 'refundCharge') and detail.pay_type is not null`,
  }
}

async function tell(tx: Tx, of: ReturnType<typeof sql>, isRefund = false): Promise<Told> {
  const order = isRefund ? sql`, 'orderId', order_id` : sql``
  const row = sql`jsonb_build_object('id', id, 'label', label, 'at', at, 'amount', amount${order})`
  const { rows } = await sql<Told>`
    with found as materialized (${of})
    select coalesce(sum(amount), 0) as cents, count(*) as count, (
      select jsonb_agg(${row} order by at, id)
      from (select * from found order by at, id limit ${shown}) as first) as rows
    from found`.execute(tx)
  return rows[0]!
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
 * Money that lay in one till and was booked in the shift of another: a sale reported late was paid when it was made; a refund that the next
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
    orderId: number | null
  }>`
    select 'orders' as of, 'late' as cause, pay_type as "payType", id, null::bigint as "orderId", label, at,
      case when counted = ${shift} then -amount else amount end as amount
    from (
      select txn.pay_type, sale.id, order_no as label, sale.created_date as at, txn.amount_cents as amount, txn.shift_id as counted
      from ${scoped(tx, 'sale_order')} sale
      join ${scoped(tx, 'pay_transaction')} txn on order_id = sale.id and txn.serial = order_no || '-1'
      where intake_paid_cents > 0 and belongs_shift_id is not null and txn.status = 'success'
        and (belongs_shift_id = ${shift} or txn.shift_id = ${shift}) and belongs_shift_id <> txn.shift_id
    ) as late
    union all
    select 'refunds', 'refundElsewhere', refund.pay_type, refund.id, txn.order_id, refund.serial, refund.created_date,
      case when refund.shift_id = ${shift} then paid_out_cents else -paid_out_cents end
    from ${scoped(tx, 'refund')} refund join ${scoped(tx, 'pay_transaction')} txn on txn.id = transaction_id
    where (refund.shift_id = ${shift} or txn.shift_id = ${shift}) and refund.shift_id <> txn.shift_id
    order by at`.execute(tx)
  return rows.map(({ of, cause, payType, orderId, ...row }) => ({
    cause,
    payType,
    amount: row.amount,
    evidence: [evidence(of)({ ...row, ...(orderId && { orderId }) })],
  }))
}
