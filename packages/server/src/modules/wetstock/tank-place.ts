import { tanks } from '@forecourt/contract'
import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { settingsOfStation } from '../org/index.ts'
import { stateAt } from '../shift/index.ts'

/** Tanks that the caller may see, in the order asked for and locked: their books are entered into one after the other. @throws notFound */
export async function lockTanks(ctx: Ctx, ids: readonly number[]) {
  for (const id of ids) await getOf(ctx.tx, tanks, id, [], ctx.scope)
  const found = await ctx.tx
    .selectFrom('tank')
    .where('id', 'in', [...ids])
    .selectAll()
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return ids.map(id => found.find(tank => tank.id === id)!)
}
export type Tank = Awaited<ReturnType<typeof lockTanks>>[number]

/** Where an entry counts. */
export interface Placed {
  readonly at: Date
  readonly bookedAt: Date
  readonly dailyStateId: number
  readonly belongsStateId: number | null
  readonly belongsDay: string | null
}

/**
 * The shift of the moment counts it, unless that one is settled: then the running one does, from now on, and names it. That shift is
 * locked, so that it is not settled before the entry stands. @throws tankEntry.inFuture @source decision O4
 */
export async function placed(ctx: Ctx, { stationId }: Tank, asked: string | null): Promise<Placed> {
  const { now, tx } = ctx
  const told = asked === null ? now : new Date(asked)
  if (told.getTime() - now.getTime() > apartMaxMs) refuse('tankEntry.inFuture')
  const at = told > now ? now : told
  const { stateId, correctsId } = await stateAt(ctx, stationId, at)
  const place = { at, bookedAt: at, dailyStateId: stateId, belongsStateId: null, belongsDay: null }
  if (correctsId === null) return place
  const states = tx.selectFrom('dailyState').select(['businessDay', 'startTime'])
  const { businessDay } = await states.where('id', '=', correctsId).executeTakeFirstOrThrow()
  const { startTime } = await states.where('id', '=', stateId).executeTakeFirstOrThrow()
  const bookedAt = new Date(Math.max(now.getTime(), Date.parse(startTime)))
  return { ...place, bookedAt, belongsStateId: correctsId, belongsDay: businessDay }
}

/** The entry with which the present book of a tank began; undefined while it has none. */
export async function openingOf({ tx }: Ctx, tankId: number): Promise<{ id: number; at: Date } | undefined> {
  const opening = await tx
    .selectFrom('tankEntryState')
    .where('tankId', '=', tankId)
    .where('kind', 'in', ['opening', 'productChange'])
    .where('reversesId', 'is', null)
    .where('reversedById', 'is', null)
    .select(['id', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return opening && { id: opening.id!, at: new Date(opening.at!) }
}

/** What happened before a book began is not in it. @throws tankEntry.notOpened */
export async function opened(ctx: Ctx, { id, number }: Tank, at: Date): Promise<void> {
  const opening = await openingOf(ctx, id)
  if (!opening || opening.at >= at) refuse('tankEntry.notOpened', { number })
}

/** Up to when the books of a station are settled; null before its first settled shift. */
export async function settledUntil({ tx }: Ctx, { stationId }: Tank): Promise<Date | null> {
  const last = tx.selectFrom('tankBook').where('stationId', '=', stationId).select('untilAt').orderBy('untilAt', 'desc').limit(1)
  const row = await last.executeTakeFirst()
  return row ? new Date(row.untilAt) : null
}

export async function isSettled({ tx }: Ctx, dailyStateId: number): Promise<boolean> {
  return (await tx.selectFrom('dailyState').where('id', '=', dailyStateId).select('settled').executeTakeFirstOrThrow()).settled
}

/** @throws tankEntry.beyondTank */
export function roomFor({ number, maxVolumeCl }: Tank, volumeCl: number): void {
  if (volumeCl > maxVolumeCl)
    refuse('tankEntry.beyondTank', { number, most: (maxVolumeCl / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }) })
}

/**
 * The last measurement shows no more than what stays in a tank that is pumped empty, and nothing was unloaded since.
 * @returns what lies in it, and is of the next product from then on
 * @throws tankEntry.notEmptied
 */
export async function emptied(ctx: Ctx, { id, number, companyId, stationId, measuredAt, volumeCl }: Tank): Promise<number> {
  const { residueLitres } = (await settingsOfStation(ctx, stationId)).productChange
  const most = { number, most: residueLitres }
  if (measuredAt === null || volumeCl > residueLitres * 100) refuse('tankEntry.notEmptied', most)
  const { rows } = await sql`
    select from delivery where company_id = ${companyId} and tank_id = ${id}
      and (end_time is null or end_time > ${measuredAt}::timestamptz) limit 1`.execute(ctx.tx)
  if (rows.length > 0) refuse('tankEntry.notEmptied', most)
  return volumeCl
}
