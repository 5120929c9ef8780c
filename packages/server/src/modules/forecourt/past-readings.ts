import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'

/**
 * The device under whose name the readings of a history stand. It is switched off and has no credential: nobody tells anything as it.
 */
export async function historyDevice({ tx, now }: Ctx, companyId: number, stationId: number, source: string): Promise<number> {
  const there = tx.selectFrom('device').where('companyId', '=', companyId).where('stationId', '=', stationId).where('name', '=', source)
  const found = await there.where('enabled', '=', false).select('id').orderBy('id').executeTakeFirst()
  if (found) return found.id
  const row = { companyId, stationId, name: source, type: 'dataHub', group: 'import', enabled: false, createdDate: now }
  return (await tx.insertInto('device').values(row).returning('id').executeTakeFirstOrThrow()).id
}

interface PastReading {
  readonly line: number
  readonly tankId: number
  readonly stationId: number
  readonly deviceId: number
  readonly measuredAt: string
  readonly volumeCl: number
  readonly oilHeightMm: number | null
  readonly waterHeightMm: number | null
  readonly temperature: number | null
}

/**
 * Keeps what a gauge told long ago. The same tank and moment is the same reading.
 * @returns how many were new, and the lines of those that are known with another volume
 */
export async function takePastReadings({ tx, now }: Ctx, companyId: number, readings: readonly PastReading[]) {
  if (readings.length === 0) return { count: 0, differing: [] }
  const { rows } = await sql<{ count: number; differing: number[] }>`
    with told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(readings)}) as told (line int, "tankId" bigint, "stationId" bigint,
        "deviceId" bigint, "measuredAt" timestamptz(3), "volumeCl" bigint, "oilHeightMm" int, "waterHeightMm" int, temperature numeric)
    ), known as materialized (
      select told.line, reading.volume_cl <> told."volumeCl" as differs from told
      join ${scoped(tx, 'tank_reading')} reading on reading.tank_id = told."tankId" and reading.measured_at = told."measuredAt"
        and reading.source = 'gauge'
    ), twice as materialized (
      select line, first <> "volumeCl" as differs from (
        select line, "volumeCl", first_value("volumeCl") over same as first, row_number() over same as turn from told
        window same as (partition by "tankId", "measuredAt" order by line)
      ) as told where turn > 1
    ), taken as (
      insert into tank_reading (company_id, station_id, tank_id, product_id, device_id, measured_at, volume_cl, oil_height_mm,
        water_height_mm, temperature, created_date)
      select tank.company_id, tank.station_id, tank.id, tank.product_id, "deviceId", "measuredAt", "volumeCl", "oilHeightMm",
        "waterHeightMm", told.temperature, ${now}::timestamptz
      from told join ${scoped(tx, 'tank')} tank on tank.company_id = ${companyId} and tank.id = told."tankId"
      where told.line not in (select line from known) and told.line not in (select line from twice)
      order by told.line
      returning 1
    )
    select (select count(*)::int from taken) as count,
      array(select line from known where differs union select line from twice where differs order by line) as differing`.execute(tx)
  return rows[0]!
}

/** Tanks that nobody has measured since show the last of these readings. */
export async function showPastReadings({ tx }: Ctx, companyId: number, tanks: readonly number[]): Promise<void> {
  if (tanks.length === 0) return
  await sql`
    update tank set volume_cl = latest.volume_cl, measured_at = latest.measured_at,
      oil_height_mm = coalesce(latest.oil_height_mm, 0), temperature = latest.temperature,
      water_height_mm = least(coalesce(latest.water_height_mm, 0), coalesce(latest.oil_height_mm, 0))
    from (
      select distinct on (tank_id) * from ${scoped(tx, 'tank_reading')} reading
      where reading.company_id = ${companyId} and reading.tank_id = any(${[...tanks]}::bigint[]) and struck_at is null
      order by tank_id, measured_at desc, id desc
    ) as latest
    where tank.company_id = ${companyId} and tank.id = latest.tank_id
      and (tank.measured_at is null or tank.measured_at < latest.measured_at)`.execute(tx)
}
