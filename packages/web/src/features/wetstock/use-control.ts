import { configDefaults, fuelInventories } from '@forecourt/contract'
import { monthlyControls, rollingControls, type Control } from '@forecourt/contract/measure/monthly-control.ts'
import { reconcile, type Sir } from '@forecourt/contract/measure/sir.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { atLeast, equals, searchText } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { addDays, today } from '../../core/time.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { stockDays, stockPoints, together, type StockRow } from './control-figures.ts'

/** Two whole months and the one that runs. */
const daysSeen = 93
/** A regression looks at so many days: what leaks is to be found within a month. */
export const sirDays = 31

/** One tank, or tanks that are reckoned as one. */
export interface Stock {
  readonly key: string
  readonly last: StockRow
  readonly rows: readonly StockRow[]
}

/** The days of every tank of a station, the earliest first, as far back as they are judged. */
export function useStocks(stationId: number, by: 'tank' | 'manifold') {
  const { visible } = usePage()
  const from = addDays(today(), -daysSeen)
  return useQuery({
    queryKey: [fuelInventories.name, 'control', stationId, by, from],
    enabled: visible,
    queryFn: async ({ signal }): Promise<Stock[]> => {
      const search = searchText([equals('period', 'day'), equals('by', by), equals('station.id', stationId), atLeast('businessDay', from)])
      const rows: StockRow[] = []
      for (let page = 0; ; page++) {
        const answer = await call(
          fuelInventories.list,
          { query: { search, sort: 'businessDay,asc', size: 500, page, expand: 'product' } },
          { signal },
        )
        rows.push(...answer.content)
        if (rows.length >= answer.totalElements || answer.content.length === 0) break
      }
      const byStock = Map.groupBy(rows, ({ number, manifold }) => (number === null ? `m${manifold}` : String(number)))
      const stocks = [...byStock].map(([key, of]): Stock => ({ key, last: of.at(-1)!, rows: together(of) }))
      return stocks.sort((one, other) => one.key.localeCompare(other.key, undefined, { numeric: true }))
    },
  })
}

export interface Judged {
  readonly months: readonly Control[]
  /** The thirty days that ended last, and the first of them all that were beyond their limit. */
  readonly rolling: Control | undefined
  readonly exceeded: Control | undefined
  /** Undefined with too few measured days. */
  readonly sir: Sir | undefined
  readonly points: number
}

/** @param meterTolerance as a share */
export function judge({ rows }: Stock, meterTolerance: number): Judged {
  const days = stockDays(rows)
  // What runs is judged up to the last day that somebody measured.
  const measured = days.slice(0, days.findLastIndex(({ cumulativeCl }) => cumulativeCl !== null) + 1)
  const before = rows[0]?.beginVarianceCl ?? null
  const rolling = rollingControls(measured, before)
  const points = stockPoints(rows.slice(-sirDays))
  return {
    months: monthlyControls(measured, before),
    rolling: rolling.at(-1),
    exceeded: rolling.find(({ exceeded }) => exceeded),
    sir: reconcile(points, { meterTolerance }),
    points: points.length,
  }
}

/** How far the meters of this station may be off, as a share. */
export const useMeterTolerance = (): number =>
  useSession(({ atStation }) => atStation?.config?.leakControl ?? configDefaults.leakControl).meterMl / 20_000
