import { deliveryCorrections, oilInfos } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Alert } from '../../kit/ui.ts'
import { DeliveryForm } from './delivery-form.tsx'

/** 编辑进油: until its shift is settled; from then on a correction. */
export default function EditDeliveryPage() {
  const { title, params } = usePage()
  const go = useGo()
  const id = Number(params['oilInfoId'])
  const { data, error, refetch } = useRecord(oilInfos, Number.isSafeInteger(id) && id > 0 ? id : undefined, [])
  const mayCorrect = useMay(deliveryCorrections.correct.permission)
  const isCounted = data?.status === 'settled' || data?.status === 'corrected'
  const back = () => go('oilInfoDetails', { oilInfoId: id })
  return (
    <>
      <PageHeader title={title} />
      {!data && (error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />)}
      {isCounted && (
        <Alert
          className="delivery-note"
          type="info"
          showIcon
          title={t(data.status === 'settled' && mayCorrect ? 'correction.correctNote' : 'delivery.settledNote')}
        />
      )}
      {data && (!isCounted || (data.status === 'settled' && mayCorrect)) && (
        <Section title={t('delivery.facts')}>
          <DeliveryForm
            key={data.version}
            stationId={data.stationId}
            delivery={data}
            correct={isCounted}
            onDone={done => go('oilInfoDetails', { oilInfoId: done.id })}
            onCancel={back}
          />
        </Section>
      )}
    </>
  )
}
