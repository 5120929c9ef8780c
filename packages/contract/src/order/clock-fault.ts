import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Cents, Id, Instant, Ref } from '../units.ts'
import { Against } from './refund.ts'

/**
 * The server's own clock jumped, the database's clock differs from it, or the dates of a station lay ahead of clocks that agree: by more
 * than two minutes (decision O4).
 */
export const ClockFaultCause = z.enum(['server', 'database', 'stationAhead'])

/**
 * Sales that were recorded during a clock fault, and what became of them. A sale that is counted in a settled shift keeps its dates there;
 * `receivedAfter` and `createdAfter` say what they should be.
 */
export const clockSales = resource('clockSales', {
  table: 'clock_sale',
  scope: 'station',
  permission: 'order.sale',
  recent: 'orderDays',
  acts: ['list', 'get'],
  body: z.object({}),
  read: {
    orderNo: z.string(),
    stationId: Ref('stations'),
    totalCents: Cents,
    receivedDate: Instant,
    createdDate: Instant,
    clockFaultId: z.int(),
    cause: ClockFaultCause,
    beganDate: Instant,
    endedDate: Instant.nullable(),
    /** The largest difference that was seen; ahead is positive. */
    offsetSeconds: z.int(),
    state: z.enum(['marked', 'corrected', 'settled']),
    receivedBefore: Instant.nullable(),
    receivedAfter: Instant.nullable(),
    createdBefore: Instant.nullable(),
    createdAfter: Instant.nullable(),
    movedSeconds: z.int().nullable(),
    reason: z.string().nullable(),
    correctedBy: z.string().nullable(),
    correctedDate: Instant.nullable(),
  },
  label: ['orderNo'],
  versioned: false,
  sort: 'receivedDate,desc',
})

/** Ten years: no clock is believed to have been further off. */
const movedSecondsMax = 10 * 366 * 24 * 60 * 60

/** How many of each kind bear the mark. */
const marks = { sales: z.int(), payments: z.int(), refunds: z.int(), movements: z.int() }
const Fault = z.object({
  id: Id,
  cause: ClockFaultCause,
  beganDate: Instant,
  endedDate: Instant.nullable(),
  offsetSeconds: z.int(),
  /**
   * By how much its dates should be moved, by what was measured: back from a station that lay ahead, on by what a clock was off that
   * somebody has found right; 0 where the time went on steadily.
   */
  proposedSeconds: z.int(),
  ...marks,
  /** The earliest of their dates, as it stands. */
  firstDate: Instant,
})

/** A date as it stands, and as it would be. */
const Moved = z.object({ before: Instant, after: Instant })
/** By how much the dates are moved, into the past when negative; 0 says that they are right. */
const MovedSeconds = z.int().min(-movedSecondsMax).max(movedSecondsMax)

export const clockFaults = {
  status: endpoint('GET', '/clockFaults/status', {
    permission: 'order.sale.read',
    returns: z.object({
      /** The fault that runs now. `offsetMs` is the largest difference that was seen; ahead is positive. */
      running: z.object({ id: Id, cause: ClockFaultCause, beganDate: Instant, offsetMs: z.int() }).nullable(),
      /** Sales, payments, refunds and movements of cards that were recorded during a fault and whose dates nobody has checked yet. */
      marked: z.int(),
    }),
    summary: 'Whether the clocks of the installation differ now, and how many records were made while they did',
  }),
  waiting: endpoint('GET', '/clockFaults', {
    permission: 'order.sale.read',
    returns: z.object({ content: z.array(Fault) }),
    summary: 'Clock faults of which records are still marked, and how many of them the caller sees',
  }),
  correct: endpoint('POST', '/clockFaults/correct', {
    permission: 'order.clock.correct',
    idempotent: true,
    body: z.strictObject({
      clockFaultId: Id,
      movedSeconds: MovedSeconds,
      reason: z.string().trim().min(1).max(200),
    }),
    returns: z.object({
      id: Id,
      /** Sales, payments, refunds and movements of cards whose dates were moved or found right. */
      corrected: z.int(),
      /** Those of settled shifts, that keep their dates. */
      settled: z.int(),
      /** So many are corrected at once at most; these are left. */
      left: z.int(),
    }),
    summary: 'Moves the dates of what a fault has marked and takes the marks; what a settled shift counts keeps its date',
  }),
  preview: endpoint('POST', '/clockFaults/correct/preview', {
    permission: 'order.clock.correct',
    body: z.strictObject({ clockFaultId: Id, movedSeconds: MovedSeconds }),
    returns: z.object({
      ...marks,
      /** Of these, what a settled shift counts: it keeps its date. */
      settled: z.int(),
      /** Shifts and natural days that sales leave or come into, and days of the calendar that dates leave or come into. */
      shifts: z.int(),
      days: z.int(),
      /** The earliest and the latest date of them. */
      first: Moved,
      last: Moved,
      left: z.int(),
      /** What stands against it. */
      refusal: Against.nullable(),
    }),
    summary: 'What moving the dates of what a fault has marked would do; nothing is done',
  }),
  accept: endpoint('POST', '/clockFaults/:id/accept', {
    permission: 'org.systemConfig.write',
    returns: z.object({ id: Id }),
    summary: 'Says that the clock of the server is right as it is: the fault ends, and dates follow the clock from then on',
  }),
}
