import { configDefaults, leakTestDays } from '@forecourt/contract'
import { quietTest } from '@forecourt/contract/measure/quiet-hours.ts'
import { quietStretches } from '@forecourt/contract/measure/quiet-stretches.ts'
import { suddenLoss } from '@forecourt/contract/measure/sudden-loss.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { clearLost, lastLost, raiseLost } from '../forecourt/index.ts'
import { settingsOfStation } from '../org/index.ts'
import { quietInput, type TankSystem } from './quiet-input.ts'

/** So many tanks are looked at in one transaction. */
const portion = 5
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
/** A tank is looked at so often for what it loses at once, and tested so often for a leak. */
const [checkMinutes, testHours] = [10, 12]
/** What happens at once shows in the last hours. A fill is told when it ends, so the last minutes say nothing yet. */
const [recentMs, untoldMs] = [3 * hourMs, 15 * minuteMs]
/** A month finds what is slow, a week what has begun lately. */
const windowsDays = [leakTestDays, 7] as const
/** Of a thousand tests of tight tanks one wakes somebody. */
const certainty = 0.999
/** A gauge that has been silent for so long has an alarm of its own. */
const heardHours = 24

/** Looks for leaks in what gauges have told, of tanks that were not looked at for a while. */
export const watchLeaks = workOnCompanies({
  name: 'tankLeaks',
  path: '/tankLeakWatch',
  where: now => sql`exists (
    select from tank left join tank_leak_watch watched on watched.company_id = tank.company_id and watched.tank_id = tank.id
    where tank.company_id = company.id and ${isDue(now)})`,
  portions: [async (ctx, companyId) => (await watchDue(ctx, companyId)) === portion],
})

export const leakWatch = asRollUp(watchLeaks)

const isDue = (now: Date) => sql`tank.gauge_at > ${now}::timestamptz - make_interval(hours => ${heardHours}::int)
  and (watched.checked_at is null or watched.checked_at <= ${now}::timestamptz - make_interval(mins => ${checkMinutes}::int))`

interface DueTank {
  readonly companyId: number
  readonly stationId: number
  readonly tankId: number
  readonly number: number
  readonly productId: number
  readonly tankIds: number[]
  readonly testedAt: string | null
}

/** Of two instances one takes a tank. Of connected tanks the first stands for all. @returns how many tanks were taken */
async function watchDue(ctx: Ctx, companyId: number): Promise<number> {
  const { tx, now } = ctx
  const { rows } = await sql<DueTank>`
    with due as (
      select tank.id from ${scoped(tx, 'tank')} tank
      left join ${scoped(tx, 'tank_leak_watch')} watched on watched.tank_id = tank.id
      where tank.company_id = ${companyId} and ${isDue(now)} order by tank.id limit ${portion}::int
    ), taken as (
      insert into tank_leak_watch as watched (company_id, tank_id, checked_at)
      select ${companyId}, id, ${now} from due order by id
      on conflict (company_id, tank_id) do update set checked_at = excluded.checked_at
        where watched.checked_at <= excluded.checked_at - make_interval(mins => ${checkMinutes}::int)
      returning tank_id, tested_at
    )
    select tank.company_id, tank.station_id, tank.id as tank_id, tank.number, tank.product_id, taken.tested_at,
      to_jsonb(case when tank.manifold = '' then array[tank.id] else array(select one.id from ${scoped(tx, 'tank')} one
        where one.station_id = tank.station_id and one.manifold = tank.manifold order by one.number) end) as tank_ids
    from taken join ${scoped(tx, 'tank')} tank on tank.id = taken.tank_id order by tank.id`.execute(tx)
  for (const tank of rows) if (tank.tankIds[0] === tank.tankId) await lookAt(ctx, tank)
  return rows.length
}

async function lookAt(ctx: Ctx, tank: DueTank): Promise<void> {
  const { leakControl } = await settingsOfStation(ctx, tank.stationId)
  // What was set before these limits were there does not name them.
  const { lossLitres, leakMlPerHour } = { ...configDefaults.leakControl, ...leakControl }
  if (lossLitres > 0) await lookForLoss(ctx, tank, lossLitres * 100)
  const isDueForTest = tank.testedAt === null || Date.parse(tank.testedAt) <= ctx.now.getTime() - testHours * hourMs
  if (leakMlPerHour === 0 || !isDueForTest) return
  await ctx.tx.updateTable('tankLeakWatch').set({ testedAt: ctx.now }).where('tankId', '=', tank.tankId).execute()
  await lookForLeak(ctx, tank, leakMlPerHour)
}

/** What has gone at once while nothing was sold. It is cleared once somebody has seen to it, or once a sale explains it after all. */
async function lookForLoss(ctx: Ctx, tank: DueTank, leastCl: number): Promise<void> {
  const from = new Date(ctx.now.getTime() - recentMs)
  const { readings, busy } = await quietInput(ctx, tank, { from, until: ctx.now })
  const told = readings.filter(({ at }) => at <= ctx.now.getTime() - untoldMs)
  const stretches = quietStretches(told, busy, { withLeaps: true })
  const found = stretches.map(stretch => suddenLoss(stretch, leastCl)).filter(loss => loss !== undefined)
  const loss = found.at(-1)
  if (loss) {
    const figures = { found: Math.round(loss.lostCl / 100), bound: Math.round(loss.limitCl / 100), measuredAt: new Date(loss.at) }
    return raiseLost(ctx, tank, { kind: 'loss', ...figures })
  }
  const last = await lastLost(ctx, tank.tankId, 'loss')
  if (!last || last.state === 'cleared' || stretches.length === 0) return
  const isExplained = Date.parse(last.measuredAt) > from.getTime() + hourMs
  if (last.state === 'acknowledged' || isExplained) await clearLost(ctx, tank, 'loss')
}

/** What is lost slowly, night by night. It is cleared once the nights since then show that it has stopped. */
async function lookForLeak(ctx: Ctx, tank: DueTank, leastMlPerHour: number): Promise<void> {
  const last = await lastLost(ctx, tank.tankId, 'leak')
  const since = last ? Date.parse(last.raisedAt) : 0
  if (last && last.state !== 'cleared') {
    const { verdict, found } = await tested(ctx, tank, since, 0.975)
    const hasStopped = found !== null && (found.rate + found.threshold) * mlOfCl < last.found
    if (verdict === 'tight' || (verdict === 'inconclusive' && hasStopped)) await clearLost(ctx, tank, 'leak')
    return
  }
  for (const days of windowsDays) {
    // What leaked before it was mended is no leak of today.
    const { verdict, found, stretches } = await tested(ctx, tank, Math.max(since, ctx.now.getTime() - days * dayMs), certainty)
    if (verdict !== 'leak' || !found || found.rate * mlOfCl < leastMlPerHour) continue
    const figures = { found: Math.round(found.rate * mlOfCl), bound: Math.round(found.threshold * mlOfCl) }
    return raiseLost(ctx, tank, { kind: 'leak', ...figures, measuredAt: new Date(stretches.at(-1)!.until) })
  }
}
const mlOfCl = 10

async function tested(ctx: Ctx, tank: TankSystem, since: number, sure: number) {
  const from = new Date(Math.max(since, ctx.now.getTime() - leakTestDays * dayMs))
  return quietTest({ ...(await quietInput(ctx, tank, { from, until: ctx.now })), certainty: sure })
}
