import { orders } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { allColumns, allFilters, lines } from './columns.tsx'
import { GapsNotice } from './gaps-notice.tsx'
import { ScanButton } from './scan-button.tsx'

/** 全部销售: every order, whatever was sold and however it was paid. */
export default function AllQueryPage() {
  return (
    <ListPage of={orders} columns={allColumns} filters={allFilters} expand={lines} tools={<ScanButton />} emptyHint={t('sales.emptyHint')}>
      <GapsNotice />
    </ListPage>
  )
}
