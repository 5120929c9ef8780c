import { lineItems } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useReadWhenTold } from '../../core/live/use-live.ts'
import { equals, searchText } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'
import { usePage } from '../../kit/page/use-page.ts'

const everyMs = 60_000
/** Among as many sales of the station the last one of each nozzle is looked for: an hour or two of a busy one. */
const salesSeen = 100

export interface LastSale {
  readonly orderId: number
  readonly volumeCl: number
  readonly amountCents: number
  readonly createdDate: string
}

export type LastSales = ReadonlyMap<number, LastSale> | 'loading' | undefined

/** What each nozzle sold last, by its id; `loading` until that is known, and undefined for those who may not see sales. */
export function useLastSales(stationId: number): LastSales {
  const { visible } = usePage()
  const may = useMay(`${lineItems.permission}.read`)
  const asks = may && visible
  const { data, refetch } = useQuery({
    queryKey: [lineItems.name, 'lastOfNozzles', stationId],
    enabled: asks,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => {
      const search = searchText([equals('station.id', stationId), equals('categoryType', 'fuel')])
      const { content } = await call(lineItems.list, { query: { search, size: salesSeen, expand: 'order' } }, { signal })
      const last = new Map<number, LastSale>()
      for (const line of content) {
        const nozzle = (line as { order?: { nozzleControlId: number | null } }).order?.nozzleControlId
        if (nozzle && !last.has(nozzle)) last.set(nozzle, line)
      }
      return last
    },
  })
  useReadWhenTold(['orders'], () => asks && void refetch())
  return may ? (data ?? 'loading') : undefined
}
