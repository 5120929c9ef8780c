import type { ColumnChoice } from '@forecourt/contract'

export interface OldView {
  readonly page: string
  readonly name: string
  readonly search: Readonly<Record<string, string>>
  readonly columns?: ColumnChoice
}

const storeKey = 'smartViews'
type Kept = Record<string, readonly Omit<OldView, 'page'>[]>

function stored(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(storeKey) ?? '{}') ?? {}) as Kept
  } catch {
    return {}
  }
}

/** What a browser kept under `<user> <page>` before views were kept on the server. */
export const oldViews = (user: number): readonly OldView[] =>
  Object.entries(stored()).flatMap(([place, views]) => {
    const [whose, page] = place.split(' ')
    return whose === String(user) && page && Array.isArray(views) ? views.map(view => ({ ...view, page })) : []
  })

/** They are the server's now; those of other users of this browser stay until they sign in. */
export function forgetOldViews(user: number): void {
  const others = Object.entries(stored()).filter(([place]) => !place.startsWith(`${user} `))
  if (others.length > 0) localStorage.setItem(storeKey, JSON.stringify(Object.fromEntries(others)))
  else localStorage.removeItem(storeKey)
}

/** What of an address belongs to a view: everything but where in the list its reader is, what is open, and which view it came from. */
export const viewSearch = (search: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !passing.has(name)))
const passing: ReadonlySet<string> = new Set(['page', 'record', 'preview', 'view'])

/** Whether the user has changed what a view showed. */
export const differs = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean => {
  const text = (search: Readonly<Record<string, string>>) =>
    JSON.stringify(Object.entries(viewSearch(search)).toSorted(([a], [b]) => a.localeCompare(b)))
  return text(one) !== text(other)
}
