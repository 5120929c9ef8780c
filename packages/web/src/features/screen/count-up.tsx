import { useEffect, useRef, useState } from 'react'

const lastsMs = 900
const still = matchMedia('(prefers-reduced-motion: reduce)')

/** A figure that counts up, or down, to what it has become; it stands at once for those who want nothing to move. @source SCR-005 */
export function CountUp({ value, write }: { value: number; write: (value: number) => string }) {
  const shown = useRef(value)
  const element = useRef<HTMLSpanElement>(null)
  const writes = useRef(write)
  useEffect(() => {
    writes.current = write
  })
  useEffect(() => {
    const from = shown.current
    if (from === value || still.matches || document.hidden) {
      shown.current = value
      element.current!.textContent = writes.current(value)
      return undefined
    }
    const begun = performance.now()
    let frame = requestAnimationFrame(function draw(now) {
      const share = Math.min(1, (now - begun) / lastsMs)
      shown.current = share === 1 ? value : Math.round(from + (value - from) * (1 - (1 - share) ** 3))
      element.current!.textContent = writes.current(shown.current)
      if (share < 1) frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  // React writes it once; afterwards it is written here alone.
  const [first] = useState(() => write(value))
  return <span ref={element}>{first}</span>
}
