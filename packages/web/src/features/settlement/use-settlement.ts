import { settlement } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { usePage } from '../../kit/page/use-page.ts'

/** The settlement that the page's address names. What is frozen is read once. */
export function useSettlement(expand: string[] = []) {
  const { params, visible } = usePage()
  const id = Number(params['classSettleId'])
  return useQuery({
    queryKey: ['classSettles', 'get', id, expand],
    enabled: visible && Number.isSafeInteger(id) && id > 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(settlement.get, { id, query: { expand } }, { signal }),
  })
}
