import type { CouponOutcome } from '@forecourt/contract'
import { sql } from 'kysely'
import { planHints } from '../../platform/postgres/client.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope, joinOwner } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { hasGifts, linesNumbered, noteGifts } from './gift-write.ts'
import { takeGoods, takesStock } from './goods-lines.ts'
import type { Counter } from './intake-facts.ts'
import type { PricedLine } from './pricing.ts'
import type { Flow } from './order.ts'

/** A sale ready to be written: nothing about it is in question any more. */
export interface NewOrder {
  readonly counter: Counter
  readonly orderNo: string
  readonly shiftId: number
  readonly belongsShiftId: number | null
  readonly type: number
  readonly status: 'open' | 'partiallyPaid' | 'success'
  readonly totalCents: number
  readonly discountCents: number
  readonly paidCents: number
  readonly payType: string | null
  readonly moneyFlow: Flow | null
  readonly createdDate: Date
  /** When it was paid: at its arrival, unless it comes from another book. */
  readonly paidDate?: Date
  readonly deviceDate: Date | null
  readonly sequence: number | null
  readonly nozzleControlId: number | null
  readonly userCardId: number | null
  readonly cardNumber: string | null
  /** The hold that its payment ends. */
  readonly authorisationId?: number | undefined
  readonly employeeId: number | null
  /** Who took the money, where somebody did. */
  readonly userId: number | null
  readonly fuelMethod: string | null
  readonly externalSerialNo: string | null
  readonly priceDifference: boolean
  /** When the fuelling began of a sale that a device has charged with a card in hand: our own price is reckoned afterwards. */
  readonly reckonAt?: Date | undefined
  readonly intakeHash: Buffer | null
  readonly moneyShiftId: number
  /** Why it was entered by hand. */
  readonly remark?: string
  readonly lines: readonly PricedLine[]
  /** What the coupons that were at hand came to. */
  readonly coupons?: readonly CouponOutcome[]
}

/** The lines of orders as rows; those of goods whose stock is counted have taken from it. */
const linesOf = (
  orders: readonly NewOrder[],
  ids: ReadonlyMap<NewOrder, number>,
  taken: ReadonlyMap<number, number>,
  numbers: ReadonlyMap<PricedLine, number>,
) =>
  orders.flatMap(order =>
    order.lines.map(line => ({
      id: numbers.get(line),
      order_id: ids.get(order)!,
      ...siteOf(order),
      ...lineOf(line),
      took_stock: takesStock(line) && taken.has(line.itemId),
      created_date: order.createdDate,
    })),
  )

/**
 * Writes orders, their lines and what was paid with them. Only their ids are waited for: the rows travel with the next statement of the
 * transaction, or with its end, and what the database declines is said there. @returns the id of each
 */
export async function writeOrders(tx: Tx, orders: readonly NewOrder[]): Promise<(order: NewOrder) => number> {
  const owners = orders.map(({ counter }) => counter.companyId)
  const drawn = await nextIds(tx, orders.length)
  const ids = new Map(orders.map((order, turn) => [order, drawn[turn]!]))
  const write = planHints({ genericPlan: true, deferred: true })
  await sql`${write}
    update order_counter counter set orders = counter.orders + made.orders, received_date = made.received
    from jsonb_to_recordset(${JSON.stringify(countedOf(orders))}) as made (station bigint, orders bigint, received timestamptz)
    where station_id = station and ${inScope(tx, 'counter.company_id')}`.execute(tx)
  const highest = highestOf(orders)
  if (highest.length > 0)
    await sql`${write}
      insert into device_intake as intake (device_id, company_id, last_sequence)
      select device, owner.id, highest
      from jsonb_to_recordset(${JSON.stringify(highest)}) as highest_of (device bigint, company bigint, highest bigint)
        ${joinOwner('company', owners)}
      order by device
      on conflict (company_id, device_id) do update set last_sequence = greatest(intake.last_sequence, excluded.last_sequence)`.execute(tx)
  const heads = orders.map(order => ({ id: ids.get(order)!, ...siteOf(order), ...headOf(order) }))
  await sql`${write}
    insert into sale_order (id, company_id, station_id, order_no, shift_id, belongs_shift_id, type, status, total_cents, discount_cents,
      paid_cents, pay_type, money_flow, created_date, received_date, modified_date, device_date, device_id, sequence, nozzle_control_id,
      user_card_id, card_number, employee_id, fuel_method, external_serial_no, clock_suspect, clock_fault_id, late, price_difference,
      intake_hash, intake_paid_cents, remark, has_gifts)
    select sale.id, owner.id, station_id, order_no, shift_id, belongs_shift_id, sale.type, status, total_cents, discount_cents,
      paid_cents, pay_type, money_flow, sale.created_date, received_date, modified_date, device_date, device_id, sequence,
      nozzle_control_id, user_card_id, card_number, employee_id, fuel_method, external_serial_no, clock_suspect, clock_fault_id, late,
      price_difference, intake_hash, intake_paid_cents, sale.remark, sale.has_gifts
    from jsonb_populate_recordset(null::sale_order, ${JSON.stringify(heads)}) as sale ${joinOwner('sale.company_id', owners)}`.execute(tx)
  const taken = await takeGoods(tx, orders)
  const numbers = await linesNumbered(tx, orders)
  const lines = linesOf(orders, ids, taken, numbers)
  await sql`${write}
    insert into order_line (id, company_id, station_id, order_id, item_id, category_type, volume_cl, pieces, price_cents, price_derived,
      list_price_cents, amount_cents, discount_cents, totaliser_end_cl, created_date, discounts, withheld, took_stock, off_sale)
    select coalesce(line.id, next_id()), owner.id, station_id, order_id, item_id, category_type, volume_cl, pieces, price_cents,
      price_derived, list_price_cents, amount_cents, discount_cents, totaliser_end_cl, line.created_date, discounts, withheld, took_stock,
      off_sale
    from jsonb_to_recordset(${JSON.stringify(lines)}) as line (id bigint, company_id bigint, station_id bigint, order_id bigint,
      item_id bigint, category_type text, volume_cl bigint, pieces bigint, price_cents bigint, price_derived boolean,
      list_price_cents bigint, amount_cents bigint, discount_cents bigint, totaliser_end_cl bigint, created_date timestamptz,
      discounts jsonb, withheld jsonb, took_stock boolean, off_sale text)
      ${joinOwner('line.company_id', owners)}`.execute(tx)
  await noteGifts(tx, orders, ids, numbers)
  const paid = orders.filter(order => order.paidCents > 0)
  const payments = paid.map(order => ({ order_id: ids.get(order)!, ...siteOf(order), ...paymentOf(order) }))
  if (payments.length > 0)
    await sql`${write}
      insert into pay_transaction (company_id, station_id, order_id, shift_id, serial, pay_type, amount_cents, status, user_card_id,
        user_id, device_id, external_serial_no, created_date)
      select owner.id, station_id, order_id, shift_id, serial, pay_type, amount_cents, 'success', user_card_id, user_id, device_id,
        external_serial_no, payment.created_date
      from jsonb_to_recordset(${JSON.stringify(payments)}) as payment (company_id bigint, station_id bigint, order_id bigint,
        shift_id bigint, serial text, pay_type text, amount_cents bigint, user_card_id bigint, user_id bigint, device_id bigint,
        external_serial_no text, created_date timestamptz)
        ${joinOwner('payment.company_id', owners)}`.execute(tx)
  return order => ids.get(order)!
}

