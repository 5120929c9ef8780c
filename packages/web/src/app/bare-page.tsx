import type { Page } from '@forecourt/contract'
import { useRouterState } from '@tanstack/react-router'
import { matchPath } from '../kit/page/address.ts'
import { PageFrame } from './page-frame.tsx'

/** A page outside the layout: sign-in, and what is printed. */
export function BarePage({ page }: { page: Page }) {
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const params = matchPath(pathname, [page])?.params ?? {}
  return <PageFrame visible tab={{ path: pathname, name: page.name, params, query: searchStr, turn: 0, seen: 0, alive: true }} />
}
