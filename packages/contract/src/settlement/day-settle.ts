import { z } from 'zod'
import { endpoint, GetQuery, resource } from '../kit.ts'
import { dailyStates } from '../shift/daily-state.ts'
import { Cents, Centilitres, Id, Instant, LocalDate, LongText, Ref } from '../units.ts'
import { AnyCounted, ClassPreview, Correction, EmployeeSum, ItemSum, NozzleSum, PayTypeSum, sums, TankSum, taken } from './class-settle.ts'
import { acknowledgement, JudgedFigure } from './tolerance.ts'

/** One shift of the day, as its own settlement says. */
const ShiftOfDay = z.object({
  classSettleId: Ref('classSettles'),
  dailyStateId: Ref('dailyStates'),
  isNatureDay: z.boolean(),
  businessDay: LocalDate,
  number: z.int(),
  startTime: Instant,
  endTime: Instant,
  employeeName: z.string(),
  orders: z.int(),
  salesCents: Cents,
  volumeCl: Centilitres,
  paidCents: Cents,
  topUpCents: Cents,
  unpaidCents: Cents,
  expectedCents: Cents,
  countedCents: Cents,
  differenceCents: Cents,
})

/**
 * One way of payment over the day. `countedCents` is what its shifts counted, `statementCents` the total on the platform's own statement,
 * which stands before the counts. The difference is the shifts' own, or the statement's; unknown is null.
 */
const TenderOfDay = PayTypeSum.extend({
  countedCents: Cents.nullable(),
  statementCents: Cents.nullable(),
  differenceCents: Cents.nullable(),
})

const head = {
  stationId: Ref('stations'),
  stationName: z.string(),
  businessDay: LocalDate,
  startTime: Instant,
  endTime: Instant,
  employeeId: Ref('users').nullable(),
  employeeName: z.string(),
  shifts: z.int(),
  ...sums,
  expectedCents: Cents,
  countedCents: Cents,
  differenceCents: Cents,
  note: z.string(),
  /** Why a difference beyond tolerance was accepted; null where nothing was beyond it. */
  reason: z.string().nullable(),
  createdDate: Instant,
}

const totals = [
  'shifts',
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
] as const

/** A station's day as it stood when it was settled (日结): the sum of its shifts, written once. */
export const daySettles = resource('daySettles', {
  table: 'day_settle',
  scope: 'station',
  permission: 'settlement.daySettle',
  recent: 'dailyReportDays',
  body: z.object({}),
  read: head,
  aliases: { amount: 'salesCents' },
  versioned: false,
  sort: 'businessDay,desc',
  totals,
  acts: ['list'],
})

/** A station's month: the sum of its settled days, read from them each time. */
export const monthReports = resource('monthReports', {
  table: 'month_report',
  scope: 'station',
  permission: 'settlement.daySettle',
  recent: 'dailyReportDays',
  body: z.object({}),
  read: {
    stationId: Ref('stations'),
    stationName: z.string(),
    month: LocalDate,
    days: z.int(),
    shifts: z.int(),
    orders: z.int(),
    salesCents: Cents,
    discountCents: Cents,
    volumeCl: Centilitres,
    pieces: z.int(),
    paidCents: Cents,
    refundedCents: Cents,
    topUpCents: Cents,
    unpaidCents: Cents,
    expectedCents: Cents,
    countedCents: Cents,
    differenceCents: Cents,
    createdDate: Instant,
  },
  versioned: false,
  sort: 'month,desc',
  totals: ['days', ...totals],
  acts: ['list'],
})

const DaySettle = z.looseObject({
  ...daySettles.row.shape,
  states: z.array(ShiftOfDay),
  payTypes: z.array(TenderOfDay),
  items: z.array(ItemSum),
  nozzles: z.array(NozzleSum),
  tanks: z.array(TankSum),
  employees: z.array(EmployeeSum),
  corrections: z.array(Correction),
  /** The figures beyond tolerance that were confirmed when it was settled. */
  beyond: z.array(JudgedFigure),
})
export type DaySettle = z.output<typeof DaySettle>

/**
 * A day that waits: its states, how many of its shifts still run, and what is known of it so far. The difference is what its closed
 * shifts counted against what was expected, null where nobody counted; `beyond` are those of their figures that are beyond tolerance.
 */
const DueDay = z.object({
  businessDay: LocalDate,
  shifts: z.int(),
  running: z.int(),
  salesCents: Cents,
  volumeCl: Centilitres,
  differenceCents: Cents.nullable(),
  beyond: z.array(JudgedFigure),
})
export type DueDay = z.output<typeof DueDay>

/** What a day is made of before it is settled: its shifts, settled already, and its natural days, which are settled with it. */
const DayPreview = z.object({
  businessDay: LocalDate,
  running: z.array(dailyStates.row),
  states: z.array(ShiftOfDay),
  naturalDays: z.array(ClassPreview),
  payTypes: z.array(TenderOfDay),
})
export type DayPreview = z.output<typeof DayPreview>

/** What was counted, read and measured of natural days, and the totals on the platforms' statements; what is left out was not. */
const dayTaken = {
  naturalDays: z
    .array(z.strictObject({ dailyStateId: Ref('dailyStates'), counted: AnyCounted.default([]), ...taken }))
    .max(20)
    .default([]),
  statements: AnyCounted.default([]),
}

export const daySettlement = {
  due: endpoint('GET', '/daySettles/due', {
    permission: 'settlement.daySettle.read',
    query: z.strictObject({ stationId: z.coerce.number().pipe(Id) }),
    returns: z.object({ content: z.array(DueDay) }),
    summary: 'The days of a station that are over and not settled yet, the latest first, 31 at most',
  }),
  dueByStation: endpoint('GET', '/daySettles/dueByStation', {
    permission: 'settlement.daySettle.read',
    returns: z.object({ content: z.array(z.object({ stationId: Ref('stations'), days: z.int(), oldest: LocalDate })) }),
    summary: 'How many days of the chosen station, or of each of them, are over and not settled yet, of the last 31',
  }),
  preview: endpoint('GET', '/daySettles/preview', {
    permission: 'settlement.daySettle.read',
    query: z.strictObject({ stationId: z.coerce.number().pipe(Id), businessDay: LocalDate }),
    returns: DayPreview,
    summary: 'What settling a day would write: its shifts, its natural days, and the booked totals of every way of payment',
  }),
  foresee: endpoint('POST', '/daySettles/preview', {
    permission: 'settlement.daySettle.read',
    reads: true,
    body: z.strictObject({ stationId: Id, businessDay: LocalDate, ...dayTaken }),
    returns: z.object({ figures: z.array(JudgedFigure) }),
    summary: 'The differences of a day that waits against the tolerance of its station, with what has been counted and typed so far',
  }),
  get: endpoint('GET', '/daySettles/:id', {
    permission: 'settlement.daySettle.read',
    query: GetQuery,
    returns: DaySettle,
    rows: true,
    summary: 'One settled day: its shifts, and their sums by pay type, item, nozzle, tank and employee',
  }),
  settle: endpoint('POST', '/daySettles', {
    permission: 'settlement.settleDay',
    idempotent: true,
    rows: true,
    body: z.strictObject({
      stationId: Id,
      businessDay: LocalDate,
      ...dayTaken,
      note: LongText(500).default(''),
      ...acknowledgement,
    }),
    returns: DaySettle,
    summary: 'Settles a day that is over: the sum of its shifts, written once',
  }),
}
