import type { ClassSettlePreview } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { DailyState } from '../shift/index.ts'
import { receivedUntil, type Received } from '../wetstock/index.ts'
import type { Figures } from './figures.ts'

export type TankRow = ClassSettlePreview['tanks'][number]
/** What somebody measured, and what was delivered. */
export interface Dip {
  readonly tankId: number
  readonly volumeCl?: number | undefined
  readonly receivedCl: number
  readonly document: string
}
type Found = Pick<TankRow, 'tankId' | 'number' | 'productName' | 'beginCl'> & { gaugeCl: number | null; maxCl: number }

/**
 * The tanks of a station over a shift. What came into them is what the deliveries say that were recorded, else what is entered here. A
 * tank begins where it was last measured, if nothing was sold from it since; it ends where somebody measured it, or where its gauge
 * reported within the shift. @throws settlement.tankUnknown, settlement.tankOverfull,
 * settlement.deliveryRecorded
 */
export async function tanksOf(
  tx: Tx,
  state: Pick<DailyState, 'id' | 'stationId' | 'startTime'>,
  at: Date,
  nozzles: Figures['nozzles'],
  dips: readonly Dip[] = [],
  counted?: readonly Received[],
): Promise<TankRow[]> {
  const found = await measured(tx, state, at)
  const dipOf = new Map(dips.map(dip => [dip.tankId, dip]))
  const deliveries = counted ?? (await receivedUntil(tx, state, at))
  if (dips.some(({ tankId }) => !found.some(tank => tank.tankId === tankId))) refuse('settlement.tankUnknown')
  return found.map(({ gaugeCl, maxCl, ...tank }) => {
    const { volumeCl, ...typed } = dipOf.get(tank.tankId) ?? { receivedCl: 0, document: '' }
    const ofTank = deliveries.filter(({ tankId }) => tankId === tank.tankId)
    const recorded = ofTank.filter(({ late }) => !late)
    if (recorded.length > 0 && (typed.receivedCl > 0 || typed.document !== '')) refuse('settlement.deliveryRecorded', { tank: tank.number })
    const { receivedCl: ownCl, document } = recorded.length > 0 ? sumOfDeliveries(recorded) : typed
    // Sales that came late for a settled delivery add to what was received, however the rest is told.
    const receivedCl = ownCl + sum(ofTank.filter(({ late }) => late).map(each => each.receivedCl))
    if (volumeCl !== undefined && volumeCl > maxCl) refuse('settlement.tankOverfull', { tank: tank.number, max: (maxCl / 100).toFixed(2) })
    const own = nozzles.filter(({ tankId }) => tankId === tank.tankId)
    const endCl = volumeCl ?? gaugeCl
    // A nozzle from which nothing was sold tells nothing; one that sold without telling leaves the sum unknown.
    const metered = own.filter(({ orders, meteredCl }) => orders > 0 || meteredCl !== null).map(({ meteredCl }) => meteredCl)
    const meteredCl = metered.every(cl => cl !== null) ? sum(metered) : null
    const drawnCl = tank.beginCl !== null && endCl !== null ? tank.beginCl + receivedCl - endCl : null
    return {
      ...tank,
      ...(recorded.length > 0 && { deliveries: recorded.length }),
      receivedCl,
      document,
      endCl,
      entered: volumeCl !== undefined,
      soldCl: sum(own.map(({ soldCl }) => soldCl)),
      meteredCl,
      drawnCl,
      differenceCl: drawnCl !== null && meteredCl !== null ? drawnCl - meteredCl : null,
    }
  })
}

async function measured(tx: Tx, { stationId, startTime }: Pick<DailyState, 'stationId' | 'startTime'>, at: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select tank.id as "tankId", tank.number, product.name as "productName", max_volume_cl as "maxCl", before.end_cl as "beginCl",
      case when measured_at between ${startTime} and ${at} then volume_cl end as "gaugeCl"
    from ${scoped(tx, 'tank')} tank join ${scoped(tx, 'product')} product on product.id = tank.product_id left join lateral (
      select end_cl, end_time from ${scoped(tx, 'class_settle')} settle
      join ${scoped(tx, 'class_settle_tank')} frozen on class_settle_id = settle.id
      where settle.station_id = ${stationId} and settle.end_time <= ${startTime} and tank_id = tank.id and end_cl is not null
      order by end_time desc limit 1
    ) as before on not exists (
      select from ${scoped(tx, 'nozzle_control')} nozzle join ${scoped(tx, 'sale_order')} sale on sale.nozzle_control_id = nozzle.id
      where nozzle.tank_id = tank.id and sale.created_date >= before.end_time and sale.created_date < ${startTime}
    )
    where tank.station_id = ${stationId} order by tank.number`.execute(tx)
  return rows
}

const sumOfDeliveries = (deliveries: readonly Received[]) => ({
  receivedCl: sum(deliveries.map(({ receivedCl }) => receivedCl)),
  document: [...new Set(deliveries.flatMap(({ docNo }) => docNo || []))].join(', '),
})

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
