import type { PayType } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { planHints } from '../../platform/postgres/client.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { inScope, joinOwner } from '../../platform/postgres/name-companies.ts'
import { currentStates } from '../shift/index.ts'
import { serialOf } from './intake-write.ts'
import type { Flow, Order } from './order.ts'

/** What is about to be paid: how much, under which number, in which shift; and what the order was paid with before. */
export interface AmountDue {
  readonly amountCents: number
  readonly serial: string
  readonly shiftId: number
  readonly before: readonly Tender[]
}
interface Tender {
  readonly orderId: number
  readonly payType: PayType
  readonly cents: number
  readonly first: number | null
  readonly payments: number
}

/** What the orders of a batch were paid with before, and the shift that runs at each station. */
export interface DueFacts {
  readonly tenders: ReadonlyMap<number, readonly Tender[]>
  readonly shifts: ReadonlyMap<number, { readonly id: number }>
}

/** Reads, of orders that are locked, what decides how much of each is due. */
export async function dueFacts(open: readonly { ctx: Ctx; order: Order }[]): Promise<DueFacts> {
  if (!open.length) return { tenders: new Map(), shifts: new Map() }
  const { rows } = await sql<Tender>`
    select order_id, pay_type, coalesce(sum(amount_cents) filter (where status = 'success'), 0)::bigint as cents,
      min(id) filter (where status = 'success') as first, count(*) as payments
    from pay_transaction where ${inScope(open[0]!.ctx.tx)} and order_id = any(${open.map(({ order }) => order.id)}::bigint[])
    group by order_id, pay_type`.execute(open[0]!.ctx.tx)
  const shifts = await currentStates(new Map(open.map(({ order, ctx }) => [order.stationId, ctx])))
  return { tenders: Map.groupBy(rows, ({ orderId }) => orderId), shifts }
}

/** What a payment of an order comes to: all of the rest when no part is named. @throws order.partTooLarge */
export function dueOf({ id, orderNo, stationId, totalCents, paidCents }: Order, part: number | undefined, facts: DueFacts): AmountDue {
  const restCents = totalCents - paidCents
  if (part !== undefined && part > restCents) refuse('order.partTooLarge', { restCents })
  const before = facts.tenders.get(id) ?? []
  const payments = before.reduce((sum, tender) => sum + tender.payments, 0)
  return { amountCents: part ?? restCents, serial: serialOf(orderNo, payments + 1), shiftId: facts.shifts.get(stationId)!.id, before }
}

/** What an order was paid with, in one word: what most of it was paid with, this payment included; of two alike the earlier. */
export function mainTenderWith({ before, amountCents }: AmountDue, payType: PayType): PayType {
  const now = new Map(before.filter(({ first }) => first !== null).map(tender => [tender.payType, tender]))
  const same = now.get(payType)
  const last = { payType, cents: (same?.cents ?? 0) + amountCents, first: same?.first ?? null }
  const all = [...now.values()].filter(tender => tender !== same).concat(last as Tender)
  return all.reduce((most, each) => (each.cents > most.cents || (each.cents === most.cents && earlier(each, most)) ? each : most)).payType
}
const earlier = (one: Pick<Tender, 'first'>, other: Pick<Tender, 'first'>) => (one.first ?? Infinity) < (other.first ?? Infinity)

/** A payment that was taken, and what its order becomes by it. */
export interface Settled {
  readonly ctx: Ctx
  readonly order: Order
  readonly due: AmountDue
  readonly payType: PayType
  readonly externalSerialNo: string | null
  readonly userCardId: number | null
  /** Of a payment by points, how many. */
  readonly points: number | null
  /** Of one that nobody paid, why. */
  readonly reason: string | null
  /** The card that the order then names. */
  readonly orderCardId: number | null
  readonly status: 'open' | 'partiallyPaid' | 'success'
  readonly paidCents: number
  readonly mainTender: PayType
  readonly moneyFlow: Flow
  readonly cardNumber: string | null
}

/**
 * Writes payments, each of an order of its own, and what the orders become. Only the ids are waited for: the rows travel with the next
 * statement of the transaction, or with its end. @returns the id of each
 */
export async function writePayments(settled: readonly Settled[]): Promise<(settled: Settled) => number> {
  const { tx } = settled[0]!.ctx
  const drawn = await nextIds(tx, settled.length)
  const ids = new Map(settled.map((each, turn) => [each, drawn[turn]!]))
  const rows = JSON.stringify(settled.map(each => ({ id: ids.get(each)!, ...rowOf(each) })))
  const write = planHints({ deferred: true })
  await sql`${write}
    update sale_order set status = paid.status, paid_cents = paid.paid_cents, pay_type = main_tender, money_flow = paid.money_flow,
      user_card_id = coalesce(paid.order_card_id, sale_order.user_card_id), card_number = paid.card_number,
      external_serial_no = coalesce(sale_order.external_serial_no, paid.external_serial_no), modified_date = at, locked_at = null
    from jsonb_to_recordset(${rows}) as paid (order_id bigint, order_card_id bigint, external_serial_no text, at timestamptz, status text,
      paid_cents bigint, main_tender text, money_flow text, card_number text)
    where sale_order.id = paid.order_id and ${inScope(tx, 'sale_order.company_id')}`.execute(tx)
  await sql`${write}
    insert into pay_transaction (id, company_id, station_id, order_id, shift_id, serial, pay_type, amount_cents, points, reason,
      status, user_card_id, user_id, device_id, external_serial_no, created_date)
    select paid.id, owner.id, station_id, order_id, shift_id, serial, pay_type, amount_cents, points, reason, 'success', user_card_id,
      user_id, device_id, external_serial_no, at
    from jsonb_to_recordset(${rows}) as paid (id bigint, order_id bigint, company_id bigint, station_id bigint, shift_id bigint,
      serial text, pay_type text, amount_cents bigint, points bigint, reason text, user_card_id bigint, external_serial_no text,
      user_id bigint, device_id bigint, at timestamptz)
      ${joinOwner(
        'paid.company_id',
        settled.map(({ order }) => order.companyId),
      )}`.execute(tx)
  return each => ids.get(each)!
}

const rowOf = ({ ctx: { actor, now }, order, due, ...row }: Settled) => ({
  order_id: order.id,
  company_id: order.companyId,
  station_id: order.stationId,
  shift_id: due.shiftId,
  serial: due.serial,
  pay_type: row.payType,
  amount_cents: due.amountCents,
  points: row.points,
  reason: row.reason,
  user_card_id: row.userCardId,
  order_card_id: row.orderCardId,
  external_serial_no: row.externalSerialNo,
  user_id: actor.kind === 'user' ? actor.id : null,
  device_id: actor.kind === 'device' ? actor.id : null,
  at: now,
  status: row.status,
  paid_cents: row.paidCents,
  main_tender: row.mainTender,
  money_flow: row.moneyFlow,
  card_number: row.cardNumber,
})
