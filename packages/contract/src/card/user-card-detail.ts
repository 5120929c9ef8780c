import type { Row } from '../rows.ts'
import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { BillingType } from './billing.ts'
import { FileRef } from '../file/attachment.ts'
import { InvoiceStatus } from '../order/order.ts'
import { PayType } from '../order/pay-type.ts'
import { recordGroups } from '../record-groups.ts'
import { CardNumber, Cents, Id, Instant, Ref } from '../units.ts'

/**
 * 充值, 充值赠送, 充值退款, 充值赠送退款, 赠送退款, 消费, 消费退款, 划拨, 赠送, 过期扣减, 油款返还, 调整.
 * @source spec 1 §3 "Card transaction type"
 */
export const CardMovementType = z.enum([
  'charge',
  'chargeReward',
  'refundCharge',
  'refundChargeReward',
  'refundReward',
  'consume',
  'refundConsume',
  'assign',
  'reward',
  'deduction',
  'back',
  'adjust',
])
export type CardMovementType = z.output<typeof CardMovementType>

/** One movement of a card's money, signed: into the card is positive. Its parts say which purse it touched; its sum is the amount. */
const movement = {
  type: CardMovementType,
  amountCents: Cents,
  principalCents: Cents,
  giftCents: Cents,
  /** Below zero: owed. Above: paid back. */
  debtCents: Cents,
  /** All purses together, less what is owed. */
  balanceAfterCents: Cents,
  payType: PayType.nullable(),
  orderId: Ref('orders').nullable(),
  stationId: Ref('stations').nullable(),
  operatorId: Ref('users').nullable(),
  remark: z.string(),
  createdDate: Instant,
}

export const userCardDetails = resource('userCardDetails', {
  table: 'user_card_detail_report',
  scope: 'station',
  permission: 'card.detail',
  recent: 'cardDetailDays',
  versioned: false,
  body: z.object({}),
  read: {
    ...movement,
    /** Whose money it was. */
    userCardId: Ref('userCards'),
    /** The sub card that spent it, where its fleet shares. @source decisions FL3 */
    spentById: Ref('userCards').nullable(),
    userId: Ref('users').nullable(),
    /** The shift that took the money of a top-up. */
    shiftId: Ref('dailyStates').nullable(),
    /** The movement that this one takes back. */
    reversesId: Ref('userCardDetails').nullable(),
    inCents: Cents,
    outCents: Cents,
    /** Of what somebody paid in; it is given back as a whole. @source spec 1 §4 "refunded / not refunded" */
    refundStatus: z.enum(['notRefunded', 'refunded']).nullable(),
    invoiceStatus: InvoiceStatus.nullable(),
    /** How its card was billed when it was made; null of what is older than the choice. */
    billingType: BillingType.nullable(),
    /** The package that its gift is of. */
    packageId: Ref('debitItems').nullable(),
    /** Of cash that was paid in: whether a receipt was put up for it. @source MEM-014 */
    receiptStatus: z.enum(['uploaded', 'without']).nullable(),
    receiptId: FileRef('topUpReceipt').nullable(),
    /** It was recorded while the clocks differed; its date is to be checked. */
    clockSuspect: z.boolean(),
  },
  aliases: { amount: 'amountCents' },
  sort: 'createdDate,desc',
  counted: { fact: 'card', fields: ['type', 'payType'], sums: { amountCents: 'amountCents' } },
  groups: recordGroups.userCardDetails,
  totals: ['amountCents', 'inCents', 'outCents', 'principalCents', 'giftCents', 'debtCents'],
  acts: ['list', 'get'],
})

/** What a purse held, what came in and went out, what was frozen or unfrozen meanwhile, and what it holds. */
const PurseLine = z.object({
  purse: z.enum(['principal', 'gift', 'lock', 'debt']),
  openingCents: Cents,
  inCents: Cents,
  outCents: Cents,
  /** From and to the other purses of the card: no movement, since nothing comes in or goes out. @source decisions CD15 */
  movedCents: Cents,
  closingCents: Cents,
})
export type PurseLine = z.output<typeof PurseLine>
const Purses = z.object({ principalCents: Cents, giftCents: Cents, lockCents: Cents, debtCents: Cents, balanceCents: Cents })

const ofCards = { userCardId: Ref('userCards'), spentById: Ref('userCards').nullable() }
/** A movement as a statement has it. */
export type StatementRow = Row<{ id: typeof Id } & typeof movement & typeof ofCards, {}, {}, {}>
/** 对账单: what a card held at the beginning and end of a period, and what lay between. */
export const cardStatement = endpoint('GET', '/userCards/:id/statement', {
  permission: 'card.detail.read',
  query: z.strictObject({
    /** The end of the period; now when absent. */
    at: Instant.optional(),
    /** The beginning; without it the newest movements are shown. Never earlier than the caller may look back. */
    from: Instant.optional(),
    page: z.coerce.number().int().min(0).max(1000).default(0),
    size: z.coerce.number().int().min(1).max(500).default(20),
  }),
  returns: z.object({
    userCardId: Id,
    number: CardNumber,
    at: Instant,
    from: Instant.nullable(),
    /** Read from the book itself, at the end and at the beginning of the period. */
    closing: Purses,
    opening: Purses.nullable(),
    /** Each purse: opening + in − out + moved = closing. Of a period that has a beginning. */
    purses: z.array(PurseLine).nullable(),
    /**
     * Newest first, at whichever station, with station, order and operator; `totalElements` counts those of the whole period. Of a sub card
     * what it spent of its master's money is among them: its amounts and balances are the master's.
     */
    movements: z.array(z.looseObject({ id: Id, ...movement, ...ofCards })) as unknown as z.ZodType<StatementRow[]>,
    totalElements: z.int(),
    inCents: Cents,
    outCents: Cents,
    /** The master card that it spends from, where its fleet shares; and what it has spent of a master's money in the period. */
    master: z.object({ id: Id, number: CardNumber, name: z.string() }).nullable(),
    spentOfMasterCents: Cents,
  }),
  rows: true,
  summary: 'Balance of a card at any instant, and its movements up to it',
})
