import type { Resource } from '../kit.ts'

/** So many months at most in one file. @source spec 1 §5 "Export only within 3 months" */
export const exportMonths = 3

/** Records without end are written into a file a period at a time; what is kept as a register is written whole. */
export const isTimed = (of: Pick<Resource, 'recent'>): boolean => of.recent !== undefined

/** Whether from one instant up to, and without, the other are no more months than a file may hold, by the calendar of a zone. */
export const withinExportMonths = (from: string, to: string, zone: string): boolean => {
  const most = Temporal.Instant.from(from).toZonedDateTimeISO(zone).add({ months: exportMonths }).toInstant()
  return Temporal.Instant.compare(to, most) <= 0
}
