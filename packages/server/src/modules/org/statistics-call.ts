import { isTimeGroup, type Resource, type TotalsQuery } from '@forecourt/contract'
import type { z } from 'zod'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import { endsOf } from '../../platform/search/ends.ts'
import { groupedTotals, type Time } from '../../platform/search/grouped.ts'
import { listOf } from '../../platform/search/list.ts'
import { totalsOf } from '../../platform/search/totals.ts'
import { refuseLongQuery, refuseOlder, textOf } from './query-scope.ts'
import { searchScope } from './settings.ts'

type Asked = z.output<typeof TotalsQuery>
interface Kept {
  /** Stations make them every day: a query of them is bounded, and a statistic that names no time is of the latest. */
  readonly endless?: boolean
}

/**
 * GET /<record>/statistics: what a filter comes to; and by `groupBy`, what each hour, day, month or thing comes to, over no more months
 * than a statistic may reach. @throws statistics.rangeTooLong, search.rangeTooLong, search.olderApart
 */
export const counted = (of: Resource, { endless = false }: Kept = {}): Handler =>
  handle(of.totals, async (ctx, { query }) => {
    const { startTime, endTime, groupBy } = query
    const within = startTime !== undefined || endTime !== undefined || groupBy !== undefined
    if (!within) {
      if (endless) await refuseLongQuery(ctx, of, query)
      return totalsOf(ctx.tx, of, query, ctx.scope, { last: true })
    }
    const time = await timeOf(ctx, of, query, endless)
    refuseOlder(ctx, query, time && (time.days ? startOf(time.from, ctx) : time.from))
    if (groupBy === undefined) {
      assert(time, 'a statistic without groups was asked for by its time')
      const search = [textOf(query.search), ...termsOf(time)].filter(Boolean).join(',')
      return totalsOf(ctx.tx, of, { search }, ctx.scope, { last: true })
    }
    const grouped = await groupedTotals(ctx.tx, of, { search: textOf(query.search), groupBy, time }, ctx.scope)
    return { ...grouped, startTime: time?.from ?? null, endTime: time?.to ?? null } as never
  })

const termsOf = ({ from, to, days }: Time) => [`createdDate>=${from}`, `createdDate${days ? '<=' : '<'}${to}`]

/**
 * The time that is asked for: by its own parameters, else by the dates of the filter; of records that are made without end, and of hours,
 * days and months, else the latest there may be at once. Undefined where all time is meant.
 */
async function timeOf(
  ctx: Ctx,
  of: Resource,
  { search, startTime, endTime, groupBy = '' }: Asked,
  endless: boolean,
): Promise<Time | undefined> {
  const { zone } = ctx.scope
  const own = startTime ?? endTime
  const { statisticsScope: months } = await searchScope(ctx)
  if (own !== undefined) {
    const days = own.length === 10
    const now = days ? dayOf(ctx.now.toISOString(), zone) : ctx.now.toISOString()
    // What has no end ends now; what has no beginning begins as long before as there may be.
    const to = endTime ?? (startTime! > now ? startTime! : now)
    const from = startTime ?? (days ? latest(to, months) : zoned(to, zone).subtract({ months }).toInstant().toString())
    return bounded({ from, to, days }, ctx, months, { field: 'endTime', hours: groupBy === 'hour' })
  }
  const ends = endsOf(of, textOf(search), zone).get('createdDate')
  const limits = { field: 'search', hours: groupBy === 'hour' }
  if (ends?.from || ends?.to) {
    const to = ends.to ?? ctx.now.toISOString()
    const from = ends.from ?? zoned(to, zone).subtract({ months }).toInstant().toString()
    if (from >= to) return { from, to, days: false }
    const whole = [from, to].every(at => isMidnight(at, zone))
    const last = () => Temporal.PlainDate.from(dayOf(to, zone)).subtract({ days: 1 }).toString()
    return bounded(whole ? { from: dayOf(from, zone), to: last(), days: true } : { from, to, days: false }, ctx, months, limits)
  }
  if (!endless && !isTimeGroup(groupBy)) return undefined
  const today = dayOf(ctx.now.toISOString(), zone)
  return { from: groupBy === 'hour' ? latest(today, 1) : latest(today, months), to: today, days: true }
}

const zoned = (at: string, zone: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone)
const dayOf = (at: string, zone: string) => zoned(at, zone).toPlainDate().toString()
const startOf = (day: string, { scope: { zone } }: Ctx) => Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant().toString()
/** The first of so many months that end with a day. */
const latest = (day: string, months: number) => Temporal.PlainDate.from(day).subtract({ months }).add({ days: 1 }).toString()
function isMidnight(at: string, zone: string): boolean {
  const local = zoned(at, zone)
  return local.startOfDay().equals(local)
}

interface Limits {
  readonly field: string
  /** By the hour a statistic has no more lines than those of a month. */
  readonly hours: boolean
}

/** @throws statistics.rangeTooLong */
function bounded(time: Time, { scope: { zone } }: Ctx, most: number, { field, hours }: Limits): Time {
  const months = hours ? 1 : most
  const day = (at: string) => (time.days ? Temporal.PlainDate.from(at).toPlainDateTime() : zoned(at, zone).toPlainDateTime())
  const [begins, ends] = [day(time.from), time.days ? day(time.to).add({ days: 1 }) : day(time.to)]
  // A month has up to 31 days, wherever it begins: the last thirty are within one.
  const fits = [begins.add({ months }), begins.add({ days: 31 * months })].some(over => Temporal.PlainDateTime.compare(ends, over) <= 0)
  return fits ? time : refuse('statistics.rangeTooLong', { months, field })
}

/** The calls of records that stations make without end, and that nobody enters: each query within its bounds. */
export const queried = (of: Resource): Handler[] => [
  listed(of),
  ...(of.totals ? [counted(of, { endless: true })] : []),
  ...crud(of, ['get']),
]

const listed = (of: Resource): Handler =>
  handle(of.list, async (ctx, { query }) => {
    await refuseLongQuery(ctx, of, query)
    return listOf(ctx.tx, of, query, ctx.scope, { last: true })
  })
