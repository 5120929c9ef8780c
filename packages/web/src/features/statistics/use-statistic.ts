import { UserCardKind, type ComparedWith, type Span } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { isComparison, type Comparison } from '../../core/compare.ts'
import { useSession } from '../../core/session.ts'
import { periodsOf } from '../../core/periods.ts'
import { time, today } from '../../core/time.ts'
import { daysOfPeriod } from '../../kit/period-days.ts'
import { usePage } from '../../kit/page/use-page.ts'
import type { Kind, Line } from './kinds.ts'

export const units = ['hour', 'day', 'week', 'month'] as const
export type Unit = (typeof units)[number]
const compared: Record<Comparison, ComparedWith | undefined> = {
  none: undefined,
  previous: 'previous',
  lastWeek: 'week',
  lastMonth: 'month',
  lastYear: 'year',
}

/** What the address asks of a page of figures: of which days, at the station or in all, compared with what. */
export function useAsked() {
  const { search, setSearch } = usePage()
  const period = daysOfPeriod(search['period'] ?? '') ? search['period']! : 'last30Days'
  const comparison = isComparison(search['compare'] ?? '') ? (search['compare'] as Comparison) : 'previous'
  const several = useSession(({ stationTotal }) => stationTotal > 1)
  const atStation = useSession(session => session.atStation)
  const company = (several || atStation === undefined) && search['range'] === 'company'
  const range: Span = daysOfPeriod(period, today()) ?? daysOfPeriod('last30Days')!
  return {
    period,
    range,
    comparison,
    compare: compared[comparison],
    several,
    company,
    place: company ? `company ${atStation?.company.id}` : atStation?.id,
    /** Of one kind of card alone; it says something of cards only. */
    cardKind: UserCardKind.options.find(name => name === search['kind']),
    search,
    change: (values: Record<string, string | undefined>) => setSearch(now => ({ ...now, ...values })),
  }
}
export type Asked = ReturnType<typeof useAsked>

/** Hours of one day, days of a month, weeks of a quarter, months of years. */
export function unitFor({ from, to }: Span): Unit {
  const days = Temporal.PlainDate.from(from).until(to).days + 1
  return days === 1 ? 'hour' : days <= 62 ? 'day' : days <= 190 ? 'week' : 'month'
}
export const isUnit = (raw: string | undefined): raw is Unit => (units as readonly string[]).includes(raw ?? '')

/** An answer and how its lines are grouped: the page still shows it while the next one loads, and reads it by its own grouping. */
export interface Answer {
  readonly group: readonly string[]
  readonly content: readonly Line[]
  readonly totals: readonly Line[]
  /** The moment up to which a time that is not over yet is compared. */
  readonly comparedUntil: string | null
  /** So many lines, the smallest, are in the totals alone. */
  readonly left: number
}

/** A statistic of the asked days, grouped so. */
export function useStatistic(kind: Kind, asked: Asked, group: readonly string[]) {
  const { visible } = usePage()
  const { range, compare, company, place, cardKind } = asked
  const query = {
    ...range,
    group: group.join(','),
    ...(compare && { compare }),
    ...(kind.name === 'cards' && cardKind && { kind: cardKind }),
  }
  return useQuery({
    queryKey: ['statistics', kind.name, place, query],
    enabled: visible,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<Answer> => {
      const { content, ...answer } = await (call(kind.ask, { query }, { signal, company }) as Promise<unknown> as Promise<
        Omit<Answer, 'group'>
      >)
      return { ...answer, group, content: withGaps(content, range, group) }
    },
  })
}

/** By time alone, also the periods in which nothing was: an axis that leaves them out makes a quiet week look like a busy one. */
function withGaps(lines: readonly Line[], range: Span, group: readonly string[]): readonly Line[] {
  const unit = group.find(isUnit)
  if (!unit || group.length > 1 || lines.length === 0) return lines
  const nameOf = (period: string) => (unit === 'hour' ? Temporal.Instant.from(period).toString() : period)
  const currencies = [...new Set(lines.map(({ currency }) => currency))]
  return currencies.flatMap(currency => {
    const known = new Map(lines.filter(line => line.currency === currency).map(line => [nameOf(line.period ?? ''), line]))
    const all = [...new Set([...periodsOf(range, unit).map(nameOf), ...known.keys()])].toSorted((a, b) => a.localeCompare(b))
    return all.map(period => known.get(period) ?? { ...nothing, period, currency })
  })
}
const nothing = { stationId: null, station: null, key: null, name: null, before: null }

/** `08:00` of an hour, `05-01` of a day, `05-04…` of a week, `2026-05` of a month. */
export function periodWords(unit: Unit, period: string, whole = false): string {
  if (unit === 'hour') return whole ? time(period, 'minute') : time(period, 'minute').slice(5)
  if (unit === 'month') return period.slice(0, 7)
  const last = Temporal.PlainDate.from(period).add({ days: 6 }).toString()
  if (unit === 'week') return whole ? `${period} – ${last}` : `${period.slice(5)} – ${last.slice(5)}`
  return whole ? period : period.slice(5)
}
