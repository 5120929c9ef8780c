import type { BaseRow, Resource, SortBy } from '@forecourt/contract'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../core/api.ts'
import { searchText, sourceOf, type Term } from '../../core/search.ts'
import { useSession } from '../../core/session.ts'
import { today as todayHere } from '../../core/time.ts'
import { usePage } from '../page/use-page.ts'
import { columnsOf, expandsOf, keyOf, type Cells, type ColumnInput } from './columns.ts'
import { askedFor, filtersOf, periodOf, type FilterInput } from './filter.ts'
import { useAddress } from './use-address.ts'

export interface ListOptions<R extends BaseRow = BaseRow> {
  columns?: readonly ColumnInput<R>[] | undefined
  /** How a field is drawn, where the contract's way will not do. */
  cell?: Cells<R> | undefined
  filters?: readonly FilterInput<R>[] | undefined
  /** Terms of the page itself, which nobody can take away. */
  fixed?: readonly Term[] | undefined
  /** `fixed` reaches back more than a year (decision O19). */
  history?: boolean | undefined
  /** Relations to be sent along besides those of the columns. */
  expand?: readonly string[] | undefined
  /** The order a list begins in; the contract's when absent. */
  sort?: SortBy<R> | undefined
  /** False where days say nothing of its rows. */
  periodBar?: boolean | undefined
  /** Put before the list's names in the address, where a page has several lists. */
  prefix?: string | undefined
  /** Read anew after so many milliseconds while it is in front, where rows change by themselves and nobody tells. */
  againMs?: number | undefined
  /** Shows everything the user may see, not only the selected company and station. */
  everywhere?: boolean | undefined
}

interface Answer<R> {
  content: R[]
  totalElements: number
}
export interface Query {
  page: number
  size: number
  sort: string
  search?: string
  expand?: string[]
  from?: 'history'
}

const whenReadAnew = (againMs: number | undefined) => ({ refetchOnWindowFocus: true, refetchInterval: againMs ?? (false as const) })

/** A list of a resource as its address asks for it: rows, totals, and what is set. Pages that compose their own use it directly. */
export function useList<R extends BaseRow = BaseRow>(of: Resource<R>, options: ListOptions<R> = {}) {
  const { visible } = usePage()
  const everywhere = options.everywhere ?? false
  const address = useAddress(options.prefix)
  const company = hasRange(of) && address.search['range'] === 'company'
  const station = useSession(({ atStation }) => (everywhere ? undefined : company ? `company ${atStation?.company.id}` : atStation?.id))
  const columns = useMemo(
    () => columnsOf<R>(of, company ? withStation(options.columns) : options.columns, options.cell),
    [of, company, options.columns, options.cell],
  )
  const filters = useMemo(() => filtersOf(of, options.filters), [of, options.filters])
  const today = todayHere()
  const { set, history } = askedFor(filters, address.search, today)
  const search = searchText([...(options.fixed ?? []), ...set.flatMap(({ terms }) => terms)])
  const narrowed = { ...(search && { search }), ...sourceOf(history || options.history) }
  const expand = [...new Set([...expandsOf(of, columns), ...(options.expand ?? [])])]
  const query: Query = {
    page: address.place.page - 1,
    size: address.place.size,
    sort: address.place.sort ?? options.sort ?? of.sort,
    ...narrowed,
    ...(expand.length > 0 && { expand }),
  }
  const list = useQuery({
    queryKey: [of.name, 'list', station, query],
    queryFn: ({ signal }) => call(of.list, { query }, { signal, everywhere, company }) as Promise<Answer<R>>,
    placeholderData: keepPreviousData,
    enabled: visible,
    ...whenReadAnew(options.againMs),
  })
  const totals = useQuery({
    queryKey: [of.name, 'totals', station, narrowed],
    queryFn: ({ signal }) => call(of.totals, { query: narrowed }, { signal, everywhere, company }),
    placeholderData: keepPreviousData,
    enabled: visible && of.totals !== undefined && of.totalsOf.length > 0,
  })
  return {
    of,
    address,
    /** Whether it covers all stations of the company, and not the selected one alone. */
    company,
    columns,
    filters,
    /** The filter that the period bar stands for. */
    period: options.filters && (options.periodBar ?? true) ? periodOf(of, filters) : undefined,
    set,
    query,
    /** Whose rows: of the chosen station, of its company, or of everything that the reader may see. */
    reach: { everywhere, company },
    today,
    rows: list.data?.content,
    count: list.data?.totalElements,
    totals: totals.data,
    /** Its sums are still to come. */
    summing: totals.isLoading,
    list,
    again: () => Promise.all([list.refetch(), of.totals && totals.refetch()]),
    ...stateOf(list),
  }
}
/** Rows of several stations say whose they are, beside what they are called. */
function withStation<R extends BaseRow>(columns: readonly ColumnInput<R>[] | undefined) {
  const [first, ...rest] = (columns ?? []).filter(column => keyOf(column) !== 'stationId')
  return first === undefined ? undefined : [first, { key: 'stationId', width: 170 }, ...rest]
}

/** Records that stations make and nobody enters: they are asked for at one station or at all of the company. */
export const hasRange = (of: Resource): boolean => of.scope === 'station' && of.create === undefined

export type List<R extends BaseRow = BaseRow> = ReturnType<typeof useList<R>>

/** What the reader may know: older rows stay while newer ones come, and after a failure. */
const stateOf = ({ isPlaceholderData, isFetching, error, dataUpdatedAt }: UseQueryResult) => ({
  old: isPlaceholderData,
  busy: isFetching,
  error,
  updatedAt: dataUpdatedAt,
})
