import { dailyStates, settlement } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { equals } from '../../core/search.ts'
import { useMay, useSession } from '../../core/session.ts'
import { usePage } from '../../kit/page/use-page.ts'

/** The running shift or natural day of the selected station. @source spec 0 §9 "Latest shift lookup takes 2 by id descending" */
export function useRunning() {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  return useQuery({
    queryKey: [dailyStates.name, 'running', station],
    enabled: visible && station !== undefined,
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => {
      const query = { page: 0, size: 2, sort: 'id,desc', search: equals('station.id', station!) }
      const { content } = await call(dailyStates.list, { query }, { signal })
      return content.find(({ status }) => status === 'open') ?? null
    },
  })
}

/** What closing it would show now, asked again by itself: sales go on. */
export function usePreview(dailyStateId: number | undefined, everyMs: number) {
  const { visible } = usePage()
  const may = useMay(settlement.preview.permission)
  return useQuery({
    queryKey: ['classSettles', 'preview', dailyStateId],
    enabled: visible && may && dailyStateId !== undefined,
    refetchInterval: everyMs,
    staleTime: 0,
    queryFn: ({ signal }) => call(settlement.preview, { query: { dailyStateId: dailyStateId! } }, { signal }),
  })
}
