import { items, saleGifts, transactions, type Parsed } from '@forecourt/contract'
import { makeCard, pursesOf } from './card.ts'
import { forecourt } from './forecourt.ts'
import { loyal } from './points.ts'
import { refunder, type RefundRequest } from './refund.ts'
import type { Told } from './order.ts'

export type Terms = Partial<
  Pick<Parsed<typeof items.update>['body'], 'giftPoints' | 'giftCents' | 'giftPercent' | 'frozenCents' | 'frozenPercent' | 'giftCardId'>
>

/** A shop whose goods give something to the card of a member, who has an account of points as well. */
export async function generous(terms: Terms = {}, { priceCents = 10_00 } = {}) {
  const it = await loyal()
  const stands = forecourt(it)
  const boss = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const setGift = async (id: number, of: Terms) => {
    const { stationId, categoryId, name, code, priceCents: price, taxRate, version } = await boss.call(items.get, { id })
    return boss.call(items.update, { id, body: { stationId, categoryId, name, code, priceCents: price, taxRate, version, ...of } })
  }
  const gifted = async (of: Terms, cents = priceCents) => {
    const made = await stands.goods({ priceCents: cents })
    await setGift(made.id, of)
    return made
  }
  const article = await gifted(terms)
  const buyer = await makeCard(it, { userId: it.card.userId, principalCents: 1_000_00 })

  /** A sale of the article, as a till sends it; paid by the card of the member unless said otherwise. */
  const buys = (over: Partial<Told> = {}, pieces = 1) =>
    it.sell({
      nozzleControlId: undefined,
      lineItems: [{ itemId: article.id, pieces }],
      payType: 'card',
      userCardId: buyer.id,
      ...over,
    })
  const giftsOf = async (orderId: number) =>
    (await boss.call(saleGifts.list, { query: { search: `order.id:${orderId}`, sort: 'id,asc' } })).content
  const { refund } = refunder(boss)
  const paymentOf = async (orderId: number) =>
    (await boss.call(transactions.list, { query: { search: `order.id:${orderId}`, sort: 'id,asc' } })).content.at(-1)!
  const givesBack = async (orderId: number, amountCents: number, request: Partial<RefundRequest> = {}) =>
    refund((await paymentOf(orderId)).id, { amountCents, ...request })
  const points = async () => {
    const { score } = await it.held()
    return score!.points - score!.owedPoints
  }
  return {
    ...it,
    boss,
    stands,
    article,
    buyer,
    buys,
    giftsOf,
    givesBack,
    paymentOf,
    setGift,
    gifted,
    points,
    purses: (id = buyer.id) => pursesOf(id),
  }
}
