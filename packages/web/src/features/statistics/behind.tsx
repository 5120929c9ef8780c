import { lineItems, orders, transactions, userCardDetails, type RowsBehind } from '@forecourt/contract'
import { today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Failed } from '../../kit/feedback/states.tsx'
import { open, pathTo } from '../../kit/links.ts'
import type { AnyRow, ColumnInput } from '../../kit/list/columns.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { Pager } from '../../kit/list/pager.tsx'
import { reachesHistory } from '../../kit/list/period.ts'
import { sumsOf } from '../../kit/list/totals.ts'
import { useList } from '../../kit/list/use-list.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Drawer } from '../../kit/ui.ts'

const lists = { orders, lineItems, transactions, userCardDetails }
const columns: Record<RowsBehind['of'], readonly ColumnInput<AnyRow>[]> = {
  orders: ['orderNo', 'createdDate', 'status', 'totalCents', 'discountCents', 'payType', 'employeeId', 'stationId'],
  lineItems: ['orderId', 'createdDate', 'itemId', 'volumeCl', 'pieces', 'amountCents', 'discountCents', 'stationId'],
  transactions: ['serial', 'createdDate', 'payType', 'amountCents', 'refundedCents', 'orderId', 'userId', 'stationId'],
  userCardDetails: ['createdDate', 'type', 'amountCents', 'principalCents', 'giftCents', 'userCardId', 'orderId', 'stationId'],
}
const noFilters: readonly string[] = []

export interface Opened {
  /** What the number is called, of what, and how much. */
  readonly title: string
  readonly figure: string
  readonly behind: RowsBehind
  /** The first day that it reaches back to. */
  readonly from: string
}

/** The rows that a number was made of, with their sums: they come to the number. */
export function Behind({ opened, onClose }: { opened: Opened | undefined; onClose: () => void }) {
  return (
    <Drawer open={opened !== undefined} onClose={onClose} title={opened?.title} size={1040} destroyOnHidden>
      {opened && <Rows {...opened} />}
    </Drawer>
  )
}

function Rows({ title, figure, behind: { of, search }, from }: Opened) {
  const { search: address } = usePage()
  const history = reachesHistory({ from }, today())
  const list = useList(lists[of], { columns: columns[of], filters: noFilters, fixed: [search], prefix: 'rows.', history })
  const press = ({ id, orderId, userCardId }: AnyRow) => {
    const path = pathTo(of, id) ?? pathTo('orders', orderId) ?? pathTo('userCards', userCardId)
    if (path) open(path)
  }
  return (
    <section aria-label={title}>
      <p className="statistic-figure">
        {figure} <small>{list.count !== undefined && t('kit.total', { count: list.count })}</small>
      </p>
      {list.error ? <Failed error={list.error} onRetry={() => void list.again()} /> : null}
      {!(list.error && !list.rows) && (
        <DataTable
          label={title}
          columns={address['rows.range'] === 'company' ? list.columns : list.columns.filter(({ key }) => key !== 'stationId')}
          rows={list.rows}
          old={list.old}
          onOpen={press}
          sort={list.query.sort}
          onSort={list.address.sortBy}
          totals={sumsOf(list.of, list.columns, list.totals)}
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
