import { groupedOf, lineItems, tanks, tankWatch, type Returned, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { celsius, count, litres, percent } from '../../core/money.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { equals } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { addDays, time, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { FuelName } from './fuel-name.tsx'
import { daysSeen, lastingDays } from './lasting.ts'
import { TankFigure } from './tank-figure.tsx'
import './forecourt.css'

type Tank = RowOf<typeof tanks>
/** Beyond it the number says nothing more. */
const daysTold = 60

/** Every tank of the station as it lies: fuel, water and the room above, and for how many days it will do. */
export function TankYard({ stationId }: { stationId: number }) {
  const { visible } = usePage()
  const { data, error, refetch } = useQuery({
    queryKey: [tanks.name, 'yard', stationId],
    enabled: visible,
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      call(tanks.list, { query: { size: 100, search: equals('station.id', stationId), expand: 'product' } }, { signal }),
  })
  const watched = useQuery({
    queryKey: [tanks.name, 'watch'],
    enabled: visible,
    refetchInterval: 60_000,
    queryFn: ({ signal }) => call(tankWatch, {}, { signal }),
  })
  useReadWhenTold(['tanks'], () => visible && void Promise.all([refetch(), watched.refetch()]))
  const lasting = useLasting(data?.content ?? [])
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <>
        <div className="fc-yard-wait">
          <Bones rows={4} />
        </div>
        <HoldBelow />
      </>
    )
  return (
    <ul className="fc-yard">
      {data.content.map(tank => (
        <li key={tank.id}>
          <TankCard tank={tank} days={lasting(tank)} watched={watched.data?.content.find(({ id }) => id === tank.id)} />
        </li>
      ))}
    </ul>
  )
}

interface TankCardProps {
  tank: Tank
  days: number | undefined
  /** What the limits of its station say of it. */
  watched: Pick<Returned<typeof tankWatch>['content'][number], 'low' | 'wet'> | undefined
}

function TankCard({ tank, days, watched: { low, wet } = { low: false, wet: false } }: TankCardProps) {
  const { number, product, volumeCl, maxVolumeCl, oilHeightMm, waterHeightMm, temperature, measuredAt } = tank
  const known = measuredAt !== null
  const share = Math.round((volumeCl / maxVolumeCl) * 100)
  const lasts =
    days === undefined ? '—' : t(days > daysTold ? 'forecourt.daysOver' : 'forecourt.daysOf', { count: Math.min(days, daysTold) })
  return (
    <article
      className="fc-tank"
      aria-label={
        known
          ? t('forecourt.tankSays', { number, fuel: product?.name ?? '', percent: share })
          : `${t('forecourt.tankNo', { number })} ${product?.name ?? ''}`
      }>
      <header>
        <strong>{t('forecourt.tankNo', { number })}</strong> <FuelName fuel={product} />
      </header>
      <TankFigure tank={tank} fuel={product} />
      <p className="fc-level">
        <b>{known ? whole(volumeCl) : '—'}</b> {t('kit.unitLitre')}
        <span className={low ? 'k-bad' : undefined}>
          {low && `${t('forecourt.low')} · `}
          {known ? percent(share) : '—'}
        </span>
      </p>
      <dl>
        <Fact label={t('forecourt.days')} value={known ? lasts : '—'} />
        <Fact label={t('forecourt.ullage')} value={known ? `${whole(maxVolumeCl - volumeCl)} ${t('kit.unitLitre')}` : '—'} />
        <Fact label={t('forecourt.oilHeight')} value={known ? `${count(oilHeightMm)} ${t('kit.unitMillimetre')}` : '—'} />
        <Fact
          label={t('forecourt.waterHeight')}
          value={known ? `${wet ? `${t('forecourt.water')} · ` : ''}${count(waterHeightMm)} ${t('kit.unitMillimetre')}` : '—'}
          bad={wet}
        />
        <Fact label={t('forecourt.temperature')} value={celsius(temperature)} />
        <Fact label={t('forecourt.measured')} value={time(measuredAt, 'minute')} />
      </dl>
    </article>
  )
}

const Fact = ({ label, value, bad = false }: { label: string; value: string; bad?: boolean }) => (
  <div>
    <dt>{label}</dt>
    <dd className={bad ? 'k-bad' : undefined}>{value}</dd>
  </div>
)
const whole = (centilitres: number) => litres(centilitres).replace(/\.\d\d$/, '')

/** For how many days the fuel in a tank will do at the pace of the last whole days, shared with the other tanks of that fuel. */
function useLasting(all: readonly Tank[]) {
  const may = useMay(`${lineItems.permission}.read`)
  const items = [...new Set(all.flatMap(tank => tank.itemId ?? []))]
  const days = Array.from({ length: daysSeen }, (_, at) => addDays(today(), at - daysSeen))
  const [startTime, endTime] = [days[0]!, days.at(-1)!]
  const { data } = useQuery({
    queryKey: [lineItems.name, 'lasting', startTime, items],
    enabled: may && items.length > 0,
    staleTime: 600_000,
    queryFn: async ({ signal }) => {
      const sold = await Promise.all(
        items.map(item =>
          call(lineItems.totals, { query: { search: equals('item.id', item), groupBy: 'day', startTime, endTime } }, { signal }),
        ),
      )
      return new Map(items.map((item, at) => [item, groupedOf(sold[at])?.content ?? []]))
    },
  })
  return ({ itemId }: Tank): number | undefined => {
    const lines = itemId === null ? undefined : data?.get(itemId)
    if (!lines) return undefined
    const sold = days.map(day => lines.find(({ key }) => key === day)?.volumeCl ?? 0)
    const held = all.filter(tank => tank.itemId === itemId).reduce((sum, tank) => sum + tank.volumeCl, 0)
    return lastingDays(sold, held)
  }
}
