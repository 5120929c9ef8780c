import type { Resource } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import type { Term } from '../../core/search.ts'
import { searchText } from '../../core/search.ts'
import { useMay } from '../../core/session.ts'

/** Whether there are rows of a resource that the user may read: a part of a page that would stay empty is left out. */
export function useHasRows(of: Pick<Resource, 'name' | 'list'>, where: Term): boolean {
  const mayRead = useMay(of.list.permission)
  const { data } = useQuery({
    enabled: mayRead,
    queryKey: [of.name, 'list', 'any', searchText([where])],
    queryFn: ({ signal }) => call(of.list, { query: { page: 0, size: 1, search: searchText([where]) } }, { signal, company: true }),
  })
  return (data?.totalElements ?? 0) > 0
}
