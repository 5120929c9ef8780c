import { levelBuckets, tankLevels, tanks, type Returned } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { settingsOfStation } from '../org/index.ts'

const hourSeconds = 3600
/** Lengths of a bucket that people know, in seconds. From an hour on they are made of whole hours. */
const lengths = [1, 5, 15, 60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800]
const dipsMost = 1000

interface Asked {
  readonly tankId: number
  readonly from: Date
  readonly until: Date
  readonly seconds: number
}

/** One bucket: moments in milliseconds, so that a pair with its volume is compared, and answered, as two whole numbers. */
interface Bucket {
  readonly readings: number
  readonly first: readonly [number, number]
  readonly least: readonly [number, number]
  readonly most: readonly [number, number]
  readonly last: readonly [number, number]
  readonly waterMm: number | null
}

const curve = handle(tankLevels, async (ctx, { id, query: { startTime, endTime } }) => {
  const { tx, scope } = ctx
  const tank = await getOf(tx, tanks, id, [], scope)
  const [from, until] = [new Date(startTime), new Date(endTime)]
  const least = (until.getTime() - from.getTime()) / 1000 / levelBuckets
  const asked: Asked = { tankId: id, from, until, seconds: lengths.find(length => length >= least) ?? lengths.at(-1)! }
  const buckets = await bucketsOf(tx, asked)
  return {
    bucketSeconds: asked.seconds,
    limits: await limitsOf(ctx, tank),
    readings: buckets.reduce((sum, { readings }) => sum + readings, 0),
    levels: buckets.flatMap(pointsOf),
    water: buckets.flatMap(({ first, waterMm }) => (waterMm === null ? [] : [{ at: instant(first[0]), heightMm: waterMm }])),
    dips: await dipsOf(tx, asked),
  }
})

async function limitsOf(ctx: Ctx, { stationId, maxVolumeCl }: { stationId: number; maxVolumeCl: number }) {
  const { tanks: levels, tankAlarms } = await settingsOfStation(ctx, stationId)
  const share = (percent: number) => Math.floor((maxVolumeCl * percent) / 100)
  return {
    lowCl: share(levels.lowPercent),
    highCl: share(tankAlarms.highPercent),
    stopCl: share(tankAlarms.stopPercent),
    waterMaxMm: levels.waterMaxMm,
  }
}

const instant = (ms: number): string => new Date(ms).toISOString()

/** In the order of time, each reading once. */
function pointsOf({ first: [firstMs, firstCl], least, most, last: [lastMs, lastCl] }: Bucket) {
  // Of equal volumes the earliest counts: the lowest is compared by volume and moment, the highest by volume and moment before zero.
  const all = new Map([
    [firstMs, firstCl],
    [least[1], least[0]],
    [-most[1], most[0]],
    [lastMs, lastCl],
  ])
  return [...all].sort(([one], [other]) => one - other).map(([ms, volumeCl]) => ({ at: instant(ms), volumeCl }))
}

const msOf = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
const pair = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`array[${one}, ${other}]`

/** Up to half an hour a bucket it reads what the gauge told, beyond it the hours that the database keeps. */
async function bucketsOf(tx: Tx, asked: Asked): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`
    select sum(readings)::int as readings, to_jsonb(min(first)) as first, to_jsonb(min(least)) as least, to_jsonb(max(most)) as most,
      to_jsonb(max(last)) as last, max(water_mm) as water_mm
    from (${asked.seconds < hourSeconds ? told(tx, asked) : hours(tx, asked)}) as seen
    group by floor(extract(epoch from at) / ${asked.seconds}::int) order by min(first)`.execute(tx)
  return rows
}

const told = (tx: Tx, { tankId, from, until }: Asked) => {
  const [ms, volume] = [msOf('measured_at'), sql`volume_cl`]
  return sql`
    select measured_at as at, 1 as readings, ${pair(ms, volume)} as first, ${pair(volume, ms)} as least,
      ${pair(volume, sql`-${ms}`)} as most, ${pair(ms, volume)} as last, water_height_mm as water_mm
    from ${scoped(tx, 'tank_reading')} reading
    where tank_id = ${tankId} and measured_at >= ${from} and measured_at < ${until} and source = 'gauge' and struck_at is null`
}

/** An hour is told whole, also where the time that was asked for begins or ends within it. */
const hours = (tx: Tx, { tankId, from, until }: Asked) => sql`
  select hour as at, readings, ${pair(msOf('first_at'), sql`first_cl`)} as first, ${pair(sql`least_cl`, msOf('least_at'))} as least,
    ${pair(sql`most_cl`, sql`-${msOf('most_at')}`)} as most, ${pair(msOf('last_at'), sql`last_cl`)} as last, water_mm
  from ${scoped(tx, 'tank_level_hour')} level
  where tank_id = ${tankId} and hour >= date_trunc('hour', ${from}::timestamptz, 'UTC') and hour < ${until}`

type Dip = Returned<typeof tankLevels>['dips'][number]
async function dipsOf(tx: Tx, { tankId, from, until }: Asked): Promise<Dip[]> {
  const { rows } = await sql<Dip>`
    select measured_at as at, volume_cl, oil_height_mm, water_height_mm from ${scoped(tx, 'tank_reading')} reading
    where tank_id = ${tankId} and measured_at >= ${from} and measured_at < ${until} and source = 'dip' and struck_at is null
    order by measured_at desc limit ${dipsMost}`.execute(tx)
  return rows.toReversed()
}

export const tankLevelHandlers: readonly Handler[] = [curve]
