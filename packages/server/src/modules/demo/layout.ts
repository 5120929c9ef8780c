import { sql } from 'kysely'
import { setTenantScope } from '../../platform/execution/command.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
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
  const { nozzles, tanks, cards } = await db.transaction().execute(async begun => {
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
    const cards = await cardsAbout(tx, company.id)
    return { nozzles: rows, tanks, cards }
  })
  return {
    layout: { zone: riverside.zone, presets: riverside.presets, nozzles, tanks, cards, customersPerDay, waitAtMostMs },
    device: { deviceId: device.id, stationId: station.id, credential: device.credential!, nextSequence: device.nextSequence },
  }
}

/** Cards whose holders come to fill up: those of persons and drivers that hold most, and ask for no password. */
async function cardsAbout(tx: Tx, companyId: number): Promise<{ number: string; plate?: string }[]> {
  const { rows } = await sql<{ number: string; name: string; kind: string }>`
    select number, name, kind from user_card_state
    where company_id = ${companyId} and kind in ('personal', 'sub') and status = 'normal' and issue_time is not null
      and password_from_cents is null and limit_profile_id is null and range_of_use is null and value >= 500_00
    order by value desc, id limit 16`.execute(tx)
  // A driver's card is named after the vehicle.
  return rows.map(({ number, name, kind }) => ({ number, ...(kind === 'sub' && { plate: name.replace('·', '') }) }))
}
