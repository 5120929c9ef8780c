import type { BeyondHold, StuckFuelling } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import type { Captured } from '../card/index.ts'
import { shownAmong } from './listed-fill.ts'

interface Sold {
  readonly ctx: Ctx
  readonly id: number
  readonly orderNo: string
  readonly paidCents: number
  readonly stationId: number
}

/** More was delivered than was held, or after the hold had ended: it is booked, and the leader hears of it. @source decisions CD20 */
export async function raiseBeyond({ ctx, id, orderNo, paidCents, stationId }: Sold, { held, beyond }: Captured): Promise<void> {
  if (beyond === undefined || paidCents === 0) return
  const { companyId, userCardId, id: authorisationId, cardNumber: number, approvedCents } = held
  await ctx.tx
    .insertInto('beyondHold')
    .values({ companyId, orderId: id, stationId, userCardId, authorisationId, how: beyond, at: ctx.now })
    .execute()
  const told = { orderNo, number, how: beyond, authorisationId, approvedCents, paidCents }
  ctx.audit('card.fillBeyondHold', `orders:${id}`, told, companyId)
  ctx.emit('card.fillBeyondHold', { orderId: id, userCardId, ...told }, { companyId, stationId })
}

type Shown = StuckFuelling['orders'][number] & {
  at: string
  authorisationId: number
  cardNumber: string
  heldCents: number
  how: BeyondHold
}

/** Such fills of a station, until they are given back. */
export async function beyondHolds(ctx: Ctx, stationId: number | undefined): Promise<StuckFuelling[]> {
  const { tx } = ctx
  const { rows } = await sql<Shown>`
    select sale.id, order_no, sale.status, total_cents, paid_cents, fill.at, how, authorisation_id, held.card_number,
      held.approved_cents as held_cents
    from ${scoped(tx, 'beyond_hold')} fill
    join ${scoped(tx, 'sale_order')} sale on sale.id = fill.order_id and sale.company_id = fill.company_id
    join ${scoped(tx, 'card_authorisation')} held on held.id = fill.authorisation_id and held.company_id = fill.company_id
    where ${shownAmong(ctx, stationId)} and refunded_cents < paid_cents
    order by fill.at, sale.id`.execute(tx)
  return rows.map(({ at, authorisationId, cardNumber, heldCents, how, ...order }) => ({
    since: at,
    nozzle: null,
    beyond: { id: authorisationId, cardNumber, heldCents, how },
    orders: [order],
  }))
}
