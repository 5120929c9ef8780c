import type { LossGiven, LossLoad, LossReading, MeterTest } from '@forecourt/contract/measure/loss-given.ts'
import { unsoldOf, type MeteredSale } from '@forecourt/contract/measure/unsold.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { settingsOfStation } from '../org/index.ts'
import type { SystemShift, TankSystem } from './loss-books.ts'
import { factorsOf, type LoadRow } from './loss-oil.ts'
import { waterOf } from './loss-water.ts'
import { movesOf } from './meter-event.ts'

/** A recorded sale of the tanks, and the shifts that it happened in and is counted in. */
export interface SaleRow extends MeteredSale {
  readonly no: string
  readonly nozzle: number
  readonly shiftId: number
  readonly belongsShiftId: number | null
}
/** A stand-alone stretch, with the sales at both ends. */
export interface UnsoldRow {
  readonly key: number
  readonly nozzle: number
  readonly from: number
  readonly to: number
  readonly volumeCl: number
  readonly between: readonly SaleRow[]
}
export interface LossFacts {
  readonly given: LossGiven
  readonly sales: readonly SaleRow[]
  readonly loads: readonly LoadRow[]
  readonly unsold: readonly UnsoldRow[]
  /** What came as water, by load. */
  readonly water: ReadonlyMap<number, number>
  readonly tests: readonly (MeterTest & { readonly document: string })[]
  readonly numbers: ReadonlyMap<number, number>
}

/** What is less sure than this, in percent, is not named. A cause is no accusation, and says how sure it is: a claim asks for more. */
const namedFrom = 80
/** Of a gauge that speaks more often, means of so long are looked at. */
const bucketSeconds = 300

/** All that is known of the tanks over the shifts that are studied. */
export async function factsOf(ctx: Ctx, system: TankSystem): Promise<LossFacts> {
  const { shifts, stationId, tankIds } = system
  const [from, until] = [shifts[0]!.startAt, shifts.at(-1)!.endAt]
  const span: Span = { from: new Date(from), until: new Date(until) }
  const nozzles = await nozzlesOf(ctx, tankIds)
  const sales = await salesOf(ctx, system, span)
  const moves = (await movesOf(ctx, stationId, span.from.toISOString(), span.until.toISOString())).map(move => ({
    ...move,
    at: Date.parse(move.at),
  }))
  const unsold = [...Map.groupBy(sales, ({ nozzle }) => nozzle)].flatMap(([nozzle, own]) => {
    const byId = new Map(own.map(sale => [sale.key, sale]))
    const stretches = unsoldOf(
      own,
      moves.filter(move => move.nozzle === nozzle),
    )
    return stretches.map(({ between, ...stretch }) => ({
      ...stretch,
      nozzle,
      key: between[1],
      between: between.map(key => byId.get(key)!),
    }))
  })
  const tests = moves
    .filter(({ kind, nozzle }) => kind === 'test' && nozzles.has(nozzle))
    .map(({ id: key, nozzle, at, movedCl: volumeCl, document }) => ({ key, nozzle, at, volumeCl, document }))
  const loads = [...(await loadsOf(ctx, system, span)), ...typedLoads(shifts, await recordedIn(ctx, system))]
  const water = await waterOf(ctx, loads)
  const settings = await settingsOfStation(ctx, stationId)
  const { factorAt, factorOf } = factorsOf(loads, settings.measurement)
  const given: LossGiven = {
    tanks: await readingsOf(ctx, tankIds, span),
    sales,
    loads: loads.map((load): LossLoad => ({ ...load, noteCl: load.noteCl - (water.get(load.key) ?? 0), factor: factorOf(load) })),
    moved: await movedOf(ctx, tankIds, span),
    unsold,
    tests,
    factorAt,
    meterShare: settings.leakControl.meterMl / 20_000 / 2,
    noteShare: settings.foundDeliveries.noteBasisPoints / 20_000,
    askedConfidence: namedFrom,
  }
  return { given, sales, loads, unsold, water, tests, numbers: nozzles }
}

interface Span {
  readonly from: Date
  readonly until: Date
}

/** The numbers of the nozzles that draw from these tanks, or did. */
async function nozzlesOf({ tx }: Ctx, tankIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; logicNo: number }>`
    select nozzle.id, nozzle.logic_no from ${scoped(tx, 'nozzle_control')} nozzle where nozzle.tank_id = any(${tankIds}::bigint[])
    union
    select nozzle.id, nozzle.logic_no from ${scoped(tx, 'nozzle_earlier_tank')} earlier
    join ${scoped(tx, 'nozzle_control')} nozzle on nozzle.id = earlier.nozzle_control_id
    where earlier.tank_id = any(${tankIds}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, logicNo }) => [id, logicNo]))
}

async function salesOf({ tx }: Ctx, { tankIds }: TankSystem, { from, until }: Span): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select sale.id as key, sale.order_no as no, sale.nozzle_control_id as nozzle, sale.shift_id, sale.belongs_shift_id,
      (extract(epoch from sale.created_date) * 1000)::float8 as at, line.volume_cl, line.totaliser_end_cl as reading_cl
    from (
      select nozzle.id, nozzle.tank_id from ${scoped(tx, 'nozzle_control')} nozzle
      where nozzle.tank_id = any(${tankIds}::bigint[]) or exists (
        select from ${scoped(tx, 'nozzle_earlier_tank')} earlier
        where earlier.nozzle_control_id = nozzle.id and earlier.tank_id = any(${tankIds}::bigint[]))
    ) as drawing
    join ${scoped(tx, 'sale_order')} sale on sale.nozzle_control_id = drawing.id
      and sale.created_date > ${from}::timestamptz and sale.created_date <= ${until}::timestamptz
    join ${scoped(tx, 'order_line')} line on line.order_id = sale.id and line.category_type = 'fuel'
    left join lateral (
      select changed.tank_id from ${scoped(tx, 'nozzle_earlier_tank')} changed
      where changed.nozzle_control_id = drawing.id and changed.until_at > sale.created_date
      order by changed.until_at limit 1) as earlier on true
    where coalesce(earlier.tank_id, drawing.tank_id) = any(${tankIds}::bigint[])
    order by sale.created_date, line.id`.execute(tx)
  return rows
}

