import type { ReactNode } from 'react'
import { toneOf } from './tones.ts'
import './list/cell.css'

/** A state with its tone; a choice that is no state is plain words. */
export function State({ member, children }: { member: string; children: ReactNode }): ReactNode {
  const tone = toneOf(member)
  return tone ? <span className={`k-tag k-${tone}`}>{children}</span> : children
}
