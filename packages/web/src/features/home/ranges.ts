import { recentSpan, type RecentRange } from '@forecourt/contract/start'

/** One bar: when it begins, what stands beneath it, and the sales behind it as the list of sales is asked for them. */
export interface Slot {
  readonly begins: string
  readonly label: string
  readonly createdDate: string
  /** Not over yet. */
  readonly running: boolean
}
export type LongerRange = Exclude<RecentRange, 'today'>

/** The hours, days or months that are shown, in the time zone of the station. */
export function slotsOf(range: LongerRange, now: string, zone: string): Slot[] {
  const { from, to } = recentSpan(range, now, zone)
  if (range === 'hours24') return hoursFrom(Temporal.Instant.from(from).toZonedDateTimeISO(zone))
  const first = Temporal.PlainDate.from(from)
  if (range === 'days30')
    return Array.from({ length: 30 }, (_, at) => {
      const day = first.add({ days: at }).toString()
      return { begins: day, label: day.slice(5), createdDate: `${day}..${day}`, running: day === to }
    })
  return Array.from({ length: 12 }, (_, at) => {
    const begins = first.add({ months: at })
    const last = begins.add({ months: 1 }).subtract({ days: 1 })
    const [day, end] = [begins.toString(), last.toString()]
    return { begins: day, label: day.slice(0, 7), createdDate: `${day}..${end}`, running: false }
  })
}

const hoursFrom = (first: Temporal.ZonedDateTime) =>
  Array.from({ length: 24 }, (_, at): Slot => {
    const begins = first.add({ hours: at })
    const [day, hour] = [begins.toPlainDate().toString(), String(begins.hour).padStart(2, '0')]
    return {
      begins: begins.toInstant().toString(),
      label: `${hour}:00`,
      createdDate: `${day} ${hour}:00:00..${day} ${hour}:59:59`,
      running: at === 23,
    }
  })

/** What stands in each slot: what began in it, for an hour of sales may begin within an hour of the clock. */
export function bySlot<Line extends { readonly period: string | null }>(slots: readonly Slot[], lines: readonly Line[]): Line[][] {
  const begins = slots.map(slot => Date.parse(slot.begins))
  const all: Line[][] = slots.map(() => [])
  for (const line of lines) all[begins.findLastIndex(each => each <= Date.parse(line.period!))]?.push(line)
  return all
}

/** The days of a range, as lists are asked for them: hours are rows of the list as well. */
export function daysOf(range: RecentRange, now: string, zone: string): string {
  if (range === 'today') return 'today'
  const slots = slotsOf(range, now, zone)
  const [first, last] = [slots[0]!.createdDate.split('..')[0]!, slots.at(-1)!.createdDate.split('..')[1]!]
  return `${first}..${last}`
}
