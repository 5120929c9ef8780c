import { useEffect, useState } from 'react'

/** What is read from the clock, looked at each second; drawn anew only when it has changed. */
export function useNow<T>(read: (now: string) => T, same: (one: T, other: T) => boolean = Object.is): T {
  const [value, setValue] = useState(() => read(Temporal.Now.instant().toString()))
  useEffect(() => {
    const look = () => {
      const next = read(Temporal.Now.instant().toString())
      setValue(now => (same(now, next) ? now : next))
    }
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- how two are compared does not change
  }, [read])
  return value
}
