import { daySettlement, differences } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { usePage } from '../../kit/page/use-page.ts'

/** A settled day. What is frozen is read once. */
export function useDay(id: number, expand: string[] = []) {
  const { visible } = usePage()
  return useQuery({
    queryKey: ['daySettles', 'get', id, expand],
    enabled: visible && Number.isSafeInteger(id) && id > 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: saidOnPage,
    queryFn: ({ signal }) => call(daySettlement.get, { id, query: { expand } }, { signal }),
  })
}

/** Why the sides of a settled shift, or of each shift of a settled day, differ, as far as it is known now. */
export function useDifferences(of: 'ofShift' | 'ofDay', id: number | undefined) {
  const { visible } = usePage()
  return useQuery({
    queryKey: ['differences', of, id],
    enabled: visible && id !== undefined,
    // They are asked for beside the settlement itself; where that is not there, its page has said so.
    meta: saidOnPage,
    queryFn: async ({ signal }) =>
      of === 'ofDay'
        ? (await call(differences.ofDay, { id: id! }, { signal })).content
        : [await call(differences.ofShift, { id: id! }, { signal })],
  })
}
