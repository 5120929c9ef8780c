// The reckoning of periods that lists, forms and statistics need, and the first page does not: it is not part of the shell's file.
import { addDays, daySpan, dayStart, fromTo, time, today, zone, type Day, type Days, type Span } from './time.ts'

type Period = 'month' | 'day' | 'hour' | 'minute' | 'week'

const inZone = (instant: string, at: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(at)

/** From one minute to another; of the second, no more than the first has not said. */
export function stretch(from: string, to: string | null, at = zone()): string {
  const [begins, ends] = [time(from, 'minute', at), time(to, 'minute', at)]
  if (ends.startsWith(begins.slice(0, 10))) return fromTo(begins, ends.slice(11))
  return fromTo(begins, ends.startsWith(begins.slice(0, 5)) ? ends.slice(5) : ends)
}

/** A day and a wall-clock time of the station as an instant. */
export const instantOf = (day: Day, clock: string, at = zone()): string =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: at, plainTime: clock }).toInstant().toString()

/** The start of the minute, hour, day, week (Monday) or month that an instant lies in. @source spec 0 §9 */
export function periodStart(instant: string, period: Period, at = zone()): string {
  const moment = inZone(instant, at)
  if (period === 'hour' || period === 'minute') return moment.round({ smallestUnit: period, roundingMode: 'floor' }).toInstant().toString()
  const date = moment.toPlainDate()
  if (period === 'month') return dayStart(date.with({ day: 1 }).toString(), at)
  return dayStart(period === 'week' ? date.subtract({ days: date.dayOfWeek - 1 }).toString() : date.toString(), at)
}

/** The ranges a period picker offers, by name. */
export function presetDays(name: Preset, day: Day = today()): Days {
  const date = Temporal.PlainDate.from(day)
  const monday = date.subtract({ days: date.dayOfWeek - 1 })
  const first = date.with({ day: 1 })
  const lastMonth = first.subtract({ months: 1 })
  const named: Record<Preset, [Temporal.PlainDate, Temporal.PlainDate]> = {
    today: [date, date],
    yesterday: [date.subtract({ days: 1 }), date.subtract({ days: 1 })],
    sameDayLastWeek: [date.subtract({ days: 7 }), date.subtract({ days: 7 })],
    thisWeek: [monday, date],
    lastWeek: [monday.subtract({ days: 7 }), monday.subtract({ days: 1 })],
    last7Days: [date.subtract({ days: 6 }), date],
    last30Days: [Temporal.PlainDate.from(lastThirtyDays(day)[0]!), date],
    thisMonth: [first, date],
    lastMonth: [lastMonth, first.subtract({ days: 1 })],
  }
  const [from, to] = named[name]
  return { from: from.toString(), to: to.toString() }
}
export const presets = [
  'today',
  'yesterday',
  'sameDayLastWeek',
  'thisWeek',
  'lastWeek',
  'last7Days',
  'last30Days',
  'thisMonth',
  'lastMonth',
] as const
export type Preset = (typeof presets)[number]

/** The twelve months before the current one, oldest first, `YYYY-MM`. @source spec 0 §9 */
export function previousTwelveMonths(day: Day = today()): string[] {
  const month = Temporal.PlainDate.from(day).toPlainYearMonth()
  return Array.from({ length: 12 }, (_, index) => month.subtract({ months: 12 - index }).toString())
}

/** The last thirty days up to today, oldest first. @source spec 0 §9 */
export const lastThirtyDays = (day: Day = today()): Day[] => Array.from({ length: 30 }, (_, index) => addDays(day, index - 29))

/** The last twenty-four hours up to the current one, oldest first, `YYYY-MM-DD HH`. @source spec 0 §9, decisions.md A16 */
export function lastTwentyFourHours(now = Temporal.Now.instant().toString(), at = zone()): string[] {
  const hour = Temporal.Instant.from(now).toZonedDateTimeISO(at)
  return Array.from({ length: 24 }, (_, index) => {
    const at = hour.subtract({ hours: 23 - index })
    return `${at.toPlainDate().toString()} ${String(at.hour).padStart(2, '0')}`
  })
}

/** A range cut at the months of the station, each part ending one second before the next month. @source spec 0 §9 */
export function splitMonths({ from, to }: Span, at = zone()): Span[] {
  const parts: Span[] = []
  for (let start = from; Temporal.Instant.compare(start, to) <= 0; ) {
    const next = dayStart(inZone(start, at).toPlainDate().with({ day: 1 }).add({ months: 1 }).toString(), at)
    const last = Temporal.Instant.from(next).subtract({ seconds: 1 }).toString()
    parts.push({ from: start, to: Temporal.Instant.compare(last, to) < 0 ? last : to })
    start = next
  }
  return parts
}

/** The first and the last day of a month `YYYY-MM`. */
export function monthDays(month: string): Days {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return { from: `${month}-01`, to: `${month}-${daysInMonth}` }
}

/**
 * Every hour, day, week or month of a range without a gap, as far as it has begun: what did not sell stands there as well. Hours are named
 * by the instant at which they begin, the others by their first day.
 */
export function periodsOf(
  days: Days,
  unit: 'hour' | 'day' | 'week' | 'month',
  now = Temporal.Now.instant().toString(),
  at = zone(),
): string[] {
  const { from, to } = daySpan(days, at)
  const end = Temporal.Instant.compare(now, to) < 0 ? now : to
  if (Temporal.Instant.compare(from, end) >= 0) return []
  if (unit === 'month') {
    const last = Temporal.Instant.from(end).subtract({ seconds: 1 }).toString()
    return splitMonths({ from, to: last }, at).map(part => time(periodStart(part.from, 'month', at), 'day', at))
  }
  const periods: string[] = []
  for (let start = periodStart(from, unit, at); Temporal.Instant.compare(start, end) < 0; start = nextStart(start, unit, at)) {
    periods.push(unit === 'hour' ? start : time(start, 'day', at))
  }
  return periods
}
const nextStart = (start: string, unit: 'hour' | 'day' | 'week', at: string): string =>
  unit === 'hour'
    ? Temporal.Instant.from(start).add({ hours: 1 }).toString()
    : dayStart(addDays(time(start, 'day', at), unit === 'week' ? 7 : 1), at)
