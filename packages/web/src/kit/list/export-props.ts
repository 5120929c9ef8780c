import type { AnyRow, Column } from './columns.ts'
import type { List } from './use-list.ts'

export interface OutProps<R extends AnyRow> {
  list: List<R>
  label: string
  columns: readonly Column<R>[]
}
