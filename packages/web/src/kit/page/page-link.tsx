import type { PageName } from '@forecourt/contract'
import type { ReactNode } from 'react'
import { addressOf, type Params } from './address.ts'
import { useMayOpen } from './access.ts'
import { Link } from './link.tsx'

export interface PageLinkProps {
  page: PageName
  params?: Params
  search?: Record<string, string | number | undefined>
  className?: string
  title?: string
  /** Where the page is not the user's: nothing, instead of plain words. */
  orNothing?: boolean
  children: ReactNode
}

/** Leads to a page; plain words where the user may not open it. A middle click opens it in a browser tab of its own. */
export function PageLink({ page, params, search, orNothing = false, children, ...rest }: PageLinkProps) {
  const open = useMayOpen()
  if (!open(page)) return orNothing ? null : <span {...rest}>{children}</span>
  return (
    <Link to={addressOf(page, params, search)} {...rest}>
      {children}
    </Link>
  )
}
