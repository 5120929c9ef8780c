import { purchaseContracts, purchaseCorrections } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { equals } from '../../core/search.ts'
import { Descriptions, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { History } from '../../kit/history/history.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert } from '../../kit/ui.ts'
import { CorrectPurchase, correctionColumns } from './correct-purchase.tsx'
import { PurchaseForm, type Purchase } from './purchase-form.tsx'
import { isSettled, useSettledMonth } from './settled-month.ts'

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
      <PageHeader
        title={data ? t('supply.contractNo', { number: data.number }) : title}
        actions={shown && isSettled(shown.day, settledUntil) && <CorrectPurchase of={shown} />}
      />
      {!shown && (error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />)}
      {shown && (
        <>
          {isSettled(shown.day, settledUntil) ? (
            <Settled of={shown} />
          ) : (
            <Section title={t('supply.contract')}>
              <PurchaseForm key={shown.version} contract={shown} onDone={() => go('depotStockMge')} onCancel={() => go('depotStockMge')} />
            </Section>
          )}
          <History of={purchaseContracts} id={shown.id} />
        </>
      )}
    </>
  )
}

/** What stands, and what was corrected of it since in open months. */
function Settled({ of }: { of: Purchase }) {
  return (
    <>
      <Section title={t('supply.contract')}>
        <Alert
          type="info"
          showIcon
          title={t('supply.contractSettled', { month: of.day.slice(0, 7) })}
          description={t('supply.contractSettledHelp')}
        />
        <Descriptions of={purchaseContracts} row={of} facts={facts} />
      </Section>
      <Section title={t('supply.corrections')}>
        <Related
          of={purchaseCorrections}
          title={t('supply.corrections')}
          where={[equals('contractId', of.id)]}
          columns={correctionColumns}
          empty={t('supply.noCorrections')}
        />
      </Section>
    </>
  )
}
