import { purchaseContracts } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { laterDialog } from '../../kit/later.tsx'
import { open, pathTo } from '../../kit/links.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import { ListView } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { useRemove } from '../../kit/use-remove.ts'
import type { Purchase } from './purchase-form.tsx'
import { isSettled, useSettledMonth } from './settled-month.ts'
import './supply.css'

const ImportDrawer = laterDialog(() => import('./purchase-import.tsx'))

const columns: readonly ColumnInput<Purchase>[] = [
  { path: 'day', width: 110, phone: 'when' },
  { path: 'number', width: 150, phone: 'what' },
  { path: 'baseFuelId', width: 100, phone: 'more' },
  'weightKg',
  'priceCentsPerT',
  { path: 'amountCents', phone: 'amount' },
  { path: 'depotId', width: 150 },
  { path: 'supplierId', width: 150 },
  'netCents',
  { path: 'taxRate', width: 90 },
  { path: 'density', width: 120 },
  { path: 'description', hidden: true },
  { path: 'createdDate', hidden: true },
]

/** 采购合同: what was bought by the ton, with what that came to. */
export default function PurchasesPage() {
  const { title, search, setSearch } = usePage()
  const go = useGo()
  const mayWrite = useMay(purchaseContracts.create.permission)
  const list = useList<Purchase>(purchaseContracts, {
    columns,
    filters: ['day', 'depotId', 'supplierId', 'number', 'baseFuelId', 'weightKg', 'amountCents'],
  })
  const { settledUntil, known } = useSettledMonth()
  const remove = useRemove(purchaseContracts, ({ number }: Purchase) => number)
  const show = (shown: boolean) => setSearch(now => ({ ...now, import: shown ? 'open' : undefined }))
  return (
    <ListView
      list={list}
      label={title}
      onOpen={({ id }) => open(pathTo('purchaseContracts', id)!)}
      called={({ number }) => number}
      emptyHint={t('supply.noContracts')}
      {...(mayWrite && {
        onNew: () => go('addDetail'),
        newLabel: t('supply.addContract'),
        tools: <Button onClick={() => show(true)}>{t('supply.import')}</Button>,
        // As wide before it is known what is settled, so that no column moves.
        rowActions: (row: Purchase) => (
          <div className="k-row-acts supply-acts">
            {known && <Acts of={row} settled={isSettled(row.day, settledUntil)} onRemove={() => void remove(row)} />}
          </div>
        ),
      })}>
      {mayWrite && search['import'] !== undefined && <ImportDrawer onClose={() => show(false)} />}
    </ListView>
  )
}

/** Of a settled month nothing is changed: its contracts are read, and why stands where the acts of the others are. */
function Acts({ of, settled, onRemove }: { of: Purchase; settled: boolean; onRemove: () => void }) {
  const go = useGo()
  const openIt = () => go('editDetail', { purchaseContractId: of.id })
  if (settled) {
    return (
      <>
        <Button type="link" size="small" onClick={openIt}>
          {t('supply.view')}
        </Button>
        <span className="k-quiet" title={t('supply.contractSettled', { month: of.day.slice(0, 7) })}>
          {t('supply.monthSettled')}
        </span>
      </>
    )
  }
  return (
    <>
      <Button type="link" size="small" onClick={openIt}>
        {t('kit.edit')}
      </Button>
      <Button type="link" size="small" danger onClick={onRemove}>
        {t('kit.delete')}
      </Button>
    </>
  )
}
