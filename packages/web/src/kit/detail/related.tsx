import type { BaseRow, Resource, SortBy } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { call } from '../../core/api.ts'
import { count as counted } from '../../core/money.ts'
import { searchText, sourceOf, type Term } from '../../core/search.ts'
import { useSettings } from '../../core/settings.ts'
import { t } from '../../i18n/index.ts'
import { Failed } from '../feedback/states.tsx'
import { open, pathTo } from '../links.ts'
import { columnsOf, expandsOf, type ColumnInput } from '../list/columns.ts'
import { DataTable } from '../list/data-table.tsx'
import { sumsOf } from '../list/totals.ts'
import { usePage } from '../page/use-page.ts'

export interface RelatedProps<R extends BaseRow = BaseRow> {
  of: Resource<R>
  title: string
  /** What ties the rows to the record in front: `equals('order.id', id)`. */
  where: readonly Term[]
  columns: readonly ColumnInput<R>[]
  onOpen?: (row: R) => void
  rowActions?: (row: R) => ReactNode
  /** Where the whole list is, when there are more rows than shown here. */
  more?: string
  size?: number
  sort?: SortBy<R>
  expand?: readonly string[]
  empty?: string
}

/** Rows that belong to the record in front, with their sums; the first of them, and the way to all. */
export function Related<R extends BaseRow = BaseRow>(props: RelatedProps<R>) {
  const { of, title, where, columns: given, onOpen, rowActions, more, size = 50, sort = of.sort, expand = [], empty } = props
  const { visible } = usePage()
  // What ties them to the record says where they are; the record may be of another station than the selected one.
  const company = where.length > 0
  const density = useSettings(settings => settings.density)
  const columns = useMemo(() => columnsOf<R>(of, given), [of, given])
  const search = searchText(where)
  const relations = [...new Set([...expandsOf(of, columns), ...expand])]
  const query = { page: 0, size, sort, search, ...(relations.length > 0 && { expand: relations }) }
  const list = useQuery({
    queryKey: [of.name, 'list', query],
    enabled: visible,
    queryFn: ({ signal }) =>
      call(of.list, { query }, { signal, company }) as Promise<unknown> as Promise<{ content: R[]; totalElements: number }>,
  })
  const sums = useQuery({
    queryKey: [of.name, 'totals', search],
    enabled: visible && of.totals !== undefined && of.totalsOf.length > 0,
    queryFn: ({ signal }) => call(of.totals, { query: { search, ...sourceOf() } }, { signal, company }),
  })
  const all = list.data?.totalElements ?? 0
  const press = onOpen ?? (pathTo(of.name, 1) ? (row: R) => open(pathTo(of.name, row.id)!) : undefined)
  if (list.error) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      <DataTable
        label={title}
        columns={columns}
        rows={list.data?.content}
        expected={2}
        density={density}
        onOpen={press}
        actions={rowActions}
        totals={sumsOf(of, columns, sums.data)}
        empty={<p className="k-quiet">{empty ?? t('kit.nothingYet')}</p>}
      />
      {all > size && (
        <p className="k-quiet">
          {t('kit.firstOf', { shown: counted(size), count: counted(all) })}
          {more && (
            <Button type="link" onClick={() => open(more)}>
              {t('kit.showAll')}
            </Button>
          )}
        </p>
      )}
    </>
  )
}
