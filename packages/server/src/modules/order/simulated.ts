import { devices, simulatedOrders, type Sale } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { settingsOfStation } from '../org/index.ts'
import { countersForUpdate } from './intake-facts.ts'
import { isSuspect } from './intake-write.ts'
import { judge, saleFacts } from './judge.ts'

/**
 * What a fill would become if this device sent it now, by the rules that take its sales. Nothing is kept, the row that counts the orders of
 * a new station least of all. Only a simulated fill is held against the least price: what was delivered is booked as it was charged.
 * @throws notFound, device.disabled, order.simulatedPrice, order.nozzleUnknown, order.itemUnknown
 * @source requirement FUE-022, decisions WS18, O15
 */
const simulate = handle(simulatedOrders.simulate, async (ctx, { id, body: { nozzleControlId, priceCents, volumeCl } }) => {
  if (ctx.actor.kind === 'device' && ctx.actor.id !== id) refuse('notFound')
  const { stationId, enabled, name } = await getOf(ctx.tx, devices, id, [], ctx.scope)
  if (!enabled) refuse('device.disabled', { name })
  const { simulatedAboveCents: aboveCents } = (await settingsOfStation(ctx, stationId)).deviceOrders
  if (priceCents <= aboveCents) refuse('order.simulatedPrice', { above: (aboveCents / 100).toFixed(2) })

  await sql`savepoint simulated`.execute(ctx.tx)
  const { order, line } = await judged(sentBy(ctx, id), { nozzleControlId, lineItems: [{ priceCents, volumeCl, discountCents: 0 }] })
  await sql`rollback to savepoint simulated`.execute(ctx.tx)
  return {
    nozzleControlId,
    volumeCl,
    priceCents,
    listPriceCents: line.listPriceCents,
    totalCents: order.totalCents,
    priceDifference: order.priceDifference,
    createdDate: order.createdDate.toISOString(),
    clockSuspect: isSuspect(order),
    aboveCents,
  }
})

/** As the device itself. */
const sentBy = (ctx: Ctx, id: number): Ctx => ({ ...ctx, actor: { ...ctx.actor, kind: 'device', id } })

async function judged(ctx: Ctx, fill: Pick<Sale, 'nozzleControlId' | 'lineItems'>) {
  const [counter] = await countersForUpdate(ctx.tx, [{ ctx }])
  if (!counter || counter instanceof Refusal) throw counter ?? new Refusal('notFound')
  // What its clock says at this moment, if it goes on as it was when it was compared.
  const said = new Date(ctx.now.getTime() + (counter.offsetMs ?? 0)).toISOString()
  const sent = { ctx, counter, sale: { ...fill, createdDate: said } as Sale }
  const order = judge(sent, await saleFacts(ctx.tx, [sent]))
  return { order, line: order.lines[0]! }
}

export const simulatedHandlers = [simulate]
