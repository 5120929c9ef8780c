import type { PageName } from '@forecourt/contract'
import { createElement, type MouseEvent, type ReactNode } from 'react'
import { session } from '../core/session.ts'
import { mayOpen } from './page/access.ts'
import { addressOf } from './page/address.ts'

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

let go: (path: string) => void = path => {
  location.assign(path)
}
/** The app's way of opening a path without loading the page anew. */
export const openBy = (open: (path: string) => void): void => {
  go = open
}
export const open = (path: string): void => go(path)

/** A link within the product: a plain press opens it here, with a key held or the middle button the browser decides. */
export function Drill({
  to,
  children,
  className = 'k-link',
}: {
  to: string | undefined
  children: ReactNode
  className?: string
}): ReactNode {
  if (!to) return children
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(to)
  }
  return createElement('a', { href: to, className, onClick: press }, children)
}
