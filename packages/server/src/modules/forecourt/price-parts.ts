import { priceChangeStations, type NozzlePriceState, type PriceChangeStatus } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { visible } from '../../platform/search/scope.ts'

/** The part of a change that one station has. */
export interface PartRow {
  readonly id: number
  readonly changeId: number
  readonly stationId: number
  readonly stationName: string
  readonly timeZone: string
  readonly fromAt: string
  readonly status: PriceChangeStatus
  readonly firedDate: string | null
}
export interface LineRow {
  readonly changeId: number
  readonly stationId: number
  readonly productId: number
  readonly productName: string
  readonly beforeCents: number | null
  readonly priceCents: number
}
interface NozzleRow {
  readonly id: number
  readonly stationId: number
  readonly logicNo: number
  readonly productId: number
  readonly state: NozzlePriceState
  readonly seenCents: number | null
  readonly seenDate: string | null
  readonly orderId: number | null
}

/** The stations of changes that the caller works in: of the others nothing is said. @source decisions WS5 */
const own = ({ scope }: Ctx) => sql`(select * from price_change_station where ${visible(priceChangeStations, scope)})`

export async function partsOf(ctx: Ctx, changeIds: readonly number[]): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select part.id, part.change_id, part.station_id, station.name as station_name, station.time_zone, part.from_at, part.status,
      part.fired_date
    from ${own(ctx)} part join station on station.company_id = part.company_id and station.id = part.station_id
    where part.change_id = any(${[...changeIds]}) order by station.code, station.id`.execute(ctx.tx)
  return rows
}

export async function linesOf(ctx: Ctx, changeIds: readonly number[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select line.change_id, line.station_id, line.product_id, product.name as product_name, line.before_cents, line.price_cents
    from ${own(ctx)} part
    join price_change_line line on line.company_id = part.company_id and line.change_id = part.change_id
      and line.station_id = part.station_id
    join product on product.company_id = line.company_id and product.id = line.product_id
    where part.change_id = any(${[...changeIds]}) order by product.code, product.id`.execute(ctx.tx)
  return rows
}

/** The nozzles of a change: those that were told, and before its time those that would be. */
export async function nozzlesOf(ctx: Ctx, changeId: number): Promise<NozzleRow[]> {
  const { rows } = await sql<NozzleRow>`
    select nozzle.id, part.station_id, nozzle.logic_no, line.product_id, coalesce(told.state, 'prepared') as state, told.seen_cents,
      told.seen_date, told.order_id
    from ${own(ctx)} part
    join price_change_line line on line.company_id = part.company_id and line.change_id = part.change_id
      and line.station_id = part.station_id
    join tank on tank.company_id = line.company_id and tank.station_id = line.station_id and tank.product_id = line.product_id
    join nozzle_control nozzle on nozzle.company_id = tank.company_id and nozzle.tank_id = tank.id
    left join price_change_nozzle told on told.company_id = part.company_id and told.change_id = part.change_id
      and told.nozzle_control_id = nozzle.id
    where part.change_id = ${changeId} and part.status <> 'cancel' and (told.id is not null or part.fired_date is null)
    order by nozzle.logic_no`.execute(ctx.tx)
  return rows
}
