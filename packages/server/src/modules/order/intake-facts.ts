import type { Sale } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/command.ts'
import { refuse } from '../../platform/refusal.ts'
import { currentState, stateAt, type Belonging } from '../shift/index.ts'
import type { DeviceClock } from './clock.ts'
import type { Listed } from './pricing.ts'

/** The station that sells, its counter held until the transaction ends: orders of one station are taken one after the other. */
export interface Counter extends DeviceClock {
  readonly stationId: number
  readonly companyId: number
  readonly stationCode: string
  readonly deviceId: number | null
  readonly orders: number
  /** Never before what the station received last. */
  readonly receivedDate: Date
}

/** @throws order.stationMissing, notFound */
export async function holdCounter({ tx, actor, scope, now }: Ctx, stationId = actor.stationId): Promise<Counter> {
  const device = actor.kind === 'device' ? actor.id : null
  if (device === null && stationId === undefined) refuse('order.stationMissing')
  if (scope.stationIds && stationId !== undefined && !scope.stationIds.includes(stationId)) refuse('notFound', { field: 'stationId' })
  const {
    rows: [row],
  } = await sql<Omit<Counter, 'receivedDate'> & { receivedDate: string }>`
    with site as (
      select station.id, station.company_id, station.code, device.id as device_id, device.clock_offset_ms
      from station left join device on device.id = ${device} and device.station_id = station.id
      where station.company_id = any(${[...scope.companyIds]})
        and case when ${device}::bigint is null then station.id = ${stationId ?? null} else device.id is not null end
    ), held as (
      insert into order_counter (station_id, company_id, received_date) select id, company_id, ${now} from site
      on conflict (station_id) do update set received_date = greatest(order_counter.received_date, excluded.received_date)
      returning orders, received_date
    )
    select site.id as station_id, company_id, code as station_code, device_id, clock_offset_ms as offset_ms, orders, received_date
    from site, held`.execute(tx)
  if (!row) refuse('notFound', { field: 'stationId' })
  return { ...row, receivedDate: new Date(row.receivedDate) }
}

/** A sale that this device told before. */
export interface Before {
  id: number
  orderNo: string
  sequence: number
  totalCents: number
  intakePaidCents: number
  intakeHash: Buffer
  createdDate: string
  receivedDate: string
  clockSuspect: boolean
  late: boolean
  priceDifference: boolean
}

/** What a device is known by: the highest number it sent, and those of these sales that it told before. */
export interface Told {
  readonly last: number
  readonly before: ReadonlyMap<number, Before>
}

export async function toldBefore({ tx }: Ctx, deviceId: number, sequences: readonly number[]): Promise<Told> {
  const { rows } = await sql<Before & { last: number }>`
    select intake.last, told.id, order_no, sequence, total_cents, intake_paid_cents, intake_hash, told.created_date, told.received_date,
      clock_suspect, late, price_difference
    from (select coalesce(max(last_sequence), 0) as last from device_intake where device_id = ${deviceId}) as intake
    left join sale_order told on told.device_id = ${deviceId} and told.sequence = any(${[...sequences]})`.execute(tx)
  const before = rows.filter(row => row.id !== null).map(({ last: _last, ...row }) => [row.sequence, row] as const)
  return { last: rows[0]!.last, before: new Map(before) }
}

export interface Asked {
  readonly nozzleId: number | null
  readonly itemId: number | null
  readonly at: Date
}
export interface Found extends Partial<Listed> {
  readonly nozzleKnown: boolean
}

/** What lines sell and what their fuels and goods cost at that moment, for all lines in one question. */
export async function listed({ tx }: Ctx, stationId: number, asked: readonly Asked[]): Promise<Found[]> {
  const { rows } = await sql<{
    nozzleKnown: boolean
    itemId: number | null
    categoryType: 'fuel' | 'normal'
    listPriceCents: number | null
  }>`
    select nozzle.id is not null as nozzle_known, item.id as item_id, category.type as category_type,
      case when item.product_id is null then item.price_cents
        else price_at(item.station_id, item.product_id, asked.at) end as list_price_cents
    from unnest(${asked.map(of => of.nozzleId)}::bigint[], ${asked.map(of => of.itemId)}::bigint[],
        ${asked.map(of => of.at.toISOString())}::timestamptz[])
      with ordinality as asked (nozzle_id, item_id, at, turn)
    left join nozzle_control nozzle on nozzle.id = asked.nozzle_id and nozzle.station_id = ${stationId}
    left join item on item.id = coalesce(asked.item_id, nozzle.item_id) and item.station_id = ${stationId}
    left join category on category.id = item.category_id
    order by asked.turn`.execute(tx)
  return rows.map(({ nozzleKnown, itemId, ...row }) => (itemId === null ? { nozzleKnown } : { nozzleKnown, itemId, ...row }))
}

/** Cards by number and by id, as the sales name them. */
export async function cardsOf(
  { tx }: Ctx,
  companyId: number,
  sales: readonly Sale[],
): Promise<Map<string | number, { id: number; number: string }>> {
  const numbers = sales.flatMap(sale => sale.cardNumber ?? []),
    ids = sales.flatMap(sale => sale.userCardId ?? [])
  if (!numbers.length && !ids.length) return new Map()
  const rows = await tx
    .selectFrom('userCard')
    .where('companyId', '=', companyId)
    .where(of => of.or([of('number', 'in', [...numbers, '']), of('id', 'in', [...ids, 0])]))
    .select(['id', 'number'])
    .execute()
  return new Map(
    rows.flatMap(
      card =>
        [
          [card.id, card],
          [card.number, card],
        ] as [string | number, typeof card][],
    ),
  )
}

export async function employeesOf({ tx }: Ctx, companyId: number, sales: readonly Sale[]): Promise<Set<number>> {
  const ids = sales.flatMap(sale => sale.employeeId ?? [])
  if (!ids.length) return new Set()
  const rows = await tx.selectFrom('userAccount').where('companyId', '=', companyId).where('id', 'in', ids).select('id').execute()
  return new Set(rows.map(row => row.id))
}

/** Slips that have paid already, as `wx 4200001`. */
export async function slipsUsed({ tx }: Ctx, companyId: number, sales: readonly Sale[]): Promise<Set<string>> {
  const serials = sales.flatMap(sale => (sale.payType && sale.externalSerialNo ? [sale.externalSerialNo] : []))
  if (!serials.length) return new Set()
  const rows = await tx
    .selectFrom('payTransaction')
    .where('companyId', '=', companyId)
    .where('externalSerialNo', 'in', serials)
    .select(['payType', 'externalSerialNo'])
    .execute()
  return new Set(rows.map(row => slip(row.payType, row.externalSerialNo!)))
}
export const slip = (payType: string, serial: string): string => `${payType} ${serial}`

/** The states that moments belong to; sales of the running state cost one question together, late ones are asked each. */
export async function belongings(ctx: Ctx, stationId: number, moments: readonly Date[]): Promise<(moment: Date) => Belonging> {
  const running = await currentState(ctx, stationId),
    began = Date.parse(running.startTime)
  const late = new Map<number, Belonging>()
  for (const moment of moments) {
    if (moment.getTime() < began && !late.has(moment.getTime())) late.set(moment.getTime(), await stateAt(ctx, stationId, moment))
  }
  return moment => late.get(moment.getTime()) ?? { stateId: running.id, correctsId: null }
}
