import { z } from 'zod'
import { endpoint, GetQuery, resource } from '../kit.ts'
import { CategoryType, OrderStatus } from '../order/order.ts'
import { PayType, TenderType } from '../order/pay-type.ts'
import { dailyStates } from '../shift/daily-state.ts'
import { Cents, Centilitres, Id, Instant, LocalDate, LongText, Ref, Text } from '../units.ts'
import { acknowledgement, JudgedFigure } from './tolerance.ts'

/**
 * What a shift came to. Sales are what was delivered in it: paid in it, unpaid when it was closed, or written off, so
 * `salesCents = paidCents − earlierCents + laterCents + unpaidCents + closedCents`;
 * `earlierCents` was paid for orders of other shifts.
 */
export const sums = {
  orders: z.int(),
  salesCents: Cents,
  discountCents: Cents,
  volumeCl: Centilitres,
  pieces: z.int(),
  paidCents: Cents,
  refundedCents: Cents,
  earlierCents: Cents,
  /** Sold here and paid in a later shift, before a natural day was settled. */
  laterCents: Cents.nullable(),
  topUps: z.int(),
  topUpCents: Cents,
  unpaidOrders: z.int(),
  unpaidCents: Cents,
  closedOrders: z.int(),
  closedCents: Cents,
  lateOrders: z.int(),
  lateCents: Cents,
}

/** One way of payment: what was taken, with what was topped up by it, and what was counted of it. Not counted is null, not equal. */
export const PayTypeSum = z.object({
  payType: PayType,
  payments: z.int(),
  amountCents: Cents,
  refundedCents: Cents,
  topUps: z.int(),
  topUpCents: Cents,
  expectedCents: Cents,
})
/** One fuel or one kind of goods. The amount is before its discount. */
export const ItemSum = z.object({
  itemId: Ref('items'),
  name: z.string(),
  categoryType: CategoryType,
  orders: z.int(),
  volumeCl: Centilitres,
  pieces: z.int(),
  amountCents: Cents,
  discountCents: Cents,
})
/**
 * One nozzle: its meter (泵码) at the beginning and end, what ran through it and what was sold from it. `lateCl` was sold in an earlier
 * shift and reported in this one, so this shift's meter does not know it. What nobody read is null.
 */
export const NozzleSum = z.object({
  nozzleControlId: Ref('nozzleControls'),
  logicNo: z.int(),
  /** The tank that it drew from; null in what was settled before tanks were. */
  tankId: Ref('tanks').nullable(),
  itemName: z.string().nullable(),
  orders: z.int(),
  beginCl: Centilitres.nullable(),
  endCl: Centilitres.nullable(),
  /** Somebody read it when the shift was closed; else the device reported it. */
  entered: z.boolean(),
  meteredCl: Centilitres.nullable(),
  soldCl: Centilitres,
  lateCl: Centilitres,
  differenceCl: Centilitres.nullable(),
})
/**
 * One tank: where the shift before left it, what was delivered, where it stood at the end; `drawnCl` is what left it by these three.
 * What nobody measured is null. `meteredCl` ran through its nozzles, `differenceCl` is what it lost besides.
 */
export const TankSum = z.object({
  tankId: Ref('tanks'),
  number: z.int(),
  productName: z.string(),
  beginCl: Centilitres.nullable(),
  receivedCl: Centilitres,
  document: z.string(),
  /** How many recorded deliveries that is: then it is not entered here. Said before the shift is closed. */
  deliveries: z.int().optional(),
  endCl: Centilitres.nullable(),
  /** Somebody measured it when the shift was closed; else its gauge did. */
  entered: z.boolean(),
  soldCl: Centilitres,
  meteredCl: Centilitres.nullable(),
  drawnCl: Centilitres.nullable(),
  differenceCl: Centilitres.nullable(),
})
/** So many of one note or coin. */
const Pieces = z.strictObject({
  valueCents: z.int().min(1).max(100_000_00).meta({ format: 'cents' }),
  pieces: z.int().min(1).max(1_000_000),
})

/** The employee who sold, and the money they took: everything but cards and gifts, top-ups included. Null: no employee is named. */
export const EmployeeSum = z.object({
  employeeId: Ref('users').nullable(),
  name: z.string().nullable(),
  orders: z.int(),
  volumeCl: Centilitres,
  salesCents: Cents,
  takenCents: Cents,
})
/** 结转: an order that nobody has paid yet. Anyone who pays it later pays into the shift of that moment. */
const UnpaidOrder = z.object({
  orderId: Ref('orders'),
  orderNo: z.string(),
  status: OrderStatus,
  createdDate: Instant,
  totalCents: Cents,
  paidCents: Cents,
  dueCents: Cents,
})
/** A sale of a shift that was closed already: counted in this one, naming that one (decision O4). */
export const Correction = z.object({
  orderId: Ref('orders'),
  orderNo: z.string(),
  belongsShiftId: Ref('dailyStates'),
  businessDay: LocalDate,
  number: z.int(),
  createdDate: Instant,
  volumeCl: Centilitres,
  totalCents: Cents,
})

const blocks = {
  payTypes: z.array(PayTypeSum.extend({ countedCents: Cents.nullable(), differenceCents: Cents.nullable() })),
  items: z.array(ItemSum),
  nozzles: z.array(NozzleSum),
  tanks: z.array(TankSum),
  employees: z.array(EmployeeSum),
  unpaid: z.array(UnpaidOrder),
  corrections: z.array(Correction),
}

