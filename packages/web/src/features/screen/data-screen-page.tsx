import { useCallback, useMemo } from 'react'
import { count } from '../../core/money.ts'
import { useSession } from '../../core/session.ts'
import { zone } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bars } from '../../kit/chart/bars.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { Alarms, alarmsOf } from './alarms.tsx'
import { byStation, daysOf, dryFirst, sharesOf, sumOf, type Sold, type Station, type ZoneDay } from './figures.ts'
import { Headline } from './headline.tsx'
import type { LiveSale } from './live-feed.ts'
import { callPayType, LiveSales, paintOfFuel, Panel, Ranking, Shares, Tanks, type ScreenTank } from './panels.tsx'
import { StationMap } from './station-map.tsx'
import { TopLine } from './top-line.tsx'
import {
  useLastSales,
  useLastWeek,
  useParts,
  useReadAfter,
  useStations,
  useTanks,
  useToday,
  useWaiting,
  type Scope,
} from './use-figures.ts'
import { useLiveFeed } from './use-live-feed.ts'
import { useNow } from './use-now.ts'
import './data-screen.css'
import './data-screen-parts.css'

/** How often the figures are read at most while sales arrive, and what changes more slowly. */
const [figuresMs, partsMs] = [4_000, 20_000]
const [salesShown, tanksShown, fuelsShown, payTypesShown] = [6, 4, 5, 5]

/** 数据大屏: a company, or one of its stations, as it is now; to be read across a room, and left on. @source routes.csv /dataScreen */
export default function DataScreenPage() {
  const { search, setSearch } = usePage()
  const company = useSession(({ atStation, profile }) => atStation?.company ?? profile?.company)
  const stations = useStations(company?.id).data
  const display = useSession(({ profile }) => profile?.display)
  const wanted = display?.stationId ?? (Number(search['station']) || undefined)
  const scope = stations?.some(({ id }) => id === wanted) ? wanted : undefined
  const shown = useMemo(() => (stations ?? []).filter(({ id }) => scope === undefined || id === scope), [stations, scope])
  const zones = useZones(shown)
  const onScope = (next: Scope) => setSearch({ station: next })
  const screen = useScreen({ company: company?.id, scope, zones }, shown)
  const name = stations?.find(({ id }) => id === scope)?.name ?? company?.name ?? ''
  return (
    <main className="ds">
      <TopLine title={name} stations={stations ?? []} zones={zones} scope={scope} onScope={onScope} readAt={screen.readAt} />
      <Headline now={screen.now} before={screen.before} running={screen.feed.running} />
      <Columns screen={screen} shown={shown} />
    </main>
  )
}

const sameDays = (one: readonly ZoneDay[], other: readonly ZoneDay[]) =>
  one.length === other.length &&
  one.every(({ zone: at, day, stations }, place) => {
    const beside = other[place]!
    return at === beside.zone && day === beside.day && stations.join() === beside.stations.join()
  })
/** The days of the stations: drawn anew when one of them begins another. */
function useZones(stations: readonly Station[]): ZoneDay[] {
  const read = useCallback((now: string) => daysOf(stations, now), [stations])
  return useNow(read, sameDays)
}

type Asked = Parameters<typeof useToday>[0]

/** All that the screen shows, read and heard. */
function useScreen(asked: Asked, shown: readonly Station[]) {
  const today = useToday(asked)
  const [fuels, payTypes] = [useParts(asked, 'product'), useParts(asked, 'payType')]
  const { tanks, used } = useTanks(asked)
  const waiting = useWaiting(asked)
  const last = useLastSales(asked, salesShown)
  const figures = () => void today.refetch()
  const parts = () => [fuels, payTypes, waiting].forEach(query => void query.refetch())
  const feed = useLiveFeed(
    shown.map(({ id }) => id),
    () => [today, fuels, payTypes, waiting, tanks, last].forEach(query => void query.refetch()),
  )
  useReadAfter(feed.told.orders, figures, figuresMs)
  useReadAfter(Math.max(feed.told.orders, feed.told.shifts), parts, partsMs)
  useReadAfter(feed.told.tanks, () => void tanks.refetch(), partsMs)
  const own = new Set(shown.map(({ id }) => id))
  const rows = today.data && byStation(shown, today.data.lines)
  return {
    readAt: today.data?.readAt,
    now: rows && sumOf(rows.map(({ now }) => now)),
    before: sumOf(rows?.map(({ before }) => before) ?? []),
    rows,
    hours: today.data?.hours,
    lastWeek: useLastWeek(asked).data,
    fuels: fuels.data && sharesOf(fuels.data, 'volumeCl', fuelsShown, t('screen.rest')),
    payTypes: payTypes.data && sharesOf(payTypes.data, 'totalCents', payTypesShown, 'rest'),
    tanks:
      tanks.data &&
      dryFirst(
        (tanks.data.all as readonly ScreenTank[]).filter(({ stationId }) => own.has(stationId)),
        used,
      ),
    sources: tanks.data &&
      waiting.data && {
        away: feed.away,
        watch: tanks.data.watch.filter(({ stationId }) => own.has(stationId)),
        unpaid: waiting.data.unpaid.filter(({ stationId }) => own.has(stationId)),
        due: waiting.data.due.filter(({ stationId }) => own.has(stationId)),
      },
    sales: last.data && newest(feed.sales, last.data),
    feed,
  }
}

