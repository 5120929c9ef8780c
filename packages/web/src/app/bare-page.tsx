import type { Page } from '@forecourt/contract'
import type { HistoryLocation } from '../kit/page/history.ts'
import { FleetFrame } from './fleet-frame.tsx'
import { PageFrame } from './page-frame.tsx'

/** A page outside the layout: sign-in, what is printed, and the one page of a fleet's leader. */
export function BarePage({ page, params, at }: { page: Page; params: Record<string, string>; at: HistoryLocation }) {
  const { pathname: path, query } = at
  const frame = <PageFrame visible tab={{ path, name: page.name, params, query, turn: 0, seen: 0, alive: true }} />
  return page.level === 'group' ? <FleetFrame>{frame}</FleetFrame> : frame
}
