import { deliveryCockpit, oilInfos, type DeliveryCockpit, type DeliveryJudgement } from '@forecourt/contract'
import { deliveryAtReference } from '@forecourt/contract/measure/delivery.ts'
import { judgedAgainst, unloadingOf, varianceAsObserved, varianceAtReference } from '@forecourt/contract/measure/unloading.ts'
import type { GaugeReading, MeasuredSide, SoldAt, Unloading } from '@forecourt/contract/measure/unloading.ts'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { settingsOfStation } from '../org/index.ts'

const hour = 3_600_000
/** An unloading that nobody has ended is shown no longer than this. */
const longestMs = 6 * hour
const drawnMost = 240

type Delivery = Awaited<ReturnType<typeof deliveryOf>>
const deliveryOf = (ctx: Ctx, id: number) => getOf(ctx.tx, oilInfos, id, [], ctx.scope)

/** @throws notFound */
export const cockpit = handle(deliveryCockpit, async (ctx, { id }): Promise<DeliveryCockpit> => {
  const delivery = await deliveryOf(ctx, id)
  const begin = Date.parse(delivery.beginTime)
  const end = delivery.endTime === null ? null : Date.parse(delivery.endTime)
  const span = { from: new Date(begin - hour), until: new Date(end === null ? begin + longestMs : end + hour) }
  const told = await readingsOf(ctx, delivery.tankId, span)
  const sales = await salesOf(ctx, delivery.tankId, span)
  const readings = withoutStuckTemperature(told)
  const seen = unloadingOf(readings, sales, { beginAt: begin, endAt: end })
  const shown = seen ? ofGauge(seen, readings, sales, begin) : await ofDips(ctx, delivery)
  return {
    readings: drawn(readings, sales),
    byGauge: seen !== undefined,
    before: sideOf(shown.before),
    after: shown.after && sideOf(shown.after),
    stillAt: seen?.stillAt == null ? null : new Date(seen.stillAt).toISOString(),
    soldCl: shown.soldCl,
    ...(await judgements(ctx, delivery, shown)),
  }
})

interface Span {
  readonly from: Date
  readonly until: Date
}

async function readingsOf({ tx }: Ctx, tankId: number, { from, until }: Span): Promise<GaugeReading[]> {
  const { rows } = await sql<GaugeReading>`
    select (extract(epoch from measured_at) * 1000)::float8 as at, volume_cl::float8 as volume_cl, temperature::float8 as temperature
    from ${scoped(tx, 'tank_reading')} reading
    where reading.tank_id = ${tankId} and reading.source = 'gauge' and reading.struck_at is null
      and reading.measured_at between ${from}::timestamptz and ${until}::timestamptz
    order by reading.measured_at limit 5000`.execute(tx)
  return rows
}

async function salesOf({ tx }: Ctx, tankId: number, { from, until }: Span): Promise<SoldAt[]> {
  const { rows } = await sql<SoldAt>`
    select (extract(epoch from sale.created_date) * 1000)::float8 as at, sum(line.volume_cl)::float8 as volume_cl
    from ${scoped(tx, 'nozzle_control')} nozzle
    join ${scoped(tx, 'sale_order')} sale on sale.nozzle_control_id = nozzle.id
      and sale.created_date between ${from}::timestamptz and ${until}::timestamptz
    join ${scoped(tx, 'order_line')} line on line.order_id = sale.id and line.category_type = 'fuel'
    where nozzle.tank_id = ${tankId} group by sale.id, sale.created_date order by sale.created_date`.execute(tx)
  return rows
}

/** A temperature that never moves is not a measurement. @source decisions WS17 */
function withoutStuckTemperature(readings: readonly GaugeReading[]): readonly GaugeReading[] {
  const moves = new Set(readings.map(({ temperature }) => temperature)).size > 1 || readings.length < 6
  return moves ? readings : readings.map(reading => ({ ...reading, temperature: null }))
}

const soldUntil = (sales: readonly SoldAt[], from: number, until: number) =>
  sales.reduce((sum, { at, volumeCl }) => (at > from && at <= until ? sum + volumeCl : sum), 0)

