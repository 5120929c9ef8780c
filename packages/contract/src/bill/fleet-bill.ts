import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { CardMovementType } from '../card/user-card-detail.ts'
import { endpoint, GetQuery, resource } from '../kit.ts'
import { CardNumber, Centilitres, Cents, CentsPerL, Id, Instant, LocalDate, Ref } from '../units.ts'
import { actsBy } from '../status-acts.ts'
import { FeeKind } from './agreement.ts'

/** 待出账, 已出账. */
export const FleetBillStatus = z.enum(['open', 'issued'])
export type FleetBillStatus = z.output<typeof FleetBillStatus>

/**
 * 单位账单: what the cards of a fleet bought in a month by the calendar of the company, and what came to their purses and left them. A
 * statement of prepaid cards, no invoice. Open, it is drawn up anew whenever somebody asks; issued, it never changes: what arrives later
 * is on the next one. `openingCents + inCents − outCents = closingCents`.
 * @source issue "Members and fleets" 7; decisions FL14, FL18
 */
export const fleetBills = resource('fleetBills', {
  table: 'fleet_bill',
  scope: 'company',
  permission: 'bill',
  versioned: false,
  body: z.object({}),
  read: {
    groupId: Ref('groups'),
    fleetName: z.string(),
    /** The first day of the month. */
    month: LocalDate,
    /** From the first instant to that of the next month. */
    fromTime: Instant,
    toTime: Instant,
    status: FleetBillStatus,
    /** Fills, less those that were given back as a whole. */
    fills: z.int(),
    /** Rows of fills that were sold in an earlier month, and arrived or were paid in this one. */
    lateLines: z.int(),
    volumeCl: Centilitres,
    /** What the fills cost by the price list, and what was paid for them. */
    listCents: Cents,
    netCents: Cents,
    /** What they cost less than the list says, and what the agreement promised on the same fills. */
    realisedCents: Cents,
    promisedCents: Cents,
    /** Fees by clauses of the agreement: taken from the master card when the bill is issued, and counted as money out of that month. */
    feeCents: Cents,
    openingCents: Cents,
    inCents: Cents,
    outCents: Cents,
    closingCents: Cents,
    /** When it was last drawn up. */
    preparedDate: Instant,
    issuedDate: Instant.nullable(),
    /** Null of an open one, and of one that was issued by the agreement's own setting. */
    issuedById: Ref('users').nullable(),
  },
  label: ['fleetName', 'month'],
  many: { lines: ['fleetBillLines', 'billId'], cards: ['fleetBillCards', 'billId'] },
  sort: 'month,desc',
  totals: ['fills', 'volumeCl', 'listCents', 'netCents', 'realisedCents', 'promisedCents', 'feeCents'],
  acts: ['list'],
})

/** Why a fill cost what it cost: the price list, a discount by its name, or another price at the pump. */
export const BillRule = z.enum(['list', 'discount', 'price'])

/** One thing bought, or given back, as a fleet's bill has it. Its names are those of the day on which the bill was drawn up. */
export const fleetBillLines = resource('fleetBillLines', {
  table: 'fleet_bill_line',
  scope: 'company',
  permission: 'bill',
  versioned: false,
  body: z.object({}),
  read: {
    billId: Ref('fleetBills'),
    groupId: Ref('groups'),
    kind: z.enum(['fill', 'refund']),
    /** Sold in an earlier month: it arrived, or was paid, in this one. */
    late: z.boolean(),
    soldAt: Instant,
    /** The day by the calendar of the station. */
    soldOn: LocalDate,
    stationName: z.string(),
    plate: z.string().nullable(),
    /** The holder of the card, else what the card is called. */
    driver: z.string(),
    cardNumber: CardNumber,
    userCardId: Ref('userCards'),
    orderId: Ref('orders').nullable(),
    odometerKm: z.int().nullable(),
    product: z.string(),
    /** Of fuel; goods are counted in pieces. */
    volumeCl: Centilitres,
    pieces: z.int(),
    listPriceCents: CentsPerL.nullable(),
    listCents: Cents,
    rule: BillRule,
    /** The name of the discount. */
    ruleName: z.string(),
    netCents: Cents,
    realisedCents: Cents,
    promisedCents: Cents,
  },
  sort: 'soldAt,asc',
  totals: ['volumeCl', 'listCents', 'netCents', 'realisedCents', 'promisedCents'],
  acts: ['list'],
})

/** What a card of a fleet held when the month began and ended, and what came and went, allocations among the fleet's cards included. */
export const fleetBillCards = resource('fleetBillCards', {
  table: 'fleet_bill_card',
  scope: 'company',
  permission: 'bill',
  versioned: false,
  body: z.object({}),
  read: {
    billId: Ref('fleetBills'),
    groupId: Ref('groups'),
    userCardId: Ref('userCards'),
    cardNumber: CardNumber,
    driver: z.string(),
    openingCents: Cents,
    inCents: Cents,
    outCents: Cents,
    closingCents: Cents,
  },
  sort: 'cardNumber',
  totals: ['openingCents', 'inCents', 'outCents', 'closingCents'],
  acts: ['list'],
})

/** A fee, its clause, and what it was reckoned from: so many fills or one month, or what the fills cost. */
const Fee = z.object({
  clauseId: Id,
  agreement: z.string(),
  name: z.string(),
  kind: FeeKind,
  basis: z.int(),
  rateCents: Cents.nullable(),
  percent: z.number().nullable(),
  amountCents: Cents,
})
export type BillFee = z.output<typeof Fee>
/** What came to the purses of the fleet and left them, by kind; allocations among its own cards cancel out. */
const Flow = z.object({ type: CardMovementType, late: z.boolean(), inCents: Cents, outCents: Cents })
export type BillFlow = z.output<typeof Flow>

const FleetBill = z.looseObject({ ...fleetBills.row.shape, fees: z.array(Fee), flows: z.array(Flow) })
export type FleetBill = z.output<typeof FleetBill>

export const fleetBilling = {
  get: endpoint('GET', '/fleetBills/:id', {
    permission: 'bill.read',
    query: GetQuery,
    returns: FleetBill,
    rows: true,
    summary: 'One bill of a fleet with its fees and what moved its money; its fills are a list of their own',
  }),
  prepare: endpoint('POST', '/fleetBills', {
    permission: 'bill.issue',
    body: z.strictObject({
      groupId: Ref('groups'),
      /** Any day of the month, which must be over. */
      month: LocalDate,
    }),
    returns: FleetBill,
    rows: true,
    summary: 'Draws up the bill of a fleet for a month; one that is still open is drawn up anew',
  }),
  issue: endpoint('POST', '/fleetBills/:id/issue', {
    permission: 'bill.issue',
    idempotent: true,
    body: z.strictObject({
      /** As the caller saw them. Where the books say otherwise by now, nothing is issued. */
      netCents: Cents,
      feeCents: Cents,
      closingCents: Cents,
      /** Where fees are taken: of the action `bill.issue`, the subject `fleetBills:<id>` and the fees. */
      pinProof: PinProof.optional(),
    }),
    returns: FleetBill,
    rows: true,
    summary: 'Issues a bill for good, and takes its fees from the master card',
  }),
  discard: endpoint('DELETE', '/fleetBills/:id', {
    permission: 'bill.issue',
    returns: z.object({ id: Id }),
    summary: 'Takes away a bill that was drawn up and not issued',
  }),
}

/** @source decisions FL14 */
export const fleetBillActs = actsBy('fleetBills.status', FleetBillStatus, {
  issue: { call: fleetBilling.issue, in: ['open'] },
  discard: { call: fleetBilling.discard, in: ['open'] },
})
