import { cardMoney, type PayType } from '@forecourt/contract'
import type { Selectable } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { spendProof } from '../access/index.ts'
import { book, giftExpenseAccount, purseOf, tenderAccount, type Move } from '../ledger/index.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import { currentState } from '../shift/index.ts'
import { cardForUpdate, netOf, refuseNoStoredValue, type LockedCard } from './card.ts'
import { giftToTakeBack, takeLotsOf } from './gift-lots.ts'
import { cardStateOf } from './money.ts'
import { recordMovement } from './movement.ts'
import { topUpCoupons, topUpPoints } from './top-up-terms.ts'

const yearMs = 365 * 24 * 60 * 60_000
type Detail = Selectable<Tables['userCardDetail']>

/**
 * Gives a top-up back: all that was paid, while its gift is taken back. The shift that gives it bears it.
 * @throws notFound, card.notStoredValue, card.notTopUp, card.topUpRefunded, card.topUpTooOld, card.topUpSpent, amount.unusual, pin.proof
 * @source decisions.md E3
 */
const refundCharge = handle(cardMoney.refundCharge, async (ctx, { id, body: { detailId, mode, remark, pinProof, confirmAmountCents } }) => {
  const locked = await cardForUpdate(ctx, id)
  refuseNoStoredValue(locked)
  const { paid, giftCents: given } = await topUpOf(ctx, locked, detailId)
  const giftCents = await refuseRefund(ctx, locked, paid, given)
  await refuseUnconfirmed(ctx, { companyId: locked.card.companyId, stationId: paid.stationId }, paid.amountCents, confirmAmountCents)
  const subject = `userCardDetails:${detailId}`
  await spendProof(ctx, pinProof, { action: 'card.refundCharge', subject, amountCents: paid.amountCents })

  const { companyId, number } = locked.card
  const { amountCents } = paid
  const stationId = paid.stationId!
  const payType = (mode === 'cash' ? 'cash' : paid.payType) as PayType
  const moves: Move[] = [
    { source: purseOf('principal', id), target: tenderAccount(stationId, payType), amountCents },
    { source: purseOf('gift', id), target: giftExpenseAccount(companyId), amountCents: giftCents },
  ].filter(move => move.amountCents > 0)
  const entry = await book(ctx, { kind: 'card.refundCharge', ref: `refundCharge:${detailId}`, companyId, moves })
  await takeLotsOf(ctx, locked.card, paid.ledgerEntryId, entry.id)
  const back = await topUpPoints().takeBack(ctx, companyId, detailId)
  const coupons = await topUpCoupons().takeBack(ctx, companyId, detailId, remark)
  await endDiscount(ctx, companyId, paid.ledgerEntryId)
  const common = { stationId, shiftId: (await currentState(ctx, stationId)).id, principalCents: 0, giftCents: 0, debtCents: 0, remark }
  const after = netOf(locked) - amountCents
  const paidBack = { ...common, type: 'refundCharge', principalCents: -amountCents, payType, reversesId: detailId } as const
  const refundId = await recordMovement(ctx, locked.card, entry, { ...paidBack, balanceAfterCents: after })
  if (giftCents > 0) {
    const gift = { ...common, type: 'refundChargeReward', giftCents: -giftCents, balanceAfterCents: after - giftCents } as const
    await recordMovement(ctx, locked.card, entry, gift)
  }

  const came = coupons.unused + coupons.used > 0 && { coupons: coupons.unused, couponsUsed: coupons.used, usedCents: coupons.usedCents }
  const points = { ...(back.points > 0 && { giftPoints: back.points }), ...(back.lapsed > 0 && { lapsedPoints: back.lapsed }), ...came }
  ctx.audit('card.refundCharge', `userCards:${id}`, { number, detailId, amountCents, giftCents, ...points, payType, remark }, companyId)
  ctx.emit('card.topUpRefunded', { userCardId: id, number, amountCents, giftCents }, { companyId, stationId })
  return { id: refundId, createdDate: entry.at, ...(await cardStateOf(ctx, id)) }
})

/** The top-up and the gift that came with it: two movements of one entry. @throws card.notTopUp */
async function topUpOf({ tx, scope }: Ctx, { card }: LockedCard, detailId: number): Promise<{ paid: Detail; giftCents: number }> {
  const paid = await tx
    .selectFrom('userCardDetail')
    .where('id', '=', detailId)
    .where('userCardId', '=', card.id)
    .where('type', '=', 'charge')
    .where('payType', 'is not', null)
    .$if(scope.stationIds !== undefined, of => of.where('stationId', 'in', [...(scope.stationIds ?? []), 0]))
    .selectAll()
    .executeTakeFirst()
  if (!paid) refuse('card.notTopUp')
  const gift = await tx
    .selectFrom('userCardDetail')
    .where('ledgerEntryId', '=', paid.ledgerEntryId)
    .where('userCardId', '=', card.id)
    .where('type', '=', 'chargeReward')
    .select('giftCents')
    .executeTakeFirst()
  return { paid, giftCents: gift?.giftCents ?? 0 }
}

/**
 * @returns how much of its gift is taken back: what has ended is gone already
 * @throws card.topUpTooOld, card.topUpRefunded, card.topUpSpent
 */
async function refuseRefund(ctx: Ctx, { card, ...locked }: LockedCard, paid: Detail, given: number): Promise<number> {
  const { tx, now } = ctx
  if (now.getTime() - Date.parse(paid.createdDate) > yearMs) refuse('card.topUpTooOld')
  const before = await tx.selectFrom('userCardDetail').where('reversesId', '=', paid.id).select('id').executeTakeFirst()
  if (before) refuse('card.topUpRefunded')
  const giftCents = await giftToTakeBack(ctx, card, locked.giftCents, paid.ledgerEntryId, given)
  if (giftCents === undefined || locked.principalCents < paid.amountCents) refuse('card.topUpSpent', { number: card.number })
  return giftCents
}

/** What was bought with a top-up ends with it. */
const endDiscount = ({ tx, now }: Ctx, companyId: number, entryId: number) =>
  tx
    .updateTable('cardDiscount')
    .set({ endsAt: now })
    .where('companyId', '=', companyId)
    .where('entryId', '=', entryId)
    .where(of => of.or([of('endsAt', 'is', null), of('endsAt', '>', now.toISOString())]))
    .execute()

/**
 * What would stand against giving a top-up back, before anybody is asked for a PIN.
 * @throws notFound, card.notStoredValue, card.notTopUp
 */
const preview = handle(cardMoney.refundChargePreview, async (ctx, { id, body: { detailId } }) => {
  const locked = await cardForUpdate(ctx, id)
  refuseNoStoredValue(locked)
  const { paid, giftCents } = await topUpOf(ctx, locked, detailId)
  const { amountCents } = paid
  const { points: giftPoints, lapsed: lapsedPoints } = await topUpPoints().toTakeBack(ctx, locked.card.companyId, detailId)
  const coupons = await topUpCoupons().toTakeBack(ctx, locked.card.companyId, detailId)
  const told = { amountCents, giftPoints, lapsedPoints, coupons }
  try {
    return { ...told, giftCents: await refuseRefund(ctx, locked, paid, giftCents), refusal: null }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return { ...told, giftCents, refusal: thrown.worded(ctx.meta.language) }
  }
})

export const refundChargeHandlers = [refundCharge, preview]
