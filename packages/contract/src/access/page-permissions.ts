import { pages, type GivenPage, type PageName } from '../pages.ts'
import type { Permission } from '../permissions.ts'

interface Needs {
  readonly reads: readonly Permission[]
  readonly acts?: readonly Permission[]
}

/** What each page that can be given and taken rests on. What many pages look up (stations, products, goods) no page owns. */
export const pageNeeds = Object.fromEntries(
  pages.flatMap(({ name, reads, acts }) => (reads ? [[name, { reads, ...(acts && { acts }) }]] : [])),
) as Readonly<Record<GivenPage, Needs> & Partial<Record<PageName, Needs>>>
