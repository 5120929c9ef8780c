import { reportTankReadings, tankReadings } from '@forecourt/contract'
import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import { handle, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'

interface Measured {
  readonly id: number
  readonly number: number
  readonly volumeCl: number
  readonly oilHeightMm: number
  readonly waterHeightMm: number
  readonly temperature: number | null
}

/**
 * A device speaks for its own station only; a tank that it names and that is not there is passed over. A reading that is older than what a
 * tank shows is kept, and changes nothing at the tank. @throws tankReading.ahead, tank.overfull, tank.waterAboveOil
 */
const report = handle(reportTankReadings, async (ctx, { body: { readings } }) => {
  const { tx, actor, now } = ctx
  const stationId = actor.stationId ?? refuse('auth.forbidden', { permission: 'device.self' })
  if (readings.some(({ measuredAt }) => Date.parse(measuredAt) - now.getTime() > apartMaxMs)) refuse('tankReading.ahead')

  const { rows } = await sql<{ taken: number; changed: Measured[] }>`
    with taken as (
      insert into tank_reading (company_id, station_id, tank_id, product_id, device_id, measured_at, volume_cl, oil_height_mm,
        water_height_mm, temperature, created_date)
      select tank.company_id, tank.station_id, tank.id, tank.product_id, ${actor.id}, "measuredAt", "volumeCl", "oilHeightMm",
        "waterHeightMm", told.temperature, ${now}
      from json_to_recordset(${JSON.stringify(readings)}) as told (number int, "measuredAt" timestamptz(3), "volumeCl" bigint,
        "oilHeightMm" int, "waterHeightMm" int, temperature numeric)
      join ${scoped(tx, 'tank')} tank on tank.station_id = ${stationId} and tank.number = told.number
      on conflict (company_id, tank_id, measured_at) do nothing
      returning *
    ), latest as (
      select distinct on (tank_id) * from taken order by tank_id, measured_at desc
    ), changed as (
      update tank set volume_cl = latest.volume_cl, oil_height_mm = coalesce(latest.oil_height_mm, tank.oil_height_mm),
        water_height_mm = coalesce(latest.water_height_mm, tank.water_height_mm),
        temperature = coalesce(latest.temperature, tank.temperature), measured_at = latest.measured_at
      from latest
      where ${inScope(tx, 'tank.companyId')} and tank.company_id = latest.company_id and tank.id = latest.tank_id
        and (tank.measured_at is null or tank.measured_at <= latest.measured_at)
      returning tank.id, tank.number, tank.volume_cl as "volumeCl", tank.oil_height_mm as "oilHeightMm",
        tank.water_height_mm as "waterHeightMm", tank.temperature
    )
    select (select count(*)::int from taken) as taken, (select coalesce(json_agg(changed order by number), '[]') from changed) as changed
  `.execute(tx)
  const { taken, changed } = rows[0]!
  if (changed.length > 0) ctx.emit('tank.measured', { tanks: changed }, { stationId })
  return { taken, changed: changed.length }
})

export const tankReadingHandlers: readonly Handler[] = [report, ...crud(tankReadings, ['list'])]
