import { z } from 'zod'
import { endpoint, resource } from '../kit.ts'
import { Cents, Id, Instant, Ref } from '../units.ts'

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

const Fault = z.object({
  id: Id,
  cause: ClockFaultCause,
  beganDate: Instant,
  endedDate: Instant.nullable(),
  offsetSeconds: z.int(),
  marked: z.int(),
  /** When the first of them was received, as it stands. */
  firstDate: Instant,
})

export const clockFaults = {
  standing: endpoint('GET', '/clockFaults/standing', {
    permission: 'order.sale.read',
    returns: z.object({
      /** The fault that runs now. `offsetMs` is the largest difference that was seen; ahead is positive. */
      running: z.object({ id: Id, cause: ClockFaultCause, beganDate: Instant, offsetMs: z.int() }).nullable(),
      /** Sales that were recorded during a fault and whose dates nobody has checked yet. */
      marked: z.int(),
    }),
    summary: 'Whether the clocks of the installation differ now, and how many sales were recorded while they did',
  }),
  waiting: endpoint('GET', '/clockFaults', {
    permission: 'order.sale.read',
    returns: z.object({ content: z.array(Fault) }),
    summary: 'Clock faults of which sales are still marked, and how many of them the caller sees',
  }),
  correct: endpoint('POST', '/clockFaults/correct', {
    permission: 'order.clock.correct',
    idempotent: true,
    body: z.strictObject({
      clockFaultId: Id,
      /** By how much the dates are moved, into the past when negative; 0 says that they are right. */
      movedSeconds: z.int().min(-movedSecondsMax).max(movedSecondsMax),
      reason: z.string().trim().min(1).max(200),
    }),
    returns: z.object({ id: Id, corrected: z.int(), settled: z.int(), left: z.int() }),
    summary: 'Moves the dates of the sales that a fault has marked and takes their marks; sales of settled shifts keep their dates',
  }),
  accept: endpoint('POST', '/clockFaults/:id/accept', {
    permission: 'org.systemConfig.write',
    returns: z.object({ id: Id }),
    summary: 'Says that the clock of the server is right as it is: the fault ends, and dates follow the clock from then on',
  }),
}
