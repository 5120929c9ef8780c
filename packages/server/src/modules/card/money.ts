import { cardMoney } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { spendProof } from '../access/index.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import { adjustmentAccount, book, frozenOf, purseOf, type Move } from '../ledger/index.ts'
import { cardForUpdate, issuedForUpdate, netOf, refuseNoStoredValue, type LockedCard } from './card.ts'
import { giveBackFrozen, takeGift } from './gift-lots.ts'
import { heldOf } from './hold.ts'
import { recordMovement } from './movement.ts'
import { refuseAboveCeiling } from './prepaid.ts'
import { refuseSharing } from './shared-money.ts'

/**
 * Corrects a card's balance by so much, up or down; what it owes and what is frozen stay as they are.
 * @throws notFound, card.returned, card.notStoredValue, fleet.shares, card.adjustNothing, card.adjustTooLarge, card.ceiling,
 * amount.unusual, pin.proof
 * @source guarantees I21, spec 1 §5
 */
const adjust = handle(cardMoney.adjust, async (ctx, { id, body: { amountCents, purse, remark, pinProof, confirmAmountCents } }) => {
  const locked = await cardForUpdate(ctx, id)
  const { card } = locked
  refuseNoStoredValue(locked)
  if (card.kind === 'sub') await refuseSharing(ctx, card)
  const heldCents = purse === 'gift' ? locked.giftCents : locked.principalCents
  if (amountCents === 0) refuse('card.adjustNothing')
  if (heldCents + amountCents < 0) refuse('card.adjustTooLarge', { maxCents: heldCents })
  await refuseAboveCeiling(ctx, locked, amountCents)
  await refuseUnconfirmed(ctx, { companyId: card.companyId, stationId: ctx.actor.stationId }, amountCents, confirmAmountCents)
  await spendProof(ctx, pinProof, { action: 'card.adjust', subject: `userCards:${id}`, amountCents })

  const [own, other] = [purseOf(purse, id), adjustmentAccount(card.companyId)]
  const move = {
    amountCents: Math.abs(amountCents),
    ...(amountCents > 0 ? { source: other, target: own } : { source: own, target: other }),
  }
  const ref = `adjust:${crypto.randomUUID()}`
  const entry = await book(ctx, { kind: 'card.adjust', ref, companyId: card.companyId, moves: [move] })
  if (purse === 'gift' && amountCents < 0)
    await takeGift(ctx, { card, giftCents: heldCents, entryId: entry.id, cents: -amountCents, lotsLast: true })
  const detailId = await recordMovement(ctx, card, entry, {
    type: 'adjust',
    principalCents: purse === 'principal' ? amountCents : 0,
    giftCents: purse === 'gift' ? amountCents : 0,
    debtCents: 0,
    balanceAfterCents: netOf(locked) + amountCents,
    stationId: ctx.actor.stationId ?? null,
    remark,
  })

  const figures = { purse, amountCents, beforeCents: heldCents, afterCents: heldCents + amountCents }
  ctx.audit('card.adjust', `userCards:${id}`, { number: card.number, ...figures, remark }, card.companyId)
  ctx.emit('card.adjusted', { userCardId: id, number: card.number, amountCents }, { companyId: card.companyId })
  return { id: detailId, createdDate: entry.at, ...(await cardStateOf(ctx, id)) }
})

/**
 * Lets frozen money be spent again (解冻): principal and gift go back to the purses they were frozen from, principal first. What is held
 * for a fill is not frozen, and stays.
 * @throws notFound, card.returned, card.notStoredValue, card.thawTooLarge, amount.unusual @source decisions.md E4
 */
const thawByStaff = handle(cardMoney.thaw, async (ctx, { id, body: { amountCents, remark, confirmAmountCents } }) => {
  const locked = await cardForUpdate(ctx, id)
  const { card, lockCents } = locked
  refuseNoStoredValue(locked)
  const held = await heldOf(ctx, card.companyId, id)
  const frozenCents = lockCents - held.heldCents
  if (amountCents > frozenCents) refuse('card.thawTooLarge', { maxCents: frozenCents })
  await refuseUnconfirmed(ctx, { companyId: card.companyId, stationId: ctx.actor.stationId }, amountCents, confirmAmountCents)

  const frozenPrincipal = (await frozenOf(ctx, card.companyId, id, 'principal')) - held.principalCents
  const principalCents = Math.min(amountCents, frozenPrincipal)
  const source = purseOf('lock', id)
  const moves: Move[] = [
    { source, target: purseOf('principal', id), amountCents: principalCents },
    { source, target: purseOf('gift', id), amountCents: amountCents - principalCents },
  ].filter(move => move.amountCents > 0)
  const entry = await book(ctx, { kind: 'card.thaw', ref: `thaw:${crypto.randomUUID()}`, companyId: card.companyId, moves })
  await giveBackFrozen(ctx, card, amountCents - principalCents)

  ctx.audit('card.thaw', `userCards:${id}`, { number: card.number, amountCents, remark }, card.companyId)
  ctx.emit('card.thawed', { userCardId: id, number: card.number, amountCents }, { companyId: card.companyId })
  return { id: null, createdDate: entry.at, ...(await cardStateOf(ctx, id)) }
})

/** What a card is and holds, as the answer of an act shows it. */
export async function cardStateOf(ctx: Ctx, userCardId: number) {
  const locked: LockedCard = await issuedForUpdate(ctx, userCardId)
  const { card, principalCents, giftCents, lockCents, debtCents } = locked
  const { heldCents } = await heldOf(ctx, card.companyId, userCardId)
  return { userCardId, status: card.status, principalCents, giftCents, lockCents, heldCents, debtCents }
}

/** What a card holds and owes, for anyone who is about to change it. @throws notFound */
export async function pursesOf(ctx: Ctx, userCardId: number) {
  const { card, principalCents, giftCents, debtCents } = await issuedForUpdate(ctx, userCardId)
  return { number: card.number, principalCents, giftCents, debtCents }
}

export const moneyHandlers = [adjust, thawByStaff]
