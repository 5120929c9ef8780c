import { daySettlement, differences, type Foreseen } from '@forecourt/contract'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { askedAnew } from '../../kit/asked-anew.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { sentOf, type Taken } from './counting.ts'

const againMs = 15_000

/** What is foreseen, and whether it is of what stands in the form now. */
export type Foreseeing<T> = Pick<UseQueryResult<T>, 'data' | 'error'> & { readonly behind: boolean }

function asForeseen<T>({ data, error, isPlaceholderData }: UseQueryResult<T>, typed: unknown, asked: unknown): Foreseeing<T> {
  return { data, error, behind: !data || isPlaceholderData || JSON.stringify(typed) !== JSON.stringify(asked) }
}

/** What the settlement of a shift will differ by, while it is counted: as the server splits and judges it. */
export function useForeseen(dailyStateId: number, taken: Taken): Foreseeing<Foreseen> {
  const { visible } = usePage()
  const typed = sentOf(taken)
  const asked = useSettled(typed)
  const { counted, meters, tanks } = asked
  const query = useQuery({
    queryKey: ['classSettles', 'foresee', dailyStateId, counted, meters, tanks],
    enabled: visible,
    refetchInterval: againMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(differences.foresee, { body: { dailyStateId, counted, meters, tanks } }, { signal }),
    ...askedAnew,
  })
  return asForeseen(query, typed, asked)
}

type DayTyped = Parameters<typeof call<typeof daySettlement.foresee>>[1]['body']

/** The same for a day: its shifts as they were closed, its natural days and the statements as they are typed. */
export function useDayForeseen(typed: DayTyped): Foreseeing<{ figures: Foreseen['figures'] }> {
  const { visible } = usePage()
  const asked = useSettled(typed)
  const query = useQuery({
    queryKey: ['daySettles', 'foresee', asked],
    enabled: visible,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(daySettlement.foresee, { body: asked }, { signal }),
    ...askedAnew,
  })
  return asForeseen(query, typed, asked)
}
