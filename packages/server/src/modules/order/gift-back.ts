import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { lockWithMasters, receiversForUpdate, takeSaleGiftBack } from '../card/index.ts'
import { goodsPoints } from './gift-give.ts'
import { takenBack, type Gift, type Returned } from './gift-terms.ts'
import type { Order } from './order.ts'

interface Given extends Gift {
  readonly id: number
  readonly userCardId: number
  readonly givenPoints: number
  readonly backPoints: number
  readonly backGiftCents: number
  readonly backFrozenCents: number
}

/** What an order has given. The order is locked. */
async function givenBy({ tx }: Ctx, orderId: number): Promise<Given[]> {
  const { rows } = await sql<Given>`
    select gift.id, user_card_id, points, gift_cents, frozen_cents, given_points, back_points, back_gift_cents, back_frozen_cents
    from ${scoped(tx, 'sale_gift')} gift where order_id = ${orderId} and outcome = 'given' order by gift.id`.execute(tx)
  return rows
}

/**
 * Locks the card that got the gifts of an order, together with those that are paid back: two refunds over the same cards wait for each
 * other, and do not stand in each other's way.
 */
export async function holdReceivers(ctx: Ctx, order: Order, cards: readonly (number | null)[]): Promise<void> {
  if (!order.hasGifts) return
  const receivers = (await givenBy(ctx, order.id)).map(({ userCardId }) => userCardId)
  await lockWithMasters(ctx, order.companyId, [...receivers, ...cards.filter(id => id !== null)])
}

/**
 * Takes gifts back in the share of what was given back of the order, after its money has moved. A card that was returned since has nothing
 * left of them: they went back with it. @param order as it stands with this refund @source decisions GD5
 */
export async function takeGiftsBack(ctx: Ctx, order: Order): Promise<void> {
  if (!order.hasGifts) return
  const given = await givenBy(ctx, order.id)
  const [first] = given
  if (!first) return
  const { companyId, stationId, id: orderId } = order
  const due = given.map(gift => dueOf(gift, order))
  const sum = (field: keyof Gift) => due.reduce((all, each) => all + each[field], 0)
  const receiver = (await receiversForUpdate(ctx, companyId, [first.userCardId])).get(first.userCardId)
  const isOpen = receiver !== undefined && receiver.card.closedTime === null
  if (isOpen) {
    const before = given.reduce((all, { backGiftCents, backFrozenCents }) => all + backGiftCents + backFrozenCents, 0)
    const gift = { orderId, stationId, giftCents: sum('giftCents'), frozenCents: sum('frozenCents') }
    await takeSaleGiftBack(ctx, receiver.card.id, gift, before)
  }
  const beforePoints = given.reduce((all, { backPoints }) => all + backPoints, 0)
  const takesPoints =
    sum('points') > 0 && (await goodsPoints().takeBack(ctx, companyId, { orderId, points: sum('points'), before: beforePoints }))
  const rows = given.flatMap(({ id }, turn) => {
    const { points, giftCents, frozenCents } = due[turn]!
    const own = { id, points: takesPoints ? points : 0, gift: isOpen ? giftCents : 0, frozen: isOpen ? frozenCents : 0 }
    return own.points + own.gift + own.frozen > 0 ? [own] : []
  })
  if (rows.length === 0) return
  await sql`
    update sale_gift gift set back_points = back_points + taken.points, back_gift_cents = back_gift_cents + taken.gift,
      back_frozen_cents = back_frozen_cents + taken.frozen
    from jsonb_to_recordset(${JSON.stringify(rows)}) as taken (id bigint, points bigint, gift bigint, frozen bigint)
    where gift.id = taken.id and gift.company_id = ${companyId}`.execute(ctx.tx)
}

/** What a refund of so much would take back of the gifts of an order. */
export async function giftsToTake(ctx: Ctx, order: Order, amountCents: number): Promise<Gift | null> {
  if (!order.hasGifts) return null
  const after = { paidCents: order.paidCents, refundedCents: order.refundedCents + amountCents }
  const due = (await givenBy(ctx, order.id)).map(gift => dueOf(gift, after))
  const sum = (field: keyof Gift) => due.reduce((all, gift) => all + gift[field], 0)
  const gift = { points: sum('points'), giftCents: sum('giftCents'), frozenCents: sum('frozenCents') }
  return gift.points + gift.giftCents + gift.frozenCents > 0 ? gift : null
}

/** What is still to be taken back of a gift. */
function dueOf(gift: Given, order: Returned): Gift {
  const of = (full: number, before: number) => takenBack(full, order) - before
  return {
    points: of(gift.givenPoints, gift.backPoints),
    giftCents: of(gift.giftCents, gift.backGiftCents),
    frozenCents: of(gift.frozenCents, gift.backFrozenCents),
  }
}
