import type { PageName } from '@forecourt/contract'
import { createElement, type ReactNode } from 'react'
import { session } from '../core/session.ts'
import { mayOpen } from './page/access.ts'
import { addressOf } from './page/address.ts'
import { Link } from './page/link.tsx'

/** Where a record's own page is, by resource. The app fills it in, since the kit knows no page. */
const pages = new Map<string, { page: PageName; param: string }>()
export const recordPage = (resource: string, page: PageName, param: string): void => void pages.set(resource, { page, param })

/** The address of a record's page; nothing where it has none or the user may not open it. */
export function pathTo(resource: string, id: unknown): string | undefined {
  const known = pages.get(resource)
  return known && typeof id === 'number' && mayOpen(known.page, session().profile)
    ? addressOf(known.page, { [known.param]: id })
    : undefined
}

export { goTo as open } from './page/history.ts'

/** A link in a cell or a text; plain words where it leads nowhere. */
export function Drill({
  to,
  children,
  className = 'k-link',
}: {
  to: string | undefined
  children: ReactNode
  className?: string
}): ReactNode {
  return to ? createElement(Link, { to, className }, children) : children
}
