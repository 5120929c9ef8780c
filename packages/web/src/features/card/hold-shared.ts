import type { authorisations, cardHolds, Returned, RowOf } from '@forecourt/contract'
import { changed } from './asked-act.ts'

export type Hold = RowOf<typeof authorisations>
export type Evidence = Returned<typeof cardHolds.evidence>

/** Lists that the end of a hold changes. */
export const holdChanges: readonly string[] = ['authorisations', 'home', ...changed]
