import { useEffect, useRef, useState } from 'react'

const settleMs = 300

/** A value once it has not changed for a moment: what is typed is not asked letter by letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  useEffect(() => {
    const timer = setTimeout(() => setSettled(latest.current), settleMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
