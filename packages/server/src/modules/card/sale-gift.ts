import type { Ctx } from '../../platform/execution/command.ts'
import { book, frozenOf, giftExpenseAccount, purseOf, type Move } from '../ledger/index.ts'
import { cardForUpdate, cardsForUpdate, netOf, setStatus, type LockedCard } from './card.ts'
import { takeGift } from './gift-lots.ts'
import { heldOf } from './hold.ts'
import { recordMovement } from './movement.ts'
import { aboveCeiling, prepaidOf } from './prepaid.ts'
import { lockCards, payerOf } from './shared-money.ts'

/** A card that goods give something to, locked: of a sub card whose fleet shares its money, the master. */
export interface Receiver extends LockedCard {
  /** Whether so much more may be on it. */
  readonly hasRoomFor: (cents: number) => boolean
}

/** The cards that receive what is given to these, locked in the order of their ids. @returns by the card that was named */
export async function receiversForUpdate(ctx: Ctx, companyId: number, named: readonly number[]): Promise<Map<number, Receiver>> {
  const ids = [...new Set(named)]
  if (ids.length === 0) return new Map()
  await lockCards(ctx, companyId, ids)
  const ownerOf = new Map<number, number>()
  for (const id of ids) ownerOf.set(id, await payerOf(ctx, companyId, id))
  const locked = await cardsForUpdate(ctx, [...new Set(ownerOf.values())])
  const rules = await prepaidOf(ctx, companyId)
  return new Map(
    ids.flatMap(id => {
      const own = locked.get(ownerOf.get(id)!)
      return own ? [[id, { ...own, hasRoomFor: (cents: number) => cents === 0 || !aboveCeiling(rules, own, cents) }]] : []
    }),
  )
}

/** What goods of an order give to a card, or what is taken back of it. */
export interface SaleGift {
  readonly orderId: number
  readonly stationId: number
  readonly giftCents: number
  readonly frozenCents: number
}

/**
 * Gives what goods of an order bring: into the gift, and what is frozen out of it into what is kept. It is given once.
 * The card is locked. @throws ledger.alreadyBooked @source decisions GD5
 */
export async function giveSaleGift(ctx: Ctx, userCardId: number, { orderId, stationId, giftCents, frozenCents }: SaleGift): Promise<void> {
  const cents = giftCents + frozenCents
  if (cents === 0) return
  const locked = await cardForUpdate(ctx, userCardId)
  const { card } = locked
  const gift = purseOf('gift', card.id)
  const entry = await book(ctx, {
    kind: 'card.saleGift',
    ref: `saleGift:${orderId}`,
    companyId: card.companyId,
    moves: [
      { source: giftExpenseAccount(card.companyId), target: gift, amountCents: cents },
      ...move(gift, purseOf('lock', card.id), frozenCents),
    ],
  })
  await recordMovement(ctx, card, entry, {
    type: 'reward',
    principalCents: 0,
    giftCents: cents,
    debtCents: 0,
    balanceAfterCents: netOf(locked) + cents,
    stationId,
    orderId,
  })
  ctx.audit('card.saleGift', `userCards:${card.id}`, { number: card.number, orderId, giftCents, frozenCents }, card.companyId)
}

/**
 * Takes back what goods of an order gave: what is still frozen of it, then from the gift, what is limited last. What was spent of it is
 * covered by what else is on the card, and what its purses lack is owed, as with a sale that was delivered. The card is locked.
 * @param before what was taken back of the order already @throws ledger.alreadyBooked @source decisions GD5, O14
 */
export async function takeSaleGiftBack(ctx: Ctx, userCardId: number, gift: SaleGift, before: number): Promise<void> {
  const { orderId, stationId } = gift
  const wanted = gift.giftCents + gift.frozenCents
  if (wanted === 0) return
  const locked = await cardForUpdate(ctx, userCardId)
  const { card } = locked
  const parts = await partsOf(ctx, locked, gift)
  const { lockCents, giftCents, principalCents, owedCents } = parts
  const expense = giftExpenseAccount(card.companyId)
  const entry = await book(ctx, {
    kind: 'card.saleGiftBack',
    ref: `saleGiftBack:${orderId}:${before}`,
    companyId: card.companyId,
    moves: [
      ...move(purseOf('lock', card.id), purseOf('gift', card.id), lockCents),
      ...move(purseOf('gift', card.id), expense, lockCents + giftCents),
      ...move(purseOf('principal', card.id), expense, principalCents),
      ...move(purseOf('debt', card.id), expense, owedCents),
    ],
  })
  await takeGift(ctx, { card, giftCents: locked.giftCents, entryId: entry.id, cents: giftCents, lotsLast: true })
  await recordMovement(ctx, card, entry, {
    type: 'refundReward',
    principalCents: -principalCents + 0,
    giftCents: -(lockCents + giftCents) + 0,
    debtCents: -owedCents + 0,
    balanceAfterCents: netOf(locked) - wanted,
    stationId,
    orderId,
  })
  ctx.audit('card.saleGiftBack', `userCards:${card.id}`, { number: card.number, orderId, amountCents: wanted, owedCents }, card.companyId)
  if (owedCents > 0) await noteOverspend(ctx, locked, owedCents, stationId)
}

const move = (source: Move['source'], target: Move['target'], amountCents: number): Move[] =>
  amountCents > 0 ? [{ source, target, amountCents }] : []

/** What is frozen of gifts, less what is held for fills, is there to be taken back. */
async function partsOf(ctx: Ctx, locked: LockedCard, { giftCents: wantedGift, frozenCents: wantedFrozen }: SaleGift) {
  const { card, lockCents: keptCents, giftCents: heldGift, principalCents: heldPrincipal } = locked
  let lockCents = 0
  if (wantedFrozen > 0 && keptCents > 0) {
    const held = await heldOf(ctx, card.companyId, card.id)
    const frozen = (await frozenOf(ctx, card.companyId, card.id, 'gift')) - (held.heldCents - held.principalCents)
    lockCents = Math.max(0, Math.min(wantedFrozen, frozen))
  }
  const rest = wantedGift + wantedFrozen - lockCents
  const giftCents = Math.min(rest, heldGift)
  const principalCents = Math.min(rest - giftCents, heldPrincipal)
  return { lockCents, giftCents, principalCents, owedCents: rest - giftCents - principalCents }
}

async function noteOverspend(ctx: Ctx, { card }: LockedCard, debtCents: number, stationId: number): Promise<void> {
  const { id, number, companyId } = card
  if (card.status === 'normal') await setStatus(ctx, card, 'overspend')
  ctx.audit('card.overspend', `userCards:${id}`, { number, debtCents }, companyId)
  ctx.emit('card.overspent', { userCardId: id, number, debtCents }, { companyId, stationId })
}
