import { fillRules, fleets, FillRule, type FillRuleMode, type FillRulesOfFleet, type FillSettings } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { tallyOf } from './tally.ts'

export type Modes = Readonly<Record<FillRule, FillRuleMode>>
export interface KeptRules {
  readonly groupId: number
  readonly version: number
  readonly modes: Modes
  readonly purpose: string
  readonly keptDays: number
  readonly leaderSees: boolean
}

/** A fleet that has never said anything is not watched. */
const nothing: FillSettings = {
  tank: 'off',
  travel: 'off',
  consumption: 'off',
  odometer: 'off',
  fuel: 'off',
  plate: 'off',
  smallFills: 'off',
  hours: 'off',
  purpose: '',
  keptDays: 365,
  leaderSees: true,
}

/** The settings of fleets that have any. */
export async function rulesOf({ tx }: Ctx, groups: readonly number[]): Promise<Map<number, KeptRules>> {
  const { rows } = await sql<FillSettings & { groupId: number; version: number }>`
    select group_id, version, tank, travel, consumption, odometer, fuel, plate, small_fills, hours, purpose, kept_days, leader_sees
    from ${scoped(tx, 'fill_rules')} rules where group_id = any(${groups}::bigint[])`.execute(tx)
  return new Map(
    rows.map(({ groupId, version, purpose, keptDays, leaderSees, ...modes }) => [
      groupId,
      { groupId, version, modes, purpose, keptDays, leaderSees },
    ]),
  )
}

async function shown(ctx: Ctx, groupId: number): Promise<FillRulesOfFleet> {
  const kept = (await rulesOf(ctx, [groupId])).get(groupId)
  const settings = kept ? { ...kept.modes, purpose: kept.purpose, keptDays: kept.keptDays, leaderSees: kept.leaderSees } : nothing
  return { groupId, version: kept?.version ?? 0, ...(settings as FillSettings), tally: await tallyOf(ctx, groupId) }
}

/** A fleet that the caller may see. @throws notFound */
async function fleetSeen(ctx: Ctx, id: number): Promise<number> {
  await getOf(ctx.tx, fleets, id, [], ctx.scope, { named: true })
  const fleet = ctx.tx
    .selectFrom('fleet')
    .where('id', '=', id)
    .where('companyId', 'in', [...ctx.scope.companyIds])
  return (await fleet.select('companyId').executeTakeFirstOrThrow()).companyId
}

/** @throws notFound */
const get = handle(fillRules.get, async (ctx, { id }) => {
  await fleetSeen(ctx, id)
  return shown(ctx, id)
})

/** @throws notFound, stale */
const set = handle(fillRules.set, async (ctx, { id, body: { version, ...settings } }) => {
  const companyId = await fleetSeen(ctx, id)
  await keepRules(ctx, { companyId, groupId: id, version }, settings)
  return shown(ctx, id)
})

/** @throws stale */
export async function keepRules(
  ctx: Ctx,
  { companyId, groupId, version }: { companyId: number; groupId: number; version: number },
  settings: FillSettings,
): Promise<void> {
  const before = (await rulesOf(ctx, [groupId])).get(groupId)
  const row = { ...settings, version: version + 1, changedDate: ctx.now }
  const done =
    version === 0
      ? await ctx.tx
          .insertInto('fillRules')
          .values({ ...row, companyId, groupId })
          .onConflict(on => on.columns(['companyId', 'groupId']).doNothing())
          .returning('version')
          .executeTakeFirst()
      : await ctx.tx
          .updateTable('fillRules')
          .set(row)
          .where('groupId', '=', groupId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (!done) refuse('stale', { id: groupId })
  const was: Record<string, unknown> = before ? { ...before.modes, ...before } : { ...nothing }
  const changed = Object.entries(settings).filter(([field, to]) => was[field] !== to)
  ctx.audit(
    'plausibility.settings',
    `groups:${groupId}`,
    Object.fromEntries(changed.map(([field, to]) => [field, { from: was[field] ?? null, to }])),
    companyId,
  )
}

/** @throws notFound */
const looks = handle(fillRules.looks, async (ctx, { id }) => {
  await fleetSeen(ctx, id)
  const { rows } = await sql<{ id: number; alertId: number; rule: FillRule; name: string; lookedAt: string }>`
    select look.id, look.alert_id, alert.rule, look.user_name as name, look.looked_date as looked_at
    from ${scoped(ctx.tx, 'fill_look')} look
    join ${scoped(ctx.tx, 'fill_alert')} alert on alert.id = look.alert_id
    where look.group_id = ${id} order by look.looked_date desc, look.id desc limit 100`.execute(ctx.tx)
  return { content: rows }
})

export const settingsHandlers = [get, set, looks]
