import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Id, Instant, LongText, Ref, Text } from '../units.ts'
import { AnyCounted, Dips, Meters } from './class-settle.ts'
import { JudgedFigure } from './tolerance.ts'

/**
 * Why two sides differ. Late: reported after the shift was closed. Stand-alone: a meter moved between two sales and no sale was reported.
 * Not counted: nobody counted the tender. Refund elsewhere: one shift took the money, another gave it back. Delivery: the dip of one
 * shift knows of it, the note stands in the next. Profit or loss: the tanker brought more or less than its note says. Leak, meter drift,
 * temperature and a meter's test are estimated from the gauge's readings of some weeks, and say how sure they are (docs/adr/0096). What no
 * cause accounts for stays unexplained.
 */
export const Cause = z.enum([
  'late',
  'manual',
  'standAlone',
  'rounding',
  'priceDifference',
  'discount',
  'uncounted',
  'refund',
  'refundElsewhere',
  'unpaid',
  'writtenOff',
  'earlier',
  'paidLater',
  'topUp',
  'delivery',
  'profitLoss',
  'leak',
  'meterDrift',
  'temperature',
  'calibration',
])
export type Cause = z.output<typeof Cause>

/** A row that shows it. */
const Evidence = z.object({
  of: z.enum(['orders', 'transactions', 'refunds', 'userCardDetails', 'classSettles', 'oilInfos', 'meterEvents', 'tankReadings']),
  id: Id,
  label: z.string(),
  at: Instant.nullable(),
  amount: z.int(),
  /** Of a refund: the order that it belongs to. */
  orderId: Id.optional(),
})
export type Evidence = z.output<typeof Evidence>

/** One cause and how much of the difference it is: cents or centilitres, with the sign of the difference that it makes. */
const CauseFound = z.object({
  cause: Cause,
  amount: z.int(),
  /** How many rows show it; the first of them are the evidence. */
  count: z.int(),
  /** Between which two moments it happened, where that is known. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  evidence: z.array(Evidence),
  /** Of an estimate: how sure it is, in percent; null where rows show it exactly. */
  confidence: z.number().nullable(),
})
export type CauseFound = z.output<typeof CauseFound>

/**
 * Two sides of one thing: tank × meter, meter × sales, list price × sales, sales × payments, payments × count.
 * `difference = right − left = causes + unexplained`, always. Null where a side is not known; a tender that nobody counted has no right
 * side, and is missing whole.
 */
const Difference = z.object({
  view: z.enum(['tank', 'meter', 'price', 'payment', 'tender']),
  /** `tank:7`, `meter:12`, `tender:cash`: what an explanation names. */
  about: z.string(),
  name: z.string(),
  unit: z.enum(['cents', 'centilitres']),
  left: z.int().nullable(),
  right: z.int().nullable(),
  difference: z.int().nullable(),
  causes: z.array(CauseFound),
  unexplained: z.int().nullable(),
})
export type Difference = z.output<typeof Difference>

const Explanation = z.object({
  id: Id,
  about: z.string(),
  said: z.string(),
  userName: z.string(),
  createdDate: Instant,
})

/** What came to light after the close; the settlement stays as it was signed. */
const Later = z.object({
  of: z.enum(['orders', 'refunds']),
  id: Id,
  orderId: Id,
  label: z.string(),
  at: Instant,
  /** When we learned of it, and the shift that counts it. */
  toldAt: Instant,
  shiftId: Ref('dailyStates'),
  volumeCl: z.int(),
  amountCents: z.int(),
})

/** Numbers that devices passed over in this shift and have not sent yet: sales that may still come. */
const missing = z.array(
  z.object({ deviceId: Ref('devices'), deviceName: z.string(), fromSequence: z.int(), toSequence: z.int(), missing: z.int() }),
)

const Differences = z.object({
  classSettleId: Id,
  differences: z.array(Difference),
  later: z.array(Later),
  explanations: z.array(Explanation),
  missing,
})
export type Differences = z.output<typeof Differences>

/** What a settlement would say if the running shift were closed with these counts. */
const Foreseen = z.object({ differences: z.array(Difference), missing, figures: z.array(JudgedFigure) })
export type Foreseen = z.output<typeof Foreseen>

export const differences = {
  foresee: endpoint('POST', '/classSettles/preview', {
    permission: 'settlement.classSettle.read',
    reads: true,
    body: z.strictObject({
      dailyStateId: Ref('dailyStates'),
      counted: AnyCounted.default([]),
      meters: Meters.default([]),
      tanks: Dips.default([]),
    }),
    returns: Foreseen,
    summary: 'What would differ, and why, if the running shift were closed with what has been counted, read and measured so far',
  }),
  ofShift: endpoint('GET', '/classSettles/:id/differences', {
    permission: 'settlement.classSettle.read',
    returns: Differences,
    summary: 'Tank, meters, sales, payments and count of a settled shift against each other: each difference, its causes and their rows',
  }),
  ofDay: endpoint('GET', '/daySettles/:id/differences', {
    permission: 'settlement.daySettle.read',
    returns: z.object({ content: z.array(Differences) }),
    summary: 'The same for each shift of a settled day',
  }),
  explain: endpoint('POST', '/classSettles/:id/explanations', {
    permission: 'settlement.explain',
    body: z.strictObject({ about: Text(60).default(''), said: LongText(1000).min(1) }),
    returns: Explanation,
    summary: 'Adds what somebody found out about a difference; no figure changes',
  }),
}
