import { useLayoutEffect, useRef, type RefObject } from 'react'

/** What was given last, for what is bound once and called later. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
