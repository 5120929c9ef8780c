import { cardStops, fillAlertActs, fillAlerting, fillAlerts, allows, type FillAlert } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { cardForUpdate, stopCard } from '../card/index.ts'

type Row = Omit<FillAlert, 'sameFill'> & {
  readonly id: number
  readonly groupId: number
  readonly orderId: number
  readonly userCardId: number
}

/** An alert with what other rules found in the same fill. @throws notFound */
async function shown(ctx: Ctx, id: number, expand: string[] = []): Promise<FillAlert> {
  const alert = (await getOf(ctx.tx, fillAlerts, id, expand, ctx.scope)) as unknown as Row
  const { rows } = await sql<FillAlert['sameFill'][number]>`
    select id, rule, status from ${scoped(ctx.tx, 'fill_alert')} alert where order_id = ${alert.orderId} and id <> ${id}
    order by id`.execute(ctx.tx)
  return { ...alert, sameFill: rows } as FillAlert
}

/** Who looked is noted, once an hour for each alert: the fleet reads it. @throws notFound */
const get = handle(fillAlerting.get, async (ctx, { id, query }) => {
  const alert = await shown(ctx, id, query.expand)
  await noteLook(ctx, alert)
  return alert
})

async function noteLook(ctx: Ctx, { id, groupId, rule }: FillAlert): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  const since = new Date(ctx.now.getTime() - 60 * 60_000)
  const { rows } = await sql<{ companyId: number; name: string | null }>`
    select alert.company_id,
      (select someone.name from ${scoped(ctx.tx, 'user_account')} someone where someone.id = ${ctx.actor.id} limit 1) as name
    from ${scoped(ctx.tx, 'fill_alert')} alert
    where alert.id = ${id} and not exists (
      select from ${scoped(ctx.tx, 'fill_look')} look where look.alert_id = ${id} and look.user_id = ${ctx.actor.id}
        and look.looked_date > ${since}::timestamptz)`.execute(ctx.tx)
  const [found] = rows
  if (!found) return
  const look = { companyId: found.companyId, groupId, alertId: id, userId: ctx.actor.id, userName: found.name ?? '', lookedDate: ctx.now }
  await ctx.tx.insertInto('fillLook').values(look).execute()
  ctx.audit('plausibility.look', `fillAlerts:${id}`, { rule, groupId }, found.companyId)
}

/**
 * Answers an alert, and what else was found in the same fill. Nothing is learnt from it: the next fill is judged by the same rules.
 * @throws notFound, fillAlert.answered, auth.forbidden, card.statusForbids
 */
const answer = handle(fillAlerting.answer, async (ctx, { id, body: { status, answer: words, wholeFill, stopCard: stops } }) => {
  const alert = (await getOf(ctx.tx, fillAlerts, id, [], ctx.scope)) as unknown as Row
  const permission = cardStops.disable.permission
  if (stops && !ctx.actor.permissions.has(permission)) refuse('auth.forbidden', { permission })
  const card = stops ? await cardForUpdate(ctx, alert.userCardId) : undefined
  const alerts = ctx.tx.selectFrom('fillAlert').where('orderId', '=', alert.orderId)
  const found = await alerts.select(['id', 'companyId', 'status', 'cardNumber', 'rule']).orderBy('id').forUpdate().execute()
  const own = found.find(row => row.id === id)!
  if (!allows(fillAlertActs.answer, own.status)) refuse('fillAlert.answered')
  const answered = found.filter(row => row.status === 'open' && (wholeFill || row.id === id))
  await ctx.tx
    .updateTable('fillAlert')
    .set({ status, answer: words, answeredById: ctx.actor.id, answeredDate: ctx.now, cardStopped: stops })
    .where(
      'id',
      'in',
      answered.map(row => row.id),
    )
    .execute()
  if (card) await stopCard(ctx, card, { remark: words })
  for (const row of answered) {
    const detail = { number: row.cardNumber, rule: row.rule, status, answer: words, ...(stops && { cardStopped: true }) }
    ctx.audit('plausibility.answer', `fillAlerts:${row.id}`, detail, row.companyId)
  }
  return shown(ctx, id)
})

export const alertHandlers = [get, answer]
