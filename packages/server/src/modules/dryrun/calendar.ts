const dayMs = 86_400_000

/** A day of the company, with the instant at which it begins. */
export interface RunDay {
  readonly day: string
  readonly month: number
  readonly isFirstOfMonth: boolean
  readonly startsAt: number
}

/** The days of a run, by the clock of the company. */
export function daysOf(fromDay: string, untilDay: string, zone: string): RunDay[] {
  const first = Temporal.PlainDate.from(fromDay)
  const count = first.until(Temporal.PlainDate.from(untilDay)).days + 1
  return Array.from({ length: count }, (_, turn) => {
    const date = first.add({ days: turn })
    const startsAt = date.toZonedDateTime(zone).epochMilliseconds
    return { day: date.toString(), month: date.month, isFirstOfMonth: date.day === 1, startsAt }
  })
}

/** The midnight that comes so many days after a moment's day. */
export function midnightAfter(days: readonly RunDay[], at: number, later: number): number {
  const today = days.findLast(({ startsAt }) => startsAt <= at) ?? days[0]!
  const known = days[days.indexOf(today) + later]
  return known?.startsAt ?? today.startsAt + later * dayMs
}

/** The whole time in which sales of these days may lie, wherever their stations are. */
export const widest = (days: readonly RunDay[]): { from: Date; until: Date } => ({
  from: new Date(days[0]!.startsAt - dayMs),
  until: new Date(days.at(-1)!.startsAt + 2 * dayMs),
})
