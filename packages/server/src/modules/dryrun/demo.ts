import { dryRuns } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { handlerOf, type DemoAct, type DemoStage } from '../../platform/module.ts'
import { doRun } from './work.ts'

const dayMs = 86_400_000

/** A coupon and a lower price of the company, tried on the month before. */
export const dryRunsOfDemo = ({ companyId, zone, from, now, stations, within }: DemoStage): DemoAct[] => {
  const [station] = stations
  const dayOf = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()
  const period = { fromDay: dayOf(from), untilDay: dayOf(new Date(Math.max(from.getTime(), now.getTime() - dayMs))) }
  const ask = (ctx: Ctx, offer: object, leaderId: number) => {
    const actor = { ...ctx.actor, kind: 'user' as const, id: leaderId }
    return handlerOf(dryRuns.ask).run({ ...ctx, actor }, { body: { ...offer, ...period, stations: [], holders: 'assumed' } })
  }
  const run = async () => {
    if (!station) return
    const offers = await within(now, async ({ tx }: Ctx) => {
      const { rows } = await sql<{ dealId: number | null; dealTaskId: number | null }>`
        select id as deal_id, null::bigint as deal_task_id from (
          select id from deal where company_id = ${companyId} and kind = 'amount' and not auto_issue order by id limit 1) as coupon
        union all
        select null, id from (
          select id from deal_task where company_id = ${companyId} and kind = 'price' order by id limit 1) as price`.execute(tx)
      return rows
    })
    for (const { dealId, dealTaskId } of offers) {
      const offer = dealId === null ? { dealTaskId } : { dealId }
      const { id } = (await within(now, ctx => ask(ctx, offer, station.leaderId))) as { id: number }
      await doRun({ companyId, last: true, signal: undefined, within: action => within(now, action) }, id)
    }
  }
  return [{ at: now, run }]
}
