import { fleetBills, type RowOf } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { PrepareButton } from './bill-acts.tsx'
import { monthWords } from './bill-words.ts'

type Bill = RowOf<typeof fleetBills>
const columns: readonly ColumnInput<Bill>[] = [
  { path: 'month', width: 110, cell: ({ month }) => monthWords(month), text: ({ month }) => monthWords(month) },
  { path: 'fleetName', width: 200 },
  { path: 'status', width: 100 },
  { path: 'fills', width: 100 },
  'volumeCl',
  'netCents',
  'realisedCents',
  'promisedCents',
  'feeCents',
  'closingCents',
  { path: 'listCents', hidden: true },
  { path: 'lateLines', hidden: true },
  { path: 'openingCents', hidden: true },
  { path: 'inCents', hidden: true },
  { path: 'outCents', hidden: true },
  { path: 'preparedDate', hidden: true },
  { path: 'issuedDate', hidden: true },
  { path: 'issuedById', hidden: true },
]
const filters: readonly FilterInput<Bill>[] = ['groupId', 'status', 'month', 'issuedDate']

/** 单位账单: the bills of all fleets, those that wait for somebody to issue them among them. */
export default function BillsPage() {
  const go = useGo()
  return (
    <ListPage<Bill>
      of={fleetBills}
      columns={columns}
      filters={filters}
      periodBar={false}
      tools={<PrepareButton onDone={id => go('fleetBillDetails', { fleetBillId: id })} />}
      emptyHint={t('fleetBill.noneHint')}
    />
  )
}
