import { useEffect, useState } from 'react'

/** Whether something is still to come that others wait for; for no longer than so many milliseconds, and never again after that. */
export function useHeld(pending: boolean, mostMs: number): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!pending) return undefined
    const timer = setTimeout(() => setOver(true), mostMs)
    return () => clearTimeout(timer)
  }, [pending, mostMs])
  return pending && !over
}
