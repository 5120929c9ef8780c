import { settlement } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { usePage } from '../../kit/page/use-page.ts'

/** A settlement. What is frozen is read once. */
export function useSettlement(id: number, expand: string[] = []) {
  const { visible } = usePage()
  return useQuery({
    queryKey: ['classSettles', 'get', id, expand],
    enabled: visible && Number.isSafeInteger(id) && id > 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: saidOnPage,
    queryFn: ({ signal }) => call(settlement.get, { id, query: { expand } }, { signal }),
  })
}
