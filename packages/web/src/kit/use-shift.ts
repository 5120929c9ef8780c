import { dailyStates } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../core/api.ts'
import { equals } from '../core/search.ts'
import { useMay, useSession } from '../core/session.ts'
import { usePage } from './page/use-page.ts'

/** The shift that runs at the selected station; undefined in a natural day, or for users who may not see shifts. */
export function useShift() {
  const { visible } = usePage()
  const station = useSession(({ atStation }) => atStation?.id)
  const may = useMay(dailyStates.list.permission)
  const found = useQuery({
    queryKey: [dailyStates.name, 'running', station],
    enabled: visible && may && station !== undefined,
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const query = { page: 0, size: 2, sort: 'id,desc', search: equals('station.id', station!) }
      const { content } = await call(dailyStates.list, { query }, { signal })
      return content.find(({ status }) => status === 'open') ?? null
    },
  })
  const shift = found.data
  return shift && !shift.isNatureDay ? shift : undefined
}
