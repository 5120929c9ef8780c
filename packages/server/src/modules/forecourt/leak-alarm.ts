import type { TankAlarmKind } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'

type LeakKind = Extract<TankAlarmKind, 'leak' | 'loss'>
/** What a tank was found to lose: millilitres an hour of a leak, litres of what went at once. */
export interface Lost {
  readonly kind: LeakKind
  readonly found: number
  readonly bound: number
  readonly measuredAt: Date
}
interface Alarmed {
  readonly companyId: number
  readonly stationId: number
  readonly tankId: number
  readonly number: number
}

/** Raises what has no open alarm yet: one for each tank and kind, however many instances look at the same time. */
export async function raiseLost(ctx: Ctx, { companyId, stationId, tankId, number }: Alarmed, lost: Lost): Promise<void> {
  const { tx, now } = ctx
  const { kind, found, bound, measuredAt } = lost
  const { rows } = await sql<{ id: number }>`
    insert into tank_alarm (company_id, station_id, tank_id, kind, bound, found, measured_at, raised_at)
    values (${companyId}, ${stationId}, ${tankId}, ${kind}, ${bound}, ${found}, ${measuredAt}, ${now})
    on conflict (company_id, tank_id, kind) where state <> 'cleared' do nothing returning id`.execute(tx)
  if (rows.length === 0) return
  ctx.audit('tankAlarm.raise', `tanks:${tankId}`, { number, kind, bound, found }, companyId)
  ctx.emit('tank.alarm', { id: rows[0]!.id, tankId, number, kind, bound, found }, { stationId })
}

export async function clearLost(ctx: Ctx, { stationId, tankId }: Alarmed, kind: LeakKind): Promise<void> {
  const { tx, now } = ctx
  const { rows } = await sql<{ id: number }>`
    update tank_alarm set state = 'cleared', cleared_at = ${now}
    where ${inScope(tx, 'tankAlarm.companyId')} and tank_id = ${tankId} and kind = ${kind} and state <> 'cleared' returning id`.execute(tx)
  for (const { id } of rows) ctx.emit('tank.alarm', { id, tankId, kind }, { stationId })
}

export interface LastLost {
  readonly state: 'raised' | 'acknowledged' | 'cleared'
  readonly found: number
  readonly measuredAt: string
  readonly raisedAt: string
}

/** The last alarm of this kind that a tank raised. */
export async function lastLost({ tx }: Ctx, tankId: number, kind: LeakKind): Promise<LastLost | undefined> {
  const { rows } = await sql<LastLost>`
    select state, found, measured_at, raised_at from ${scoped(tx, 'tank_alarm')} alarm
    where tank_id = ${tankId} and kind = ${kind} order by raised_at desc, id desc limit 1`.execute(tx)
  return rows[0]
}
