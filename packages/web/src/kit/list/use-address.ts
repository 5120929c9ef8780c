import { usePage } from '../page/use-page.ts'
import type { Filter } from './filter.ts'

export const pageSizes = [10, 15, 20, 30, 50] as const
export const defaultSize = 15

/** Where in a list its reader is. All of it lives in the address; the first page there is called 1. @source decisions.md A15 */
export interface Place {
  readonly page: number
  readonly size: number
  readonly sort: string | undefined
}

const whole = (text: string | undefined, least: number): number | undefined => {
  const value = Number(text)
  return text !== undefined && Number.isSafeInteger(value) && value >= least ? value : undefined
}

export function placeOf(search: Readonly<Record<string, string>>): Place {
  const size = whole(search['size'], 1) ?? defaultSize
  return {
    page: whole(search['page'], 1) ?? 1,
    size: (pageSizes as readonly number[]).includes(size) ? size : defaultSize,
    sort: /^[\w.]+,(asc|desc)$/.test(search['sort'] ?? '') ? search['sort'] : undefined,
  }
}

type Values = Record<string, string | number | undefined>

/** The list's part of the address, and the ways to change it. A new filter or order begins on the first page. */
export function useAddress(prefix = '') {
  const { search: whole, setSearch } = usePage()
  const change = (values: Values) =>
    setSearch(now => ({ ...now, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value])) }))
  const search = Object.fromEntries(
    Object.entries(whole).flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  )
  return {
    search,
    place: placeOf(search),
    filterBy: (values: Values) => change({ ...values, page: undefined }),
    clear: (filters: readonly Filter[]) =>
      change({ ...Object.fromEntries(filters.map(({ path }) => [path, undefined])), page: undefined, view: undefined }),
    sortBy: (sort: string | undefined) => change({ sort, page: undefined }),
    turnTo: (page: number) => change({ page: page === 1 ? undefined : page }),
    resize: (size: number) => change({ size: size === defaultSize ? undefined : size, page: undefined }),
  }
}
export type Address = ReturnType<typeof useAddress>
