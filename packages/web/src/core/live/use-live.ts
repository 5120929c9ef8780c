import { useEffect, useRef } from 'react'
import { hearLive, whenLiveAgain, type Heard } from './hearing.ts'

const soonMs = 300

/** Reads anew when something of these kinds was told, once for what comes together; and when a lost line is there again. */
export function useReadWhenTold(kinds: readonly Heard[], read: () => void): void {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  const names = kinds.join()
  useEffect(() => {
    let waits: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      waits ??= setTimeout(() => {
        waits = undefined
        latest.current()
      }, soonMs)
    }
    const stops = [...(names.split(',') as Heard[]).map(kind => hearLive(kind, soon)), whenLiveAgain(soon)]
    return () => {
      clearTimeout(waits)
      for (const stop of stops) stop()
    }
  }, [names])
}
