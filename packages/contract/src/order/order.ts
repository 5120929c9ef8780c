import { z } from 'zod'
import { resource } from '../kit.ts'
import { recordGroups } from '../record-groups.ts'
import { CardNumber, Centilitres, Cents, CentsPerL, Instant, Ref, SoldCentsPerL } from '../units.ts'
import { PayType } from './pay-type.ts'
import type { ReckonedLine, Withheld } from './withheld.ts'

/** 0 fuel, 1 others, 99 supplementary (补单). @source spec 1 §3 "Order type" */
export const OrderType = z.literal([0, 1, 99])
export type OrderType = z.output<typeof OrderType>
export const OrderStatus = z.enum(['open', 'lock', 'success', 'fail', 'close', 'partiallyPaid'])
export type OrderStatus = z.output<typeof OrderStatus>

/**
 * Where an order may go from each status; the database keeps the same table. A payment passes through `lock` within its own transaction.
 * @source decisions.md D1, O13
 */
export const nextStatus: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  open: ['lock', 'close', 'success', 'partiallyPaid'],
  lock: ['open', 'success', 'fail', 'partiallyPaid'],
  fail: ['open'],
  partiallyPaid: ['success', 'close'],
  success: [],
  close: [],
}

export const FuelMethod = z.enum(['amount', 'volume', 'full'])
/** Refunded only once all that was paid was given back. @source spec 1 §4 */
export const RefundStatus = z.enum(['notRefunded', 'partlyRefunded', 'refunded'])
export const Rating = z.int().min(1).max(5)
export const InvoiceStatus = z.enum(['uninvoiced', 'invoicing', 'success', 'fail'])
/**
 * Where the money of an order went: the till, a platform's clearing account, a card's purses, or several of them; points and what goes for
 * nothing bring none.
 */
export const MoneyFlow = z.enum(['till', 'clearing', 'card', 'points', 'free', 'mixed'])
export type MoneyFlow = z.output<typeof MoneyFlow>

/**
 * What was bought, once. `totalCents` is what is due: the lines' amounts less their discounts. `paidCents` is all that was paid,
 * refunds not subtracted (decision O13). The order counts into `shift`; when it arrived after its own shift was closed,
 * `belongsShift` names that one (decision O4).
 */
export const orders = resource('orders', {
  table: 'sale_order',
  scope: 'station',
  permission: 'order.sale',
  recent: 'orderDays',
  acts: ['list', 'get'],
  body: z.object({}),
  read: {
    orderNo: z.string(),
    stationId: Ref('stations'),
    shiftId: Ref('dailyStates').nullable(),
    belongsShiftId: Ref('dailyStates').nullable(),
    /** One of OrderType. */
    type: z.int(),
    status: OrderStatus,
    totalCents: Cents,
    discountCents: Cents,
    paidCents: Cents,
    refundedCents: Cents,
    refundStatus: RefundStatus,
    payType: PayType.nullable(),
    createdDate: Instant,
    receivedDate: Instant,
    modifiedDate: Instant,
    deviceDate: Instant.nullable(),
    deviceId: Ref('devices').nullable(),
    sequence: z.int().nullable(),
    nozzleControlId: Ref('nozzleControls').nullable(),
    userCardId: Ref('userCards').nullable(),
    cardNumber: CardNumber.nullable(),
    employeeId: Ref('users').nullable(),
    fuelMethod: FuelMethod.nullable(),
    externalSerialNo: z.string().nullable(),
    invoiceStatus: InvoiceStatus,
    rating: Rating.nullable(),
    /** Why a sale was entered by hand. */
    remark: z.string(),
    /** What the terminal said when a payment on it last failed. */
    failReason: z.string().nullable(),
    clockSuspect: z.boolean(),
    late: z.boolean(),
    priceDifference: z.boolean(),
    /** It sold goods that give something to the card of the buyer. */
    hasGifts: z.boolean(),
  },
  // The flow is kept from station_bill; of one order that is read, whether its station writes invoices, the price change that it went
  // past, the discounts that gave nothing on a line of it, and what our rules come to where a device charged it.
  beside: {} as {
    moneyFlow: MoneyFlow | null
    disableInvoice: boolean
    priceChange: { id: number; priceCents: number; fromAt: string } | null
    withheld: readonly (Withheld & { itemId: number; itemName: string })[]
    reckoned: readonly ReckonedLine[]
  },
  label: ['orderNo'],
  many: {
    lineItems: ['lineItems', 'orderId'],
    transactions: ['transactions', 'orderId'],
    refunds: ['refunds', 'orderId'],
    discounts: ['orderDiscounts', 'orderId'],
    gifts: ['saleGifts', 'orderId'],
    coupons: ['saleCoupons', 'orderId'],
    userDeals: ['userDeals', 'orderId'],
  },
  later: { userInvoices: [] },
  aliases: { amount: 'totalCents' },
  versioned: false,
  sort: 'createdDate,desc',
  totals: ['totalCents', 'discountCents', 'paidCents', 'refundedCents'],
  counted: {
    fact: 'order',
    fields: ['status', 'type', 'payType'],
    sums: { totalCents: 'amountCents', discountCents: 'discountCents', paidCents: 'paidCents', refundedCents: 'refundedCents' },
  },
  groups: recordGroups.orders,
})

