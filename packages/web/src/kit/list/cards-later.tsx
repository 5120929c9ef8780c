import type { BaseRow } from '@forecourt/contract'
import { later, WhileLoading } from '../later.tsx'
import { isNarrow } from '../media.ts'
import type { DataTableProps } from './table-props.ts'

const load = () => import('./cards.tsx')
const RowCards = later(async () => ({ default: (await load()).RowCards as never })) as unknown as typeof import('./cards.tsx').RowCards

// On a phone they are on their way before a list has asked for its rows; nobody else loads them.
if (isNarrow()) void load().catch(() => undefined)

/** The rows on a phone. */
export const CardsLater = <R extends BaseRow>(props: DataTableProps<R>) => (
  <WhileLoading show={<div className="k-cards-place" aria-busy="true" />}>
    <RowCards {...props} />
  </WhileLoading>
)
