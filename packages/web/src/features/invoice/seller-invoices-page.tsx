import { isTaxNumber, sellerInvoices, type RowOf } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay, useSession } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { CrudPage } from '../../kit/crud-page.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import type { Values } from '../../kit/form/values.ts'
import type { ColumnInput } from '../../kit/list/columns.ts'
import type { FilterInput } from '../../kit/list/filter.ts'
import { State } from '../../kit/state.tsx'
import { Alert, Button } from '../../kit/ui.ts'

type Seller = RowOf<typeof sellerInvoices>

const defaultWord = ({ isDefault }: Seller): string => (isDefault ? t('sellerPage.default') : '')
const columns: readonly ColumnInput<Seller>[] = [
  { path: 'name', width: 220 },
  {
    path: 'isDefault',
    width: 100,
    phone: 'state',
    cell: row => row.isDefault && <State member="enabled">{defaultWord(row)}</State>,
    text: defaultWord,
  },
  { path: 'taxId', width: 190, phone: 'what' },
  { path: 'platform', width: 110 },
  { path: 'digital', width: 130 },
  { path: 'extensionNo', width: 120 },
  { path: 'bank', width: 220 },
  { path: 'bankAccount', width: 200 },
  { path: 'drawer', width: 110 },
  { path: 'shortName', hidden: true },
  { path: 'platformCode', hidden: true },
  { path: 'address', hidden: true },
  { path: 'phone', hidden: true },
  { path: 'payee', hidden: true },
  { path: 'reviewer', hidden: true },
  { path: 'createdDate', hidden: true },
]
const filters: readonly FilterInput<Seller>[] = ['name', 'taxId', 'platform', 'digital']
const fields = [
  'name',
  'shortName',
  'taxId',
  'platform',
  'platformCode',
  'digital',
  'extensionNo',
  'address',
  'phone',
  'bank',
  'bankAccount',
  'drawer',
  'payee',
  'reviewer',
]

/** A number that fails its check is kept all the same. */
const taxDoubt = ({ taxId }: Values) =>
  typeof taxId === 'string' && taxId.trim() !== '' && !isTaxNumber(taxId.trim().toUpperCase()) ? (
    <Alert type="warning" showIcon title={t('sellerPage.taxIdDoubt')} />
  ) : null
const needsDisc = ({ digital }: Values) => digital === false

/** 销方开票抬头. @source requirements INV-001, INV-030; decision IV12 */
export default function SellerInvoicesPage() {
  const station = useSession(({ atStation }) => atStation?.id)
  const mayWrite = useMay(sellerInvoices.update.permission)
  if (!station) return null
  return (
    <CrudPage<Seller>
      of={sellerInvoices}
      columns={columns}
      filters={filters}
      inline={false}
      periodBar={false}
      emptyHint={t('sellerPage.none')}
      form={{ fields, defaults: { stationId: station }, when: { extensionNo: needsDisc }, effect: taxDoubt }}
      {...(mayWrite && { rowActions: row => !row.isDefault && <DefaultAct seller={row} /> })}
    />
  )
}

/** 设为默认 is asked before: from then on invoices are issued in this name. */
function DefaultAct({ seller }: { seller: Seller }) {
  const confirm = useConfirm()
  const toast = useToast()
  const cache = useQueryClient()
  const { id, name, version } = seller
  const make = async () => {
    const facts = Object.fromEntries(Object.keys(sellerInvoices.body.shape).map(field => [field, seller[field as keyof Seller]]))
    const act = () => call(sellerInvoices.update, { id, body: { ...facts, isDefault: true, version } as never })
    if (!(await confirm({ text: t('sellerPage.askDefault', { name }), ok: t('sellerPage.makeDefault'), act }))) return
    toast.done(t('sellerPage.madeDefault', { name }))
    await Promise.all([sellerInvoices.name, 'auditLogs'].map(changed => cache.invalidateQueries({ queryKey: [changed] })))
  }
  return (
    <Button type="link" size="small" onClick={() => void make()}>
      {t('sellerPage.makeDefault')}
    </Button>
  )
}
