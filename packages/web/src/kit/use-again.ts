import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
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

/** When a record that was under way has come to its end while it is looked at, what is kept under these keys is read anew. */
export function useWhenDone(of: { readonly id: number; readonly busy: boolean } | undefined, keys: readonly (readonly string[])[]): void {
  const cache = useQueryClient()
  const before = useRef<typeof of>(undefined)
  useEffect(() => {
    const was = before.current
    before.current = of
    if (of && !of.busy && was?.busy && was.id === of.id) for (const queryKey of keys) void cache.invalidateQueries({ queryKey })
  }, [of, keys, cache])
}
