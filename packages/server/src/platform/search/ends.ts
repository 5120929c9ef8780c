import type { Resource } from '@forecourt/contract'
import { fieldAt } from './fields.ts'
import { parseSearch } from './parse.ts'
import { spanOf } from './values.ts'

/** From an instant up to, and without, the other; either of them open. */
export interface Ends {
  from?: string
  to?: string
}

/** What a filter says of each date of the rows themselves. Terms in brackets leave a way round, so they say nothing. */
export function endsOf(of: Resource, search: string, zone: string): Map<string, Ends> {
  const ends = new Map<string, Ends>()
  for (const term of parseSearch(search)) {
    if ('any' in term || term.operand.kind !== 'value') continue
    const field = fieldAt(of, term.path, term.at)
    if (field.steps.length > 0 || (field.type !== 'instant' && field.type !== 'day')) continue
    const { from, to } = spanOf(field, term.operand.value, { zone })
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
