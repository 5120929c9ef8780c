import { addMeterEvent, meterEvents, nozzleControls, strikeMeterEvent, type Parsed } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOfStation, crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { currentState } from '../shift/index.ts'

type NewEvent = Parsed<typeof addMeterEvent>['body']

/** @throws notFound, meterEvent.later, meterEvent.shiftClosed, meterEvent.readings, meterEvent.volume, meterEvent.belowReading */
const add = handle(addMeterEvent, async (ctx, { body: { nozzleControlId, happenedAt, ...event } }) => {
  const { tx, now, actor } = ctx
  const nozzle = await getOf(tx, nozzleControls, nozzleControlId, [], ctx.scope).catch(() =>
    refuse('notFound', { field: 'nozzleControlId' }),
  )
  const at = happenedAt === null ? now : new Date(happenedAt)
  if (at > now) refuse('meterEvent.later')
  const { stationId, logicNo } = nozzle
  const companyId = await companyOfStation(ctx, stationId)
  await lockShiftOf(ctx, stationId, at)
  await checkFigures(ctx, nozzleControlId, at, event)

  const { id } = await tx
    .insertInto('meterEvent')
    .values({ ...event, companyId, stationId, nozzleControlId, happenedAt: at, enteredById: actor.id, createdDate: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.audit('meterEvent.add', `nozzleControls:${nozzleControlId}`, { logicNo, happenedAt: at, ...event }, companyId)
  return getOf(tx, meterEvents, id, [], ctx.scope)
})

/** The shift or natural day of that moment, held open until the caller's transaction ends. @throws meterEvent.shiftClosed */
async function lockShiftOf(ctx: Ctx, stationId: number, at: Date): Promise<void> {
  await currentState(ctx, stationId)
  const { rows } = await sql<{ id: number }>`
    select id from ${scoped(ctx.tx, 'daily_state')} state
    where station_id = ${stationId} and start_time <= ${at} and (end_time is null or end_time > ${at})
    order by start_time desc limit 1`.execute(ctx.tx)
  const found = rows[0] ?? refuse('meterEvent.shiftClosed')
  await ctx.tx.selectFrom('dailyState').where('id', '=', found.id).select('id').forShare().execute()
  const settled = await ctx.tx.selectFrom('classSettle').where('dailyStateId', '=', found.id).select('id').executeTakeFirst()
  if (settled) refuse('meterEvent.shiftClosed')
}

async function checkFigures(
  ctx: Ctx,
  nozzle: number,
  at: Date,
  { kind, beforeCl, afterCl, volumeCl }: Omit<NewEvent, 'nozzleControlId' | 'happenedAt'>,
) {
  if (kind === 'test') {
    if (volumeCl === null || beforeCl !== null || afterCl !== null) refuse('meterEvent.volume')
    return
  }
  if (beforeCl === null || afterCl === null || volumeCl !== null) refuse('meterEvent.readings')
  if (kind === 'rollover' && afterCl >= beforeCl) refuse('meterEvent.readings')
  const last = await lastReading(ctx, nozzle, at)
  if (last !== undefined && beforeCl < last) refuse('meterEvent.belowReading', { reading: (last / 100).toFixed(2) })
}

/** What the last sale before that moment reported, unless the meter was exchanged since. */
async function lastReading({ tx }: Ctx, nozzle: number, at: Date): Promise<number | undefined> {
  const { rows } = await sql<{ reading: number | null }>`
    select case when exists (select from ${scoped(tx, 'meter_event')} event
        where event.nozzle_control_id = ${nozzle} and kind <> 'test' and struck_at is null
          and happened_at > sale.created_date and happened_at <= ${at})
      then null else (select max(totaliser_end_cl) from ${scoped(tx, 'order_line')} line where line.order_id = sale.id) end as reading
    from ${scoped(tx, 'sale_order')} sale where sale.nozzle_control_id = ${nozzle} and sale.created_date <= ${at}
    order by sale.created_date desc, sale.id desc limit 1`.execute(tx)
  return rows[0]?.reading ?? undefined
}

/** @throws notFound, meterEvent.struck, meterEvent.shiftClosed */
const strike = handle(strikeMeterEvent, async (ctx, { id, body: { reason } }) => {
  const { tx, now, actor } = ctx
  const { stationId, nozzleControlId, happenedAt, kind } = await getOf(tx, meterEvents, id, [], ctx.scope)
  const companyId = await companyOfStation(ctx, stationId)
  await lockShiftOf(ctx, stationId, new Date(happenedAt))
  await tx.updateTable('meterEvent').set({ struckAt: now, struckById: actor.id, strikeReason: reason }).where('id', '=', id).execute()
  ctx.audit('meterEvent.strike', `nozzleControls:${nozzleControlId}`, { kind, happenedAt, reason }, companyId)
  return getOf(tx, meterEvents, id, [], ctx.scope)
})

export const meterEventHandlers: readonly Handler[] = [...crud(meterEvents), add, strike]

/** What moved a meter besides sales, in centilitres of its reading. */
export interface MeterMove {
  readonly id: number
  readonly nozzle: number
  readonly tankId: number | null
  readonly kind: NewEvent['kind']
  readonly at: string
  readonly movedCl: number
  readonly document: string
}

/** The events of a station's meters within a shift, the end included. */
export async function movesOf({ tx }: Pick<Ctx, 'tx'>, stationId: number, from: string, to: string): Promise<MeterMove[]> {
  const { rows } = await sql<MeterMove>`
    select event.id, event.nozzle_control_id as nozzle, nozzle.tank_id, event.kind, event.happened_at as at, event.moved_cl, event.document
    from ${scoped(tx, 'meter_event')} event
    join ${scoped(tx, 'nozzle_control')} nozzle on nozzle.id = event.nozzle_control_id
    where event.station_id = ${stationId} and event.happened_at > ${from} and event.happened_at <= ${to} and event.struck_at is null
    order by event.happened_at, event.id`.execute(tx)
  return rows
}
