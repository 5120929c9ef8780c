import type { Resource, Totals } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Failed } from '../feedback/states.tsx'
import { open, pathTo } from '../links.ts'
import { usePage } from '../page/use-page.ts'
import type { AnyRow, ColumnInput } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { Pager } from './pager.tsx'
import { sumsOrRoom } from './totals.ts'
import { useList } from './use-list.ts'

interface FoundRowsProps {
  of: Resource
  columns: readonly ColumnInput<AnyRow>[]
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
const noFilters: readonly string[] = []

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
  const press = ({ id, orderId, userCardId }: AnyRow) => {
    const path = pathTo(of.name, id) ?? pathTo('orders', orderId) ?? pathTo('userCards', userCardId)
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
