import { Activity, Fragment, type ReactNode } from 'react'

export interface Kept {
  readonly path: string
  readonly turn: number
  readonly alive: boolean
}

/**
 * Draws the page in front and keeps those behind it: what was typed, opened and scrolled stays, while effects, timers and queries
 * of a page behind are at rest.
 */
export function KeepAlive<K extends Kept>({ kept, front, draw }: { kept: readonly K[]; front: string; draw: (page: K) => ReactNode }) {
  return kept
    .filter(page => page.alive)
    .map(page => (
      <Activity key={page.path} mode={page.path === front ? 'visible' : 'hidden'}>
        <Fragment key={page.turn}>{draw(page)}</Fragment>
      </Activity>
    ))
}