type Read = NonNullable<ReturnType<typeof useLastSales>['data']>
const litresOf = (row: Read[number]) =>
  ((row as { lineItems?: readonly { volumeCl: number }[] }).lineItems ?? []).reduce((sum, { volumeCl }) => sum + volumeCl, 0)

/** What the channel told of, before what was read: each once. */
function newest(told: readonly LiveSale[], read: Read): LiveSale[] {
  const known = new Set(told.map(({ id }) => id))
  const before = read
    .filter(({ id }) => !known.has(id))
    .map(row => {
      const { id, stationId, createdDate, totalCents, payType } = row
      return { id, stationId, at: createdDate, totalCents, volumeCl: litresOf(row), payType }
    })
  return [...told, ...before].toSorted((one, other) => other.at.localeCompare(one.at) || other.id - one.id).slice(0, salesShown)
}

function Columns({ screen, shown }: { screen: ReturnType<typeof useScreen>; shown: readonly Station[] }) {
  const { rows, hours, lastWeek, fuels, payTypes, tanks, sources, sales, feed } = screen
  const byId = new Map(shown.map(station => [station.id, station]))
  const nameOf = (id: number) => byId.get(id)?.name ?? ''
  const zoneOf = (id: number) => byId.get(id)?.timeZone ?? zone()
  const alarms = sources && alarmsOf(sources, zoneOf)
  const alarmed = new Set(alarms?.filter(({ grave }) => grave).map(({ stationId }) => stationId))
  const low = new Set(sources?.watch.filter(each => each.low).map(({ id }) => id))
  return (
    <div className="ds-body">
      <Panel title={t('screen.byHour')} name="hours" note={t('screen.hourKey')}>
        <Hours hours={hours} lastWeek={lastWeek} />
      </Panel>
      <Panel title={t('screen.fuels')} name="fuels" note={t('screen.inLitres')}>
        <Shares parts={fuels} measure="volumeCl" paint={paintOfFuel} call={({ name }) => name} />
      </Panel>
      <Panel title={t('screen.payTypes')} name="pays" note={t('screen.unitMoney')}>
        <Shares parts={payTypes} measure="totalCents" paint={() => 'var(--ds-accent)'} call={callPayType} />
      </Panel>
      <Panel title={t('screen.map')} name="map" note={t('screen.mapKey')}>
        <StationMap stations={shown} sold={rows ?? []} alarmed={alarmed} turns={feed.turns} />
      </Panel>
      <Panel title={t('screen.ranking')} name="ranking" note={t('screen.rankingKey')}>
        <Ranking stations={rows} nameOf={nameOf} />
      </Panel>
      <Panel
        title={t('screen.alarms')}
        name="alarms-panel"
        note={alarms && alarms.length > 0 && <b className="ds-badge">{count(alarms.length)}</b>}>
        <Alarms alarms={alarms} nameOf={nameOf} />
      </Panel>
      <Panel title={t('screen.tanks')} name="tanks-panel" note={t('screen.tanksKey')}>
        <Tanks tanks={tanks?.slice(0, tanksShown)} nameOf={nameOf} low={low} />
      </Panel>
      <Panel title={t('screen.sales')} name="live">
        <LiveSales sales={sales} nameOf={nameOf} zoneOf={zoneOf} />
      </Panel>
    </div>
  )
}

const hourWords = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

function Hours({ hours, lastWeek }: { hours: readonly Sold[] | undefined; lastWeek: readonly Sold[] | undefined }) {
  const running = hours ? hours.findLastIndex(({ totalCents }) => totalCents > 0) : -1
  return (
    <Bars
      title={t('screen.byHour')}
      unit={t('screen.unitMoney')}
      bars={hourWords.map((label, hour) => ({
        label,
        value: hours?.[hour]?.totalCents ?? 0,
        ...(lastWeek && { before: lastWeek[hour]!.totalCents }),
        running: hour === running,
      }))}
      write={cents => count(Math.round(cents / 100))}
      names={{ value: t('screen.today'), before: t('screen.weekAgo') }}
    />
  )
}
