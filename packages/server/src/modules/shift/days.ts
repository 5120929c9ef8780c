/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export const dayOf = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()
/** The instant at which a day begins in a zone: not always midnight. */
export const startOf = (day: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).startOfDay().epochMilliseconds)
export const nextDay = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()
