import { volumeAtReference } from '@forecourt/contract/measure/convert.ts'
import { isFigure, type MeasureSettings } from '@forecourt/contract/measure/terms.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { settingsOfStation } from '../org/index.ts'

/** What a settled shift moves in the book of a tank, and what stood in the row before it. */
export interface Moved {
  readonly stationId: number
  readonly tankId: number
  readonly number: number
  readonly manifold: string
  readonly productId: number
  readonly dailyStateId: number
  readonly classSettleId: number
  readonly businessDay: string
  readonly shiftNumber: number
  readonly startTime: string
  readonly endTime: string
  readonly untilAt: string
  readonly openingId: number | null
  readonly openingCl: number | null
  readonly receivedCl: number
  readonly transferredCl: number
  readonly adjustedCl: number
  readonly meteredCl: number
  readonly measuredCl: number | null
  readonly beginVarianceCl: number | null
  readonly waterMm: number | null
  readonly temperature: number | null
  readonly beforeRefCl: number | null
}

interface Load {
  readonly tankId: number
  readonly classSettleId: number | null
  readonly receivedCl: number
  /** What was signed for of it at the reference temperature, where that is what was counted. */
  readonly signedRefCl: number | null
  readonly endTime: string
  readonly temperature: number | null
  readonly density: number | null
  readonly densityKind: 'observed' | 'standard'
}
interface AtReference {
  readonly receivedRefCl: number | null
  readonly meteredRefCl: number | null
  readonly measuredRefCl: number | null
  readonly ownVarianceRefCl: number | null
}
type Oil = Pick<Load, 'temperature' | 'density' | 'densityKind'>

/**
 * What the shift moved at the reference temperature: what came by its signature, or by the temperature and density of its notes, the rest
 * by the temperature of the tank and the density of what came last. What is not known leaves its figure unknown.
 * @source decisions WS7, WS8
 */
export async function referenceOf(ctx: Ctx, { companyId, stationId }: Site, rows: readonly Moved[]): Promise<AtReference[]> {
  const { measurement } = await settingsOfStation(ctx, stationId)
  const classSettleId = rows[0]!.classSettleId
  const { rows: loads } = await sql<Load>`
    select tank_id, class_settle_id, settled_received_cl as received_cl,
      case when settled_received_cl = signed_cl then signed_ref_cl end as signed_ref_cl, end_time, temperature, density, density_kind
    from delivery where company_id = ${companyId} and class_settle_id = ${classSettleId}
    union all
    select last.* from tank cross join lateral (
      select tank_id, null::bigint, 0::bigint, null::bigint, end_time, temperature, density, density_kind from delivery
      where company_id = ${companyId} and tank_id = tank.id and density is not null and class_settle_id is distinct from ${classSettleId}
        and end_time <= ${rows[0]!.untilAt}::timestamptz
      order by begin_time desc limit 1) as last
    where tank.company_id = ${companyId} and tank.station_id = ${stationId}`.execute(ctx.tx)
  return rows.map(row =>
    reckoned(
      row,
      loads.filter(({ tankId }) => tankId === row.tankId),
      measurement,
    ),
  )
}
interface Site {
  readonly companyId: number
  readonly stationId: number
}

function reckoned(row: Moved, loads: readonly Load[], settings: MeasureSettings): AtReference {
  const within = ({ endTime }: Load) => Date.parse(endTime) > Date.parse(row.startTime) && Date.parse(endTime) <= Date.parse(row.endTime)
  const own = loads.filter(load => load.classSettleId !== null && within(load))
  const known = loads.filter(({ density, endTime }) => density !== null && Date.parse(endTime) <= Date.parse(row.endTime))
  const lastLoad = known.toSorted((one, other) => Date.parse(other.endTime) - Date.parse(one.endTime))[0]
  const inTank = (cl: number | null) => brought(cl, row.temperature, lastLoad, settings)

  const isRecorded = sum(own.map(({ receivedCl }) => receivedCl)) === row.receivedCl
  const receivedRefCl = isRecorded
    ? sum(own.map(load => load.signedRefCl ?? brought(load.receivedCl, load.temperature, load, settings)))
    : null
  const meteredRefCl = inTank(row.meteredCl)
  const measuredRefCl = inTank(row.measuredCl)
  const movedCl = inTank(row.transferredCl + row.adjustedCl)
  const ownVarianceRefCl = sum([measuredRefCl, meteredRefCl, ...[row.beforeRefCl, receivedRefCl, movedCl].map(negative)])
  return { receivedRefCl, meteredRefCl, measuredRefCl, ownVarianceRefCl }
}

/** Null where one of them is. */
const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((all, each) => (all === null || each === null ? null : all + each), 0)
const negative = (cl: number | null) => (cl === null ? null : 0 - cl)

function brought(cl: number | null, temperature: number | null, load: Oil | undefined, settings: MeasureSettings): number | null {
  if (cl === null || cl === 0) return cl
  if (!load) return null
  const { density, densityKind } = load
  const oil = densityKind === 'standard' ? { density } : { observedDensity: density, observedTemperature: load.temperature }
  const measured = volumeAtReference({ ...oil, volumeCl: Math.abs(cl), temperature }, settings)
  return isFigure(measured) ? Math.sign(cl) * measured.value : null
}
