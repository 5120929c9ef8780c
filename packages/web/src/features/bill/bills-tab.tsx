import { fleetBills, type RowOf } from '@forecourt/contract'
import { equals } from '../../core/search.ts'
import { t } from '../../i18n/index.ts'
import { Related } from '../../kit/detail/related.tsx'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { PrepareButton } from './bill-acts.tsx'
import { BillDetails } from './bill-details.tsx'
import { monthWords } from './bill-words.ts'

type Bill = RowOf<typeof fleetBills>
const columns: readonly ColumnInput<Bill>[] = [
  { path: 'month', width: 110, cell: ({ month }) => monthWords(month) },
  { path: 'status', width: 100 },
  { path: 'fills', width: 100 },
  'volumeCl',
  'netCents',
  'realisedCents',
  'promisedCents',
  'feeCents',
  'closingCents',
]

/** The bills of one fleet, and the one that is opened, within the page of the fleet: a leader has no other. */
export default function BillsTab({ groupId }: { groupId: number }) {
  const { search, setSearch } = usePage()
  const open = (bill: number | undefined) => setSearch(now => ({ tab: now['tab'], bill }))
  const id = Number(search['bill'])
  if (Number.isSafeInteger(id) && id > 0)
    return (
      <BillDetails id={id} onGone={() => open(undefined)} back={<Button onClick={() => open(undefined)}>{t('fleetBill.back')}</Button>} />
    )
  return (
    <>
      <div className="k-tools">
        <PrepareButton groupId={groupId} onDone={open} />
      </div>
      <Related
        of={fleetBills}
        title={t('fleetBill.tab')}
        where={[equals('group.id', groupId)]}
        columns={columns}
        size={60}
        empty={t('fleetBill.none')}
        onOpen={bill => open(bill.id)}
      />
    </>
  )
}
