import {
  deliveryCockpit,
  deliveryCalls,
  oilInfos,
  type CockpitSide,
  type DeliveryAtReference,
  type DeliveryCockpit,
} from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { celsius, count, litres } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { standardNames } from '../../kit/measure/standards.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { PrintPage, PrintTable } from '../../kit/print/print-page.tsx'
import { judgementOf, signedLitres, verdictWords } from './delivery-cockpit.tsx'
import type { Delivery } from './delivery-form.tsx'

/** 索赔单: what a load was short by, and how that was measured, as supplier and station sign it. */
export default function PrintClaimPage() {
  const id = Number(usePage().params['oilInfoId'])
  const record = useRecord(oilInfos, Number.isSafeInteger(id) && id > 0 ? id : undefined, ['tank', 'product', 'station.company'])
  const { data, error } = useQuery({
    queryKey: ['oilInfos', 'claim', id],
    enabled: record.data !== undefined,
    queryFn: async ({ signal }) => {
      const [cockpit, { atReference }] = await Promise.all([
        call(deliveryCockpit, { id }, { signal }),
        call(deliveryCalls.atReference, { id }, { signal }),
      ])
      return { cockpit, atReference }
    },
  })
  // What is printed is whole, or not there yet.
  if (record.data && data) return <Sheet of={record.data} {...data} />
  const failed = record.error ?? error
  return failed ? <PageFailed error={failed} onRetry={() => void record.refetch()} /> : <Bones rows={10} />
}

type Line = readonly [string, string]
interface SheetProps {
  of: Delivery
  cockpit: DeliveryCockpit
  atReference: DeliveryAtReference | null
}

function Sheet({ of, cockpit, atReference }: SheetProps) {
  const station = of['station'] as { name: string; company?: { name: string } } | undefined
  const facts = [
    { label: t('oilInfos.docNo'), value: of.docNo || '—' },
    { label: t('oilInfos.supplier'), value: of.supplier || '—' },
    { label: t('oilInfos.plate'), value: of.plate || '—' },
    { label: t('oilInfos.product'), value: of.product?.name ?? '—' },
    { label: t('oilInfos.tank'), value: String(of.tank?.number ?? '—') },
    { label: t('claim.unloaded'), value: `${time(of.beginTime)} – ${of.endTime ? time(of.endTime) : '—'}` },
  ]
  return (
    <PrintPage
      a4Only
      back={{ page: 'oilInfoDetails', params: { oilInfoId: of.id } }}
      title={t('claim.title')}
      facts={facts}
      place={{ station: station?.name ?? '', company: station?.company?.name }}
      signatures={[t('claim.signStation'), t('claim.signDriver'), t('claim.signSupplier')]}>
      <Lines title={t('delivery.ofLoad')} lines={ofNote(of)} />
      <Lines title={t('delivery.measured')} lines={ofTank(of, cockpit)} />
      <Lines title={t('claim.claimed')} lines={ofClaim(cockpit, atReference)} />
    </PrintPage>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly Line[] }) => (
  <>
    <h2>{title}</h2>
    <PrintTable
      label={title}
      rows={lines}
      columns={[
        { key: 'label', title: t('claim.entry'), value: ([label]) => label },
        { key: 'value', title: t('claim.value'), value: ([, value]) => value, end: true },
      ]}
    />
  </>
)

const inLitres = (cl: number | null | undefined) => (cl == null ? '—' : `${litres(cl)} ${t('kit.unitLitre')}`)

const ofNote = ({ deliveryVolumeCl, weightKg, density, densityKind, temperature }: Delivery): Line[] => [
  [t('oilInfos.deliveryVolumeCl'), inLitres(deliveryVolumeCl)],
  [t('oilInfos.weightKg'), count(weightKg)],
  [t('oilInfos.density'), density === null ? '—' : `${density.toFixed(1)} (${wordsFor(`oilInfos.densityKind_${densityKind}`)})`],
  [t('oilInfos.temperature'), celsius(temperature)],
]

const atTemperature = (cl: number | null, temperature: number | null) =>
  temperature === null ? inLitres(cl) : `${inLitres(cl)} · ${celsius(temperature)}`

/** With the temperature, which the litres at the reference temperature follow from. */
const ofGauge = ({ volumeCl, temperature, count: readings }: CockpitSide) =>
  t('claim.gaugeSays', { litres: atTemperature(volumeCl, temperature), count: readings })

const ofTank = (of: Delivery, { before, after, soldCl, stillAt, byGauge }: DeliveryCockpit): Line[] => [
  [t('claim.dipBefore'), atTemperature(of.beforeVolumeCl, of.beforeTemperature)],
  [t('claim.dipAfter'), atTemperature(of.afterVolumeCl, of.afterTemperature)],
  ...(byGauge
    ? ([
        [t('claim.gaugeBefore'), ofGauge(before)],
        [t('claim.gaugeAfter'), after ? ofGauge(after) : '—'],
        [t('cockpit.stillAt'), stillAt ? time(stillAt) : '—'],
      ] as Line[])
    : []),
  [t('oilInfos.soldCl'), inLitres(soldCl)],
]

function ofClaim(cockpit: DeliveryCockpit, atReference: DeliveryAtReference | null): Line[] {
  const counts = judgementOf(cockpit)
  if (!counts) return [[t('claim.shortBy'), '—']]
  const { standard, reference } = atReference?.settings ?? {}
  const at = cockpit.atReference && reference ? t('delivery.atReference', { celsius: reference }) : t('delivery.observed')
  return [
    [t('claim.basis'), cockpit.atReference && standard ? `${at} · ${standardNames[standard]}` : at],
    [t('claim.received'), inLitres(counts.receivedCl)],
    [t('oilInfos.deliveryVolumeCl'), inLitres(counts.noteCl)],
    [t('claim.shortBy'), signedLitres(counts.differenceCl)],
    [t('claim.doubt'), `± ${inLitres(counts.uncertaintyCl)}`],
    [t('claim.confidence'), `${counts.confidence.toFixed(1)}% · ${verdictWords(counts.verdict)}`],
  ]
}
