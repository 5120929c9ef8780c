import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { assert } from '../../platform/execution/refusal.ts'
import { dayOf, nextDay, startOf } from './days.ts'

export interface Moment {
  readonly ctx: Ctx
  readonly stationId: number
  readonly at: Date
}
export const momentKey = (stationId: number, at: Date): string => `${stationId} ${at.getTime()}`

/** What lies around a moment that no state covers. */
interface Around {
  readonly beforeId: number | null
  readonly beforeEnd: string | null
  readonly afterStart: string | null
  readonly lastNumber: number
}
interface Gap {
  readonly stationId: number
  readonly companyId: number
  readonly businessDay: string
  readonly startTime: Date
  readonly endTime: Date
  readonly lastNumber: number
}

/** Natural days that are over and had no row yet, between the states around them. @returns the state of each of the moments */
export async function pastDays(tx: Tx, moments: readonly Omit<Moment, 'ctx'>[]): Promise<Map<string, number>> {
  const sites = await lockStations(tx, moments)
  const asked = moments.map(({ stationId, at }) => ({
    ...sites.get(stationId)!,
    at,
    businessDay: dayOf(at, sites.get(stationId)!.timeZone),
  }))
  const around = await aroundOf(tx, asked)
  const known = new Map<string, number>()
  const gaps = new Map<string, Gap>()
  const gapOf = new Map<string, string>()
  asked.forEach(({ stationId, companyId, timeZone, at, businessDay }, turn) => {
    const { beforeId, beforeEnd, afterStart, lastNumber } = around[turn]!
    // The user who held the station before us may have made it.
    if (beforeId !== null && (beforeEnd === null || new Date(beforeEnd) > at)) return void known.set(momentKey(stationId, at), beforeId)
    const startTime = latest(startOf(businessDay, timeZone), beforeEnd)
    const endTime = earliest(startOf(nextDay(businessDay), timeZone), afterStart)
    assert(startTime <= at && at < endTime, 'a moment lies in the day that is made for it')
    gaps.set(momentKey(stationId, startTime), { stationId, companyId, businessDay, startTime, endTime, lastNumber })
    gapOf.set(momentKey(stationId, at), momentKey(stationId, startTime))
  })
  const made = await fillGaps(tx, [...gaps.values()])
  for (const [moment, gap] of gapOf) known.set(moment, made.get(gap)!)
  return known
}

async function lockStations(tx: Tx, moments: readonly { stationId: number }[]) {
  const rows = await tx
    .selectFrom('station')
    .where('id', 'in', [...new Set(moments.map(({ stationId }) => stationId))])
    .select(['id as stationId', 'companyId', 'timeZone'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(site => [site.stationId, site]))
}

async function aroundOf(tx: Tx, asked: readonly { stationId: number; at: Date; businessDay: string }[]): Promise<Around[]> {
  const { rows } = await sql<Around>`
    select before.id as before_id, before.end_time as before_end, after.start_time as after_start, numbered.last as last_number
    from unnest(${asked.map(of => of.stationId)}::bigint[], ${asked.map(of => of.at.toISOString())}::timestamptz[],
      ${asked.map(of => of.businessDay)}::date[]) with ordinality as asked (station, at, day, turn)
    left join lateral (select id, end_time from daily_state where ${inScope(tx)} and station_id = asked.station and start_time <= asked.at
      order by start_time desc limit 1) as before on true
    left join lateral (select start_time from daily_state where ${inScope(tx)} and station_id = asked.station and start_time > asked.at
      order by start_time limit 1) as after on true
    cross join lateral (select coalesce(max(number), 0) as last from daily_state
      where ${inScope(tx)} and station_id = asked.station and business_day = asked.day) as numbered
    order by turn`.execute(tx)
  return rows
}

async function fillGaps(tx: Tx, gaps: readonly Gap[]): Promise<Map<string, number>> {
  if (gaps.length === 0) return new Map()
  const ids = await nextIds(tx, gaps.length)
  const days = Map.groupBy(
    gaps.map((gap, turn) => ({ ...gap, id: ids[turn]! })),
    ({ stationId, businessDay }) => `${stationId} ${businessDay}`,
  )
  const common = { isNatureDay: true, status: 'closed', startedBy: 'midnight', closedBy: 'midnight' }
  const rows = [...days.values()].flatMap(ofDay =>
    ofDay
      .toSorted((one, other) => one.startTime.getTime() - other.startTime.getTime())
      .map(({ lastNumber, ...gap }, nth) => ({ ...common, ...gap, number: lastNumber + nth + 1 })),
  )
  await insertRows(tx, 'dailyState', rows)
  return new Map(rows.map(({ id, stationId, startTime }) => [momentKey(stationId, startTime), id]))
}

const latest = (a: Date, b: string | null) => (b && new Date(b) > a ? new Date(b) : a)
const earliest = (a: Date, b: string | null) => (b && new Date(b) < a ? new Date(b) : a)
