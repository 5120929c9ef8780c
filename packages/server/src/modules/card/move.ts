import { allows, userCardActs, type Parsed, type transferUserCard } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { spendProof } from '../access/index.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import { refuseExpired, refuseNoStoredValue, stoppedBy, type LockedCard, type UserCard } from './card.ts'
import { carry, pairForUpdate } from './carry.ts'
import { refuseAboveCeiling } from './prepaid.ts'

type MoveInput = { readonly id: number } & Parsed<typeof transferUserCard>

/**
 * Moves money between two cards of one holder and one product (转账): all of it or part, principal as principal and gift as gift.
 * @throws auth.forbidden, notFound, card.returned, card.sameCard, card.otherHolder, card.otherProduct, card.notStoredValue, card.lost,
 * card.disabled, card.locked, card.overspent, card.expired, card.insufficientBalance, card.ceiling, amount.unusual, pin.proof
 * @source decisions CD31, CD32
 */
export async function move(ctx: Ctx, { id, body: { toId, amountCents, giftCents, remark, ...body } }: MoveInput) {
  const { actor } = ctx
  if (actor.kind !== 'system' && !actor.permissions.has('card.move')) refuse('auth.forbidden', { permission: 'card.move' })
  if (id === toId) refuse('card.sameCard')
  const [payer, payee] = await pairForUpdate(ctx, id, toId)
  refusePair(payer, payee)
  refuseExpired(ctx, payee.card)
  const { companyId, number } = payer.card
  if (amountCents > payer.principalCents || giftCents > payer.giftCents)
    refuse('card.insufficientBalance', { number, limitCents: payer.principalCents + payer.giftCents })
  const allCents = amountCents + giftCents
  await refuseAboveCeiling(ctx, payee, allCents)
  await refuseUnconfirmed(ctx, { companyId, stationId: actor.stationId }, allCents, body.confirmAmountCents)
  await spendProof(ctx, body.pinProof!, { action: 'card.move', subject: `userCards:${id}`, amountCents: allCents })

  const ref = `move:${crypto.randomUUID()}`
  await carry(ctx, { payer, payee, kind: 'card.move', ref, principalCents: amountCents, giftCents, remark })

  ctx.audit('card.move', `userCards:${id}`, { number, to: payee.card.number, amountCents, giftCents, remark }, companyId)
  ctx.emit('card.moved', { userCardId: id, toId, amountCents, giftCents }, { companyId })
  const valueOf = ({ principalCents, giftCents: gift }: LockedCard) => principalCents + gift
  const after = { valueCents: valueOf(payer) - allCents, toValueCents: valueOf(payee) + allCents }
  return { id, toId, type: 'move' as const, amountCents, giftCents, ...after }
}

/** @throws card.otherHolder, card.otherProduct, card.notStoredValue, card.lost, card.disabled, card.locked, card.overspent */
function refusePair(payer: LockedCard, payee: LockedCard): void {
  const holder = holderOf(payer.card)
  if (holder === undefined || holder !== holderOf(payee.card)) refuse('card.otherHolder', { number: payee.card.number })
  if (payer.card.cardId !== payee.card.cardId) refuse('card.otherProduct', { number: payee.card.number })
  for (const { card, product } of [payer, payee]) {
    refuseNoStoredValue({ card, product })
    if (!allows(userCardActs.move, card.status)) refuse(stoppedBy[card.status]!, { number: card.number })
  }
}

/** Whose money it is: a member's, or a fleet's. What is on a sub card goes by its master; a bearer card is whose it is in the hand. */
function holderOf({ kind, userId, groupId }: UserCard): string | undefined {
  if (kind === 'personal') return `user:${userId}`
  return kind === 'master' && groupId !== null ? `fleet:${groupId}` : undefined
}
