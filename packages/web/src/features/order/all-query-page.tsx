import { orders } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { open, pathTo } from '../../kit/links.ts'
import { usePage } from '../../kit/page/use-page.ts'
import type { Order } from './cells.tsx'
import { ClockNotice } from './clock-notice.tsx'
import { allColumns, allFilters, linesAndPayments } from './columns.tsx'
import { GapsNotice } from './gaps-notice.tsx'
import { OrderRefund } from './order-refund.tsx'
import { ScanButton } from './scan-button.tsx'

/** 全部销售: every order, whatever was sold and however it was paid. */
export default function AllQueryPage() {
  const mayRefund = useMay('order.refund')
  const { title } = usePage()
  const list = useList(orders, { columns: allColumns, filters: allFilters, expand: linesAndPayments })
  return (
    <ListView
      list={list}
      label={title}
      onOpen={openOrder}
      tools={<ScanButton />}
      {...(mayRefund && { rowActions: refund })}
      emptyHint={t('sales.emptyHint')}>
      <GapsNotice />
      <ClockNotice list={list} />
    </ListView>
  )
}

const openOrder = ({ id }: Order) => {
  const path = pathTo('orders', id)
  if (path) open(path)
}
const refund = (order: Order) => <OrderRefund order={order} />
