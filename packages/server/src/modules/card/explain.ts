import { cardLimits, stations, userCards } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import type { Fill } from './facts.ts'
import { judge } from './judge.ts'
import { cardsAsked } from './pay.ts'
import { usageOf } from './spend.ts'

/**
 * What a payment of a card would be judged, by the judge of payments. Nothing is locked: what it says is so at this moment.
 * @throws notFound of the card or the station
 */
const explain = handle(cardLimits.explain, async (ctx, { id, query }) => {
  const { number } = await getOf(ctx.tx, userCards, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('userCard').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  const { productId, itemId, amountCents, volumeCl, plate, at, stationId = ctx.actor.stationId } = query
  if (query.stationId !== undefined)
    await getOf(ctx.tx, stations, query.stationId, [], ctx.scope, { named: true }).catch(() => refuse('notFound', { field: 'stationId' }))
  const payer = { ctx, sale: { companyId, userCardId: id, stationId, at: at ?? ctx.now } }
  const card = (await cardsAsked([payer])).get(payer) ?? refuse('notFound', { userCard: id })
  const fill: Fill = {
    at: new Date(payer.sale.at),
    stationId: stationId ?? null,
    cents: amountCents ?? null,
    volumeCl: volumeCl ?? null,
    lines: productId === undefined && itemId === undefined ? null : [{ productId: productId ?? null, itemId: itemId ?? null }],
    plate: plate ?? null,
    delivered: false,
    proven: false,
  }
  const { lines, deciding, refusal } = judge(card, fill, usageOf(card, [], { fill, before: { cents: 0, volumeCl: 0 } }))
  return {
    userCardId: id,
    number,
    stationId: fill.stationId,
    at: fill.at.toISOString(),
    lines: [...lines],
    deciding: deciding ? lines.indexOf(deciding) : null,
    code: refusal?.code ?? null,
    message: refusal ? refusal.worded(ctx.meta.language).message : null,
  }
})

export const explainHandlers = [explain]
