import { Weekday, type QuotaPeriod } from '@forecourt/contract'

/** When a plan runs, by the calendar and the clock of its company. */
export interface Rhythm {
  readonly period: QuotaPeriod
  readonly weekday: Weekday
  readonly monthDay: number
  readonly hour: number
}

/** One period of a plan, and the moment at which its run is due. */
export interface Turn {
  readonly period: string
  readonly at: Date
}

const dateIn = (at: Date, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()

/** The name of the period that a day lies in: no two kinds of period have one in common. */
function nameOf({ period }: Rhythm, day: Temporal.PlainDate): string {
  if (period === 'day') return day.toString()
  if (period === 'month') return day.toString().slice(0, 7)
  return `${day.yearOfWeek}-W${String(day.weekOfYear).padStart(2, '0')}`
}

/** The day of a period on which a plan runs: in a month without the chosen one, the last. */
function dayOf({ period, weekday, monthDay }: Rhythm, day: Temporal.PlainDate): Temporal.PlainDate {
  if (period === 'day') return day
  if (period === 'month') return day.with({ day: Math.min(monthDay, day.daysInMonth) })
  return day.add({ days: Weekday.options.indexOf(weekday) + 1 - day.dayOfWeek })
}

/**
 * The run of the period that a day lies in. An hour that the clock leaves out comes with the next one, and of an hour that comes twice the
 * first counts: there is one run in a period either way.
 */
function turnOf(rhythm: Rhythm, zone: string, day: Temporal.PlainDate): Turn {
  const local = dayOf(rhythm, day).toPlainDateTime({ hour: rhythm.hour })
  return { period: nameOf(rhythm, day), at: new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds) }
}

/** A day of the period after that of another day. */
function later({ period }: Rhythm, day: Temporal.PlainDate): Temporal.PlainDate {
  if (period === 'month') return day.with({ day: 1 }).add({ months: 1 })
  return day.add({ days: period === 'week' ? 7 : 1 })
}

/** The period of a run that is due at a moment. */
export const periodAt = (rhythm: Rhythm, zone: string, at: Date): string => nameOf(rhythm, dateIn(at, zone))

/** The first run after a moment whose period has none yet. */
export function nextTurn(rhythm: Rhythm, zone: string, after: Date, isDone: (period: string) => boolean): Turn {
  for (let day = dateIn(after, zone); ; day = later(rhythm, day)) {
    const turn = turnOf(rhythm, zone, day)
    if (turn.at > after && !isDone(turn.period)) return turn
  }
}
