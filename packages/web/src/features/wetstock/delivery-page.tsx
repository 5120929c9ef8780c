import { deliveryCalls, oilInfos, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { Related } from '../../kit/detail/related.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { History } from '../../kit/history/history.tsx'
import { later } from '../../kit/later.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { equals } from '../../core/search.ts'
import { BeforeAndAfter } from './before-and-after.tsx'
import { DeliveryActs } from './delivery-acts.tsx'
import { BlockedNozzles } from './blocked-nozzles.tsx'
import { DeliveryCockpitPart } from './delivery-cockpit.tsx'
import type { Delivery } from './delivery-form.tsx'
import { DeliverySums } from './delivery-sums.tsx'
import './delivery.css'

/** Few deliveries have them. */
const DeliveryCorrections = later(() => import('./delivery-corrections.tsx'))

const ofLoad: readonly Fact<Delivery>[] = [
  'docNo',
  'supplier',
  'plate',
  'productId',
  'deliveryVolumeCl',
  'weightKg',
  'density',
  'densityKind',
  'temperature',
  'certificateId',
]
const rest: readonly Fact<Delivery>[] = ['incident', 'reason', 'classSettleId', 'createdDate', 'remark']
const relations = ['tank', 'product', 'classSettle']

type Converted = Returned<typeof deliveryCalls.atReference>

/** 进油详情: the note, what was measured, and what it came to. */
export default function DeliveryPage() {
  const page = usePage()
  const id = Number(page.params['oilInfoId'])
  const { data, error, refetch } = useRecord(oilInfos, Number.isSafeInteger(id) && id > 0 ? id : undefined, relations)
  // The converted figures stand beside the others: both come at once, so that nothing beneath them moves.
  const converted = useQuery({
    queryKey: ['oilInfos', 'atReference', id, data?.version],
    enabled: data !== undefined,
    placeholderData: (shown: Converted | undefined, asked) => (asked?.queryKey[2] === id ? shown : undefined),
    queryFn: ({ signal }) => call(deliveryCalls.atReference, { id }, { signal }),
  })
  if (data && !converted.isPending) return <Details of={data} converted={converted.data} />
  return (
    <>
      <PageHeader title={page.title} />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

function Details({ of, converted }: { of: Delivery; converted: Converted | undefined }) {
  const go = useGo()
  const { docNo, status, tank } = of
  return (
    <>
      <PageHeader
        title={t('delivery.title', { docNo: docNo || t('delivery.withoutNote'), number: tank?.number ?? '' })}
        meta={<StatusTag of="oilInfos" field="status" value={status} />}
        actions={<DeliveryActs delivery={of} ofPage onGone={() => go('oilTaking')} />}
      />
      {of.incident !== null && <BlockedNozzles of={of} />}
      <Section title={t('delivery.sums')}>
        <DeliverySums of={of} noteCl={of.deliveryVolumeCl} at={converted?.atReference} allowed={converted} />
      </Section>
      <DeliveryCockpitPart of={of} />
      <Section title={t('delivery.ofLoad')}>
        <Descriptions of={oilInfos} row={of} facts={of.density === null ? ofLoad.filter(fact => fact !== 'densityKind') : ofLoad} />
      </Section>
      <Section title={t('delivery.measured')}>
        <BeforeAndAfter of={of} />
      </Section>
      <Section title={t('delivery.rest')}>
        <Descriptions of={oilInfos} row={of} facts={rest} />
      </Section>
      {(of.status === 'settled' || of.status === 'corrected' || of.correctsId !== null) && <DeliveryCorrections of={of} />}
      {docNo !== '' && <SameNote docNo={docNo} />}
      <History of={oilInfos} id={of.id} />
    </>
  )
}

/** The parts of one note: the tanker filled several tanks. */
const SameNote = ({ docNo }: { docNo: string }) => (
  <Section title={t('delivery.sameNote')}>
    <Related of={oilInfos} title={t('delivery.sameNote')} where={[equals('docNo', docNo)]} columns={parts} />
  </Section>
)
const parts = ['tankId', 'productId', 'deliveryVolumeCl', 'totalCl', 'profitLossCl', 'status'] as const
