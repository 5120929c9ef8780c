import { orderAdvice, transports, type OrderAdvice } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { count, litres } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button, Segmented } from '../../kit/ui.ts'

/** A fuel that lasts longer than this, open orders included, needs no truck yet. */
const soonDays = 5

/** 补货建议: which fuel runs dry first, and what may be ordered of it. */
export default function OrderAdviceTab() {
  const { search, setSearch, visible } = usePage()
  const isSoon = search['all'] === undefined
  const query = isSoon ? { withinDays: soonDays } : {}
  const { data, error, refetch } = useQuery({
    queryKey: ['transports', 'advice', query],
    enabled: visible,
    queryFn: ({ signal }) => call(orderAdvice, { query }, { signal }),
    meta: { saidOnPage: true },
  })
  return (
    <>
      <Segmented
        value={isSoon ? 'soon' : 'all'}
        onChange={value => setSearch(now => ({ ...now, all: value === 'all' ? 'yes' : undefined }))}
        options={[
          { value: 'soon', label: t('transport.within', { days: soonDays }) },
          { value: 'all', label: t('transport.all') },
        ]}
      />
      <p className="k-quiet">{t('transport.adviceNote')}</p>
      {data ? (
        <Advised rows={data.content} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Bones rows={6} />
          <HoldBelow />
        </>
      )}
    </>
  )
}

/** The litres of a fuel, each under the head of its name. */
const figures = { held: 'heldCl', perDay: 'soldPerDayCl', open: 'openCl', room: 'roomCl', proposed: 'proposedCl' } as const
const heads = ['days', ...(Object.keys(figures) as (keyof typeof figures)[])] as const

function Advised({ rows }: { rows: readonly OrderAdvice[] }) {
  const go = useGo()
  const mayWrite = useMay(transports.create.permission)
  if (rows.length === 0) return <p>{t('transport.noAdvice')}</p>
  const order = ({ stationId, baseFuelId, proposedCl }: OrderAdvice) =>
    go('addTransportInfo', {}, { station: stationId, fuel: baseFuelId ?? undefined, litres: proposedCl || undefined })
  return (
    <div className="transport-table" role="region" aria-label={t('transport.tab_advice')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('transport.station')}</th>
            <th scope="col">{t('transport.product')}</th>
            {heads.map(name => (
              <th key={name} scope="col" className="k-end">
                {t(`transport.${name}`)}
              </th>
            ))}
            <th scope="col">{t('transport.fits')}</th>
            {mayWrite && (
              <th scope="col">
                <span className="k-unseen">{t('transport.order')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Advice key={`${row.stationId}:${row.productId}`} of={row} onOrder={mayWrite ? order : undefined} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** On a phone each figure says what it is. */
function Advice({ of, onOrder }: { of: OrderAdvice; onOrder: ((of: OrderAdvice) => void) | undefined }) {
  const { stationName, productName, daysToEmpty, baseFuelId, truck } = of
  return (
    <tr>
      <th scope="row">{stationName}</th>
      <td data-label={t('transport.product')}>{productName}</td>
      <td className={`k-end${daysToEmpty !== null && daysToEmpty < 2 ? ' k-bad' : ''}`} data-label={t('transport.days')}>
        {count(daysToEmpty)}
      </td>
      {(Object.keys(figures) as (keyof typeof figures)[]).map(name => (
        <td key={name} className="k-end" data-label={t(`transport.${name}`)}>
          {litres(of[figures[name]])}
        </td>
      ))}
      <td data-label={t('transport.fits')}>{truck?.plate ?? '—'}</td>
      {onOrder && (
        <td>
          {baseFuelId !== null && (
            <Button
              type="link"
              size="small"
              onClick={() => onOrder(of)}
              aria-label={`${t('transport.order')} · ${stationName} · ${productName}`}>
              {t('transport.order')}
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}
