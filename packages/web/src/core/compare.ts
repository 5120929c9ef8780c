import { addDays, type Days } from './time.ts'

/** What a period is held against. */
export const comparisons = ['none', 'previous', 'lastWeek', 'lastMonth', 'lastYear'] as const
export type Comparison = (typeof comparisons)[number]
export const isComparison = (raw: string): raw is Comparison => (comparisons as readonly string[]).includes(raw)

/**
 * The days compared with: as many just before; the same weekdays a week before, or the nearest week that does not overlap; the same
 * days of the month or year before, cut at the month's end.
 */
export function comparedDays({ from, to }: Days, by: Comparison): Days | undefined {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  const length = first.until(last, { largestUnit: 'day' }).days + 1
  switch (by) {
    case 'none':
      return undefined
    case 'previous':
      return { from: addDays(from, -length), to: addDays(from, -1) }
    case 'lastWeek': {
      const back = Math.ceil(length / 7) * 7
      return { from: addDays(from, -back), to: addDays(to, -back) }
    }
    case 'lastMonth':
      return { from: first.subtract({ months: 1 }).toString(), to: endBefore(first, last, { months: 1 }) }
    case 'lastYear':
      return { from: first.subtract({ years: 1 }).toString(), to: endBefore(first, last, { years: 1 }) }
  }
}

/** A whole month is compared with a whole month, however long. */
function endBefore(first: Temporal.PlainDate, last: Temporal.PlainDate, span: { months?: number; years?: number }): string {
  const before = last.subtract(span)
  const whole = first.day === 1 && last.day === last.daysInMonth
  return (whole ? before.with({ day: before.daysInMonth }) : before).toString()
}
