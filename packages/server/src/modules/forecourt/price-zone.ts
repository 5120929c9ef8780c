/**
 * When the clock of a zone shows what another clock shows at an instant. A time that it leaves out comes with the next hour; of one that
 * comes twice the first counts.
 */
export function sameTimeIn(zone: string, at: Date, shownIn: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(shownIn).toPlainDateTime()
  return new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)
}
