import { allows, userCardActs, type PayType, type ReturnedChip } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { book, giftExpenseAccount, purseOf, tenderAccount, type Entry, type Move } from '../ledger/index.ts'
import { currentState } from '../shift/index.ts'
import { cardForUpdate, netOf, stoppedBy, type LockedCard, type UserCard } from './card.ts'
import { carry, pairForUpdate } from './carry.ts'
import { takeGift } from './gift-lots.ts'
import { heldOf, holdsBy } from './hold.ts'
import { recordMovement } from './movement.ts'

/** A card that may be returned, locked, with the master that its money goes back to. */
export interface ToClose {
  readonly locked: LockedCard
  readonly master: LockedCard | undefined
}

/** How the principal is paid out over the counter of a station. */
export interface PaidOutBy {
  readonly stationId: number
  readonly payType: PayType
}

/**
 * The card that is to be returned, locked until the transaction ends, and the master of a sub card.
 * @throws notFound, card.notIssued, card.returned, card.owes, card.statusForbids, card.frozen, card.held, card.hasSubs, and of its master
 * card.lost, card.disabled, card.locked, card.overspent @source decisions CD17, CD31
 */
export async function cardToClose(ctx: Ctx, id: number): Promise<ToClose> {
  const { parentId } = (await cardForUpdate(ctx, id)).card
  const [locked, master] = parentId === null ? [await cardForUpdate(ctx, id)] : await pairForUpdate(ctx, id, parentId)
  const { card } = locked
  const { number, status } = card
  if (locked.debtCents < 0) refuse('card.owes', { number, debtCents: -locked.debtCents })
  if (!allows(userCardActs.cardReturn, status)) refuse('card.statusForbids', { number, status })
  const { heldCents } = locked.lockCents > 0 ? await heldOf(ctx, card.companyId, id) : { heldCents: 0 }
  const ofMasterCents = master ? ((await holdsBy(ctx, card.companyId, [id])).get(id) ?? 0) : 0
  if (locked.lockCents > heldCents) refuse('card.frozen', { number, lockCents: locked.lockCents - heldCents })
  if (heldCents + ofMasterCents > 0) refuse('card.held', { number, heldCents: heldCents + ofMasterCents })
  if (card.kind === 'master' && (await hasSubs(ctx, card))) refuse('card.hasSubs', { number })
  // A master that is stopped neither gives nor takes.
  if (master && locked.principalCents > 0 && !allows(userCardActs.assign, master.card.status))
    refuse(stoppedBy[master.card.status]!, { number: master.card.number })
  return { locked, master }
}

const hasSubs = async ({ tx }: Ctx, { id }: UserCard) =>
  (await tx.selectFrom('userCard').where('parentId', '=', id).where('closedTime', 'is', null).select('id').limit(1).executeTakeFirst()) !==
  undefined

/**
 * Ends a card at zero, in one entry: the principal over the counter, or to the master of a sub card; the gift to where gifts come from.
 * The account is closed for good.
 * @returns the entry; none where there was nothing on it
 */
export async function closeCard(
  ctx: Ctx,
  { locked, master }: ToClose,
  by: PaidOutBy | undefined,
  remark: string,
): Promise<Entry | undefined> {
  const { card, principalCents, giftCents } = locked
  assert(principalCents === 0 || master || by, 'somebody is paid')
  const ref = `return:${card.id}`
  const taken: Move[] =
    giftCents > 0 ? [{ source: purseOf('gift', card.id), target: giftExpenseAccount(card.companyId), amountCents: giftCents }] : []
  const entry =
    principalCents + giftCents === 0
      ? undefined
      : master
        ? await carry(ctx, { payer: locked, payee: master, kind: 'card.return', ref, principalCents, besides: taken, remark })
        : await payOut(ctx, locked, ref, by, taken, remark)
  if (entry && giftCents > 0) {
    await takeGift(ctx, { card, giftCents, entryId: entry.id, cents: giftCents })
    const left = netOf(locked) - principalCents
    await recordMovement(ctx, card, entry, {
      type: 'refundReward',
      principalCents: 0,
      giftCents: -giftCents,
      debtCents: 0,
      balanceAfterCents: left - giftCents,
      stationId: by?.stationId ?? ctx.actor.stationId ?? null,
      remark,
    })
  }
  for (const { accountEnds } of everyModule()) await accountEnds?.(ctx, card)
  await ctx.tx
    .updateTable('userCard')
    .set({ status: 'disable', closedTime: ctx.now, physicalNumber: null, toWrite: false, version: card.version + 1 })
    .where('id', '=', card.id)
    .execute()
  return entry
}

/** The shift that pays bears it, as it does of a top-up that is given back. */
async function payOut(ctx: Ctx, locked: LockedCard, ref: string, by: PaidOutBy | undefined, taken: Move[], remark: string): Promise<Entry> {
  const { card, principalCents } = locked
  const paid: Move[] =
    principalCents > 0 && by
      ? [{ source: purseOf('principal', card.id), target: tenderAccount(by.stationId, by.payType), amountCents: principalCents }]
      : []
  const entry = await book(ctx, { kind: 'card.return', ref, companyId: card.companyId, moves: [...paid, ...taken] })
  if (principalCents > 0 && by)
    await recordMovement(ctx, card, entry, {
      type: 'refundCharge',
      principalCents: -principalCents,
      giftCents: 0,
      debtCents: 0,
      balanceAfterCents: netOf(locked) - principalCents,
      stationId: by.stationId,
      shiftId: (await currentState(ctx, by.stationId)).id,
      payType: by.payType,
      remark,
    })
  return entry
}

interface Returned {
  readonly stationId: number | null
  readonly payType: PayType | null
  readonly slipNo: string | null
  readonly chip: ReturnedChip
  readonly remark: string
  readonly entry: Entry | undefined
}

/** Keeps what was paid out, how, and what became of the chip. @throws card.returned */
export async function noteReturn(ctx: Ctx, { card, principalCents, giftCents }: LockedCard, { entry, ...how }: Returned): Promise<void> {
  const whose = { companyId: card.companyId, userCardId: card.id, principalCents, giftCents }
  await ctx.tx
    .insertInto('cardReturn')
    .values({ ...whose, ...how, ledgerEntryId: entry?.id ?? null, returnedAt: ctx.now, returnedBy: ctx.actor.key })
    .execute()
}

/** How many points accounts hold, which lapse with them. */
export async function pointsOn(ctx: Ctx, companyId: number, accounts: readonly number[]): Promise<ReadonlyMap<number, number>> {
  for (const { pointsOn: told } of everyModule()) if (told) return told(ctx, companyId, accounts)
  return new Map()
}

/** Ends an account on which no money is, and whose chip, where it had one, is gone. */
export async function closeEmpty(ctx: Ctx, closing: ToClose, remark: string): Promise<void> {
  const { id, number, companyId } = closing.locked.card
  assert(netOf(closing.locked) === 0, 'nobody is paid')
  const points = (await pointsOn(ctx, companyId, [id])).get(id)
  await closeCard(ctx, closing, undefined, remark)
  await noteReturn(ctx, closing.locked, { stationId: null, payType: null, slipNo: null, chip: 'none', remark, entry: undefined })
  const told = { principalCents: 0, giftCents: 0, ...(points && { points }), chip: 'none' }
  ctx.audit('card.return', `userCards:${id}`, { number, ...told, remark }, companyId)
  ctx.emit('card.returned', { userCardId: id, number, principalCents: 0, giftCents: 0 }, { companyId })
}
