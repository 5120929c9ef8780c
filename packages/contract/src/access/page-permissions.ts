import type { Page } from '../menu.ts'
import { pages, type PageName } from '../pages.ts'
import type { Permission } from '../permissions.ts'

interface Needs {
  readonly reads: readonly Permission[]
  readonly acts?: readonly Permission[]
}

/** The pages that are opened to roles, and so can be given and taken. */
type GivenPage = Extract<(typeof pages)[number], { readonly roles: readonly unknown[] }>['name']

/** What each page that can be given and taken rests on. What many pages look up (stations, products, goods) no page owns. */
export const pageNeeds = Object.fromEntries(
  (pages as readonly Page[]).flatMap(({ name, reads, acts }) => (reads ? [[name, { reads, ...(acts && { acts }) }]] : [])),
) as Readonly<Record<GivenPage, Needs> & Partial<Record<PageName, Needs>>>
