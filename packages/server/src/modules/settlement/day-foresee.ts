import { daySettlement, stations, type DueDay } from '@forecourt/contract'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { dayOf, type DailyState } from '../shift/index.ts'
import { tendersOfDay } from './day-freeze.ts'
import { settledOn, sidesOfShifts, tendersOf } from './day-reads.ts'
import { statesOn, unsettled } from './day-states.ts'
import { figuresOf } from './figures.ts'
import { tanksOf } from './tanks.ts'
import { judgedFigures, judgeOf } from './tolerance.ts'
import { nothingTaken, readBy, sidesOf, type Counted } from './write-down.ts'

/**
 * What settling a day with these counts and statements would differ by, against the tolerance of its station.
 * @throws notFound, day.notOver, settlement.nozzleUnknown, settlement.meterBackwards, settlement.tankUnknown, settlement.tankOverfull
 */
export const foresee = handle(daySettlement.foresee, async (ctx, { body: { stationId, businessDay, naturalDays, statements } }) => {
  const station = await getOf(ctx.tx, stations, stationId, [], ctx.scope)
  if (businessDay >= dayOf(ctx.now, station.timeZone)) refuse('day.notOver', { day: businessDay })
  const ids = (await settledOn(ctx, stationId, [businessDay])).map(({ id }) => id)
  const natural = []
  for (const state of await unsettled(ctx, await statesOn(ctx, stationId, businessDay))) {
    if (state.status === 'open' && !state.isNatureDay) continue
    const taken = naturalDays.find(({ dailyStateId }) => dailyStateId === state.id) ?? nothingTaken
    natural.push(await sidesOfState(ctx, state, taken))
  }
  const tenders = [...(await tendersOf(ctx.tx, ids)), ...natural.flatMap(({ payTypes }) => payTypes)]
  const settled = await sidesOfShifts(ctx.tx, ids)
  const figures = await judgedFigures(ctx, stationId, {
    payTypes: tendersOfDay(tenders, statements),
    nozzles: [...settled.nozzles, ...natural.flatMap(({ nozzles }) => nozzles)],
    tanks: [...settled.tanks, ...natural.flatMap(({ tanks }) => tanks)],
  })
  return { figures }
})

async function sidesOfState(ctx: Ctx, state: DailyState, { counted, meters, tanks: dips }: Counted) {
  const figures = await figuresOf(ctx.tx, state)
  const nozzles = readBy(figures.nozzles, meters)
  const tanks = await tanksOf(ctx.tx, state, new Date(state.endTime ?? ctx.now), nozzles, dips)
  return sidesOf(figures, nozzles, tanks, counted)
}

/** @throws notFound */
export const due = handle(daySettlement.due, async (ctx, { query: { stationId } }) => {
  const { timeZone } = await getOf(ctx.tx, stations, stationId, [], ctx.scope)
  const { tx } = ctx
  const { rows } = await sql<Waiting>`
    select business_day as "businessDay", count(*)::int as shifts,
      (count(*) filter (where state.status = 'open' and not state.is_nature_day))::int as running,
      coalesce(sum(coalesce(settle.sales_cents, sold.cents)), 0)::bigint as "salesCents",
      coalesce(sum(coalesce(settle.volume_cl, sold.cl)), 0)::bigint as "volumeCl"
    from ${scoped(tx, 'daily_state')} state left join lateral (
      select sales_cents, volume_cl from ${scoped(tx, 'class_settle')} class_settle where daily_state_id = state.id
    ) as settle on true left join lateral (
      select sum(total_cents) as cents,
        sum((select sum(line.volume_cl) from ${scoped(tx, 'order_line')} line where line.order_id = sale.id)) as cl
      from ${scoped(tx, 'sale_order')} sale where settle.sales_cents is null and sale.shift_id = state.id
    ) as sold on true
    where station_id = ${stationId} and business_day < ${dayOf(ctx.now, timeZone)}
      and not exists (
        select from ${scoped(tx, 'day_settle')} day where day.station_id = ${stationId} and day.business_day = state.business_day)
    group by business_day order by business_day desc limit 31`.execute(tx)
  return { content: await withDifferences(ctx, stationId, rows) }
})

type Waiting = Omit<DueDay, 'differenceCents' | 'beyond'>

/** What the closed shifts of each day differ by. Its natural days are judged when they are counted. */
async function withDifferences(ctx: Ctx, stationId: number, days: readonly Waiting[]): Promise<DueDay[]> {
  const shifts = await settledOn(
    ctx,
    stationId,
    days.map(({ businessDay }) => businessDay),
  )
  const all = shifts.map(({ id }) => id)
  const tenders = await tendersOf(ctx.tx, all)
  const { nozzles, tanks } = await sidesOfShifts(ctx.tx, all)
  const judge = await judgeOf(ctx, stationId)
  return days.map(day => {
    const ids = new Set(shifts.filter(({ businessDay }) => businessDay === day.businessDay).map(({ id }) => id))
    const own = <R extends { classSettleId: number }>(rows: readonly R[]) => rows.filter(({ classSettleId }) => ids.has(classSettleId))
    const payTypes = tendersOfDay(own(tenders), [])
    const known = payTypes.flatMap(({ differenceCents }) => differenceCents ?? [])
    return {
      ...day,
      differenceCents: known.length > 0 ? known.reduce((sum, cents) => sum + cents, 0) : null,
      beyond: judge({ payTypes, nozzles: own(nozzles), tanks: own(tanks) }).filter(({ beyond }) => beyond),
    }
  })
}
