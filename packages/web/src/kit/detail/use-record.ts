import type { Resource, BaseRow } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { usePage } from '../page/use-page.ts'

/** A record that is not there, or not the user's, is said by the page, and not in passing as well: `RecordFailed` leads back from it. */
export const saidOnPage = { saidOnPage: true }

/**
 * One record with the relations that are asked for; read anew when the reader comes back to it. With `everywhere` it may be of another
 * company than the selected one.
 */
export function useRecord<R extends BaseRow = BaseRow>(
  of: Resource<R>,
  id: number | undefined,
  expand: readonly string[] = [],
  everywhere = false,
) {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  return useQuery({
    queryKey: [of.name, 'get', everywhere ? undefined : station, id, expand],
    queryFn: ({ signal }) =>
      call(
        of.get,
        { id: id!, ...(expand.length > 0 && { query: { expand: [...expand] } }) },
        { signal, everywhere },
      ) as Promise<unknown> as Promise<R>,
    enabled: visible && id !== undefined,
    meta: saidOnPage,
    refetchOnWindowFocus: true,
  })
}
