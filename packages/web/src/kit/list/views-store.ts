import type { ColumnChoice } from './columns.ts'

/** What someone looks at every morning: filters, order and size as they stand in the address, and the columns. */
export interface View {
  readonly name: string
  readonly search: Readonly<Record<string, string>>
  readonly columns?: ColumnChoice | undefined
}

const storeKey = 'smartViews'
type Kept = Record<string, readonly View[]>

function stored(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(storeKey) ?? '{}') ?? {}) as Kept
  } catch {
    return {}
  }
}

/** Each user of a browser has views of his own on each page. */
const place = (user: number | undefined, route: string) => `${user ?? 0} ${route}`
export const readViews = (user: number | undefined, route: string): readonly View[] => stored()[place(user, route)] ?? []

/** A view of the same name is replaced and keeps its place; a new one goes last. */
export function withView(views: readonly View[], view: View): readonly View[] {
  return views.some(({ name }) => name === view.name) ? views.map(old => (old.name === view.name ? view : old)) : [...views, view]
}

export function writeViews(user: number | undefined, route: string, views: readonly View[]): void {
  localStorage.setItem(storeKey, JSON.stringify({ ...stored(), [place(user, route)]: views }))
}

/** What of an address belongs to a view: everything but where in the list its reader is, and what is open. */
export const viewSearch = (search: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'page' && name !== 'record'))
