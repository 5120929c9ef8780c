import { transports } from '@forecourt/contract'
import { count, inCurrency, litres, percent, tons } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { PageFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones } from '../../kit/feedback/states.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { PrintPage, PrintTable } from '../../kit/print/print-page.tsx'
import { Checkbox } from '../../kit/ui.ts'
import { billOf } from './transport-acts.tsx'
import type { Transport } from './transport-form.tsx'

/** With the names of what it refers to. */
type Named = Transport & Partial<Record<'depot' | 'supplier' | 'carrier' | 'baseFuel', { name: string } | null>>
const relations = ['depot', 'supplier', 'station.company', 'baseFuel', 'carrier']

/**
 * 运输合同打印: what left and what arrived, as shipper, driver and station sign it. What it costs is printed when it is asked for: drivers
 * and stations are told no price.
 */
export default function PrintTransportPage() {
  const id = Number(usePage().params['transportId'])
  const { data, error, refetch } = useRecord<Named>(transports, Number.isSafeInteger(id) && id > 0 ? id : undefined, relations)
  // What is printed is whole, or not there yet.
  if (data) return <Sheet of={data} />
  return error ? <PageFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />
}

type Line = readonly [string, string]
const inTons = (kg: number | null) => (kg === null ? '—' : `${tons(kg)} ${t('kit.unitTon')}`)
const inLitres = (cl: number | null) => (cl === null ? '—' : `${litres(cl)} ${t('kit.unitLitre')}`)

function Sheet({ of }: { of: Named }) {
  const { search, setSearch } = usePage()
  const priced = search['amounts'] === 'shown'
  const station = (of as { station?: { name: string; company?: { name: string } } | null }).station
  const facts = [
    { label: t('transports.billNo'), value: billOf(of) },
    { label: t('transports.depot'), value: of.depot?.name ?? t('transport.direct') },
    { label: t('transports.baseFuel'), value: of.baseFuel?.name ?? '—' },
    { label: t('transports.supplier'), value: of.supplier?.name ?? '—' },
    { label: t('transports.carrier'), value: of.carrier?.name ?? '—' },
    { label: t('transports.plate'), value: of.plate || '—' },
    { label: t('fields.status'), value: wordsFor(`transports.status_${of.status}`) },
    { label: t('transports.deliveryTime'), value: time(of.deliveryTime) },
    { label: t('transports.offloadTime'), value: of.offloadTime ? time(of.offloadTime) : '—' },
  ]
  return (
    <PrintPage
      a4Only
      tools={
        <Checkbox checked={priced} onChange={({ target }) => setSearch(now => ({ ...now, amounts: target.checked ? 'shown' : undefined }))}>
          {t('transport.printAmounts')}
        </Checkbox>
      }
      back={{ page: 'transportDetails', params: { transportId: of.id } }}
      title={t('transport.printTitle')}
      facts={facts}
      place={{ station: station?.name ?? '', company: station?.company?.name }}
      signatures={[t('transport.signShipper'), t('transport.signDriver'), t('transport.signStation')]}>
      <Lines title={t('transport.road')} lines={ofRoad(of)} />
      {priced && <Lines title={t('transport.money')} lines={ofMoney(of)} />}
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
        { key: 'label', title: t('transport.entry'), value: ([label]) => label },
        { key: 'value', title: t('transport.value'), value: ([, value]) => value, end: true },
      ]}
    />
  </>
)

const ofRoad = (of: Transport): Line[] => [
  [t('transports.density'), of.density === null ? '—' : of.density.toFixed(1)],
  [t('transports.loadedKg'), inTons(of.loadedKg)],
  [
    t('transports.loadedCl'),
    t('kit.titled', { label: inLitres(of.loadedCl), unit: t(of.volumeTyped ? 'transport.typed' : 'transport.reckoned') }),
  ],
  [t('transports.signedKg'), inTons(of.signedKg)],
  [t('transports.signedCl'), inLitres(of.signedCl)],
  [t('transports.lossKg'), inTons(of.lossKg)],
  [t('kit.titled', { label: t('transports.allowedKg'), unit: percent(of.allowedLossPercent) }), inTons(of.allowedKg)],
  [t('transports.claimedKg'), inTons(of.claimedKg)],
  ...(of.signReason ? [[t('transports.signReason'), of.signReason] as const] : []),
  ...of.compartments.map(({ number, volumeCl }): Line => [`${t('transports.number')} ${count(number)}`, inLitres(volumeCl)]),
]

const ofMoney = (of: Transport): Line[] => [
  [t('transports.priceCents'), t(`transport.per_${of.pricedBy}`, { amount: inCurrency(of.priceCents) })],
  [t('transports.taxRate'), percent(of.taxRate)],
  [t('transports.amountCents'), inCurrency(of.amountCents)],
  [t('transports.netCents'), inCurrency(of.netCents)],
  [t('transports.freightPriceCents'), inCurrency(of.freightPriceCents)],
  [t('transports.freightOn'), wordsFor(`transports.freightOn_${of.freightOn}`)],
  [t('transports.freightAmountCents'), inCurrency(of.freightAmountCents)],
  [t('transports.freightNetCents'), inCurrency(of.freightNetCents)],
  [t('transports.claimCents'), inCurrency(of.claimCents)],
  [t('transports.claimNetCents'), inCurrency(of.claimNetCents)],
]
