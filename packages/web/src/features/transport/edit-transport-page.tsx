import { transports } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { billOf } from './transport-acts.tsx'
import { TransportForm, type Transport } from './transport-form.tsx'

/** 编辑运输合同: what is on the road is booked anew. */
export default function EditTransportPage() {
  const { title, params } = usePage()
  const go = useGo()
  const id = Number(params['id'])
  const { data, error, refetch } = useRecord<Transport>(transports, Number.isSafeInteger(id) && id > 0 ? id : undefined, [])
  const back = () => go('transportDetails', { transportId: id })
  return (
    <>
      <PageHeader title={data ? t('transport.title', { billNo: billOf(data) }) : title} />
      {!data && (error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />)}
      {data && (
        <Section title={t('transport.terms')}>
          <TransportForm key={data.version} transport={data} onDone={back} onCancel={back} />
        </Section>
      )}
    </>
  )
}
