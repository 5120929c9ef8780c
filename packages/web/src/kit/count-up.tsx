import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { prefersStill } from './media.ts'

const lastsMs = 900

/**
 * A figure that counts up, or down, to what it has become, beginning at nothing. The text that stands, and is read aloud, is the whole
 * figure from the first; the one that moves is drawn in its place meanwhile and is seen alone. Nothing moves where its reader wants
 * nothing to move, and where the page is not in sight. @source requirement SCR-005
 */
export function CountUp({ value, write }: { value: number; write: (value: number) => string }) {
  'use no memo'
  const drawn = useRef(0)
  const moving = useRef<HTMLSpanElement>(null)
  // Where it began to count, while it does.
  const [from, setFrom] = useState<number>()
  // Before anything is painted: the new figure is not seen for a moment and then taken back.
  useLayoutEffect(() => {
    const moves = drawn.current !== value && !prefersStill() && !document.hidden
    if (!moves) drawn.current = value
    setFrom(moves ? drawn.current : undefined)
  }, [value])
  useEffect(() => {
    if (from === undefined) return undefined
    const ends = performance.now() + lastsMs
    let frame = requestAnimationFrame(function next(now) {
      const left = Math.min(1, Math.max(0, (ends - now) / lastsMs))
      // Quickly first.
      drawn.current = Math.round(value - (value - from) * left ** 3)
      if (left === 0) return setFrom(undefined)
      moving.current!.textContent = write(drawn.current)
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [from, value, write])
  const counts = from !== undefined
  return (
    <>
      <span className={counts ? 'visually-hidden k-counted' : 'k-counted'}>{write(value)}</span>
      {counts && (
        <span ref={moving} aria-hidden="true" className="k-counting">
          {write(from)}
        </span>
      )}
    </>
  )
}
