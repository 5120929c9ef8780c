import { fuelInventories, lossCauses } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { equals, searchText } from '../../core/search.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { usePage } from '../../kit/page/use-page.ts'

export const lossPeriods = ['day', 'month', 'shift'] as const
export type LossPeriod = (typeof lossPeriods)[number]
/** So many days, months or shifts back may be chosen, of every tank of a station. */
const rowsSeen = 300

/** What may be looked into: tank by tank, connected ones together, the latest first. */
export function useLossRows(stationId: number, period: LossPeriod) {
  const { visible } = usePage()
  return useQuery({
    queryKey: [fuelInventories.name, 'losses', stationId, period],
    enabled: visible,
    meta: saidOnPage,
    queryFn: async ({ signal }) => {
      const search = searchText([equals('period', period), equals('by', 'manifold'), equals('station.id', stationId)])
      const query = { search, sort: 'endTime,desc', size: rowsSeen, expand: 'product' }
      return (await call(fuelInventories.list, { query }, { signal })).content
    },
  })
}

export function useLosses(id: number | undefined, period: LossPeriod) {
  const { visible } = usePage()
  return useQuery({
    queryKey: [fuelInventories.name, 'causes', id, period],
    enabled: visible && id !== undefined,
    meta: saidOnPage,
    queryFn: ({ signal }) => call(lossCauses, { id: id!, query: { period } }, { signal }),
  })
}
