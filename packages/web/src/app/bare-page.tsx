import type { Page } from '@forecourt/contract'
import { useRouterState } from '@tanstack/react-router'
import { matchPath } from '../kit/page/address.ts'
import { FleetFrame } from './fleet-frame.tsx'
import { PageFrame } from './page-frame.tsx'

/** A page outside the layout: sign-in, what is printed, and the one page of a fleet's leader. */
export function BarePage({ page }: { page: Page }) {
  const { pathname, searchStr } = useRouterState({ select: state => state.location })
  const params = matchPath(pathname, [page])?.params ?? {}
  const frame = <PageFrame visible tab={{ path: pathname, name: page.name, params, query: searchStr, turn: 0, seen: 0, alive: true }} />
  return page.level === 'group' ? <FleetFrame>{frame}</FleetFrame> : frame
}
