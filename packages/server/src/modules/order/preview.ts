import { manualOrders } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { captureHolds, payByCard, type CardSale } from '../card/index.ts'
import { couponsToCome } from './coupon-gifts.ts'
import { giftsToCome } from './gift-give.ts'
import { giftOf } from './gift-terms.ts'
import type { Counter } from './intake-facts.ts'
import { reckon } from './manual.ts'
import type { PricedLine } from './pricing.ts'

/**
 * Reckons a sale by doing it, as far as a card's payment, and undoing it: what is said here is what would happen now. Nothing is kept.
 * @throws as entering it
 */
const preview = handle(manualOrders.preview, async (ctx, { body }) => {
  await sql`savepoint preview`.execute(ctx.tx)
  const { counter, facts } = await reckon(ctx, body, false)
  const { totalCents, discountCents, lines, shiftId, belongsShiftId } = facts
  const payer = body.authorisationId === undefined ? body : await heldCard(quiet(ctx), counter, body.authorisationId, facts)
  const card = await byCard(quiet(ctx), counter, payer, { totalCents, lines })
  const tenders = [...card, covering('cash', totalCents)]
  const answer = {
    totalCents,
    discountCents,
    lineItems: await shown(ctx, lines),
    userDeals: [...(facts.coupons ?? [])],
    discounts: lines.flatMap(({ itemId, discounts = [] }) =>
      discounts.map(({ kind, name, version = null, amountCents }) => ({ itemId, kind, name, version, amountCents })),
    ),
    withheld: lines.flatMap(({ itemId, withheld = [] }) => withheld.flatMap(each => (each.kind === 'coupon' ? [] : [{ itemId, ...each }]))),
    tenders,
    gifts: await giftsOf(quiet(ctx), counter, facts),
    coupons: await couponsToCome(quiet(ctx), counter, facts),
    shift: await stateOf(ctx, shiftId),
    belongsShift: belongsShiftId === null ? null : await stateOf(ctx, belongsShiftId),
  }
  await sql`rollback to savepoint preview`.execute(ctx.tx)
  return answer
})

/** What its goods will give to the card that is named, once it is paid; or why they will give nothing. */
async function giftsOf(
  ctx: Ctx,
  { companyId }: Counter,
  { userCardId, lines }: { userCardId: number | null; lines: readonly PricedLine[] },
) {
  const given = lines.flatMap(line => {
    const gift = giftOf(line)
    return gift ? [{ itemId: line.itemId, ...gift, giftCardId: line.gift!.cardId }] : []
  })
  const gifts = await giftsToCome(ctx, companyId, userCardId, given)
  const cards = gifts.flatMap(({ giftCardId }) => giftCardId ?? [])
  const named = cards.length > 0 ? await ctx.tx.selectFrom('card').where('id', 'in', cards).select(['id', 'name']).execute() : []
  return gifts.map(({ giftCardId, ...gift }) => ({ ...gift, giftCard: named.find(({ id }) => id === giftCardId)?.name ?? null }))
}

/** What is undone is told to nobody. */
const quiet = (ctx: Ctx): Ctx => ({ ...ctx, audit: () => {}, emit: () => {}, job: () => {} })

interface Cover {
  payType: 'card' | 'cash'
  coversCents: number
  restCents: number
  principalCents: number
  giftCents: number
  refusal: { code: string; message: string } | null
}
const covering = (payType: 'card' | 'cash', totalCents: number): Cover => ({
  payType,
  coversCents: totalCents,
  restCents: 0,
  principalCents: 0,
  giftCents: 0,
  refusal: null,
})

type Named = Pick<CardSale, 'cardNumber' | 'userCardId' | 'delivered' | 'plate' | 'proven' | 'askedAt'>

/** The card of a hold, after what was held is given back. */
async function heldCard(
  ctx: Ctx,
  { companyId }: Counter,
  authorisationId: number,
  { userCardId, totalCents }: { userCardId: number | null; totalCents: number },
): Promise<Named> {
  const sale = { ctx, companyId, userCardId: userCardId!, authorisationId, orderId: 0, paidCents: totalCents }
  const { held } = (await captureHolds([sale])).get(sale)!
  const asked = { plate: held.plate ?? undefined, proven: held.withPassword, askedAt: new Date(held.createdDate) }
  return { userCardId: held.userCardId, delivered: true, ...asked }
}

/** What the card that was named would pay, purse by purse, or why it would not. What was delivered is paid, and owed where it lacks. */
async function byCard(
  ctx: Ctx,
  { stationId, companyId }: Counter,
  { cardNumber, userCardId, delivered = false, plate, proven = false, askedAt }: Named,
  { totalCents, lines }: { totalCents: number; lines: readonly PricedLine[] },
): Promise<Cover[]> {
  if ((cardNumber ?? userCardId) === undefined || totalCents === 0) return []
  const fill = { totalCents, lines, paidCents: 0, byCards: {} }
  const by = { cardNumber, userCardId, delivered, plate, proven, askedAt }
  try {
    const paid = await payByCard(ctx, { ...by, fill, companyId, stationId, amountCents: totalCents, ref: `preview:${crypto.randomUUID()}` })
    if (paid instanceof Refusal) throw paid
    const { principalCents, giftCents, debtCents } = paid
    return [{ ...covering('card', totalCents - debtCents), restCents: debtCents, principalCents, giftCents }]
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    const { code, message, detail } = thrown.body(ctx.meta.language) as { code: string; message: string; detail?: { limitCents?: number } }
    const coversCents = code === 'card.insufficientBalance' ? (detail?.limitCents ?? 0) : 0
    return [{ ...covering('card', coversCents), restCents: totalCents - coversCents, refusal: { code, message } }]
  }
}

async function shown({ tx }: Ctx, lines: readonly PricedLine[]) {
  const items = await tx
    .selectFrom('item')
    .leftJoin('category', 'category.id', 'item.categoryId')
    .where('item.id', 'in', [...new Set(lines.map(line => line.itemId))])
    .select(['item.id', 'item.name', 'category.id as categoryId', 'category.name as categoryName', 'category.type as categoryType'])
    .execute()
  return lines.map(({ itemId, categoryType, volumeCl, pieces, priceCents, listPriceCents, amountCents, discountCents, differs }) => {
    const { name, categoryId, categoryName } = items.find(item => item.id === itemId)!
    const category = categoryId === null ? null : { id: categoryId, name: categoryName!, type: categoryType }
    const item = { id: itemId, name, category }
    const figures = { volumeCl, pieces, priceCents, listPriceCents, amountCents, discountCents }
    return { itemId, item, categoryType, ...figures, priceDifference: differs }
  })
}

const stateOf = ({ tx }: Ctx, id: number) =>
  tx.selectFrom('dailyState').where('id', '=', id).select(['id', 'businessDay', 'number', 'isNatureDay']).executeTakeFirstOrThrow()

export const previewHandlers = [preview]
