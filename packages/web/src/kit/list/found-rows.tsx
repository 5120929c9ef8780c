import type { Resource, Totals, BaseRow } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Failed } from '../feedback/states.tsx'
import { valueAt } from '../field.ts'
import { open, pathTo } from '../links.ts'
import { usePage } from '../page/use-page.ts'
import type { ColumnInput } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { Pager } from './pager.tsx'
import { sumsOrRoom } from './totals.ts'
import { useList } from './use-list.ts'

/** A resource with columns of its rows. */
export interface Listed {
  readonly of: Resource
  readonly columns: readonly ColumnInput[]
}
/** Its columns are fields of its own rows; beyond that, one list is like any other. */
export const listed = <R extends BaseRow>(of: Resource<R>, columns: readonly ColumnInput<R>[]): Listed =>
  ({ of, columns }) as unknown as Listed

interface FoundRowsProps extends Listed {
  search: string
  label: string
  /** Of its names in the address. */
  prefix: string
  history?: boolean
  /** Of whichever station they are, not only of the selected one. */
  everywhere?: boolean
  /** Where nothing is found, what stands above says so. */
  brief?: boolean
  /** What stands above the rows, once they are counted. */
  head: (count: number | undefined, totals: Totals | undefined) => ReactNode
}
const noFilters: readonly never[] = []

/** The rows that a number was made of, with their sums, each a way to its record. */
export function FoundRows({
  of,
  columns,
  search,
  label,
  prefix,
  history = false,
  everywhere = false,
  brief = false,
  head,
}: FoundRowsProps) {
  const { search: address } = usePage()
  const list = useList(of, { columns, filters: noFilters, fixed: [search], prefix, history, everywhere })
  const press = (row: BaseRow) => {
    const path = pathTo(of.name, row.id) ?? pathTo('orders', valueAt(row, 'orderId')) ?? pathTo('userCards', valueAt(row, 'userCardId'))
    if (path) open(path)
  }
  return (
    <section aria-label={label}>
      {head(list.count, list.totals)}
      {list.error ? <Failed error={list.error} onRetry={() => void list.again()} /> : null}
      {!(list.error && !list.rows) && !(brief && list.count === 0) && (
        <DataTable
          label={label}
          columns={address[`${prefix}range`] === 'company' ? list.columns : list.columns.filter(({ key }) => key !== 'stationId')}
          rows={list.rows}
          old={list.old}
          onOpen={press}
          sort={list.query.sort}
          onSort={list.address.sortBy}
          totals={sumsOrRoom(list)}
          empty={<p className="k-quiet">{t('kit.nothingYet')}</p>}
        />
      )}
      {list.count !== undefined && list.count > 0 && (
        <Pager
          count={list.count}
          page={list.address.place.page}
          size={list.address.place.size}
          onPage={list.address.turnTo}
          onSize={list.address.resize}
        />
      )}
    </section>
  )
}
