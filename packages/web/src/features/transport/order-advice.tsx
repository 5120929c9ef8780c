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
            {(['days', 'held', 'perDay', 'open', 'room', 'proposed'] as const).map(name => (
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
            <tr key={`${row.stationId}:${row.productId}`}>
              <th scope="row">{row.stationName}</th>
              <td>{row.productName}</td>
              <td className={`k-end${row.daysToEmpty !== null && row.daysToEmpty < 2 ? ' k-bad' : ''}`}>
                {row.daysToEmpty === null ? '—' : count(row.daysToEmpty)}
              </td>
              <td className="k-end">{litres(row.heldCl)}</td>
              <td className="k-end">{litres(row.soldPerDayCl)}</td>
              <td className="k-end">{litres(row.openCl)}</td>
              <td className="k-end">{litres(row.roomCl)}</td>
              <td className="k-end">{litres(row.proposedCl)}</td>
              <td>{row.truck?.plate ?? '—'}</td>
              {mayWrite && (
                <td>
                  {row.baseFuelId !== null && (
                    <Button
                      type="link"
                      size="small"
                      onClick={() => order(row)}
                      aria-label={`${t('transport.order')} · ${row.stationName} · ${row.productName}`}>
                      {t('transport.order')}
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
