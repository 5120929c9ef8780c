import { daySettlement, statistics, tankWatch, unpaidByStation } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { change, count, litres, money, percent } from '../../core/money.ts'
import { stationCalls } from '../../core/first-calls.ts'
import { may, useSession } from '../../core/session.ts'
import { dayStart, today } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { moveTo } from '../../kit/move-station.ts'
import { usePage } from '../../kit/page/use-page.ts'

const everyMs = 60_000

/** Each station, also one that has sold nothing yet: what it sold today, against the same time last week, and what waits there. */
export default function StationsTable() {
  const { data, error, refetch } = useStations()
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={3} />
  return (
    <div className="home-stations">
      <table className="home-orders" aria-label={t('home.stations')}>
        <thead>
          <tr>
            <th>{t('home.station')}</th>
            <th className="home-figure home-wide">{t('kit.titled', { label: t('home.byLitres'), unit: t('home.litre') })}</th>
            <th className="home-figure">{t('kit.titled', { label: t('home.byMoney'), unit: t('kit.unitMoney') })}</th>
            <th className="home-figure home-wide">{t('home.lastWeek')}</th>
            <th className="home-figure home-wide">{t('home.count')}</th>
            <th className="home-figure">{t('home.unpaidShort')}</th>
            <th className="home-figure">{t('home.daysShort')}</th>
            <th className="home-figure">{t('home.tanksShort')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map(row => (
            <StationRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Row = NonNullable<ReturnType<typeof useStations>['data']>[number]

function StationRow({ row }: { row: Row }) {
  const { id, name, sold, beforeCents, unpaid, days, tanks } = row
  const { atStation } = useSession()
  const by = change(sold.totalCents, beforeCents)
  return (
    <tr>
      <td>
        {atStation && id !== atStation.id ? (
          <button type="button" title={t('home.work', { name })} onClick={() => moveTo({ ...atStation, id, name }, '/home')}>
            {name}
          </button>
        ) : (
          name
        )}
      </td>
      <td className="home-figure home-wide">{litres(sold.volumeCl)}</td>
      <td className="home-figure">{money(sold.totalCents)}</td>
      <td className="home-figure home-wide">
        {by !== undefined && by > 0 && '+'}
        {percent(by)}
      </td>
      <td className="home-figure home-wide">{count(sold.orders)}</td>
      <Waiting many={unpaid} />
      <Waiting many={days} />
      <Waiting many={tanks} />
    </tr>
  )
}

/** Nothing that waits is said quietly; what waits stands out. */
const Waiting = ({ many }: { many: number }) => <td className={`home-figure ${many > 0 ? 'home-waits' : ''}`}>{count(many)}</td>

const nothing = { orders: 0, volumeCl: 0, totalCents: 0 }
/** As many as one call may bring; stations beyond them are those of the switcher. */
const most = 500

function useStations() {
  const { visible } = usePage()
  const company = useSession(({ atStation }) => atStation?.company.id)
  return useQuery({
    queryKey: ['home', 'stations', company, today()],
    enabled: visible,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => {
      const ofCompany = { signal, company: true }
      const query = { from: dayStart(today()), to: Temporal.Now.instant().toString(), group: 'station', compare: 'week' as const }
      const [all, sales, unpaid, due, tanks] = await Promise.all([
        call(stationCalls.list, { query: { size: most } }, ofCompany),
        call(statistics.sales, { query }, ofCompany),
        call(unpaidByStation, {}, ofCompany),
        may(daySettlement.dueByStation.permission) ? call(daySettlement.dueByStation, {}, ofCompany) : undefined,
        may(tankWatch.permission) ? call(tankWatch, {}, ofCompany) : undefined,
      ])
      return all.content
        .map(({ id, name }) => {
          const line = sales.content.find(({ stationId }) => stationId === id)
          return {
            id,
            name,
            sold: line ?? nothing,
            beforeCents: line?.before?.totalCents ?? 0,
            unpaid: unpaid.content.find(({ stationId }) => stationId === id)?.orders ?? 0,
            days: due?.content.find(({ stationId }) => stationId === id)?.days ?? 0,
            tanks: tanks?.content.filter(({ stationId }) => stationId === id).length ?? 0,
          }
        })
        .toSorted((one, other) => other.sold.totalCents - one.sold.totalCents)
    },
  })
}
