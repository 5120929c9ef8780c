import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Instant } from '../units.ts'

/**
 * The server's own clock jumped, the database's clock differs from it, or the dates of a station lay ahead of clocks that agree: by more
 * than two minutes (decision O4).
 */
export const ClockFaultCause = z.enum(['server', 'database', 'stationAhead'])

export const clockFaults = {
  standing: endpoint('GET', '/clockFaults/standing', {
    permission: 'order.sale.read',
    returns: z.object({
      /** The fault that runs now. `offsetMs` is the largest difference that was seen; ahead is positive. */
      running: z.object({ cause: ClockFaultCause, beganDate: Instant, offsetMs: z.int() }).nullable(),
      /** Sales that were recorded during a fault and whose dates nobody has checked yet. */
      marked: z.int(),
    }),
    summary: 'Whether the clocks of the installation differ now, and how many sales were recorded while they did',
  }),
}
