import type { BaseRow } from '@forecourt/contract'
import type { Column } from './columns.ts'
import type { List } from './use-list.ts'

export interface OutProps<R extends BaseRow> {
  list: List<R>
  label: string
  columns: readonly Column<R>[]
}
