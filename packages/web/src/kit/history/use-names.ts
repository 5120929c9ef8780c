import { resources } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { anyOf, searchText } from '../../core/search.ts'
import { nameOf } from '../field.ts'
import { grouped } from '../show.ts'
import { keyOf, names, type Reference } from './names.ts'

type Row = { id: number } & Record<string, unknown>

/** The names of records of one resource, with one call. Records that are gone stay without a name, and so do those out of reach. */
async function readNames(of: string, ids: readonly number[], signal: AbortSignal): Promise<void> {
  const list = resources.get(of)?.list
  const query = { page: 0, size: ids.length, search: searchText([anyOf('id', ids)]) }
  const rows = list
    ? await call(list, { query }, { signal, everywhere: true }).then(
        ({ content }) => content as Row[],
        () => [],
      )
    : []
  if (signal.aborted) return
  for (const id of ids) {
    const row = rows.find(each => each.id === id)
    const name = row && nameOf(row)
    names.set(keyOf({ of, id }), name && !name.startsWith('#') ? (/^\d{12,}$/.test(name) ? grouped(name, 'cardNumber') : name) : null)
  }
}

/** Reads the names of what entries refer to. They are drawn again when the names are there; until then a record is its noun. */
export function useNames(references: readonly Reference[]): void {
  const missing = [...new Map(references.map(each => [keyOf(each), each])).values()].filter(each => !names.has(keyOf(each)))
  useQuery({
    queryKey: ['names', missing.map(keyOf).sort().join()],
    enabled: missing.length > 0,
    queryFn: async ({ signal }) => {
      const resourcesOf = [...new Set(missing.map(({ of }) => of))]
      const idsOf = (of: string) => missing.filter(each => each.of === of).map(({ id }) => id)
      await Promise.all(resourcesOf.map(of => readNames(of, idsOf(of), signal)))
      return missing.length
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