/** A shift as it stood when it was closed (班结). Written once; whatever comes later is counted in the shift that is open then. */
export const classSettles = resource('classSettles', {
  table: 'class_settle_report',
  scope: 'station',
  permission: 'settlement.classSettle',
  recent: 'classSettleDays',
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    stationName: z.string(),
    dailyStateId: Ref('dailyStates'),
    businessDay: LocalDate,
    number: z.int(),
    startTime: Instant,
    endTime: Instant,
    employeeId: Ref('users').nullable(),
    employeeName: z.string(),
    /** It was no shift: what ran between shifts, or a day of a station without them, settled with its day. */
    isNatureDay: z.boolean().nullable(),
    forced: z.boolean(),
    /**
     * How it came to its end: closed by hand, forced with orders unpaid, or settled with its day because it was no shift. What still
     * runs has no settlement: it is found under /dailyStates, and asking for `running` here answers no rows.
     */
    state: z.enum(['running', 'closed', 'forced', 'naturalDay']),
    ...sums,
    /** Of what was counted: what should have been there, what was, and the difference. Below zero is short (短款). */
    expectedCents: Cents,
    countedCents: Cents,
    differenceCents: Cents,
    note: z.string(),
    /** Why a difference beyond tolerance was accepted; null where nothing was beyond it. */
    reason: z.string().nullable(),
    createdDate: Instant,
  },
  aliases: { amount: 'salesCents' },
  versioned: false,
  sort: 'createdDate,desc',
  totals: [
    'orders',
    'salesCents',
    'discountCents',
    'paidCents',
    'volumeCl',
    'pieces',
    'topUpCents',
    'unpaidCents',
    'expectedCents',
    'countedCents',
    'differenceCents',
  ],
  acts: ['list'],
})

const ClassSettle = z.looseObject({
  ...classSettles.row.shape,
  ...blocks,
  cash: z.array(Pieces),
  /** The figures beyond tolerance that were confirmed when it was closed. */
  beyond: z.array(JudgedFigure),
})
export type ClassSettle = z.output<typeof ClassSettle>

/** What closing the running shift would show now. Nothing is held: sales go on. */
export const ClassPreview = z.object({
  dailyState: dailyStates.row,
  asOf: Instant,
  ...sums,
  ...blocks,
  payTypes: z.array(PayTypeSum),
  /** The notes and coins of the company's money, the greatest first. */
  denominations: z.array(Cents),
})
export type ClassSettlePreview = z.output<typeof ClassPreview>

const Money = z.int().min(0).max(100_000_000_000).meta({ format: 'cents' })
const Volume = z.int().min(0).max(1_000_000_00).meta({ format: 'centilitres' })
const once = <T>(values: readonly T[]) => new Set(values).size === values.length

export const AnyCounted = z
  .array(z.strictObject({ payType: TenderType, countedCents: Money }))
  .max(40)
  .refine(counted => once(counted.map(({ payType }) => payType)), { error: 'countedTwice' })
export const Counted = AnyCounted.refine(counted => counted.some(({ payType }) => payType === 'cash'), { error: 'cashMissing' })
export const Meters = z
  .array(
    z.strictObject({
      nozzleControlId: Ref('nozzleControls'),
      totaliserCl: z.int().min(0).max(1_000_000_000_000).meta({ format: 'centilitres' }),
    }),
  )
  .max(500)
  .refine(meters => once(meters.map(({ nozzleControlId }) => nozzleControlId)), { error: 'meterTwice' })
/** What a dipstick said at the end, and what was delivered meanwhile, with the number of its delivery note. */
export const Dips = z
  .array(
    z.strictObject({
      tankId: Ref('tanks'),
      volumeCl: Volume.optional(),
      receivedCl: Volume.default(0),
      document: Text(60).default(''),
    }),
  )
  .max(100)
  .refine(tanks => once(tanks.map(({ tankId }) => tankId)), { error: 'tankTwice' })

/** What people count, read and measure when a shift or a natural day ends. */
export const taken = {
  /** Cash by its notes and coins; empty where only its sum was counted. */
  cash: z
    .array(Pieces)
    .max(40)
    .refine(cash => once(cash.map(({ valueCents }) => valueCents)), { error: 'pieceTwice' })
    .default([]),
  /** Meters that somebody read; the others stand where the devices reported. */
  meters: Meters.default([]),
  /** Tanks that somebody measured; the others stand where their gauge reported, if it reported in this shift. */
  tanks: Dips.default([]),
}

export const settlement = {
  get: endpoint('GET', '/classSettles/:id', {
    permission: 'settlement.classSettle.read',
    query: GetQuery,
    returns: ClassSettle,
    rows: true,
    summary: 'One settled shift: its totals by pay type, item, nozzle and employee, unpaid orders carried over, late corrections',
  }),
  preview: endpoint('GET', '/classSettles/preview', {
    permission: 'settlement.classSettle.read',
    query: z.strictObject({ dailyStateId: z.coerce.number().pipe(Id) }),
    returns: ClassPreview,
    summary: 'What closing a running shift would show now: expected money by tender, unpaid orders, meters',
  }),
  close: endpoint('POST', '/classSettles', {
    permission: 'settlement.close',
    body: z.strictObject({
      dailyStateId: Ref('dailyStates'),
      /** Cash always; what is left out was not counted. */
      counted: Counted,
      ...taken,
      note: LongText(500).default(''),
      ...acknowledgement,
      /** Closes although orders are unpaid, and carries them over (decision D9). */
      force: z.boolean().default(false),
      /** The next shift begins at the same instant. */
      startNext: z.boolean().default(false),
      /** While a clock fault runs: somebody has compared the time with a clock that is right. */
      clockChecked: z.boolean().default(false),
    }),
    returns: ClassSettle,
    rows: true,
    idempotent: true,
    summary: 'Closes the running shift and freezes what it came to',
  }),
}
