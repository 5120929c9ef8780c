import { useEffect } from 'react'
import { usePage } from './page/use-page.ts'

const againMs = 900

/** Reads anew, again and again, while something is under way and its page in front. */
export function useAgain(busy: boolean, refetch: () => unknown): void {
  const { visible } = usePage()
  useEffect(() => {
    if (!busy || !visible) return undefined
    const timer = setInterval(() => void refetch(), againMs)
    return () => clearInterval(timer)
  }, [busy, visible, refetch])
}
