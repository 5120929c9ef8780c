import { reportTankReadings, tankReadings, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { judgeTanks } from './tank-alarm.ts'
import { chartsOf, volumeByChart } from './tank-chart.ts'
import { dipHandlers } from './tank-dip.ts'

type Told = Parsed<typeof reportTankReadings>['body']['readings'][number]
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
  const { actor, now } = ctx
  const stationId = actor.stationId ?? refuse('auth.forbidden', { permission: 'device.self' })
  if (readings.some(({ measuredAt }) => Date.parse(measuredAt) - now.getTime() > apartMaxMs)) refuse('tankReading.ahead')

  const { taken, told } = await keep(ctx, stationId, await reckoned(ctx, stationId, readings))
  const changed = told.filter(({ isLatest }) => isLatest).map(measuredOf)
  if (changed.length > 0) ctx.emit('tank.measured', { tanks: changed }, { stationId })
  await judgeTanks(
    ctx,
    told.map(({ id }) => id),
  )
  return { taken, changed: changed.length }
})

const measuredOf = ({ id, number, volumeCl, oilHeightMm, waterHeightMm, temperature }: Measured): Measured => ({
  id,
  number,
  volumeCl,
  oilHeightMm,
  waterHeightMm,
  temperature,
})

interface Reckoned extends Told {
  readonly tankId: number
  readonly chartId: number | null
  readonly toldVolumeCl: number | null
}

/** With the volume that the tank's chart makes of the heights, where it has one. The tanks are locked until these readings stand. */
async function reckoned(ctx: Ctx, stationId: number, readings: readonly Told[]): Promise<Reckoned[]> {
  const numbers = [...new Set(readings.map(({ number }) => number))]
  const named = ctx.tx.selectFrom('tank').where('stationId', '=', stationId).where('number', 'in', numbers)
  const tanks = await named.select(['id', 'number']).orderBy('id').forNoKeyUpdate().execute()
  const charts = await chartsOf(
    ctx,
    tanks.map(({ id }) => id),
  )
  return readings.flatMap((reading): Reckoned[] => {
    const tank = tanks.find(({ number }) => number === reading.number)
    if (!tank) return []
    const made = volumeByChart(charts, tank.id, reading)
    const asTold = { ...reading, tankId: tank.id, chartId: null, toldVolumeCl: null }
    return made?.volumeCl === undefined
      ? [asTold]
      : [{ ...asTold, volumeCl: made.volumeCl, chartId: made.chartId, toldVolumeCl: reading.volumeCl }]
  })
}

async function keep({ tx, actor, now }: Ctx, stationId: number, readings: readonly Reckoned[]) {
  const { rows } = await sql<{ taken: number; told: (Measured & { isLatest: boolean })[] }>`
    with taken as (
      insert into tank_reading (company_id, station_id, tank_id, product_id, device_id, sequence, measured_at, volume_cl, told_volume_cl,
        chart_id, oil_height_mm, water_height_mm, temperature, created_date)
      select tank.company_id, tank.station_id, tank.id, tank.product_id, ${actor.id}, sequence, "measuredAt", "volumeCl", "toldVolumeCl",
        "chartId", "oilHeightMm", "waterHeightMm", told.temperature, ${now}
      from json_to_recordset(${JSON.stringify(readings)}) as told ("tankId" bigint, sequence bigint, "measuredAt" timestamptz(3),
        "volumeCl" bigint, "toldVolumeCl" bigint, "chartId" bigint, "oilHeightMm" int, "waterHeightMm" int, temperature numeric)
      join ${scoped(tx, 'tank')} tank on tank.station_id = ${stationId} and tank.id = told."tankId"
      on conflict do nothing
      returning *
    ), latest as (
      select distinct on (tank_id) * from taken order by tank_id, measured_at desc
    ), told as (
      update tank set gauge_at = greatest(tank.gauge_at, latest.measured_at),
        volume_cl = case when newer.is then latest.volume_cl else tank.volume_cl end,
        oil_height_mm = case when newer.is then coalesce(latest.oil_height_mm, tank.oil_height_mm) else tank.oil_height_mm end,
        water_height_mm = case when newer.is then coalesce(latest.water_height_mm, tank.water_height_mm) else tank.water_height_mm end,
        temperature = case when newer.is then coalesce(latest.temperature, tank.temperature) else tank.temperature end,
        measured_at = greatest(tank.measured_at, latest.measured_at)
      from latest
      join ${scoped(tx, 'tank')} before on before.id = latest.tank_id
      cross join lateral (select before.measured_at is null or before.measured_at <= latest.measured_at as is) newer
      where ${inScope(tx, 'tank.companyId')} and tank.company_id = latest.company_id and tank.id = latest.tank_id
      returning tank.id, tank.number, tank.volume_cl as "volumeCl", tank.oil_height_mm as "oilHeightMm",
        tank.water_height_mm as "waterHeightMm", tank.temperature, newer.is as "isLatest"
    )
    select (select count(*)::int from taken) as taken, (select coalesce(json_agg(told order by number), '[]') from told) as told
  `.execute(tx)
  return rows[0]!
}

export const tankReadingHandlers: readonly Handler[] = [report, ...dipHandlers, ...crud(tankReadings, ['list'])]
