import type { Resource } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import type { Term } from '../../core/search.ts'
import { searchText } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'

/**
 * Whether there are rows of a resource that the user may read: a part of a page that would stay empty is left out.
 * @param again while there are some, how often that is asked again
 */
export function useHasRows(of: Pick<Resource, 'name' | 'list'>, where: readonly Term[], again?: { whileEveryMs: number }): boolean {
  const mayRead = useMay(of.list.permission)
  const search = searchText(where)
  const { data = 0 } = useQuery({
    enabled: mayRead,
    queryKey: [of.name, 'list', 'any', search],
    queryFn: async ({ signal }) => (await call(of.list, { query: { page: 0, size: 1, search } }, { signal, company: true })).totalElements,
    refetchInterval: ({ state }) => again !== undefined && (state.data ?? 0) > 0 && again.whileEveryMs,
  })
  return data > 0
}
