import { resources, type BaseRow, type Resource } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../core/api.ts'
import { anyOf, contains, equals, searchText, type Term } from '../core/search.ts'
import { useSession } from '../core/session.ts'
import { nameFieldOf, type Field } from './field.ts'

export type Row = BaseRow
/** So many are offered in a list to choose from; what is not among them is found by what is typed. @source spec 1 "List" */
export const optionCount = 100

function useRecords(of: Resource | undefined, conditions: readonly Term[], wanted: boolean, company: boolean) {
  const station = useSession(({ atStation }) => atStation?.id)
  const search = searchText(conditions)
  const found = useQuery({
    queryKey: [of?.name ?? '', 'options', station, search, company],
    queryFn: ({ signal }) =>
      call(
        of!.list,
        { query: { page: 0, size: optionCount, ...(search && { search }) } },
        { signal, company },
      ) as Promise<unknown> as Promise<{
        content: Row[]
      }>,
    enabled: of !== undefined && wanted,
    staleTime: 30_000,
    placeholderData: old => old,
  })
  return found.data?.content ?? []
}

/** Words are found in part, numbers and days as a whole; what is neither yet narrows nothing. */
function namedLike({ name, kind }: Field, keyword: string): Term[] {
  if (keyword === '') return []
  if (kind === 'integer') return /^\d{1,15}$/.test(keyword) ? [equals(name, Number(keyword))] : []
  if (kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(keyword) ? [equals(name, keyword)] : []
  return [contains(name, keyword)]
}

/** How records are found by what is typed, where that is more than their name. */
export type Find = (keyword: string) => readonly Term[]

interface Offered {
  conditions?: readonly Term[] | undefined
  open?: boolean
  find?: Find | undefined
  /** Of all stations of the company, not of the selected one alone. */
  everyStation?: boolean | undefined
}
/** Records of a resource to choose from: the first hundred, narrowed by what is typed, and those chosen already whatever is typed. */
export function useOptions(
  resource: string,
  keyword: string,
  chosen: readonly number[],
  { conditions = [], open = true, find, everyStation = false }: Offered = {},
) {
  // A description may name records that are not kept yet: there is nothing to choose from then.
  const of = resources.get(resource)
  const name = of && nameFieldOf(of)
  const word = keyword.trim()
  const typed = find ? (word === '' ? [] : find(word)) : name ? namedLike(name, word) : []
  const rows = useRecords(of, [...conditions, ...typed], open, everyStation)
  const missing = chosen.filter(id => !rows.some(row => row.id === id))
  const others = useRecords(of, missing.length > 0 ? [anyOf('id', missing)] : [], missing.length > 0, everyStation)
  return [...rows, ...others.filter(({ id }) => missing.includes(id))]
}
