import { classSettles, type ClassSettlePreview, type RecordNamed } from '@forecourt/contract'
import { session } from '../../core/session.ts'
import { readPeriod } from '../../kit/list/period.ts'
import type { List } from '../../kit/list/use-list.ts'
import { usePreview, useRunning } from './use-running.ts'

type Settled = RecordNamed<'classSettles'>
/** A shift that was settled, or one that still runs: of that, what is known when it is closed is null. */
export type Settlement = Omit<Settled, Open> & { [Field in Open]: Settled[Field] | null }
type Open = 'endTime' | 'employeeName' | 'expectedCents' | 'countedCents' | 'differenceCents'

/** The filters that a shift which still runs can be judged by: its figures change while one looks. */
const judged = new Set(['state', 'businessDay'])

/** Whether what the list is narrowed by leaves the running shift in. */
function isAskedFor({ set, today, company }: List<Settlement>, businessDay: string): boolean {
  if (company || !set.every(({ filter }) => judged.has(filter.path))) return false
  const raw = (path: string) => set.find(({ filter }) => filter.path === path)?.raw
  if (!raw('state')?.split(',').includes('running')) return false
  const { from, to } = readPeriod(raw('businessDay') ?? '', today) ?? {}
  return (!from || from.slice(0, 10) <= businessDay) && (!to || businessDay <= to.slice(0, 10))
}

/**
 * The list with the shift that is running in front, where running shifts are asked for: it has no settlement yet, and stands there with
 * what it came to so far. What is counted when it is closed is not known.
 */
export function useWithRunning(list: List<Settlement>): List<Settlement> {
  const running = useRunning().data
  const shown = running && !running.isNatureDay && isAskedFor(list, running.businessDay) ? running : undefined
  const { data } = usePreview(shown?.id, 30_000)
  if (!shown || !data || !list.rows) return list
  const only = list.count === 0
  const rows = list.address.place.page === 1 ? [rowOf(data), ...list.rows] : list.rows
  return { ...list, rows, count: (list.count ?? 0) + 1, ...(only && { totals: undefined, summing: false }) }
}

/** Whether this row is a shift that still runs, and so has no page of its own. */
export const isRunning = (row: Settlement): boolean => row.state === 'running'

/** What the settlement would say of it now, as far as a row of the list shows it. */
const rowOf = ({ dailyState, ...sums }: ClassSettlePreview): Settlement => {
  const known: Partial<Settlement> = {
    ...Object.fromEntries(Object.entries(sums).filter(([name]) => name in classSettles.row.shape)),
    id: dailyState.id,
    dailyStateId: dailyState.id,
    stationId: dailyState.stationId,
    stationName: session().atStation?.name ?? '',
    businessDay: dailyState.businessDay,
    number: dailyState.number,
    isNatureDay: false,
    startTime: dailyState.startTime,
    endTime: null,
    state: 'running',
    // Nobody has closed it.
    employeeName: null,
    expectedCents: null,
    countedCents: null,
    differenceCents: null,
    reason: null,
    note: '',
  }
  return known as Settlement
}
