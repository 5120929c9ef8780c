import { refuse } from '../execution/refusal.ts'

const minute = 60_000
/** Beyond this number of sources all counts are reset. */
const keysMax = 100_000

/** So many a minute for each key, in this instance; 0 is no limit. @throws request.tooMany */
export function rateLimit(perMinute: number): (key: string, now: Date) => void {
  const counts = new Map<string, number>()
  let window = 0
  return (key, now) => {
    if (perMinute === 0) return
    const at = Math.floor(now.getTime() / minute)
    if (at !== window || counts.size >= keysMax) {
      counts.clear()
      window = at
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > perMinute) refuse('request.tooMany', { retryAfter: Math.ceil(((at + 1) * minute - now.getTime()) / 1000) })
  }
}
