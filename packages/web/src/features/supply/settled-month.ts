import { monthSettles } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { saidOnPage } from '../../kit/detail/use-record.ts'

/** Up to which month, as `2026-04`, nothing is changed any more. Who may not ask is told when saving. */
export function useSettledMonth(): { settledUntil: string | undefined; known: boolean } {
  const mayAsk = useMay(monthSettles.list.permission)
  const { data, isPending } = useQuery({
    queryKey: [monthSettles.name, 'last'],
    enabled: mayAsk,
    meta: saidOnPage,
    queryFn: async ({ signal }) => {
      const { content } = await call(monthSettles.list, { query: { size: 1, sort: 'month,desc' } }, { signal })
      return content[0]?.month.slice(0, 7) ?? null
    },
  })
  return { settledUntil: data ?? undefined, known: !mayAsk || !isPending }
}

/** Whether the month of a day is settled. */
export const isSettled = (day: string, settledUntil: string | undefined): boolean =>
  settledUntil !== undefined && day.slice(0, 7) <= settledUntil
