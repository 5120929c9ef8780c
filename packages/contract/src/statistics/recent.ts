/** The times that home shows. */
export const recentRanges = ['today', 'hours24', 'days30', 'months12'] as const
export type RecentRange = (typeof recentRanges)[number]

export interface RecentSpan {
  readonly from: string
  readonly to: string
  readonly group: 'hour' | 'day' | 'month'
}

/**
 * When a range begins and ends, in the time zone of a station: the last 24 hours end with the hour that runs, the last 30 days with today;
 * the 12 months are those before the one that runs.
 * @source requirements SCR-002 to SCR-004
 */
export function recentSpan(range: RecentRange, now: string, zone: string): RecentSpan {
  const here = Temporal.Instant.from(now).toZonedDateTimeISO(zone)
  const today = here.toPlainDate()
  switch (range) {
    case 'today':
      return { from: today.toString(), to: today.toString(), group: 'hour' }
    case 'hours24': {
      const hour = here.round({ smallestUnit: 'hour', roundingMode: 'floor' })
      const [from, to] = [hour.subtract({ hours: 23 }), hour.add({ hours: 1 })]
      return { from: from.toInstant().toString(), to: to.toInstant().toString(), group: 'hour' }
    }
    case 'days30':
      return { from: today.subtract({ days: 29 }).toString(), to: today.toString(), group: 'day' }
    case 'months12': {
      const month = today.with({ day: 1 })
      return { from: month.subtract({ months: 12 }).toString(), to: month.subtract({ days: 1 }).toString(), group: 'month' }
    }
  }
}
