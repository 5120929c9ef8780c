import { purchaseContracts } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { History } from '../../kit/history/history.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { PurchaseForm, type Purchase } from './purchase-form.tsx'

/** 编辑采购合同: what is saved takes back what was booked and books anew. */
export default function EditPurchasePage() {
  const { title, params } = usePage()
  const go = useGo()
  const id = Number(params['purchaseContractId'])
  const { data, error, refetch } = useRecord<Purchase>(purchaseContracts, Number.isSafeInteger(id) && id > 0 ? id : undefined, [])
  return (
    <>
      <PageHeader title={data ? t('supply.contractNo', { number: data.number }) : title} />
      {!data && (error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />)}
      {data && (
        <>
          <Section title={t('supply.contract')}>
            <PurchaseForm key={data.version} contract={data} onDone={() => go('depotStockMge')} onCancel={() => go('depotStockMge')} />
          </Section>
          <History of={purchaseContracts} id={data.id} />
        </>
      )}
    </>
  )
}
