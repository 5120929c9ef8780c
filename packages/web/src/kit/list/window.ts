import { useLayoutEffect, useState, type RefObject } from 'react'

/** Up to so many rows all are drawn: what a page of a list has, and more. */
const drawnAtMost = 120
/** Rows beyond both edges, so that a quick scroll or an arrow key finds them. */
const beyond = 20

export interface Part {
  readonly from: number
  readonly to: number
  /** Height of what is not drawn, in pixels. */
  readonly above: number
  readonly below: number
}

/** Which of so many rows are drawn while their pane shows this part of them. */
export function partOf(count: number, rowHeight: number, top: number, height: number): Part {
  if (count <= drawnAtMost) return { from: 0, to: count, above: 0, below: 0 }
  // In steps, so that a scroll of a few pixels draws nothing anew.
  const first = Math.floor(Math.max(0, top) / rowHeight / 10) * 10
  const from = Math.max(0, Math.min(first - beyond, count - 1))
  const to = Math.min(count, first + Math.ceil(height / rowHeight) + 10 + beyond)
  return { from, to, above: from * rowHeight, below: (count - to) * rowHeight }
}

/** Follows the pane that a long table scrolls in. */
export function usePart(count: number, table: RefObject<HTMLTableElement | null>): Part {
  const [seen, setSeen] = useState({ rowHeight: 32, top: 0, height: 800 })
  const long = count > drawnAtMost
  useLayoutEffect(() => {
    const pane = table.current?.closest<HTMLElement>('.k-scroll')
    if (!pane || !long) return undefined
    const look = () => {
      const row = table.current?.querySelector<HTMLElement>('tbody tr[data-id]')
      setSeen({ rowHeight: row?.offsetHeight || 32, top: pane.scrollTop, height: pane.clientHeight })
    }
    look()
    pane.addEventListener('scroll', look, { passive: true })
    return () => pane.removeEventListener('scroll', look)
  }, [table, long])
  return partOf(count, seen.rowHeight, seen.top, seen.height)
}
