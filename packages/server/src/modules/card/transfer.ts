import { allows, transferUserCard, userCardActs } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { book, purseOf } from '../ledger/index.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import { cardForUpdate, netOf, stoppedBy, type LockedCard } from './card.ts'
import { recordMovement } from './movement.ts'

/**
 * Moves principal between a fleet's master card and one of its sub cards. Nothing comes in or goes out: two movements of one entry.
 * @throws notFound, card.notOfMaster, card.notStoredValue, card.lost, card.disabled, card.locked, card.overspent,
 * card.insufficientBalance, amount.unusual
 * @source decisions.md B23
 */
export const transfer = handle(transferUserCard, async (ctx, { id, body: { toId, type, amountCents, remark, confirmAmountCents } }) => {
  const { master, sub } = await bothForUpdate(ctx, id, toId)
  const [payer, payee] = type === 'assign' ? [master, sub] : [sub, master]
  for (const { card, product } of [payer, payee]) {
    if (product.type !== 'debit') refuse('card.notStoredValue', { number: card.number })
    // A master that is stopped neither gives nor takes; what a sub card may is said of each way.
    if (!allows(userCardActs[card === sub.card ? type : 'assign'], card.status)) refuse(stoppedBy[card.status]!, { number: card.number })
  }
  const { number } = payer.card
  if (amountCents > payer.principalCents) refuse('card.insufficientBalance', { number, limitCents: payer.principalCents })
  const { companyId } = master.card
  await refuseUnconfirmed(ctx, { companyId, stationId: ctx.actor.stationId }, amountCents, confirmAmountCents)

  const entry = await book(ctx, {
    kind: 'card.assign',
    ref: `assign:${crypto.randomUUID()}`,
    companyId,
    moves: [{ source: purseOf('principal', payer.card.id), target: purseOf('principal', payee.card.id), amountCents }],
  })
  for (const [locked, cents] of [
    [payer, -amountCents],
    [payee, amountCents],
  ] as const) {
    const balanceAfterCents = netOf(locked) + cents
    await recordMovement(ctx, locked.card, entry, {
      type: 'assign',
      principalCents: cents,
      giftCents: 0,
      debtCents: 0,
      balanceAfterCents,
      stationId: ctx.actor.stationId ?? null,
      remark,
    })
  }

  const detail = { number: sub.card.number, amountCents }
  ctx.audit(auditActions[type], `userCards:${id}`, detail, companyId)
  ctx.emit('card.assigned', { userCardId: id, toId, type, amountCents }, { companyId })
  const after = (locked: LockedCard) => locked.principalCents + locked.giftCents + (locked === payer ? -amountCents : amountCents)
  return { id, toId, type, amountCents, valueCents: after(master), toValueCents: after(sub) }
})

const auditActions = { assign: 'card.assign', withdraw: 'card.withdraw' }

/** Both cards, the one with the lower number first, so that two transfers never wait for each other. @throws notFound, card.notOfMaster */
async function bothForUpdate(ctx: Ctx, masterId: number, subId: number): Promise<{ master: LockedCard; sub: LockedCard }> {
  const locked = new Map<number, LockedCard>()
  for (const id of new Set([masterId, subId].toSorted((a, b) => a - b))) locked.set(id, await cardForUpdate(ctx, id))
  const [master, sub] = [locked.get(masterId)!, locked.get(subId)!]
  if (sub.card.parentId !== masterId) refuse('card.notOfMaster', { number: sub.card.number })
  return { master, sub }
}
