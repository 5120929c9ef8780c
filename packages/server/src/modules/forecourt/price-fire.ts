import { confirmSeconds, expireHours } from '@forecourt/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { systemActor, type Ctx } from '../../platform/execution/command.ts'
import { keepJobs } from '../../platform/jobs/schedule.ts'
import { task } from '../../platform/jobs/task.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { expire, judgeParts, noteSent, unconfirm } from './price-confirm.ts'
import { writePrices } from './price-row.ts'

const fireName = 'price.fire'
const unconfirmName = 'price.unconfirm'
const expireName = 'price.expire'
/** The second job of an instant does what the first did not, where the server died that had it in hand. */
const againMs = 3000

const jobKey = (id: number, at: Date, nth: number) => `change:${id}:${at.getTime()}:${nth}`

/** Has a change fire at an instant. */
export function askToFire(ctx: Ctx, companyId: number, id: number, at: Date): void {
  for (const [nth, ms] of [0, againMs].entries())
    ctx.job(fireName, { id }, { key: jobKey(id, at, nth), runAt: new Date(at.getTime() + ms), companyId })
}

interface Fired {
  id: number
  stationId: number
  productId: number
  priceCents: number
  fromAt: string
  setById: number | null
  createdDate: string
}

/**
 * Writes down the prices of a change at those stations whose time has come. A station's part is locked, and has its prices written down
 * once: what comes second, another server or a cancellation, finds it done.
 */
export async function fireDue(ctx: Ctx, companyId: number, id: number): Promise<void> {
  const { tx, now } = ctx
  const { rows: parts } = await sql<{ stationId: number }>`
    with due as (
      select id from price_change_station
      where company_id = ${companyId} and change_id = ${id} and status = 'wait' and fired_date is null and from_at <= ${now}
      order by id for no key update
    )
    update price_change_station part set fired_date = ${now} from due
    where part.company_id = ${companyId} and part.id = due.id returning part.station_id`.execute(tx)
  if (parts.length === 0) return
  const stationIds = parts.map(({ stationId }) => stationId)
  const { rows: fired } = await sql<Fired>`
    update price_change_line line set coming = false from price_change change
    where line.company_id = ${companyId} and line.change_id = ${id} and line.station_id = any(${stationIds}) and line.coming
      and change.company_id = ${companyId} and change.id = line.change_id
    returning line.id, line.station_id, line.product_id, line.price_cents, line.from_at, change.created_by_id as set_by_id,
      change.created_date`.execute(tx)
  const rows = fired.map(price => ({ ...price, fromAt: new Date(price.fromAt), createdDate: new Date(price.createdDate) }))
  await writePrices(tx, companyId, rows)
  await noteSent(ctx, companyId, id, stationIds)
  await judgeParts(ctx, companyId, [id])

  for (const { stationId, productId, priceCents, fromAt } of rows)
    ctx.emit('price.set', { stationId, productId, priceCents, fromAt: fromAt.toISOString(), changeId: id }, { companyId, stationId })
  const later = (task: string, seconds: number) =>
    ctx.job(task, { id }, { key: `change:${id}:${now.getTime()}`, runAt: new Date(now.getTime() + seconds * 1000), companyId })
  later(unconfirmName, confirmSeconds)
  later(expireName, expireHours * 3600)
  if (ctx.actor.kind === 'system') ctx.audit('price.fire', `priceChanges:${id}`, { stations: stationIds.length }, companyId)
}

const Id = z.object({ id: z.int() })
export const priceTasks = [
  task(fireName, Id, (ctx, { id }) => fireDue(ctx, ctx.actor.companyId, id)),
  task(unconfirmName, Id, (ctx, { id }) => unconfirm(ctx, ctx.actor.companyId, id)),
  task(expireName, Id, (ctx, { id }) => expire(ctx, ctx.actor.companyId, id)),
]

/** Asks once more for what is due: a change whose jobs failed for good would never fire. */
export async function askForFires(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; companyId: number }>`
    select distinct part.change_id as id, part.company_id from price_change_station part
    where ${inScope(tx, 'part.company_id')} and part.status = 'wait' and part.fired_date is null and part.from_at <= ${now}`.execute(tx)
  await keepJobs(
    tx,
    rows.map(({ id, companyId }) => ({
      companyId,
      task: fireName,
      key: jobKey(id, now, 0),
      payload: JSON.stringify({ id }),
      runDate: now,
      createdBy: systemActor(companyId, 'maintenance').key,
      createdDate: now,
    })),
  )
}
