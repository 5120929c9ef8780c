import type { FuelColor } from '@forecourt/contract'
import { addDays, daySpan, time, type Day } from '../../core/time.ts'

export interface Sold {
  readonly orders: number
  readonly totalCents: number
  readonly volumeCl: number
}
export const nothing: Sold = { orders: 0, totalCents: 0, volumeCl: 0 }
const plus = (one: Sold, other: Sold): Sold => ({
  orders: one.orders + other.orders,
  totalCents: one.totalCents + other.totalCents,
  volumeCl: one.volumeCl + other.volumeCl,
})
export const sumOf = (all: readonly Sold[]): Sold => all.reduce(plus, nothing)

export interface Station {
  readonly id: number
  readonly name: string
  readonly timeZone: string
  readonly longitude: number | null
  readonly latitude: number | null
}

/** Stations whose day begins at the same moment, and which day they have. */
export interface ZoneDay {
  readonly zone: string
  readonly day: Day
  readonly stations: readonly number[]
  /** The stations of the screen all have this day, so that they need not be told apart. */
  readonly alone: boolean
}

/** The day that it is now at each of the stations. */
export function daysOf(stations: readonly Station[], now: string): ZoneDay[] {
  const zones = [...Map.groupBy(stations, ({ timeZone }) => timeZone)]
  return zones.map(([zone, of]) => ({
    zone,
    day: time(now, 'day', zone),
    stations: of.map(({ id }) => id),
    alone: zones.length === 1,
  }))
}

/** The instants of the day in that zone, or of the day so many days before. */
export const spanOf = ({ zone, day }: Pick<ZoneDay, 'zone' | 'day'>, back = 0) => {
  const of = addDays(day, -back)
  return daySpan({ from: of, to: of }, zone)
}

/** A line of the statistics, as far as the screen reads it. */
export interface Line extends Sold {
  readonly period: string | null
  readonly stationId: number | null
  readonly key: string | null
  readonly name: string | null
  readonly color: FuelColor | null
  readonly before: Sold | null
}

/** The lines of these stations: an answer about a day of one zone holds those of the others too, in hours that are not their day. */
export const ofZone = (lines: readonly Line[], { stations, alone }: ZoneDay): readonly Line[] => {
  if (alone) return lines
  const own = new Set(stations)
  return lines.filter(({ stationId }) => stationId !== null && own.has(stationId))
}

export interface StationSold {
  readonly id: number
  readonly now: Sold
  readonly before: Sold
}
/** What each station sold today and on the same weekday until the same time, those that sold nothing too. */
export function byStation(stations: readonly Station[], lines: readonly Line[]): StationSold[] {
  const own = Map.groupBy(lines, ({ stationId }) => stationId)
  return stations.map(({ id }) => {
    const all = own.get(id) ?? []
    return { id, now: sumOf(all), before: sumOf(all.flatMap(({ before }) => before ?? [])) }
  })
}

/** How much was sold in each hour of the stations' own day. A day on which clocks change may have an hour less, or one twice. */
export function hoursOf(lines: readonly Line[], zone: string): Sold[] {
  const hours: Sold[] = Array.from({ length: 24 }, () => nothing)
  for (const line of lines) {
    if (line.period === null) continue
    const hour = Number(time(line.period, 'minute', zone).slice(11, 13))
    hours[hour] = plus(hours[hour]!, line)
  }
  return hours
}
export const addHours = (all: readonly (readonly Sold[])[]): Sold[] =>
  Array.from({ length: 24 }, (_, hour) => sumOf(all.map(hours => hours[hour]!)))

export interface Share extends Sold {
  readonly key: string
  readonly name: string
  readonly color: FuelColor | null
}
/** The greatest parts, and the rest as one: as many as a glance takes in. */
export function sharesOf(lines: readonly Line[], measure: 'totalCents' | 'volumeCl', most: number, rest: string): Share[] {
  const parts = [...Map.groupBy(lines, ({ key }) => key ?? '')]
    .map(([key, of]) => ({ key, name: of[0]!.name ?? key, color: of[0]!.color, ...sumOf(of) }))
    .filter(part => part[measure] > 0)
    .toSorted((one, other) => other[measure] - one[measure])
  if (parts.length <= most) return parts
  return [...parts.slice(0, most - 1), { key: rest, name: rest, color: null, ...sumOf(parts.slice(most - 1)) }]
}

export interface Tank {
  readonly id: number
  readonly number: number
  readonly stationId: number
  readonly productId: number
  readonly volumeCl: number
  readonly maxVolumeCl: number
  readonly measuredAt: string | null
}
export interface TankLasting<T extends Tank> {
  readonly tank: T
  readonly percent: number
  /** For how many days it lasts at the rate of the last seven; nothing is known of a fuel that was not sold. */
  readonly days: number | undefined
}
export const usageDays = 7

/** Which tanks run dry first. Tanks of one fuel at one station feed the same nozzles: they last together. */
export function dryFirst<T extends Tank>(tanks: readonly T[], used: readonly Line[]): TankLasting<T>[] {
  const keyOf = (stationId: number | null, product: string | number | null) => `${stationId}:${product}`
  const perDay = new Map(
    [...Map.groupBy(used, ({ stationId, key }) => keyOf(stationId, key))].map(([key, of]) => [key, sumOf(of).volumeCl / usageDays]),
  )
  const measured = tanks.filter(({ measuredAt }) => measuredAt !== null)
  const together = Map.groupBy(measured, ({ stationId, productId }) => keyOf(stationId, productId))
  const never = Number.POSITIVE_INFINITY
  return measured
    .map(tank => {
      const key = keyOf(tank.stationId, tank.productId)
      const rate = perDay.get(key) ?? 0
      const left = together.get(key)!.reduce((sum, { volumeCl }) => sum + volumeCl, 0)
      return { tank, percent: Math.floor((tank.volumeCl * 100) / tank.maxVolumeCl), days: rate > 0 ? left / rate : undefined }
    })
    .toSorted((one, other) => (one.days ?? never) - (other.days ?? never) || one.percent - other.percent)
}

/** So many at the top and at the bottom, none of them twice. Stations without a past are not judged by it. */
export function bestAndWorst(stations: readonly StationSold[], most: number): { best: StationSold[]; worst: StationSold[] } {
  const sorted = stations.toSorted((one, other) => other.now.totalCents - one.now.totalCents)
  const best = sorted.slice(0, Math.min(most, Math.ceil(sorted.length / 2)))
  return { best, worst: sorted.slice(Math.max(best.length, sorted.length - most)).toReversed() }
}
