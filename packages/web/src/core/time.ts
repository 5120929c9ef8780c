import { language, locale } from '../i18n/index.ts'
import { unknown } from './money.ts'

/** A calendar day of the station, `YYYY-MM-DD`. */
export type Day = string
/** From the first to the last day, both included. */
export interface Days {
  from: Day
  to: Day
}
/** From one instant up to, and without, the other. */
export interface Span {
  from: string
  to: string
}

let stationZone = 'Asia/Shanghai'
/** The zone in which instants are shown, grouped and cut: the selected station's. */
export const zone = (): string => stationZone
export function setZone(given: string): void {
  stationZone = given
}

const inZone = (instant: string, at = stationZone) => Temporal.Instant.from(instant).toZonedDateTimeISO(at)
const digits = (value: number) => String(value).padStart(2, '0')

/** `2026-11-20 14:03:09` in the station's zone. The same in both languages: columns of times stay aligned and sort by eye. */
export function time(instant: string | null | undefined, precision: 'second' | 'minute' | 'day' = 'second', at = stationZone): string {
  if (!instant) return unknown
  const { year, month, day, hour, minute, second } = inZone(instant, at)
  const date = `${String(year).padStart(4, '0')}-${digits(month)}-${digits(day)}`
  if (precision === 'day') return date
  const clock = `${digits(hour)}:${digits(minute)}`
  return precision === 'minute' ? `${date} ${clock}` : `${date} ${clock}:${digits(second)}`
}

/** `11-20 14:03` in the station's zone, with its year in any year but this one: where there is room for two short lines. */
export function shortTime(instant: string, now = Temporal.Now.instant().toString(), at = stationZone): string {
  const whole = time(instant, 'minute', at)
  return whole.startsWith(time(now, 'day', at).slice(0, 5)) ? whole.slice(5) : whole
}

export const today = (now = Temporal.Now.instant().toString(), at = stationZone): Day => time(now, 'day', at)

/** The instant at which the station's day begins; where clocks change, that need not be midnight. */
export const dayStart = (day: Day, at = stationZone): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(at).startOfDay().toInstant().toString()

/** The instants of whole days: up to and without the start of the day after the last. */
export const daySpan = ({ from, to }: Days, at = stationZone): Span => ({ from: dayStart(from, at), to: dayStart(addDays(to, 1), at) })

export const addDays = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString()

/** The same time of day so many days before, by the station's clock. */
export const daysBefore = (instant: string, days: number, at = stationZone): string =>
  inZone(instant, at).subtract({ days }).toInstant().toString()

/** `14:03` in the station's zone. */
export const clock = (instant: string, at = stationZone): string => time(instant, 'minute', at).slice(11)

const spans = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const
/** How long something lasts, in the largest unit of which there are two: `400 days`, `60 minutes`. */
export function lasting(ms: number): string {
  const [unit, unitMs] = spans.find(([, each]) => ms >= 2 * each) ?? spans[2]
  const words = new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(ms / unitMs))
  // Between figures and Chinese stands a space, as everywhere else.
  return words.replace(/(\d)(\p{Script=Han})/u, '$1 $2')
}

/** From one day or time to another: `2026-11-01 至 2026-11-30`, in English with a dash. */
export const fromTo = (from: string, to: string): string => `${from} ${language() === 'zh' ? '至' : '–'} ${to}`
