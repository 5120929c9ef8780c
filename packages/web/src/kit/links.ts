import { createElement, type MouseEvent, type ReactNode } from 'react'

/** Where a record's own page is, by resource. The app fills it in, since the kit knows no page. */
const paths = new Map<string, (id: number) => string>()
export const recordPage = (resource: string, path: (id: number) => string): void => void paths.set(resource, path)
export const pathTo = (resource: string, id: unknown): string | undefined =>
  typeof id === 'number' ? paths.get(resource)?.(id) : undefined

let go: (path: string) => void = path => { location.assign(path) }
/** The app's way of opening a path without loading the page anew. */
export const openBy = (open: (path: string) => void): void => { go = open }
export const open = (path: string): void => go(path)

/** A link within the product: a plain press opens it here, with a key held or the middle button the browser decides. */
export function Drill({ to, children, className = 'k-link' }: { to: string | undefined; children: ReactNode; className?: string }): ReactNode {
  if (!to) return children
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(to)
  }
  return createElement('a', { href: to, className, onClick: press }, children)
}
