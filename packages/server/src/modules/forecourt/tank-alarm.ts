import { acknowledgeTankAlarm, allows, configDefaults, tankAlarmActs, tankAlarms, type TankAlarmKind } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'

/** A setting of the station, else of its company, else of the system. */
export const limitsOf = (key: 'tanks' | 'tankAlarms'): RawBuilder<unknown> => sql`
  coalesce(station.config->${key}::text, company.config->${key}::text, (select config->${key}::text from system_config),
    ${JSON.stringify(configDefaults[key])}::jsonb)`

/** Each tank with each of its limits: whether it is passed, the limit, and what was found. */
const judged = (tx: Tx, now: Date, tanks: RawBuilder<unknown>) => sql`
  select tank.company_id, tank.station_id, tank.id as tank_id, tank.number, limits.kind, limits.passed, limits.bound, limits.found,
    limits.measured_at
  from (${tanks}) tank
  join ${scoped(tx, 'station')} station on station.id = tank.station_id
  join company on company.id = tank.company_id
  cross join lateral (select ${limitsOf('tanks')} as low, ${limitsOf('tankAlarms')} as high) setting
  cross join lateral (select (low->>'lowPercent')::int as low_percent, (low->>'waterMaxMm')::int as water_mm,
    (high->>'highPercent')::int as high_percent, (high->>'stopPercent')::int as stop_percent,
    (high->>'silentMinutes')::int as silent_minutes, floor(volume_cl * 100.0 / max_volume_cl)::int as percent,
    floor(extract(epoch from ${now}::timestamptz - gauge_at) / 60)::int as minutes) figure
  cross join lateral (values
    ('high', tank.measured_at, volume_cl * 100 >= max_volume_cl * high_percent, high_percent, percent),
    ('stop', tank.measured_at, volume_cl * 100 >= max_volume_cl * stop_percent, stop_percent, percent),
    ('low', tank.measured_at, volume_cl * 100 < max_volume_cl * low_percent, low_percent, percent),
    ('water', tank.measured_at, water_height_mm > water_mm, water_mm, water_height_mm),
    ('silent', tank.gauge_at, silent_minutes > 0 and minutes >= silent_minutes, silent_minutes, minutes)
  ) as limits (kind, measured_at, passed, bound, found)
  where limits.measured_at is not null`

interface Raised {
  readonly id: number
  readonly companyId: number
  readonly stationId: number
  readonly tankId: number
  readonly number: number
  readonly kind: TankAlarmKind
  readonly bound: number
  readonly found: number
}

/** Raises what has no open alarm yet. The index of open alarms makes it one, however many instances look at the same time. */
async function raise(ctx: Ctx, tanks: RawBuilder<unknown>): Promise<void> {
  const { tx, now } = ctx
  const { rows } = await sql<Raised>`
    with found as (${judged(tx, now, tanks)} and limits.passed), raised as (
      insert into tank_alarm (company_id, station_id, tank_id, kind, bound, found, measured_at, raised_at)
      select company_id, station_id, tank_id, kind, bound, found, measured_at, ${now} from found order by tank_id, kind
      on conflict (company_id, tank_id, kind) where state <> 'cleared' do nothing
      returning *
    )
    select raised.id, raised.company_id, raised.station_id, raised.tank_id, raised.kind, raised.bound, raised.found, found.number
    from raised join found on found.tank_id = raised.tank_id and found.kind = raised.kind order by raised.id`.execute(tx)
  for (const { id, companyId, stationId, tankId, number, kind, bound, found } of rows) {
    ctx.audit('tankAlarm.raise', `tanks:${tankId}`, { number, kind, bound, found }, companyId)
    ctx.emit('tank.alarm', { id, tankId, number, kind, bound, found }, { stationId })
  }
}

/** What the latest readings of these tanks say: alarms within their limits again are cleared, and those beyond are raised. */
export async function judgeTanks(ctx: Ctx, tanks: readonly number[]): Promise<void> {
  if (tanks.length === 0) return
  const { tx, now } = ctx
  const these = sql`select * from ${scoped(tx, 'tank')} one where one.id = any(${[...tanks]}::bigint[])`
  await sql`
    with found as (${judged(tx, now, these)} and not limits.passed)
    update tank_alarm set state = 'cleared', cleared_at = ${now} from found
    where ${inScope(tx, 'tank_alarm.companyId')} and tank_alarm.company_id = found.company_id and tank_alarm.tank_id = found.tank_id
      and tank_alarm.kind = found.kind and tank_alarm.state <> 'cleared'`.execute(tx)
  await raise(ctx, these)
}

/** Raises an alarm for each tank of a company whose gauge has not been heard of for too long. */
export const raiseSilent = (ctx: Ctx, companyId: number): Promise<void> =>
  raise(ctx, sql`select * from ${scoped(ctx.tx, 'tank')} one where one.company_id = ${companyId} and one.gauge_at is not null`)

/** @throws notFound, tankAlarm.notRaised */
const acknowledge = handle(acknowledgeTankAlarm, async (ctx, { id, body: { note } }) => {
  const { tx, now, actor } = ctx
  await getOf(tx, tankAlarms, id, [], ctx.scope)
  const of = tx.selectFrom('tankAlarm').where('id', '=', id).forUpdate()
  const { state, companyId, stationId, tankId, kind } = await of.selectAll().executeTakeFirstOrThrow()
  if (!allows(tankAlarmActs.acknowledge, state)) refuse('tankAlarm.notRaised')
  const answered = { state: 'acknowledged', acknowledgedAt: now, acknowledgedById: actor.id, note }
  await tx.updateTable('tankAlarm').set(answered).where('id', '=', id).execute()
  ctx.audit('tankAlarm.acknowledge', `tanks:${tankId}`, { kind, note }, companyId)
  ctx.emit('tank.alarm', { id, tankId, kind }, { stationId })
  return getOf(tx, tankAlarms, id, [], ctx.scope)
})

export const tankAlarmHandlers: readonly Handler[] = [acknowledge, ...crud(tankAlarms, ['list'])]