/** By tank; a gauge that speaks often is averaged over some minutes. A dip by hand is no series. */
async function readingsOf({ tx }: Ctx, tankIds: readonly number[], { from, until }: Span): Promise<LossReading[][]> {
  const { rows } = await sql<LossReading & { readonly tankId: number }>`
    select tank_id, (avg(extract(epoch from measured_at)) * 1000)::float8 as at, avg(volume_cl)::float8 as volume_cl,
      avg(temperature)::float8 as celsius
    from ${scoped(tx, 'tank_reading')} reading
    where reading.tank_id = any(${tankIds}::bigint[]) and reading.source = 'gauge' and reading.struck_at is null
      and reading.measured_at >= ${from}::timestamptz and reading.measured_at <= ${until}::timestamptz
    group by tank_id, floor(extract(epoch from measured_at) / ${bucketSeconds}::int)
    order by 2`.execute(tx)
  return tankIds.map(tank => rows.filter(({ tankId }) => tankId === tank))
}

/** What was recorded, by its note; without one, as it was measured. And what the gauge saw and nobody has recorded. */
async function loadsOf({ tx }: Ctx, { tankIds }: TankSystem, { from, until }: Span): Promise<LoadRow[]> {
  const { rows } = await sql<LoadRow>`
    select 'oilInfos' as of, id as key, doc_no as label, (extract(epoch from begin_time) * 1000)::float8 as begin_at,
      (extract(epoch from end_time) * 1000)::float8 as end_at, class_settle_id,
      coalesce(settled_received_cl, signed_cl, delivery_volume_cl, total_cl)::float8 as note_cl, density::float8 as density, density_kind,
      temperature::float8 as celsius, delivery_volume_cl is null as is_unsure
    from ${scoped(tx, 'delivery_state')} delivery
    where delivery.tank_id = any(${tankIds}::bigint[]) and delivery.end_time > ${from}::timestamptz
      and delivery.end_time <= ${until}::timestamptz
    union all
    select 'foundDeliveries', id, '', (extract(epoch from begin_time) * 1000)::float8, (extract(epoch from end_time) * 1000)::float8,
      null::bigint, (after_volume_cl - before_volume_cl + sold_estimate_cl)::float8, null::float8, 'observed', null::float8, true
    from ${scoped(tx, 'found_delivery')} found
    where found.tank_id = any(${tankIds}::bigint[]) and found.kind = 'rise' and found.state = 'open'
      and found.end_time > ${from}::timestamptz and found.end_time <= ${until}::timestamptz
    order by 5, 2`.execute(tx)
  return rows
}

/** What deliveries of their own account for of each settlement. */
async function recordedIn({ tx }: Ctx, { tankIds, shifts }: TankSystem): Promise<Map<number, number>> {
  const { rows } = await sql<{ settle: number; cl: number }>`
    select class_settle_id as settle, sum(settled_received_cl)::float8 as cl from ${scoped(tx, 'delivery')} delivery
    where delivery.tank_id = any(${tankIds}::bigint[])
      and delivery.class_settle_id = any(${shifts.map(({ classSettleId }) => classSettleId)}::bigint[])
    group by 1`.execute(tx)
  return new Map(rows.map(({ settle, cl }) => [settle, cl]))
}

/** Received by what was typed at a close: it came some time within the shift. */
function typedLoads(shifts: readonly SystemShift[], recorded: ReadonlyMap<number, number>): LoadRow[] {
  return shifts.flatMap(({ classSettleId, receivedCl, startAt, endAt, businessDay, shiftNumber }) => {
    const noteCl = receivedCl - (recorded.get(classSettleId) ?? 0)
    if (noteCl <= 0) return []
    const label = `${businessDay} · ${shiftNumber}`
    const oil = { density: null, densityKind: 'observed', celsius: null } as const
    return [{ of: 'classSettles', key: classSettleId, label, beginAt: startAt, endAt, classSettleId, noteCl, ...oil, isUnsure: false }]
  })
}

/** Fuel that came from other tanks, or went into them. */
async function movedOf({ tx }: Ctx, tankIds: readonly number[], { from, until }: Span): Promise<{ at: number; volumeCl: number }[]> {
  const { rows } = await sql<{ at: number; volumeCl: number }>`
    select (extract(epoch from at) * 1000)::float8 as at, volume_cl::float8 as volume_cl from ${scoped(tx, 'tank_entry')} entry
    where entry.tank_id = any(${tankIds}::bigint[]) and entry.kind = 'transfer'
      and entry.at > ${from}::timestamptz and entry.at <= ${until}::timestamptz
    order by entry.at`.execute(tx)
  return rows
}
