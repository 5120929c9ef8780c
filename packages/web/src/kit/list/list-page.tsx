import type { Resource, BaseRow } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { usePage } from '../page/use-page.ts'
import { pathTo, open } from '../links.ts'
import type { BulkAct } from './bulk.ts'
import { ListView } from './list-view.tsx'
import { useList, type ListOptions } from './use-list.ts'

export interface ListPageProps<R extends BaseRow = BaseRow> extends ListOptions<R> {
  /** The resource that is listed. */
  of: Resource<R>
  title?: string
  /** What a press on a row opens; the record's own page when it has one. */
  onOpen?: (row: R) => void
  rowActions?: (row: R) => ReactNode
  /** What a row shows beneath itself when it is unfolded. */
  expandRow?: (row: R) => ReactNode
  /** What can be done with many rows at once, besides writing them into a file. */
  bulk?: readonly BulkAct<R>[]
  /** What a record is called; its name or number when absent. */
  called?: (row: R) => string
  tools?: ReactNode
  emptyHint?: ReactNode
  /** Said beneath “nothing found” while filters are set. */
  notFoundHint?: ReactNode
  /** Stands between the head and the filters. */
  children?: ReactNode
}

/** A page that lists records which are not entered through a form: orders, transactions, movements. */
export function ListPage<R extends BaseRow = BaseRow>({
  of,
  title,
  onOpen,
  rowActions,
  expandRow,
  bulk,
  called,
  tools,
  emptyHint,
  notFoundHint,
  children,
  ...options
}: ListPageProps<R>) {
  const page = usePage()
  const list = useList<R>(of, options)
  const own = (row: R) => {
    const path = pathTo(of.name, row.id)
    if (path) open(path)
  }
  return (
    <ListView
      list={list}
      label={title ?? page.title}
      onOpen={onOpen ?? (pathTo(of.name, 1) ? own : undefined)}
      rowActions={rowActions}
      expand={expandRow}
      bulk={bulk}
      called={called}
      tools={tools}
      emptyHint={emptyHint}
      notFoundHint={notFoundHint}>
      {children}
    </ListView>
  )
}
