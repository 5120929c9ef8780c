import { monthSettles, purchaseContracts } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { saidOnPage, useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { History } from '../../kit/history/history.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert, Button } from '../../kit/ui.ts'
import { PurchaseForm, type Purchase } from './purchase-form.tsx'

const facts: readonly Fact<Purchase>[] = [
  'day',
  'number',
  'depotId',
  'baseFuelId',
  'supplierId',
  'density',
  'priceCentsPerT',
  'taxRate',
  'weightKg',
  'amountCents',
  'netCents',
  'description',
  'createdDate',
]
const relations = ['depot', 'baseFuel', 'supplier']

/** 编辑采购合同: what is saved takes back what was booked and books anew. Of a settled month it is read alone. */
export default function EditPurchasePage() {
  const { title, params } = usePage()
  const go = useGo()
  const id = Number(params['purchaseContractId'])
  const { data, error, refetch } = useRecord<Purchase>(purchaseContracts, Number.isSafeInteger(id) && id > 0 ? id : undefined, relations)
  const { settledUntil, known } = useSettledMonth()
  const shown = known ? data : undefined
  return (
    <>
      <PageHeader title={data ? t('supply.contractNo', { number: data.number }) : title} />
      {!shown && (error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />)}
      {shown && (
        <>
          <Section title={t('supply.contract')}>
            {settledUntil !== undefined && shown.day.slice(0, 7) <= settledUntil ? (
              <Settled of={shown} />
            ) : (
              <PurchaseForm key={shown.version} contract={shown} onDone={() => go('depotStockMge')} onCancel={() => go('depotStockMge')} />
            )}
          </Section>
          <History of={purchaseContracts} id={shown.id} />
        </>
      )}
    </>
  )
}

/** Up to which month, as `2026-04`, nothing is changed any more. Who may not ask is told when saving. */
function useSettledMonth(): { settledUntil: string | undefined; known: boolean } {
  const mayAsk = useMay(monthSettles.list.permission)
  const { data, isPending } = useQuery({
    queryKey: [monthSettles.name, 'last'],
    enabled: mayAsk,
    meta: saidOnPage,
    queryFn: async ({ signal }) => {
      const { content } = await call(monthSettles.list, { query: { size: 1, sort: 'month,desc' } }, { signal })
      return content[0]?.month.slice(0, 7) ?? null
    },
  })
  return { settledUntil: data ?? undefined, known: !mayAsk || !isPending }
}

/** What stands, and where what was bought besides is entered. */
function Settled({ of }: { of: Purchase }) {
  const go = useGo()
  const mayAdd = useMay(purchaseContracts.create.permission)
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={t('supply.contractSettled', { month: of.day.slice(0, 7) })}
        description={t('supply.contractSettledHelp')}
        action={mayAdd && <Button onClick={() => go('addDetail')}>{t('supply.addContract')}</Button>}
      />
      <Descriptions of={purchaseContracts} row={of} facts={facts} />
    </>
  )
}
