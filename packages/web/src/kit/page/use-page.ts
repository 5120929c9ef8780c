import { useContext } from 'react'
import { PageContext, type PageState } from './page-context.ts'

/** The page's own address and state. Pages use this and never the router, which knows only the page in front. */
export function usePage(): PageState {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage stands outside a page')
  return page
}
