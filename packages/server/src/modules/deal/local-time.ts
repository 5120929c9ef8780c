/** A moment by the clock of a place, as the words of a refusal say it: to the minute. */
export const localTime = (instant: string | Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(new Date(instant).getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
