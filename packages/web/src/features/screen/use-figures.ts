import { daySettlement, statistics, tankWatch, unpaidByStation } from '@forecourt/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../core/api.ts'
import { homeCalls, stationCalls } from '../../core/first-calls.ts'
import { may } from '../../core/session.ts'
import { addDays } from '../../core/time.ts'
import { addHours, hoursOf, ofZone, spanOf, usageDays, type Line, type ZoneDay } from './figures.ts'

/** What the screen is of: all stations of the company, or one of them. */
export type Scope = number | undefined

const everyMs = 60_000
const hourMs = 3_600_000
/** As many as one call may bring. */
const most = 500
const ofCompany = (signal: AbortSignal) => ({ signal, company: true })
const at = (scope: Scope) => (scope === undefined ? {} : { stationId: scope })

export const useStations = (company: number | undefined) =>
  useQuery({
    queryKey: ['screen', 'stations', company],
    enabled: company !== undefined,
    refetchInterval: hourMs / 4,
    queryFn: async ({ signal }) => (await call(stationCalls.list, { query: { size: most } }, ofCompany(signal))).content,
  })

/** Reads for each zone, of its own day. */
const eachZone = <T>(zones: readonly ZoneDay[], read: (zone: ZoneDay) => Promise<T>) => Promise.all(zones.map(read))
const daysKey = (zones: readonly ZoneDay[]) => zones.map(({ zone, day }) => `${zone} ${day}`).join()
const grouped = (zone: ZoneDay, ...by: string[]) => [...(zone.alone ? [] : ['station']), ...by].join()

interface Asked {
  readonly company: number | undefined
  readonly scope: Scope
  readonly zones: readonly ZoneDay[]
}
const common = ({ company, zones }: Asked) => ({
  enabled: company !== undefined && zones.length > 0,
  refetchInterval: everyMs,
  placeholderData: keepPreviousData,
})

/** Today until now, each station beside the same weekday until the same time; and the hours of today. */
export const useToday = (asked: Asked) =>
  useQuery({
    queryKey: ['screen', 'today', asked.company, asked.scope, daysKey(asked.zones)],
    ...common(asked),
    queryFn: async ({ signal }) => {
      const parts = await eachZone(asked.zones, async zone => {
        const ask = (more: { group: string; compare?: 'week' }) =>
          call(statistics.sales, { query: { ...spanOf(zone), ...more, ...at(asked.scope) } }, ofCompany(signal))
        const [now, hours] = await Promise.all([ask({ group: 'station', compare: 'week' }), ask({ group: grouped(zone, 'hour') })])
        return { lines: ofZone(now.content, { ...zone, alone: false }), hours: hoursOf(ofZone(hours.content, zone), zone.zone) }
      })
      return { lines: parts.flatMap(({ lines }) => lines), hours: addHours(parts.map(({ hours }) => hours)), readAt: Date.now() }
    },
  })

/** The hours of the same weekday, whole. They hardly change any more. */
export const useLastWeek = (asked: Asked) =>
  useQuery({
    queryKey: ['screen', 'lastWeek', asked.company, asked.scope, daysKey(asked.zones)],
    ...common(asked),
    refetchInterval: hourMs,
    queryFn: async ({ signal }) =>
      addHours(
        await eachZone(asked.zones, async zone => {
          const query = { ...spanOf(zone, 7), group: grouped(zone, 'hour'), ...at(asked.scope) }
          const { content } = await call(statistics.sales, { query }, ofCompany(signal))
          return hoursOf(ofZone(content, zone), zone.zone)
        }),
      ),
  })

/** Today's fuels, or its ways of payment. */
export const useParts = (asked: Asked, by: 'product' | 'payType') =>
  useQuery({
    queryKey: ['screen', by, asked.company, asked.scope, daysKey(asked.zones)],
    ...common(asked),
    queryFn: async ({ signal }): Promise<readonly Line[]> => {
      const parts = await eachZone(asked.zones, async zone => {
        const query = { from: zone.day, to: zone.day, group: grouped(zone, by), ...at(asked.scope) }
        return ofZone((await call(statistics.sales, { query }, ofCompany(signal))).content, zone)
      })
      return parts.flat()
    },
  })

/** What each station sells of each fuel in a week: the measure of how long a tank lasts. */
const useUsage = (asked: Asked) =>
  useQuery({
    queryKey: ['screen', 'usage', asked.company, asked.scope, asked.zones[0]?.day],
    ...common(asked),
    refetchInterval: hourMs,
    queryFn: async ({ signal }): Promise<readonly Line[]> => {
      const { day } = asked.zones[0]!
      const query = { from: addDays(day, -usageDays), to: addDays(day, -1), group: 'station,product', ...at(asked.scope) }
      return (await call(statistics.sales, { query }, ofCompany(signal))).content
    },
  })

export function useTanks(asked: Asked) {
  const usage = useUsage(asked)
  const tanks = useQuery({
    queryKey: ['screen', 'tanks', asked.company],
    ...common(asked),
    queryFn: async ({ signal }) => {
      const [all, watch] = await Promise.all([
        call(homeCalls.tanks, { query: { page: 0, size: most, expand: 'product' } }, ofCompany(signal)),
        call(tankWatch, {}, ofCompany(signal)),
      ])
      return { all: all.content, watch: watch.content }
    },
  })
  return { tanks, used: usage.data ?? [] }
}

/** What waits at the stations: sales that nobody has paid, days that nobody has settled. */
export const useWaiting = (asked: Asked) =>
  useQuery({
    queryKey: ['screen', 'waiting', asked.company],
    ...common(asked),
    queryFn: async ({ signal }) => {
      const [unpaid, due] = await Promise.all([
        call(unpaidByStation, {}, ofCompany(signal)),
        may(daySettlement.dueByStation.permission) ? call(daySettlement.dueByStation, {}, ofCompany(signal)) : undefined,
      ])
      return { unpaid: unpaid.content, due: due?.content ?? [] }
    },
  })

/** The sales that came last, until the channel tells of newer ones. */
export const useLastSales = (asked: Asked, many: number) =>
  useQuery({
    queryKey: ['screen', 'sales', asked.company, asked.scope],
    ...common(asked),
    queryFn: async ({ signal }) => {
      const search = asked.scope === undefined ? undefined : `station.id:${asked.scope}`
      const query = { size: many, sort: 'createdDate,desc' as const, expand: 'lineItems', ...(search && { search }) }
      return (await call(homeCalls.orders, { query }, ofCompany(signal))).content
    },
  })

const soonMs = 600
/** Reads anew soon after something was told; what is told in between is read together, however much it is. */
export function useReadAfter(told: number, read: () => void, atMostEveryMs: number): void {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  const last = useRef(0)
  const waits = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (waits.current !== undefined || told <= last.current) return
    const wait = Math.max(soonMs, last.current + atMostEveryMs - Date.now())
    waits.current = setTimeout(() => {
      waits.current = undefined
      last.current = Date.now()
      latest.current()
    }, wait)
  }, [told, atMostEveryMs])
  useEffect(() => () => clearTimeout(waits.current), [])
}
