import { sql } from 'kysely'
import { setTenantScope } from '../../platform/execution/command.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import type { DemoFacts } from './facts.ts'
import { riverside } from './script.ts'

export interface DemoNozzleNow {
  readonly id: number
  readonly logicNo: number
  readonly dispenser: number
  readonly productId: number
  readonly tankId: number
  readonly priceCents: number
  readonly totaliserCl: number
}

/** A station of a city, and never a minute without a customer for who has come to look. */
const customersPerDay = 500
const waitAtMostMs = 45_000

/** The station of the demo that sells while the product runs: what stands there, what it asks now, and the device that speaks for it. */
export async function demoLayout(db: Database, { companies: [company] }: DemoFacts, now: Date) {
  const station = company?.stations[0]
  const device = station?.devices.find(({ type, credential }) => type === 'dataHub' && credential !== null)
  if (!company || !station || !device) return undefined
  const { nozzles, tanks } = await db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, [company.id])
    const { rows } = await sql<DemoNozzleNow>`
      select nozzle.id, logic_no, dispenser.number as dispenser, tank.product_id, tank.id as tank_id,
        price_at(${company.id}, ${station.id}, tank.product_id, ${now}) as price_cents, coalesce((
          select max(totaliser_end_cl) from order_line line
          join sale_order sale on sale.company_id = line.company_id and sale.id = line.order_id
          where ${inScope(tx, 'line.company_id')} and sale.nozzle_control_id = nozzle.id), 0) as totaliser_cl
      from nozzle_control nozzle
      join dispenser on dispenser.company_id = nozzle.company_id and dispenser.id = nozzle.dispenser_id
      join tank on tank.company_id = nozzle.company_id and tank.id = nozzle.tank_id
      where ${inScope(tx, 'nozzle.company_id')} and nozzle.station_id = ${station.id} order by logic_no`.execute(tx)
    const tanks = await tx
      .selectFrom('tank')
      .where('stationId', '=', station.id)
      .select(['id', 'number', 'productId', 'maxVolumeCl', 'volumeCl', 'waterHeightMm'])
      .orderBy('number')
      .execute()
    return { nozzles: rows, tanks }
  })
  return {
    layout: { zone: riverside.zone, presets: riverside.presets, nozzles, tanks, customersPerDay, waitAtMostMs },
    device: { deviceId: device.id, stationId: station.id, credential: device.credential!, nextSequence: device.nextSequence },
  }
}
