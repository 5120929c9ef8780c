import { dispensers, dispenserStatus, nozzleControls, type ColoredFuel, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useLiveState } from '../../core/live/hearing.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { equals } from '../../core/search.ts'
import { clock } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Money, StatusTag } from '../../kit/detail/figures.tsx'
import { fuelColor } from '../../kit/draw/fuel-color.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { Drill, pathTo } from '../../kit/links.ts'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { litres } from '../../core/money.ts'
import { useFuelling } from './use-fuelling.ts'
import type { LastSale, LastSales } from './use-last-sales.ts'
import './forecourt.css'

type Stand = Returned<typeof dispenserStatus.read>['content'][number]
type Sold = { item?: { name: string; priceCents: number | null } | null; tank?: { number: number; product?: ColoredFuel } }

/** Every dispenser with its nozzles: what each sells, at what price, and what it is doing, as far as a device has said. */
export function DispenserRow({ stationId, lastSales }: { stationId: number; lastSales?: LastSales }) {
  const { visible } = usePage()
  const queryKey = [dispensers.name, 'status', stationId] as const
  const running = useFuelling(queryKey)
  const heard = useLiveState(({ state }) => state === 'connected')
  const status = useQuery({
    queryKey,
    enabled: visible,
    refetchInterval: heard ? 60_000 : 5000,
    queryFn: ({ signal }) => call(dispenserStatus.read, { query: { stationId } }, { signal }),
  })
  // States are told one by one; what a lost line kept back is read when it is there again.
  useReadWhenTold(['devices'], () => visible && void status.refetch())
  const sold = useQuery({
    queryKey: [nozzleControls.name, 'sold', stationId],
    enabled: visible,
    queryFn: async ({ signal }) => {
      const query = { size: 100, search: equals('station.id', stationId), expand: ['item', 'tank.product'] }
      const { content } = await call(nozzleControls.list, { query }, { signal })
      return new Map(content.map(nozzle => [nozzle.id, nozzle as Sold]))
    },
  })
  if (status.error && !status.data) return <Failed error={status.error} onRetry={() => void status.refetch()} />
  if (!status.data)
    return (
      <>
        <div className="fc-yard-wait">
          <Bones rows={3} />
        </div>
        <HoldBelow />
      </>
    )
  const silent =
    status.data.content.length > 0 &&
    status.data.content.every(stand => stand.state === null && stand.nozzles.every(of => of.state === null))
  return (
    <>
      <ul className="fc-stands">
        {status.data.content.map(stand => (
          <li key={stand.id}>
            <Dispenser stand={stand} sold={sold.data} running={running} lastSales={lastSales} />
          </li>
        ))}
      </ul>
      {silent && <p className="k-quiet">{t('forecourt.silent')}</p>}
    </>
  )
}

interface Shown {
  stand: Stand
  sold: ReadonlyMap<number, Sold> | undefined
  running: ReturnType<typeof useFuelling>
  lastSales: LastSales
}

function Dispenser({ stand, sold, running, lastSales }: Shown) {
  return (
    <article className="fc-stand" aria-label={stand.name}>
      <header>
        <strong>{stand.name}</strong>
        <StatusTag of={dispensers.name} field="state" value={stand.state} />
      </header>
      {stand.nozzles.length === 0 && <p className="k-quiet">{t('forecourt.noNozzleHere')}</p>}
      <ul>
        {stand.nozzles.map(nozzle => {
          const { item, tank } = sold?.get(nozzle.id) ?? {}
          const fuelling = nozzle.state === 'busy' ? running.get(nozzle.logicNo) : undefined
          return (
            <li key={nozzle.id} style={{ '--fuel': fuelColor(tank?.product) } as never}>
              <b title={t('forecourt.nozzleNo', { number: nozzle.logicNo })}>{nozzle.logicNo}</b>
              <span>{item?.name ?? '—'}</span>
              {fuelling && !lastSales ? <Running of={fuelling} /> : <Money cents={item?.priceCents} />}
              <StatusTag of={nozzleControls.name} field="state" value={nozzle.state} />
              {fuelling && lastSales && (
                <div className="fc-last">
                  <Running of={fuelling} />
                </div>
              )}
              {lastSales && !fuelling && <Last sale={lastSales === 'loading' ? lastSales : lastSales.get(nozzle.id)} />}
            </li>
          )
        })}
      </ul>
    </article>
  )
}

/** How far a fuelling has come stands where the last sale of the nozzle stood and will stand. */
const Running = ({ of: { volumeCl, amountCents } }: { of: { volumeCl: number; amountCents: number } }) => (
  <span className="fc-running">
    {litres(volumeCl)} {t('forecourt.litre')} · <Money cents={amountCents} />
  </span>
)

/** It leads to its order. */
function Last({ sale }: { sale: LastSale | 'loading' | undefined }) {
  const known = sale !== 'loading' && sale
  return (
    <small className="fc-last k-quiet">
      {t('forecourt.lastSale')}{' '}
      {known ? (
        <Drill to={pathTo('orders', known.orderId)}>
          {clock(known.createdDate)} · {litres(known.volumeCl)} {t('forecourt.litre')} · <Money cents={known.amountCents} />
        </Drill>
      ) : (
        <span>{sale ? '…' : '—'}</span>
      )}
    </small>
  )
}
