import { median } from './level-filter.ts'

/** What a gauge says of a tank, or of connected tanks together. Volumes in centilitres without water, moments in milliseconds. */
export interface QuietReading {
  readonly at: number
  readonly volumeCl: number
  readonly temperature: number | null
}
/** A time in which the level moves for a reason that is known. */
export interface Busy {
  readonly from: number
  readonly until: number
}

const minute = 60_000
const hour = 60 * minute
/** A nozzle gives no less than this while it fills, and a customer stands there no shorter; afterwards the surface becomes calm. */
export const [slowestClPerMs, shortestMs, calmMs] = [15_00 / minute, 3 * minute, 10 * minute] as const
/** What came mixes with what was there, and its temperature and bubbles settle. */
const settledMs = 4 * hour

/** When sales moved the level: a sale is told when it ends, and what it was tells how long it took. */
export const busyOfSale = (at: number, volumeCl: number): Busy => ({
  from: at - Math.max(shortestMs, volumeCl / slowestClPerMs),
  until: at + calmMs,
})
/** A delivery, or fuel that was moved from tank to tank: from before the hose was opened until what came has settled. */
export const busyOfDelivery = ({ from, until }: Busy): Busy => ({ from: from - calmMs, until: until + settledMs })

/** A stretch is no shorter than this, and read no less often. */
export const [leastMs, leastReadings] = [hour, 6]
/** A gauge that says nothing for so long has ended a stretch. */
const silentMs = hour

/**
 * The readings of times without sale, delivery or settling, each stretch by itself, in the order of time. Where the level leaps for no
 * reason that is known, a stretch is cut, unless the leaps are what is looked for.
 */
export function quietStretches(
  readings: readonly QuietReading[],
  busy: readonly Busy[],
  { withLeaps = false }: { readonly withLeaps?: boolean } = {},
): QuietReading[][] {
  const moved = merged(busy)
  const stretches: QuietReading[][] = []
  let [place, current] = [0, [] as QuietReading[]]
  let before: QuietReading | undefined
  for (const reading of readings) {
    let passed = false
    while (place < moved.length && moved[place]!.until <= reading.at) {
      passed ||= before === undefined || moved[place]!.until > before.at
      place++
    }
    const isBusy = place < moved.length && moved[place]!.from < reading.at
    if (before && (passed || isBusy || reading.at - before.at > silentMs)) {
      stretches.push(current)
      current = []
    }
    before = reading
    if (!isBusy) current.push(reading)
  }
  const all = [...stretches, current]
  return (withLeaps ? all : all.flatMap(one => withoutFalls(one))).filter(isLong)
}

const isLong = (stretch: readonly QuietReading[]): boolean =>
  stretch.length >= leastReadings && stretch.at(-1)!.at - stretch[0]!.at >= leastMs

/** The times between a begin and an end in which nothing moves the level, where they are long enough for a stretch. */
export function quietTimes(busy: readonly Busy[], from: number, until: number): Busy[] {
  const moved = merged(busy)
  const begins = [from, ...moved.map(one => one.until)]
  const ends = [...moved.map(one => one.from), until]
  const times = begins.map((begin, at) => ({ from: Math.max(from, begin), until: Math.min(until, ends[at]!) }))
  return times.filter(one => one.until - one.from >= leastMs)
}

function merged(busy: readonly Busy[]): Busy[] {
  const all: Busy[] = []
  for (const one of busy.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && one.from <= last.until) all[all.length - 1] = { from: last.from, until: Math.max(last.until, one.until) }
    else all.push(one)
  }
  return all
}

/** So many readings on each side tell a level, and more of them, up to an hour of five minutes each, tell it better. */
const [sideLeast, sideMost] = [4, 12]
/** What is lost at once is no slow leak: a sale that nobody told, a dip, a theft. A millimetre of a large tank is less. */
const fallCl = 35_00
/** So many standard deviations are no noise, at any place of a month. */
const beyond = 4.5

/** Cut where the level leaps by more than noise: on both sides of it the stretch goes on by itself. */
function withoutFalls(stretch: readonly QuietReading[], noise = noiseOf(stretch)): QuietReading[][] {
  const perReading = trendOf(stretch)
  const mean = (from: number, until: number) => {
    let sum = 0
    for (let at = from; at < until; at++) sum += stretch[at]!.volumeCl - perReading * at
    return sum / (until - from)
  }
  let [place, most] = [0, 1]
  for (let at = sideLeast; at + sideLeast <= stretch.length; at++) {
    const side = Math.min(sideMost, at, stretch.length - at)
    const leap = Math.abs(mean(at, at + side) - mean(at - side, at)) / Math.max(fallCl, beyond * Math.sqrt((2 * noise) / side))
    if (leap > most) [place, most] = [at, leap]
  }
  if (place === 0) return [[...stretch]]
  // It may have leapt between any two of these readings, or slowly: the nearest ones belong to neither part.
  return [stretch.slice(0, place - 1), stretch.slice(place + 1)].flatMap(part => withoutFalls(part, noise))
}

/** What it falls from reading to reading, where it falls evenly: a leap among them changes it little. */
function trendOf(stretch: readonly QuietReading[]): number {
  const apart = Math.min(sideMost, Math.floor(stretch.length / 4))
  return apart < 1 ? 0 : median(stretch.slice(apart).map(({ volumeCl }, at) => volumeCl - stretch[at]!.volumeCl)) / apart
}

/** The variance of one reading, by the middle of what follows upon each other: a fall among them changes it little. */
export function noiseOf(readings: readonly QuietReading[]): number {
  const steps = readings.slice(1).map(({ volumeCl }, i) => Math.abs(volumeCl - readings[i]!.volumeCl))
  return (median(steps) / 0.6745) ** 2 / 2
}