function drawn(readings: readonly GaugeReading[], sales: readonly SoldAt[]): DeliveryCockpit['readings'] {
  const every = Math.max(1, Math.ceil(readings.length / drawnMost))
  const some = readings.filter((_, at) => at % every === 0 || at === readings.length - 1)
  return some.map(({ at, volumeCl, temperature }) => {
    return { at: new Date(at).toISOString(), volumeCl, temperature, soldCl: soldUntil(sales, readings[0]!.at, at) }
  })
}

/** Both sides as they lay in the tank: the level when it began, and when it stood still. */
interface Shown extends Pick<Unloading, 'before' | 'after'> {
  readonly soldCl: number
}

/** What was sold is added up in both sides; here it is taken out again: until it began, and until the level stood still. */
function ofGauge({ before, after, stillAt }: Unloading, readings: readonly GaugeReading[], sales: readonly SoldAt[], begin: number): Shown {
  const start = readings[0]!.at
  const [until, earlier] = [stillAt ?? readings.at(-1)!.at, soldUntil(sales, start, begin)]
  const soldCl = soldUntil(sales, begin, until)
  return {
    before: { ...before, volumeCl: before.volumeCl - earlier },
    after: after && { ...after, volumeCl: after.volumeCl - earlier - soldCl },
    soldCl,
  }
}

/** A dip is good to a millimetre and a half; so much lies in a millimetre of a tank that is half full. */
const [dipMm, halfFull, usualDiameterMm] = [1.5, 4 / Math.PI, 2400]

async function ofDips({ tx }: Ctx, delivery: Delivery): Promise<Shown> {
  const tank = tx.selectFrom('tank').where('id', '=', delivery.tankId).select('maxVolumeCl')
  const { maxVolumeCl } = await tank.executeTakeFirstOrThrow()
  const variance = ((dipMm * halfFull * maxVolumeCl) / usualDiameterMm) ** 2
  const side = (volumeCl: number, temperature: number | null): MeasuredSide => ({ volumeCl, variance, temperature, count: 1 })
  const { beforeVolumeCl, afterVolumeCl, beforeTemperature, afterTemperature, soldCl } = delivery
  return {
    before: side(beforeVolumeCl, beforeTemperature),
    after: afterVolumeCl === null ? null : side(afterVolumeCl, afterTemperature),
    soldCl,
  }
}

const sideOf = ({ volumeCl, temperature, count }: MeasuredSide) => ({ volumeCl, temperature, count })

/** What was received against the note, as observed and at the reference temperature of the station. */
async function judgements(ctx: Ctx, delivery: Delivery, { before, after, soldCl }: Shown) {
  const { foundDeliveries: bounds, measurement } = await settingsOfStation(ctx, delivery.stationId)
  const { deliveryVolumeCl: noteCl, temperature, density, densityKind, beforeTemperature, afterTemperature } = delivery
  const asked = bounds.confidencePercent
  if (!after || noteCl === null) return { observed: null, atReference: null, askedConfidence: asked }
  const note = { volumeCl: noteCl, share: bounds.noteBasisPoints / 20_000 }
  const judged = (receivedCl: number, ofNoteCl: number, variance: number): DeliveryJudgement => ({
    receivedCl,
    noteCl: ofNoteCl,
    ...judgedAgainst(receivedCl, ofNoteCl, variance, asked),
  })
  const observed = judged(after.volumeCl - before.volumeCl + soldCl, noteCl, varianceAsObserved({ before, after }, soldCl, note))
  // What a person measured in the tank goes before what its gauge says.
  const warm = { before: beforeTemperature ?? before.temperature, after: afterTemperature ?? after.temperature }
  const oil = densityKind === 'standard' ? { density } : { observedDensity: density, observedTemperature: temperature }
  const { totalCl, profitLossCl } = deliveryAtReference(
    {
      before: { volumeCl: before.volumeCl, temperature: warm.before },
      after: { volumeCl: after.volumeCl, temperature: warm.after },
      sold: { volumeCl: soldCl, temperature: warm.after },
      note: { volumeCl: noteCl, temperature },
      oil,
    },
    measurement,
  )
  if (totalCl === null || profitLossCl === null) return { observed, atReference: null, askedConfidence: asked }
  const atReference = judged(totalCl, totalCl - profitLossCl, varianceAtReference({ before, after }, soldCl, note))
  return { observed, atReference, askedConfidence: asked }
}
