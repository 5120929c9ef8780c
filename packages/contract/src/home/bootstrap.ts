import { z } from 'zod'
import { Profile } from '../access/session.ts'
import { endpoint } from '../kit.ts'
import { salesByHour } from '../order/hours.ts'
import { orders } from '../order/order.ts'
import { ownSales } from '../order/own-sales.ts'
import { stations } from '../org/station.ts'
import { dailyStates } from '../shift/daily-state.ts'
import { Id, Instant, LocalDate } from '../units.ts'

const StationId = z.coerce.number().pipe(Id).optional()

/** What home shows first. Each part is what its own call answers; null where the caller may not make that call, or it was refused. */
const HomeFigures = z.object({
  stationId: Id,
  /** The day of the station, and the moment up to which it was read. */
  day: LocalDate,
  at: Instant,
  /** Today, the same day last week as a whole, and that day up to the time it is now. */
  sales: z.object({ today: salesByHour.returns, lastWeek: salesByHour.returns, lastWeekUntilNow: salesByHour.returns }).nullable(),
  /** The last two states of the station, what the running one has sold, and who began it. */
  shift: z.object({ states: dailyStates.list.returns, sold: orders.totals.returns.nullable(), starter: z.string().nullable() }).nullable(),
  own: ownSales.returns.nullable(),
})

/**
 * All that the web needs before its first page, in one answer. It opens nothing: each part is read by the handler of the call that answers
 * it alone, under that call's permission. The station is the one that was kept, while it is still the user's; else the one that a link
 * asks for; else the first. A user who may not look for stations has none.
 * @source spec 0 §4 "Login"; decisions.md A8
 */
export const bootstrap = endpoint('GET', '/bootstrap', {
  permission: 'signedIn',
  display: true,
  reads: true,
  query: z.strictObject({
    /** The station of last time. */
    kept: StationId,
    /** The station that a link asks for. */
    wanted: StationId,
    /** Whether home is opened next. */
    home: z.enum(['true', 'false']).default('false'),
  }),
  returns: z.object({
    profile: Profile,
    /** How many stations the user may choose from. */
    stationTotal: z.int(),
    /** With its company and what it works by, as GET /stations/{id} answers it. */
    station: stations.get.returns.nullable(),
    home: HomeFigures.nullable(),
  }),
  summary: 'Who is signed in, the station to work in with its settings, and the figures that home begins with, in one answer',
})
