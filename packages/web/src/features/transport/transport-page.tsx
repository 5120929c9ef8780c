import { transportCosts, transports, type LoadCost } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { inCurrency, litres, minus, unknown } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Descriptions, Section, type Fact } from '../../kit/detail/descriptions.tsx'
import { StatusTag } from '../../kit/detail/figures.tsx'
import { RecordFailed } from '../../kit/detail/record-failed.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { History } from '../../kit/history/history.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'
import { TransportActs, billOf } from './transport-acts.tsx'
import type { Transport } from './transport-form.tsx'
import { fromDepot, signedLoss } from './transport-cells.tsx'
import './transport.css'

const route: readonly Fact<Transport>[] = [
  'billNo',
  { path: 'depotId', value: fromDepot },
  'supplierId',
  'stationId',
  'baseFuelId',
  'deliveryTime',
  'offloadTime',
  'carrierId',
  'truckId',
  'plate',
  'density',
]
const road: readonly Fact<Transport>[] = [
  'loadedKg',
  'loadedCl',
  'volumeTyped',
  'signedKg',
  'signedCl',
  { path: 'lossKg', value: ({ lossKg }) => signedLoss(lossKg) },
  'allowedLossPercent',
  'allowedKg',
  'claimedKg',
  'productId',
  'signReason',
  'signedDate',
  'signedById',
]
const money: readonly Fact<Transport>[] = [
  'pricedBy',
  'priceCents',
  'taxRate',
  'ownAmountCents',
  'amountCents',
  'netCents',
  'freightPriceCents',
  'freightOn',
  'freightTaxRate',
  'freightAmountCents',
  'freightNetCents',
  'claimCents',
  'claimNetCents',
]
export const relations = ['depot', 'supplier', 'station', 'baseFuel', 'carrier', 'truck', 'product', 'signedBy']

/** 运输合同详情: what was agreed, what left and what arrived, and what it cost. */
export default function TransportPage() {
  const page = usePage()
  const id = Number(page.params['transportId'])
  const { data, error, refetch } = useRecord<Transport>(transports, Number.isSafeInteger(id) && id > 0 ? id : undefined, relations)
  const cost = useQuery({
    queryKey: ['transports', 'cost', id, data?.version],
    enabled: data !== undefined,
    placeholderData: (shown: LoadCost | undefined, asked) => (asked?.queryKey[2] === id ? shown : undefined),
    queryFn: ({ signal }) => call(transportCosts.of, { id }, { signal }),
    meta: { saidOnPage: true },
  })
  if (data && !cost.isPending) return <Details of={data} cost={cost.data} failed={cost.error} onRetry={() => void cost.refetch()} />
  return (
    <>
      <PageHeader title={page.title} />
      {error ? <RecordFailed error={error} onRetry={() => void refetch()} /> : <Bones rows={10} />}
    </>
  )
}

interface DetailsProps {
  of: Transport
  cost: LoadCost | undefined
  failed: unknown
  onRetry: () => void
}

function Details({ of, cost, failed, onRetry }: DetailsProps) {
  const go = useGo()
  return (
    <>
      <PageHeader
        title={t('transport.title', { billNo: billOf(of) })}
        meta={<StatusTag of="transports" field="status" value={of.status} />}
        actions={
          <>
            <TransportActs transport={of} ofPage onGone={() => go('transportMge')} />
            <Button onClick={() => go('printTransportDetail', { transportId: of.id })}>{t('transport.print')}</Button>
          </>
        }
      />
      {of.status === 'loaded' && <p className="k-quiet">{t('transport.signAt')}</p>}
      <Section title={t('transport.route')}>
        <Descriptions of={transports} row={of} facts={route} />
      </Section>
      <Section title={t('transport.road')}>
        <Descriptions of={transports} row={of} facts={road} />
      </Section>
      <Section title={t('transport.money')}>
        <Descriptions of={transports} row={of} facts={money} />
      </Section>
      <Section title={t('transport.cost')}>
        {cost ? <Cost of={cost} ofDepot={of.depotId !== null} /> : <Failed error={failed} onRetry={onRetry} />}
      </Section>
      <Section title={t('transport.rest')}>
        <Descriptions of={transports} row={of} facts={['remark', 'createdDate']} />
      </Section>
      <History of={transports} id={of.id} />
    </>
  )
}

/** Cents of 1,000 litres, for one: to the hundredth of a cent, in the company's currency. */
const perLitre = (cents: number | null) => {
  if (cents === null) return unknown
  const amount = t('kit.withSymbol', { amount: (Math.abs(cents) / 100_000).toFixed(4) })
  return `${cents < 0 ? minus : ''}${amount} / ${t('kit.unitLitre')}`
}

export function Cost({ of, ofDepot }: { of: LoadCost; ofDepot: boolean }) {
  if (!of.total) return <p className="k-quiet">{t('transport.costLater')}</p>
  const lines = [
    ['fuel', of.fuel],
    ['freight', of.freight],
    ['claim', of.claim],
    ['total', of.total],
    ['allowedLoss', of.allowedLoss],
  ] as const
  return (
    <>
      <div className="transport-table" role="region" aria-label={t('transport.cost')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('transport.entry')}</th>
              <th scope="col" className="k-end">
                {t('transport.gross')}
              </th>
              <th scope="col" className="k-end">
                {t('transport.net')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, amount]) => (
              <tr key={name}>
                <th scope="row">{t(`transport.${name}`)}</th>
                <td className="k-end" data-label={t('transport.gross')}>
                  {inCurrency(amount?.cents)}
                </td>
                <td className="k-end" data-label={t('transport.net')}>
                  {inCurrency(amount?.netCents)}
                </td>
              </tr>
            ))}
            <tr>
              <th scope="row">
                {t('transport.perLitre')} <small className="k-quiet">{`${litres(of.signedCl)} ${t('kit.unitLitre')}`}</small>
              </th>
              <td className="k-end" data-label={t('transport.gross')}>
                {perLitre(of.perKilolitreCents)}
              </td>
              <td className="k-end" data-label={t('transport.net')}>
                {perLitre(of.netPerKilolitreCents)}
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      {ofDepot && <p className="k-quiet">{t('transport.costNote')}</p>}
    </>
  )
}