/** Fuel is measured in centilitres, goods are counted in pieces; `quantity` is whichever of the two the line has. */
export const CategoryType = z.enum(['fuel', 'normal'])
/** 商品下架, 分类下架, 不在有效期. */
export const OffSale = z.enum(['item', 'category', 'time'])
export const lineItems = resource('lineItems', {
  table: 'order_line',
  scope: 'station',
  permission: 'order.sale',
  recent: 'orderItemDays',
  acts: ['list', 'get'],
  body: z.object({}),
  read: {
    orderId: Ref('orders'),
    stationId: Ref('stations'),
    itemId: Ref('items'),
    categoryType: CategoryType,
    volumeCl: Centilitres,
    pieces: z.int(),
    quantity: z.int(),
    priceCents: SoldCentsPerL.nullable(),
    /** The unit price was reckoned from amount and quantity: the amount is the fact (decision O15). */
    priceDerived: z.boolean(),
    /** What the price list said when the fuelling began, where it was known. */
    listPriceCents: CentsPerL.nullable(),
    amountCents: Cents,
    discountCents: Cents,
    totaliserEndCl: Centilitres.nullable(),
    /** Its pieces were taken from a counted stock. */
    tookStock: z.boolean(),
    /** A till sold goods that were off the shelf, or outside their validity: booked as it happened. */
    offSale: OffSale.nullable(),
    createdDate: Instant,
  },
  versioned: false,
  sort: 'createdDate,desc',
  totals: ['volumeCl', 'pieces', 'amountCents', 'discountCents'],
  groups: recordGroups.lineItems,
})

/** Why a line cost less: what a terminal gave, a cashier allowed, or a coupon, a card, a fleet, a level or an activity brought. */
export const DiscountKind = z.enum(['terminal', 'cashier', 'coupon', 'card', 'fleet', 'level', 'activity'])
export const orderDiscounts = resource('orderDiscounts', {
  table: 'order_discount',
  scope: 'station',
  permission: 'order.sale',
  recent: 'orderItemDays',
  acts: ['list', 'get'],
  body: z.object({}),
  read: {
    orderId: Ref('orders'),
    stationId: Ref('stations'),
    itemId: Ref('items'),
    kind: DiscountKind,
    name: z.string(),
    /** Of the record that gave it, where it has versions. */
    sourceVersion: z.int().nullable(),
    amountCents: Cents,
    createdDate: Instant,
  },
  versioned: false,
  sort: 'createdDate,desc',
  totals: ['amountCents'],
})

export const TransactionStatus = z.enum(['success', 'fail'])
/** How an order was paid: one row for each payment. `user` is who took it; `shift` is the one that took the money. */
export const transactions = resource('transactions', {
  table: 'pay_transaction',
  scope: 'station',
  permission: 'order.transaction',
  recent: 'orderDays',
  acts: ['list', 'get'],
  body: z.object({}),
  read: {
    serial: z.string(),
    orderId: Ref('orders'),
    stationId: Ref('stations'),
    shiftId: Ref('dailyStates').nullable(),
    payType: PayType,
    amountCents: Cents,
    /** Of a payment by points, how many. */
    points: z.int().nullable(),
    /** Of an order that went for nothing, why. */
    reason: z.string().nullable(),
    refundedCents: Cents,
    refundStatus: RefundStatus,
    status: TransactionStatus,
    userCardId: Ref('userCards').nullable(),
    userId: Ref('users').nullable(),
    deviceId: Ref('devices').nullable(),
    externalSerialNo: z.string().nullable(),
    createdDate: Instant,
    /** It was recorded while the clocks differed; its date is to be checked. */
    clockSuspect: z.boolean(),
  },
  unsearchable: ['reason'],
  aliases: { amount: 'amountCents' },
  versioned: false,
  sort: 'createdDate,desc',
  totals: ['amountCents', 'refundedCents'],
  counted: { fact: 'payment', fields: ['status', 'payType'], sums: { amountCents: 'amountCents', refundedCents: 'refundedCents' } },
  groups: recordGroups.transactions,
})

/** Sales that a device numbered but never sent: shown until they arrive (decision O5). */
export const deviceGaps = resource('deviceGaps', {
  table: 'device_gap',
  scope: 'station',
  permission: 'order.sale',
  acts: ['list'],
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    deviceId: Ref('devices'),
    fromSequence: z.int(),
    toSequence: z.int(),
    missing: z.int(),
    createdDate: Instant,
  },
  versioned: false,
  sort: 'createdDate,desc',
  totals: ['missing'],
})
