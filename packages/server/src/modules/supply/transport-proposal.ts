import { incomingTransports, oilInfos, transportCalls, type RowOf } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { settingsOfStation } from '../org/index.ts'
import { atReference } from '../wetstock/index.ts'
import { soldAt } from './transport-terms.ts'

type Incoming = RowOf<typeof incomingTransports>
const hour = 3_600_000
/** A truck that left is at its station within so long; what was unloaded so near to the expected time is taken for it. */
const [underWayMs, nearMs] = [7 * 24 * hour, 6 * hour]

/** Deliveries of its fuel into tanks of the station since it left, that no other load was signed for by; the newest twenty. */
async function candidates({ tx }: Ctx, { stationId, baseFuelId, deliveryTime }: Incoming): Promise<number[]> {
  const until = new Date(Date.parse(deliveryTime) + underWayMs)
  const { rows } = await sql<{ id: number }>`
    select delivery.id from ${scoped(tx, 'delivery')} delivery
    join ${scoped(tx, 'product')} product on product.id = delivery.product_id and product.base_fuel_id = ${baseFuelId}::bigint
    where delivery.station_id = ${stationId}::bigint and delivery.superseded_at is null and delivery.end_time is not null
      and delivery.begin_time between ${deliveryTime}::timestamptz and ${until}::timestamptz
      and not exists (select 1 from ${scoped(tx, 'transport_intake')} signed where signed.oil_info_id = delivery.id)
    order by delivery.begin_time desc limit 20`.execute(tx)
  return rows.map(({ id }) => id)
}

async function intakeOf(ctx: Ctx, load: Incoming, id: number) {
  const intake = await getOf(ctx.tx, oilInfos, id, ['tank'], ctx.scope)
  const { measurement } = await settingsOfStation(ctx, load.stationId)
  const { docNo, plate, beginTime, endTime, totalCl, soldCl, productId, tank } = intake
  const sameDocument = load.billNo !== '' && docNo === load.billNo
  const samePlate = load.plate !== '' && plate !== '' && plate.includes(load.plate)
  return {
    id,
    docNo,
    plate,
    tankNumber: tank?.number ?? 0,
    productId: productId!,
    beginTime,
    endTime: endTime!,
    totalCl,
    totalRefCl: atReference(intake, soldCl, measurement)?.totalCl ?? null,
    sameDocument,
    samePlate,
    chosen: sameDocument || samePlate,
  }
}

/**
 * Deliveries that carry its document or its plate: what its signature is measured against where it names none, so that leaving them out
 * hides nothing.
 */
export async function namedIntakes(ctx: Ctx, load: Incoming): Promise<number[]> {
  const found = []
  for (const id of await candidates(ctx, load)) found.push(await intakeOf(ctx, load, id))
  const best = found.some(({ sameDocument }) => sameDocument) ? 'sameDocument' : 'samePlate'
  return found.filter(each => each[best]).map(({ id }) => id)
}

/**
 * What has its document goes before what has its plate, and that before what came when it was expected. @throws notFound
 * @source decision SU7
 */
export const proposal = handle(transportCalls.proposal, async (ctx, { id }) => {
  const load = await getOf(ctx.tx, incomingTransports, id, [], ctx.scope)
  const found = []
  if (load.status === 'loaded') for (const each of await candidates(ctx, load)) found.push(await intakeOf(ctx, load, each))
  const best = found.some(({ sameDocument }) => sameDocument) ? 'sameDocument' : 'samePlate'
  const near = (at: string) => load.offloadTime !== null && Math.abs(Date.parse(at) - Date.parse(load.offloadTime)) <= nearMs
  const isNamed = found.some(({ chosen }) => chosen)
  const intakes = found.map(each => ({ ...each, chosen: isNamed ? each[best] : near(each.beginTime) }))
  const chosen = intakes.filter(each => each.chosen)
  const volumes = chosen.map(({ totalRefCl, totalCl }) => totalRefCl ?? totalCl)
  const isWhole = chosen.length > 0 && volumes.every(volume => volume !== null)
  return {
    intakes,
    signedCl: isWhole ? volumes.reduce<number>((sum, volume) => sum + volume, 0) : null,
    offloadTime:
      chosen.length > 0
        ? chosen
            .map(({ endTime }) => endTime)
            .toSorted()
            .at(-1)!
        : null,
    products: await soldAt(ctx, load.stationId, load.baseFuelId),
  }
})
