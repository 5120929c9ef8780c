import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { goTo } from './history.ts'

/** What the browser does better by itself: another window, another tab, a download. */
const isOurs = (event: MouseEvent) =>
  !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link within the product: a plain press opens it here. */
export function Link({ to, children, onClick, ...rest }: { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isOurs(event)) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a href={to} onClick={press} {...rest}>
      {children}
    </a>
  )
}
