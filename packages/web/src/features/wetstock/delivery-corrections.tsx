import { deliveryCorrections, oilInfos } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { litres } from '../../core/money.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Figures, Section } from '../../kit/detail/descriptions.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Failed } from '../../kit/feedback/states.tsx'
import { Drill, pathTo } from '../../kit/links.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import type { Delivery } from './delivery-form.tsx'

const inLitres = (cl: number | null) => (cl === null ? '—' : `${litres(cl)} ${t('kit.unitLitre')}`)

/** What is known better of a delivery since its shift was settled: the record that corrects it, and sales of its time that came late. */
export default function DeliveryCorrections({ of }: { of: Delivery }) {
  const { id, status, correctsId, correctedById } = of
  const isCounted = status === 'settled' || status === 'corrected'
  const { data, error, refetch } = useQuery({
    queryKey: ['oilInfos', 'corrections', id, of.version],
    enabled: isCounted || correctsId !== null,
    meta: saidOnPage,
    queryFn: ({ signal }) => call(deliveryCorrections.of, { id }, { signal }),
  })
  if (!isCounted && correctsId === null) return null
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <HoldBelow />
  const { lateSales, lateCl, soldCl, profitLossCl, takesBackCl, reason, addsToReceived } = data
  if (lateSales.length === 0 && correctsId === null && correctedById === null) return null
  return (
    <Section title={t('correction.head')}>
      {correctsId !== null && (
        <p>
          {t('correction.takesBack', { litres: inLitres(takesBackCl), reason: reason ?? '' })}{' '}
          <Drill to={pathTo(oilInfos.name, correctsId)}>{t('correction.openBefore')}</Drill>
        </p>
      )}
      {correctedById !== null && (
        <p>
          {t('correction.replaced')} <Drill to={pathTo(oilInfos.name, correctedById)}>{t('correction.openAfter')}</Drill>
        </p>
      )}
      {lateSales.length > 0 && (
        <>
          <p>{t(addsToReceived ? 'correction.lateAdds' : 'correction.late', { litres: inLitres(lateCl) })}</p>
          <Figures
            of={[
              { label: t('correction.soldCl'), value: inLitres(soldCl) },
              { label: t('correction.profitLossCl'), value: inLitres(profitLossCl) },
            ]}
          />
          <ul className="delivery-late" aria-label={t('correction.lateSales')}>
            {lateSales.map(sale => (
              <li key={sale.orderId}>
                <Drill to={pathTo('orders', sale.orderId)}>{sale.orderNo}</Drill> {inLitres(sale.volumeCl)}{' '}
                <span className="k-quiet">{t('correction.told', { sold: time(sale.createdDate), told: time(sale.receivedDate) })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
