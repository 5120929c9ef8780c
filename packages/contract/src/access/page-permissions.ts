import { wholePages } from '../declared.ts'
import type { PageDeclaration } from '../menu.ts'
import type { GivenPage, PageName } from '../pages.ts'
import type { Permission } from '../permissions.ts'

interface Needs {
  readonly reads: readonly Permission[]
  readonly acts?: readonly Permission[]
}

/** What each page that can be given and taken rests on. What many pages look up (stations, products, goods) no page owns. */
export const pageNeeds = Object.fromEntries(
  (wholePages as readonly PageDeclaration<Permission>[]).flatMap(({ name, reads, acts }) =>
    reads ? [[name, { reads, ...(acts && { acts }) }]] : [],
  ),
) as Readonly<Record<GivenPage, Needs> & Partial<Record<PageName, Needs>>>

/** Which call of the API finds a record in the demo, for each page that shows one. */
export const demoCalls: ReadonlyMap<string, string> = new Map(
  (wholePages as readonly PageDeclaration<Permission>[]).flatMap(({ name, demo }) => (demo ? [[name, demo] as const] : [])),
)
