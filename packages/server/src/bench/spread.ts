import { setTimeout } from 'node:timers/promises'
import { dice } from '../testing/sampling.ts'
import type { Load } from './workload.ts'

/** Where the times of many calls lie, in milliseconds. */
export function spread(times: readonly number[]): Pick<Load, 'meanMs' | 'p50Ms' | 'p99Ms' | 'p999Ms'> {
  const sorted = Float64Array.from(times).sort()
  const at = (part: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)
  const meanMs = round(sorted.reduce((sum, each) => sum + each, 0) / Math.max(1, sorted.length))
  return { meanMs, p50Ms: at(0.5), p99Ms: at(0.99), p999Ms: at(0.999) }
}

export const round = (value: number, digits = 3): number => Number(value.toPrecision(digits))

/** What a driver can tell of a load. */
export type Driven = Omit<Load, 'serverUs' | 'databaseUs'>

export interface Clock {
  readonly seconds: number
  readonly warmSeconds: number
}

/**
 * Lanes that do one thing after the other, each for itself, until the time is over or a lane has nothing left to do. `act` says under
 * which status it counts; the first seconds are not counted.
 */
export async function runLanes(
  { seconds, warmSeconds }: Clock,
  lanes: number,
  good: ReadonlySet<number>,
  laneOf: (lane: number) => () => Promise<number> | undefined,
): Promise<Driven> {
  const times: number[] = [],
    others: Record<string, number> = {}
  const begins = performance.now() + warmSeconds * 1000,
    ends = begins + seconds * 1000
  let last = begins,
    all = 0
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const next = laneOf(lane)
      for (let began = performance.now(); began < ends; began = performance.now()) {
        const act = next()
        if (!act) return
        const status = await act
        const now = performance.now()
        all++
        if (began < begins) continue
        last = Math.max(last, now)
        if (good.has(status)) times.push(now - began)
        else others[status] = (others[status] ?? 0) + 1
      }
    }),
  )
  const lasted = Math.max(0.001, (last - begins) / 1000)
  return { perSecond: round(times.length / lasted, 5), ...spread(times), done: times.length, all, others }
}

/**
 * Acts that begin by a clock of their own, so many a second on average, with gaps as chance makes them (Poisson). How long one takes is
 * counted from when it was due, so that one that had to wait for a free lane has waited.
 */
export async function runArrivals(
  { seconds, warmSeconds, perSecond }: Clock & { readonly perSecond: number },
  lanes: number,
  good: ReadonlySet<number>,
  laneOf: (lane: number) => () => Promise<number> | undefined,
): Promise<Driven> {
  const times: number[] = [],
    others: Record<string, number> = {}
  const chance = dice(1)
  const begins = performance.now() + warmSeconds * 1000,
    ends = begins + seconds * 1000
  const free = Array.from({ length: lanes }, (_, lane) => laneOf(lane))
  const due: number[] = []
  const running = new Set<Promise<void>>()
  let all = 0
  const run = async (next: () => Promise<number> | undefined, at: number) => {
    const status = await next()
    free.push(next)
    begin()
    if (status === undefined) return
    all++
    if (at < begins) return
    if (good.has(status)) times.push(performance.now() - at)
    else others[status] = (others[status] ?? 0) + 1
  }
  const begin = () => {
    while (due.length > 0 && free.length > 0) {
      const one = run(free.shift()!, due.shift()!)
      running.add(one)
      void one.finally(() => running.delete(one))
    }
  }
  for (let at = performance.now(); at < ends; at += (-Math.log(1 - chance()) / perSecond) * 1000) {
    const ms = at - performance.now()
    if (ms > 0) await setTimeout(ms)
    due.push(at)
    begin()
  }
  while (running.size > 0) await Promise.all(running)
  return { perSecond: round(times.length / seconds, 5), ...spread(times), done: times.length, all, others }
}

/** What a driver was told to do, as JSON on its standard input. */
export async function instructions<T>(): Promise<T> {
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  return JSON.parse(text) as T
}
