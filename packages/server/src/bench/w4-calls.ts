import type { Call } from './http-line.ts'

/** One month after the other, each beginning on another day. */
export function callsOf({ headers, path, daysBack }: { headers: Record<string, string>; path: string; daysBack: number }) {
  const today = Temporal.Now.plainDateISO('Asia/Shanghai')
  return (lane: number): (() => Call) => {
    let turn = lane * 31
    return () => {
      const from = today.subtract({ days: 28 + 1 + (turn++ % daysBack) })
      return { method: 'GET', path: `/api/v1${path}&from=${from.toString()}&to=${from.add({ days: 27 }).toString()}`, headers }
    }
  }
}
