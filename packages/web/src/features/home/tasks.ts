import type { PageName } from '@forecourt/contract'
import { inCurrency } from '../../core/money.ts'
import { serviceWords } from '../../core/service.ts'
import { useSession } from '../../core/session.ts'
import { lasting, time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { useMayOpen } from '../../kit/page/access.ts'
import { unpaidStatuses, useClock, useDaysDue, useDifferences, useGrayHolds, useShift, useTankWatch, useWaiting } from './use-day.ts'

/** Something that waits for the reader, and the page on which it is done. */
export interface Task {
  readonly key: string
  readonly text: string
  readonly act: string
  readonly page: PageName
  readonly search?: Readonly<Record<string, string>>
}

/** What a role does first stands first; the others follow as they are found. */
const first: Partial<Record<string, readonly string[]>> = {
  station_master: ['tankAlarms', 'daysDue', 'low', 'wet', 'unpaid', 'missing', 'differing'],
  station_leader: ['tankAlarms', 'unpaid', 'missing', 'daysDue', 'low', 'wet', 'differing'],
  station_salesman: ['unpaid'],
  station_bill: ['differences', 'daysDue', 'unpaid'],
}
const turnOf = (key: string, role: string | undefined) => {
  // While the clock is wrong every date is in doubt, whatever else there is to do.
  if (key === 'clockRuns') return -1
  const turn = first[role ?? '']?.indexOf(key) ?? -1
  return turn < 0 ? 99 : turn
}

/** Everything that waits at the selected station and that the reader may see. `pending` until all of it is known. */
export function useTasks(): { tasks: Task[]; pending: boolean } {
  const role = useSession(({ profile }) => profile?.defaultRole)
  const sales = useSalesTasks()
  const days = useDayTasks()
  const tanks = useTankTasks()
  const clock = useClockTasks()
  const service = useServiceTask()
  const tasks = [...clock.tasks, ...sales.tasks, ...days.tasks, ...tanks.tasks, ...service]
  return {
    tasks: tasks.toSorted((one, other) => turnOf(one.key, role) - turnOf(other.key, role)),
    pending: sales.pending || days.pending || tanks.pending || clock.pending,
  }
}

function useSalesTasks() {
  const { data, isLoading } = useWaiting()
  const shift = useShift().data
  const gray = useGrayHolds()
  const tasks: Task[] = []
  if (data && data.unpaid > 0)
    tasks.push({
      key: 'unpaid',
      text: t('home.unpaid', { count: data.unpaid, amount: inCurrency(data.unpaidCents) }),
      act: t('home.takePayment'),
      page: 'allQuery',
      search: { status: unpaidStatuses.join(',') },
    })
  if (data && data.differing > 0)
    tasks.push({
      key: 'differing',
      text: t('home.differing', { count: data.differing }),
      act: t('home.look'),
      page: 'allQuery',
      search: { priceDifference: 'true', createdDate: 'today' },
    })
  if (data && data.missing > 0)
    tasks.push({ key: 'missing', text: t('home.missing', { count: data.missing }), act: t('home.look'), page: 'allQuery' })
  if (gray.data && gray.data.count > 0)
    tasks.push({
      key: 'gray',
      text: t('home.gray', { count: gray.data.count, lasts: lasting(gray.data.oldestMs) }),
      act: t('home.look'),
      page: 'cardQuery',
      search: { tab: 'holds', status: 'gray' },
    })
  if (shift?.running && shift.forgotten)
    tasks.push({
      key: 'longShift',
      text: t('home.longShift', { number: shift.running.number }),
      act: t('home.closeShift'),
      page: 'classSettle',
    })
  return { tasks, pending: isLoading || gray.isLoading }
}
function useClockTasks() {
  const { data, isLoading } = useClock()
  const tasks: Task[] = []
  const seen = { act: t('home.look'), page: 'clockFaults' } as const
  if (data?.running) {
    const { beganDate, offsetMs } = data.running
    tasks.push({
      key: 'clockRuns',
      text: t('home.clockRuns', { by: lasting(Math.abs(offsetMs)), time: time(beganDate, 'minute') }),
      ...seen,
    })
  }
  if (data && data.marked > 0) tasks.push({ key: 'clockMarked', text: t('home.clockMarked', { count: data.marked }), ...seen })
  return { tasks, pending: isLoading }
}

/** The station's service ends soon, or has ended: those who can renew it are led there, others to what is known of the station. */
function useServiceTask(): Task[] {
  const station = useSession(({ atStation }) => atStation)
  const open = useMayOpen()
  const text = station && serviceWords(station)
  if (!text) return []
  const renews = open('renewMge')
  return [{ key: 'service', text, act: t(renews ? 'home.renew' : 'home.look'), page: renews ? 'renewMge' : 'myStation' }]
}

function useDayTasks() {
  const due = useDaysDue()
  const differences = useDifferences()
  const tasks: Task[] = []
  if (due.data)
    tasks.push({
      key: 'daysDue',
      text: t('home.daysDue', { count: due.data.days, day: due.data.oldest }),
      act: t('home.settleDay'),
      page: 'daySettle',
    })
  if (differences.data && differences.data.days > 0)
    tasks.push({
      key: 'differences',
      text: t('home.differences', { count: differences.data.days, amount: inCurrency(differences.data.sumCents) }),
      act: t('home.look'),
      page: 'daySettle',
    })
  return { tasks, pending: due.isLoading || differences.isLoading }
}

function useTankTasks() {
  const { data, isLoading } = useTankWatch()
  const tanks = data?.content ?? []
  const said = (chosen: typeof tanks, words: (tank: (typeof tanks)[number]) => string) => chosen.map(words).join(t('home.between'))
  const low = tanks.filter(tank => tank.low)
  const wet = tanks.filter(tank => tank.wet)
  // What is low or wet has a line of its own.
  const alarmed = tanks.flatMap(({ number, alarms }) =>
    alarms
      .filter(kind => kind !== 'low' && kind !== 'water')
      .map(kind => t('home.alarmedTank', { number, alarm: t(`home.alarm_${kind}`) })),
  )
  const tasks: Task[] = []
  if (alarmed.length > 0)
    tasks.push({
      key: 'tankAlarms',
      text: t('home.tankAlarms', { tanks: alarmed.join(t('home.between')) }),
      act: t('home.seeTanks'),
      page: 'tankMge',
    })
  if (low.length > 0)
    tasks.push({
      key: 'low',
      text: t('home.low', {
        tanks: said(low, ({ number, productName, percent }) => t('home.lowTank', { number, fuel: productName, percent })),
      }),
      act: t('home.seeTanks'),
      page: 'tankMge',
    })
  if (wet.length > 0)
    tasks.push({
      key: 'wet',
      text: t('home.wet', {
        tanks: said(wet, ({ number, waterHeightMm }) => t('home.wetTank', { number, height: waterHeightMm })),
      }),
      act: t('home.seeTanks'),
      page: 'tankMge',
    })
  return { tasks, pending: isLoading }
}