/** How many orders each station receives, and when. */
const countedOf = (orders: readonly NewOrder[]) =>
  [...Map.groupBy(orders, ({ counter }) => counter.stationId)].map(([station, of]) => ({
    station,
    orders: of.length,
    received: of[0]!.counter.receivedDate,
  }))

/** The highest number that each device has sent among them. */
const highestOf = (orders: readonly NewOrder[]) =>
  [...Map.groupBy(orders, ({ counter }) => counter.deviceId)].flatMap(([device, of]) =>
    device === null ? [] : { device, company: of[0]!.counter.companyId, highest: Math.max(...of.map(order => order.sequence ?? 0)) },
  )

/** Its dates are in doubt: the device's clock was wrong, or ours. */
export const isSuspect = ({ deviceDate, counter: { clockFaultId } }: Pick<NewOrder, 'deviceDate' | 'counter'>): boolean =>
  deviceDate !== null || clockFaultId !== null

const siteOf = ({ counter: { companyId, stationId, deviceId } }: NewOrder) => ({
  company_id: companyId,
  station_id: stationId,
  device_id: deviceId,
})

const headOf = (order: NewOrder) => ({
  order_no: order.orderNo,
  shift_id: order.shiftId,
  belongs_shift_id: order.belongsShiftId,
  type: order.type,
  status: order.status,
  total_cents: order.totalCents,
  discount_cents: order.discountCents,
  paid_cents: order.paidCents,
  pay_type: order.payType,
  money_flow: order.moneyFlow,
  created_date: order.createdDate,
  received_date: order.counter.receivedDate,
  modified_date: order.counter.receivedDate,
  device_date: order.deviceDate,
  sequence: order.sequence,
  nozzle_control_id: order.nozzleControlId,
  user_card_id: order.userCardId,
  card_number: order.cardNumber,
  employee_id: order.employeeId,
  fuel_method: order.fuelMethod,
  external_serial_no: order.externalSerialNo,
  clock_suspect: isSuspect(order),
  clock_fault_id: order.counter.clockFaultId,
  late: order.belongsShiftId !== null,
  price_difference: order.priceDifference,
  intake_hash: order.intakeHash && `\\x${order.intakeHash.toString('hex')}`,
  intake_paid_cents: order.paidCents,
  remark: order.remark ?? '',
  has_gifts: hasGifts(order),
})

const lineOf = (line: PricedLine) => ({
  item_id: line.itemId,
  category_type: line.categoryType,
  volume_cl: line.volumeCl,
  pieces: line.pieces,
  price_cents: line.priceCents,
  price_derived: line.priceDerived,
  list_price_cents: line.listPriceCents,
  amount_cents: line.amountCents,
  discount_cents: line.discountCents,
  totaliser_end_cl: line.totaliserEndCl,
  off_sale: line.offSale ?? null,
  discounts: line.discounts?.map(({ kind, name, sourceId, version, amountCents }) => ({
    kind,
    name,
    source_id: sourceId,
    source_version: version,
    amount_cents: amountCents,
  })),
  withheld: line.withheld?.length ? line.withheld : undefined,
})

const paymentOf = (order: NewOrder) => ({
  serial: serialOf(order.orderNo, 1),
  shift_id: order.moneyShiftId,
  pay_type: order.payType,
  amount_cents: order.paidCents,
  user_card_id: order.payType === 'card' ? order.userCardId : null,
  external_serial_no: order.externalSerialNo,
  created_date: order.paidDate ?? order.counter.receivedDate,
  user_id: order.userId,
})

/** Counted by the station that took it. */
export const orderNoOf = ({ stationCode, orders }: Counter, turn: number): string =>
  `${stationCode}-${String(orders + turn + 1).padStart(8, '0')}`

/** A payment is numbered after its order: the first, the second … */
export const serialOf = (orderNo: string, nth: number): string => `${orderNo}-${nth}`
