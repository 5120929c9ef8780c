import { allows, transferUserCard, userCardActs, type Parsed } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import { refuseExpired, refuseNoStoredValue, stoppedBy, type LockedCard } from './card.ts'
import { carry, pairForUpdate } from './carry.ts'
import { move } from './move.ts'
import { refuseAboveCeiling } from './prepaid.ts'
import { refuseSharing } from './shared-money.ts'

/** One of the three: they have a call in common. @throws as assignOrWithdraw and move */
export const transfer = handle(transferUserCard, (ctx, input) =>
  input.body.type === 'move' ? move(ctx, input) : assignOrWithdraw(ctx, input),
)

type Input = { readonly id: number } & Parsed<typeof transferUserCard>

/**
 * Moves principal between a fleet's master card and one of its sub cards. Nothing comes in or goes out: two movements of one entry.
 * @throws notFound, card.notOfMaster, fleet.shares, card.notStoredValue, card.lost, card.disabled, card.locked, card.overspent,
 * card.expired, card.ceiling,
 * card.insufficientBalance, amount.unusual
 * @source decisions.md B23
 */
async function assignOrWithdraw(ctx: Ctx, { id, body: { toId, type, amountCents, remark, confirmAmountCents } }: Input) {
  const { master, sub } = await bothForUpdate(ctx, id, toId)
  await refuseSharing(ctx, sub.card)
  const [payer, payee] = type === 'assign' ? [master, sub] : [sub, master]
  for (const { card, product } of [payer, payee]) {
    refuseNoStoredValue({ card, product })
    // A master that is stopped neither gives nor takes; what a sub card may is said of each way.
    if (!allows(userCardActs[card === sub.card ? type : 'assign'], card.status)) refuse(stoppedBy[card.status]!, { number: card.number })
  }
  refuseExpired(ctx, payee.card)
  await refuseAboveCeiling(ctx, payee, amountCents)
  const { number } = payer.card
  if (amountCents > payer.principalCents) refuse('card.insufficientBalance', { number, limitCents: payer.principalCents })
  const { companyId } = master.card
  await refuseUnconfirmed(ctx, { companyId, stationId: ctx.actor.stationId }, amountCents, confirmAmountCents)

  await carry(ctx, { payer, payee, kind: 'card.assign', ref: `assign:${crypto.randomUUID()}`, principalCents: amountCents, remark })

  const detail = { number: sub.card.number, amountCents }
  ctx.audit(auditActions[type], `userCards:${id}`, detail, companyId)
  ctx.emit('card.assigned', { userCardId: id, toId, type, amountCents }, { companyId })
  const after = (locked: LockedCard) => locked.principalCents + locked.giftCents + (locked === payer ? -amountCents : amountCents)
  return { id, toId, type, amountCents, giftCents: 0, valueCents: after(master), toValueCents: after(sub) }
}

const auditActions = { assign: 'card.assign', withdraw: 'card.withdraw', move: 'card.move' }

/** A master card and a sub card of it. @throws notFound, card.returned, card.notOfMaster */
async function bothForUpdate(ctx: Ctx, masterId: number, subId: number): Promise<{ master: LockedCard; sub: LockedCard }> {
  const [master, sub] = await pairForUpdate(ctx, masterId, subId)
  if (sub.card.parentId !== masterId) refuse('card.notOfMaster', { number: sub.card.number })
  return { master, sub }
}
