import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { prefersStill } from './media.ts'

const lastsMs = 900

/**
 * A figure that counts up, or down, to what it has become, beginning at nothing. The text that stands, and is read aloud, is the whole
 * figure from the first; the one that moves is drawn in its place meanwhile and is seen alone. Nothing moves where its reader wants
 * nothing to move, and where the page is not in sight. @source requirement SCR-005
 */
export function CountUp({ value, write }: { value: number; write: (value: number) => string }) {
  const drawn = useRef(0)
  const moving = useRef<HTMLSpanElement>(null)
  // Where it began to count, while it does.
  const [from, setFrom] = useState<number>()
  const writes = useRef(write)
  useLayoutEffect(() => {
    writes.current = write
  })
  // Before anything is painted: the new figure is not seen for a moment and then taken back.
  useLayoutEffect(() => {
    const moves = drawn.current !== value && !prefersStill() && !document.hidden
    if (!moves) drawn.current = value
    setFrom(moves ? drawn.current : undefined)
  }, [value])
  useEffect(() => {
    if (from === undefined) return undefined
    return count(
      drawn,
      value,
      now => show(moving.current, writes.current(now)),
      () => setFrom(undefined),
    )
  }, [from, value])
  return (
    <>
      <span className={from === undefined ? 'k-counted' : 'visually-hidden k-counted'}>{write(value)}</span>
      {from !== undefined && (
        <span ref={moving} aria-hidden="true" className="k-counting">
          {write(from)}
        </span>
      )}
    </>
  )
}

const show = (place: HTMLElement | null, text: string) => {
  if (place && place.textContent !== text) place.textContent = text
}

/** One text is written for each picture, quickly first; what stops it early says where it was. */
function count(drawn: { current: number }, to: number, draw: (value: number) => void, done: () => void): () => void {
  const from = drawn.current
  const begun = performance.now()
  let frame = requestAnimationFrame(function next(now) {
    const share = Math.min(1, Math.max(0, (now - begun) / lastsMs))
    drawn.current = share === 1 ? to : Math.round(from + (to - from) * (1 - (1 - share) ** 3))
    if (share === 1) return done()
    draw(drawn.current)
    frame = requestAnimationFrame(next)
  })
  // A page that goes out of sight gets no more pictures.
  const end = () => {
    if (!document.hidden) return
    drawn.current = to
    done()
  }
  document.addEventListener('visibilitychange', end)
  return () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('visibilitychange', end)
  }
}
