import { exportMonths, isTimed, withinExportMonths, type Resource } from '@forecourt/contract'
import { refuse } from '../../platform/refusal.ts'
import { fieldAt } from '../../platform/search/fields.ts'
import { parseSearch } from '../../platform/search/parse.ts'
import { spanOf } from '../../platform/search/values.ts'

interface Ends {
  from?: string
  to?: string
}

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

/** What a filter says of each date of the rows themselves. Terms in brackets leave a way round, so they say nothing. */
function endsOf(of: Resource, search: string, zone: string): Map<string, Ends> {
  const ends = new Map<string, Ends>()
  for (const term of parseSearch(search)) {
    if ('any' in term || term.operand.kind !== 'value') continue
    const field = fieldAt(of, term.path, term.at)
    if (field.steps.length > 0 || (field.type !== 'instant' && field.type !== 'day')) continue
    const { from, to } = spanOf(field, term.operand.value, zone)
    const edges: Record<string, Ends> = { ':': { from, to }, '>=': { from }, '>': { from: to }, '<=': { to }, '<': { to: from } }
    const { from: least, to: most } = edges[term.op] ?? {}
    const known = ends.get(field.column) ?? {}
    ends.set(field.column, {
      ...known,
      ...(least && (!known.from || known.from < least) && { from: least }),
      ...(most && (!known.to || known.to > most) && { to: most }),
    })
  }
  return ends
}
