import { exportMonths, isTimed, withinExportMonths, type Resource } from '@forecourt/contract'
import { refuse } from '../../platform/execution/refusal.ts'
import { endsOf } from '../../platform/search/ends.ts'

/**
 * Of records without end, so much as one of their own dates holds within three months; without an end it runs up to now.
 * @throws export.window, and the refusals of search
 * @source spec 1 §5 "Export only within 3 months"
 */
export function refuseLongWindow(of: Resource, search: string, zone: string, now: Date): void {
  if (!isTimed(of)) return
  const fits = [...endsOf(of, search, zone).values()].some(
    ({ from, to = now.toISOString() }) => from !== undefined && withinExportMonths(from, to, zone),
  )
  if (!fits) refuse('export.window', { months: exportMonths })
}
