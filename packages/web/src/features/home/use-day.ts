import type { Returned, statistics } from '@forecourt/contract'
import type { LiveKind, RecentRange } from '@forecourt/contract/start'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { homeCalls } from '../../core/first-calls.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { painted } from '../../core/painted.ts'
import { anyOf, equals, searchText } from '../../core/search.ts'
import { may, session, useMay, useSession } from '../../core/session.ts'
import { firstFigures } from '../../core/start.ts'
import { addDays, dayStart, daysBefore, daySpan, today } from '../../core/time.ts'
import { usePage } from '../../kit/page/use-page.ts'
import type { LongerRange } from './ranges.ts'

/** The page looks again by itself while it is in front. */
const everyMs = 60_000
export const unpaidStatuses = ['open', 'lock', 'fail', 'partiallyPaid'] as const

export interface Sum {
  count: number
  totalCents: number
  volumeCl: number
}
export interface Hour extends Sum {
  hour: number
}

type First = NonNullable<ReturnType<typeof firstFigures>>

/**
 * A question about the selected station, if the user may ask it: asked again when the station has told something of these kinds, and each
 * minute. What came with the session is there at once, and is not asked for.
 */
function useStation<T extends object | null>(
  name: string,
  permission: string,
  told: readonly LiveKind[],
  ask: (signal: AbortSignal, station: number) => Promise<T>,
  begun?: (first: First) => T | undefined,
): UseQueryResult<T> {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const allowed = useMay(permission)
  const first = begun && firstFigures(station, today())
  const query = useQuery<T>({
    queryKey: ['home', name, station, today()],
    queryFn: async ({ signal }) => {
      await painted()
      return ask(signal, station!)
    },
    enabled: visible && allowed && station !== undefined,
    refetchInterval: everyMs,
    staleTime: everyMs / 2,
    ...(first && { initialData: () => begun(first), initialDataUpdatedAt: first.readAt }),
  })
  useReadWhenTold(told, () => visible && allowed && void query.refetch())
  return query
}

const sum = (hours: readonly Hour[]): Sum =>
  hours.reduce<Sum>(
    (all, { count, totalCents, volumeCl }) => ({
      count: all.count + count,
      totalCents: all.totalCents + totalCents,
      volumeCl: all.volumeCl + volumeCl,
    }),
    { count: 0, totalCents: 0, volumeCl: 0 },
  )

/** Today, the same day last week as a whole, and that day up to the time it is now. */
export const useSales = () =>
  useStation('sales', 'order.sale.read', ['orders'], askSales, ({ day, at, sales }) => (sales ? salesOf(day, at, sales) : undefined))

async function askSales(signal: AbortSignal) {
  const day = today()
  const before = addDays(day, -7)
  const now = Temporal.Now.instant().toString()
  const hoursOf = (from: string, to: string) => call(homeCalls.salesByHour, { query: { from, to } }, { signal })
  const [here, lastWeek, lastWeekUntilNow] = await Promise.all([
    hoursOf(dayStart(day), daySpan({ from: day, to: day }).to),
    hoursOf(dayStart(before), daySpan({ from: before, to: before }).to),
    hoursOf(dayStart(before), daysBefore(now, 7)),
  ])
  return salesOf(day, now, { today: here, lastWeek, lastWeekUntilNow })
}

const salesOf = (day: string, now: string, { today: here, lastWeek, lastWeekUntilNow }: NonNullable<First['sales']>) => ({
  day,
  now,
  hours: here.content,
  lastWeek: lastWeek.content,
  total: sum(here.content),
  before: sum(lastWeekUntilNow.content),
})

/** A line of the statistic of sales: a time, or a thing of one time. */
export type SalesLine = Returned<typeof statistics.recentSales>['content'][number]

const useRecent = (range: RecentRange, by: 'time' | 'product' | 'payType') =>
  useStation(`recent ${range} ${by}`, 'order.sale.read', ['orders'], async (signal, stationId) => {
    const { content } = await call(homeCalls.recentSales, { query: { range, by, stationId } }, { signal })
    return content
  })
/** Hour by hour, day by day or month by month. */
export const useSalesOf = (range: LongerRange) => useRecent(range, 'time')
export const useFuelsOf = (range: RecentRange) => useRecent(range, 'product')
export const useWaysOf = (range: RecentRange) => useRecent(range, 'payType')

