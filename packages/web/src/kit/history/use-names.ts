import { resources } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../core/api.ts'
import { anyOf, searchText } from '../../core/search.ts'
import { nameOf } from '../field.ts'
import { grouped } from '../show.ts'
import { keyOf, names, type Reference } from './names.ts'

type Row = { id: number } & Record<string, unknown>

/** What is asked for at the same moment, by many cells of a list, is read with one call. */
const waiting = new Map<string, { readonly ids: Set<number>; readonly read: Promise<unknown> }>()
const atOnce = 100

function readNames(of: string, ids: readonly number[]): Promise<unknown> {
  const known = waiting.get(of) ?? begin(of)
  for (const id of ids) known.ids.add(id)
  return known.read
}

function begin(of: string) {
  const ids = new Set<number>()
  const read = new Promise(soon => setTimeout(soon)).then(() => {
    waiting.delete(of)
    const all = [...ids]
    const parts = Array.from({ length: Math.ceil(all.length / atOnce) }, (_, part) => all.slice(part * atOnce, (part + 1) * atOnce))
    return Promise.all(parts.map(part => readPart(of, part)))
  })
  const begun = { ids, read }
  waiting.set(of, begun)
  return begun
}

/** The names of records of one resource, with one call. Records that are gone stay without a name, and so do those out of reach. */
async function readPart(of: string, ids: readonly number[]): Promise<void> {
  const list = resources.get(of)?.list
  const query = { page: 0, size: ids.length, search: searchText([anyOf('id', ids)]) }
  const rows = list
    ? await call(list, { query }, { quiet: true, everywhere: true }).then(
        ({ content }) => content as Row[],
        () => [],
      )
    : []
  for (const id of ids) {
    const row = rows.find(each => each.id === id)
    const name = row && nameOf(row)
    names.set(keyOf({ of, id }), name && !name.startsWith('#') ? (/^\d{12,}$/.test(name) ? grouped(name, 'cardNumber') : name) : null)
  }
}

const unread = (references: readonly Reference[]) =>
  [...new Map(references.map(each => [keyOf(each), each])).values()].filter(each => !names.has(keyOf(each)))

/** Reads those names that are not known yet. */
export async function readReferences(references: readonly Reference[]): Promise<void> {
  const missing = unread(references)
  const idsOf = (of: string) => missing.filter(each => each.of === of).map(({ id }) => id)
  await Promise.all([...new Set(missing.map(({ of }) => of))].map(of => readNames(of, idsOf(of))))
}

/** Reads the names of what entries refer to. They are drawn again when the names are there; until then a record is its noun. */
export function useNames(references: readonly Reference[]): void {
  const missing = unread(references)
  useQuery({
    queryKey: ['names', missing.map(keyOf).sort().join()],
    enabled: missing.length > 0,
    queryFn: async () => {
      await readReferences(missing)
      return missing.length
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
