import { lineItems, tanks, type RowOf } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { celsius, count, litres, percent } from '../../core/money.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { atLeast, equals, searchText, sourceOf } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { dayStart, addDays, time, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { HoldBelow } from '../../kit/list/hold-below.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { FuelName } from './fuel-name.tsx'
import { TankFigure } from './tank-figure.tsx'
import './forecourt.css'

type Tank = RowOf<typeof tanks>
/** Over how many days the sales are taken that a tank will last for. */
const daysSeen = 7
/** Beyond it the number says nothing more. */
const daysTold = 60
const waterMaxMm = 40
const lowShare = 0.15

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
  useReadWhenTold(['tanks'], () => visible && void refetch())
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
          <TankCard tank={tank} days={lasting(tank)} />
        </li>
      ))}
    </ul>
  )
}

function TankCard({ tank, days }: { tank: Tank; days: number | undefined }) {
  const { number, product, volumeCl, maxVolumeCl, oilHeightMm, waterHeightMm, temperature, measuredAt } = tank
  const known = measuredAt !== null
  const share = Math.round((volumeCl / maxVolumeCl) * 100)
  const low = known && volumeCl / maxVolumeCl < lowShare
  const wet = known && waterHeightMm > waterMaxMm
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

/** For how many days the fuel in a tank will do at last week's pace, shared with the other tanks of that fuel. */
function useLasting(all: readonly Tank[]) {
  const may = useMay(`${lineItems.permission}.read`)
  const items = [...new Set(all.flatMap(tank => tank.itemId ?? []))]
  const from = dayStart(addDays(today(), -daysSeen))
  const { data } = useQuery({
    queryKey: [lineItems.name, 'lasting', from, items],
    enabled: may && items.length > 0,
    staleTime: 600_000,
    queryFn: async ({ signal }) => {
      const sold = await Promise.all(
        items.map(item =>
          call(
            lineItems.totals,
            { query: { search: searchText([equals('item.id', item), atLeast('createdDate', from)]), ...sourceOf() } },
            { signal },
          ),
        ),
      )
      return new Map(items.map((item, at) => [item, sold[at]!['volumeCl'] ?? 0]))
    },
  })
  return ({ itemId }: Tank): number | undefined => {
    const sold = itemId === null ? 0 : (data?.get(itemId) ?? 0)
    const held = all.filter(tank => tank.itemId === itemId).reduce((sum, tank) => sum + tank.volumeCl, 0)
    return sold > 0 ? Math.floor((held * daysSeen) / sold) : undefined
  }
}
