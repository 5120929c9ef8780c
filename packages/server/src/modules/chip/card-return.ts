import { cardLife, userCards, type Parsed, type ReturnedChip } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { spendProof } from '../access/index.ts'
import { cardToClose, closeCard, noteReturn, pointsOn, stationOf } from '../card/index.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import { chipsOf, isReserved, letGo, type Chip } from './chip.ts'
import { giveUp } from './set.ts'

type Body = Parsed<typeof cardLife.cardReturn>['body']

/**
 * Returns a card (退卡): its principal is paid out to the cent, its gift taken back, the account closed for good; its chip is in stock again
 * if it is on the reader, and scrapped if it is not.
 * @throws notFound, card.notIssued, card.returned, card.owes, card.statusForbids, card.frozen, card.hasSubs, card.balanceChanged,
 * card.chipAbsent, card.otherChip, card.stationMissing, amount.unusual, pin.proof @source decisions CD17, CD32
 */
export const cardReturn = handle(cardLife.cardReturn, async (ctx, { id, body }) => {
  const closing = await cardToClose(ctx, id)
  const { locked, master } = closing
  const { card, principalCents, giftCents } = locked
  const { number, companyId, kind } = card
  if (body.amountCents !== principalCents) refuse('card.balanceChanged', { number, amountCents: principalCents })
  if (kind === 'anonymous' && !body.chipPresent) refuse('card.chipAbsent', { number })
  const chips = await chipsOf(ctx, id)
  refuseOther(chips, body, number)
  const overCounter = principalCents > 0 && !master
  const stationId = overCounter ? await stationOf(ctx, body.stationId, companyId) : null
  await refuseUnconfirmed(ctx, { companyId, stationId: stationId ?? ctx.actor.stationId }, principalCents, body.confirmAmountCents)
  await spendProof(ctx, body.pinProof, { action: 'card.return', subject: `userCards:${id}`, amountCents: principalCents })

  const paidBy = stationId === null ? undefined : { stationId, payType: body.payType }
  const points = (await pointsOn(ctx, companyId, [id])).get(id)
  const entry = await closeCard(ctx, closing, paidBy, body.remark)
  const chip = await takeBack(ctx, chips, body.chipPresent, number)
  const paid = { payType: paidBy ? body.payType : null, slipNo: (paidBy && body.slipNo) ?? null }
  await noteReturn(ctx, locked, { ...paid, stationId, chip, remark: body.remark, entry })

  const told = { principalCents, giftCents, ...(points && { points }), masterId: master?.card.id ?? null, ...paid, chip }
  ctx.audit('card.return', `userCards:${id}`, { number, ...told, remark: body.remark }, companyId)
  ctx.emit('card.returned', { userCardId: id, number, principalCents, giftCents }, { companyId, ...(stationId !== null && { stationId }) })
  return {
    userCardId: id,
    paidOutCents: principalCents,
    giftCents,
    masterId: told.masterId,
    payType: paid.payType,
    chip,
    closedTime: ctx.now.toISOString(),
  }
})

/** @throws notFound */
export const returnPreview = handle(cardLife.returnPreview, async (ctx, { id }) => {
  await getOf(ctx.tx, userCards, id, [], ctx.scope)
  const card = ctx.tx.selectFrom('userCard').where('id', '=', id)
  const { companyId } = await card.select('companyId').executeTakeFirstOrThrow()
  return { points: (await pointsOn(ctx, companyId, [id])).get(id) ?? 0 }
})

/** A card that has a chip comes back by that: the one on the reader has to be its own. @throws card.otherChip */
function refuseOther(chips: readonly Chip[], { chipPresent, uuid, supplier }: Body, number: string): void {
  const own = chips.find(chip => !isReserved(chip))
  if (!chipPresent || (!own && uuid === undefined)) return
  if (own?.uuid !== uuid || (supplier !== undefined && own?.supplier !== supplier)) refuse('card.otherChip', { number })
}

async function takeBack(ctx: Ctx, chips: readonly Chip[], present: boolean, number: string): Promise<ReturnedChip> {
  for (const coming of chips.filter(isReserved)) await giveUp(ctx, coming)
  const own = chips.find(chip => !isReserved(chip))
  if (!own) return 'none'
  await letGo(ctx, own, present ? 'return' : 'scrap', number)
  return present ? 'stock' : 'scrapped'
}
