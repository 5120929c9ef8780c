import { addFleet, cards, discounts, fleets, orderDiscounts, orders, type Resource, userCards } from '@forecourt/contract'
import { holdingShop } from './hold.ts'

const bodyOf = (resource: Resource, now: object, discountId: number) =>
  ({
    ...Object.fromEntries(Object.entries(now).filter(([field]) => field === 'version' || field in resource.body.shape)),
    discountId,
  }) as never

/** A shop at 8.00 a litre whose pump asks first; a discount is bound to the card, to its product or to its fleet. */
export async function discountingShop(given: object = { centsPerL: 30 }, to: 'card' | 'product' | 'fleet' = 'card') {
  const it = await holdingShop(to === 'fleet' ? { kind: 'master', userId: null } : {})
  const boss = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const { id: discountId } = await boss.call(discounts.create, { body: { name: 'Taxi drivers', ...given } })
  if (to === 'card') {
    const now = await boss.call(userCards.get, { id: it.card.id })
    await boss.call(userCards.update, { id: it.card.id, body: bodyOf(userCards, now, discountId) })
  } else if (to === 'product') {
    const now = await boss.call(cards.get, { id: it.card.cardId })
    await boss.call(cards.update, { id: it.card.cardId, body: bodyOf(cards, now, discountId) })
  } else {
    const now = await boss.call(addFleet, { body: { name: 'Riverside Taxi' } })
    await it.rows('update user_card set group_id = $1 where id = $2', [now.id, it.card.id])
    await boss.call(fleets.update, { id: now.id, body: bodyOf(fleets, now, discountId) })
  }
  const linesOf = async (orderId: number) =>
    (await it.lin.call(orderDiscounts.list, { query: { search: `order.id:${orderId}` } })).content.map(
      ({ kind, name, amountCents }) => `${kind} ${name} ${amountCents}`,
    )
  const read = (id: number) => it.lin.call(orders.get, { id })
  return { ...it, boss, discountId, linesOf, read }
}
