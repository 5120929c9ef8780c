import { orders } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import type { AnyRow } from '../../kit/list/columns.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { allColumns, allFilters, linesAndPayments } from './columns.tsx'
import { GapsNotice } from './gaps-notice.tsx'
import { OrderRefund } from './order-refund.tsx'
import { ScanButton } from './scan-button.tsx'

/** 全部销售: every order, whatever was sold and however it was paid. */
export default function AllQueryPage() {
  const mayRefund = useMay('order.refund')
  return (
    <ListPage
      of={orders}
      columns={allColumns}
      filters={allFilters}
      expand={linesAndPayments}
      tools={<ScanButton />}
      {...(mayRefund && { rowActions: refund })}
      emptyHint={t('sales.emptyHint')}>
      <GapsNotice />
    </ListPage>
  )
}

const refund = (order: AnyRow) => <OrderRefund order={order} />
