import { savedViews, type ColumnChoice, type PageName, type SavedView } from '@forecourt/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useSession } from '../../core/session.ts'
import { usePage } from '../page/use-page.ts'
import { forgetOldViews, oldViews } from './old-views.ts'

/** The views of all pages, one's own and shared ones; asked for once for all lists. */
export function useViews() {
  const { visible, name } = usePage()
  const user = useSession(({ profile }) => profile?.id)
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: ['savedViews', user],
    enabled: visible && user !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      await bringOldViews(user!)
      return (await call(savedViews.list, {}, { signal })).content
    },
  })
  const again = async <T>(done: Promise<T>): Promise<T> => {
    const answer = await done
    await cache.invalidateQueries({ queryKey: ['savedViews'] })
    return answer
  }
  return {
    /** Those of this page; undefined until they are known. */
    views: data?.filter(view => view.page === name),
    save: (view: Looks) => again(call(savedViews.create, { body: { page: name as PageName, ...view } })),
    change: ({ id, version, name: called, search, columns }: SavedView, next: Partial<Looks>) =>
      again(call(savedViews.update, { id, body: { version, name: called, search, columns, ...next } })),
    remove: ({ id }: SavedView) => again(call(savedViews.delete, { id })),
    share: ({ id, shared }: SavedView) => again(call(shared ? savedViews.unshare : savedViews.share, { id })),
  }
}
export interface Looks {
  name: string
  search: Record<string, string>
  columns: ColumnChoice | null
}
export type Views = ReturnType<typeof useViews>

/** Views that this browser kept before the server did. One that is refused (its name is taken) was brought from another browser. */
async function bringOldViews(user: number): Promise<void> {
  const old = oldViews(user)
  for (const { page, name, search, columns } of old) {
    await call(savedViews.create, { body: { page: page as PageName, name, search: { ...search }, columns: columns ?? null } }).catch(
      () => undefined,
    )
  }
  if (old.length > 0) forgetOldViews(user)
}