/** What waits for somebody: sales that nobody paid, prices that differ from the list, numbers that a device never sent. */
export const useWaiting = () =>
  useStation('waiting', 'order.sale.read', ['orders'], async signal => {
    const totalsOf = (search: string) => call(homeCalls.orderTotals, { query: { search } }, { signal })
    const [unpaid, differing, gaps] = await Promise.all([
      totalsOf(anyOf('status', unpaidStatuses)),
      totalsOf(searchText([equals('priceDifference', true), equals('createdDate', today())])),
      call(homeCalls.gapTotals, { query: {} }, { signal }),
    ])
    return {
      unpaid: unpaid.count,
      unpaidCents: unpaid['totalCents']! - unpaid['paidCents']!,
      differing: differing.count,
      missing: gaps['missing']!,
    }
  })

/** Whether the clocks of the server and of the database differ, and the sales that were recorded while they did. */
export const useClock = () => useStation('clock', 'order.sale.read', [], signal => call(homeCalls.clock, {}, { signal }))

/** Holds whose end nobody has told, at the selected station: how many, and how old the oldest is. */
export const useGrayHolds = () =>
  useStation('gray', 'card.authorisation.read', ['orders'], async signal => {
    const query = { search: equals('status', 'gray'), sort: 'createdDate', size: 1 }
    const { content, totalElements } = await call(homeCalls.holds, { query }, { signal })
    const [oldest] = content
    return { count: totalElements, oldestMs: oldest ? Math.max(0, Date.now() - Date.parse(oldest.createdDate)) : 0 }
  })

/** Days that are over and not settled, at the selected station. */
export const useDaysDue = () =>
  useStation('daysDue', 'settlement.daySettle.read', ['shifts'], async signal => {
    const { content } = await call(homeCalls.daysDue, {}, { signal })
    return content[0] ?? null
  })

/** As many settled days as are looked through for differences. */
const daysSeen = 7
/** The settled days of the last week whose money did not come out even. */
export const useDifferences = () =>
  useStation('differences', 'settlement.daySettle.read', ['shifts'], async signal => {
    const from = addDays(today(), -daysSeen)
    const search = `businessDay>=${from},differenceCents<>0`
    const { content, totalElements } = await call(homeCalls.days, { query: { size: daysSeen, search } }, { signal })
    return { from, days: totalElements, sumCents: content.reduce((all, day) => all + day.differenceCents, 0) }
  })

/** Tanks that are nearly empty, or hold more water than the station allows. */
export const useTankWatch = () =>
  useStation('tankWatch', 'forecourt.tank.read', ['tanks'], signal => call(homeCalls.tankWatch, {}, { signal }))

/** What the user sold in the running shift: of interest to those who do not see all sales. */
export const useOwnSales = () =>
  useStation(
    'own',
    'order.manual',
    ['orders'],
    signal => call(homeCalls.ownSales, {}, { signal }),
    ({ own }) => own ?? undefined,
  )

export const useLastOrders = () =>
  useStation('orders', 'order.sale.read', ['orders'], signal =>
    call(homeCalls.orders, { query: { size: 8, sort: 'createdDate,desc', expand: 'nozzleControl' } }, { signal }),
  )

/** A shift that runs for longer than this was probably forgotten. */
const longShiftMs = 24 * 60 * 60_000

/** The running shift or natural day, and what it has sold. @source spec 0 §7 */
export const useShift = () =>
  useStation('shift', 'shift.state.read', ['orders', 'shifts'], askShift, ({ shift }) => (shift ? shiftOf(shift) : undefined))

async function askShift(signal: AbortSignal, station: number) {
  const query = { page: 0, size: 2, sort: 'id,desc', search: equals('station.id', station) }
  const states = await call(homeCalls.shifts, { query }, { signal })
  const running = runningOf(states)
  const sold =
    running && may('order.sale.read')
      ? await call(homeCalls.orderTotals, { query: { search: equals('shift.id', running.id) } }, { signal })
      : null
  return shiftOf({ states, sold, starter: (running && (await nameOf(running.startedBy, signal))) ?? null })
}

type Shift = NonNullable<First['shift']>
const runningOf = ({ content }: Shift['states']) => content.find(({ status }) => status === 'open')

function shiftOf({ states, sold, starter }: Shift) {
  const running = runningOf(states)
  const forgotten = running !== undefined && !running.isNatureDay && Date.now() - Date.parse(running.startTime) > longShiftMs
  return { running, forgotten, sold, starter }
}

export const useTanks = () =>
  useStation('tanks', 'forecourt.tank.read', ['tanks'], signal =>
    call(homeCalls.tanks, { query: { page: 0, size: 100, expand: 'product' } }, { signal }),
  )

/** Who began it, if it was a person whom the user may know. */
async function nameOf(key: string, signal: AbortSignal): Promise<string | undefined> {
  const id = Number(/^user:(\d+)$/.exec(key)?.[1])
  const { profile } = session()
  if (!id || id === profile?.id) return id ? profile?.name : undefined
  if (!may('access.user.read')) return undefined
  return (await call(homeCalls.user, { id }, { signal })).name
}
