import type { StuckFuelling } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { listedAmong, pursesOf, type ListedCard } from '../card/index.ts'
import type { NewOrder } from './intake-write.ts'
import type { Order } from './order.ts'

/** An order that is written, and the client that sent it. */
export interface Written {
  readonly ctx: Ctx
  readonly order: NewOrder
  readonly id: number
}

/** For so long a fill on a listed card is shown among the exceptions; the audit log knows it for ever. */
const shownMs = 30 * 24 * 60 * 60_000

/**
 * Fuel was delivered to cards that no pump may take: it is booked, and the leader hears of it. What was filled before the card came onto
 * the list, and is only sent later, is no such case. @source decisions CD24
 */
export async function raiseListed(paid: readonly Written[]): Promise<void> {
  for (const [companyId, its] of Map.groupBy(paid, ({ order }) => order.counter.companyId)) {
    const listed = await listedAmong(
      its[0]!.ctx,
      companyId,
      its.map(({ order }) => order.cardNumber!),
    )
    for (const written of its) {
      const card = listed.get(written.order.cardNumber!)
      if (card && written.order.createdDate.getTime() >= Date.parse(card.at)) await raise(written, card)
    }
  }
}

async function raise({ ctx, order, id }: Written, { companyId, number, reason, at }: ListedCard): Promise<void> {
  const { orderNo, paidCents: amountCents, userCardId } = order
  const { stationId } = order.counter
  await ctx.tx
    .insertInto('listedFill')
    .values({ companyId, orderId: id, stationId, userCardId: userCardId!, number, reason, listedAt: at, at: ctx.now })
    .execute()
  ctx.audit('card.listedFill', `orders:${id}`, { orderNo, number, reason, amountCents, userCardId }, companyId)
  ctx.emit('card.listedFill', { orderId: id, orderNo, userCardId, number, reason, amountCents }, { companyId, stationId })
}

/** Fills that are shown to this caller. */
export function shownAmong({ now, scope }: Ctx, stationId: number | undefined): RawBuilder<unknown> {
  const since = new Date(now.getTime() - shownMs)
  const asked = [
    scope.stationIds,
    scope.stationId === undefined ? undefined : [scope.stationId],
    stationId === undefined ? undefined : [stationId],
  ].filter(each => each !== undefined)
  const within = asked.map(ids => sql`fill.station_id = any(${[...ids]}::bigint[])`)
  return sql.join([...within, sql`fill.at >= ${since}`], sql` and `)
}

type Shown = StuckFuelling['orders'][number] & { at: string; number: string; reason: ListedCard['reason'] }

/** Fills on listed cards of a station that are not given back yet. */
export async function listedFills(ctx: Ctx, stationId: number | undefined): Promise<StuckFuelling[]> {
  const { tx } = ctx
  const { rows } = await sql<Shown>`
    select sale.id, order_no, sale.status, total_cents, paid_cents, fill.at, number, reason
    from ${scoped(tx, 'listed_fill')} fill
    join ${scoped(tx, 'sale_order')} sale on sale.id = fill.order_id and sale.company_id = fill.company_id
    where ${shownAmong(ctx, stationId)} and refunded_cents < paid_cents
    order by fill.at, sale.id`.execute(tx)
  return rows.map(({ at, number, reason, ...order }) => ({ since: at, nozzle: null, listed: { number, reason }, orders: [order] }))
}

/**
 * Whether the reason `afterLoss` holds for a payment: the card that made it is on the black list now, or was when the fill came, also when
 * the card has been found since. @source decisions CD24
 */
export async function paidByListed(ctx: Ctx, { id, companyId }: Order, userCardId: number | null): Promise<boolean> {
  if (userCardId === null) return false
  const fills = ctx.tx.selectFrom('listedFill').select('orderId').where('companyId', '=', companyId).where('orderId', '=', id)
  if (await fills.where('userCardId', '=', userCardId).executeTakeFirst()) return true
  const { number } = await pursesOf(ctx, userCardId)
  return (await listedAmong(ctx, companyId, [number])).has(number)
}
