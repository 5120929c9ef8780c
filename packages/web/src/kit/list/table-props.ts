import type { BaseRow } from '@forecourt/contract'
import type { ReactNode } from 'react'
import type { Density } from '../../core/settings.ts'
import type { Column } from './columns.ts'
import type { InlineEdit } from './inline.ts'

export interface DataTableProps<R extends BaseRow = BaseRow> {
  /** What the table lists, for those who hear it. */
  label: string
  columns: readonly Column<R>[]
  /** Undefined until the first answer. */
  rows: readonly R[] | undefined
  /** So many rows are expected; what stands beneath then moves little. */
  expected?: number
  /** The rows are an older answer while the next is on its way. */
  old?: boolean
  density?: Density
  /** Shown instead of rows when there are none. */
  empty?: ReactNode
  /** `field,asc` or `field,desc`. */
  sort?: string | undefined
  onSort?: (sort: string | undefined) => void
  selected?: ReadonlySet<number>
  onSelect?: (selected: ReadonlySet<number>) => void
  /** As their reader drew the columns. */
  widths?: Readonly<Record<string, number>> | undefined
  onWidth?: ((column: string, width: number) => void) | undefined
  onOpen?: ((row: R) => void) | undefined
  /** Shows a row beside the list; while one is shown, the arrows show the next. */
  onPreview?: ((row: R) => void) | undefined
  /** The row that is shown beside the list. */
  current?: number | undefined
  /** Cells that are changed where they stand. */
  edit?: InlineEdit | undefined
  actions?: ((row: R) => ReactNode) | undefined
  /** What a row shows beneath itself when it is unfolded. */
  expand?: ((row: R) => ReactNode) | undefined
  /** Sums over all rows of the filter, by column. */
  /** `coming`: not yet known; these are about as wide, and only keep the room. */
  totals?: { label: string; values: Readonly<Record<string, ReactNode>>; coming?: boolean } | undefined
}
