import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { book, giftExpenseAccount, purseOf, salesAccount, tenderAccount, type Account, type Move } from '../ledger/index.ts'
import { issuedForUpdate, netOf, setStatus, type LockedCard } from './card.ts'
import { giveBack, take } from './gift-lots.ts'
import type { FromLot } from './facts.ts'
import { recordMovement } from './movement.ts'
import { lockCards, payerOf } from './shared-money.ts'
import { giveBackUse } from './use.ts'

/** What a refund does, part by part. Parts add up to the amount; of it, so much is paid out or goes back to the card. */
export interface RefundParts {
  amountCents: number
  paidOutCents: number
  principalCents: number
  giftCents: number
  debtCents: number
}

interface Wanted {
  /** The movement that paid. */
  detailId: number
  /** All of what is left of it when absent. */
  amountCents?: number | undefined
  /** Handed out in cash instead: a gift in it is taken back, and never paid out. */
  cash?: boolean
}

type Paid = Selectable<Tables['userCardDetail']>
interface Planned extends RefundParts {
  /** The card that it goes back to. */
  readonly locked: LockedCard
  readonly paid: Paid
}

/**
 * Gives a card payment back, or part of it: to the purses in the order in which they were taken. What was owed for it is no longer owed;
 * what a top-up has paid of it meanwhile becomes principal. In cash, the principal leaves the card again at once.
 *
 * @param ref the refund as a fact, booked once
 * @throws notFound, card.returned, card.overRefunded, refund.cashOfFleet, refund.cardOwes, ledger.alreadyBooked
 */
export async function refundToCard(
  ctx: Ctx,
  {
    ref,
    from,
    stationId,
    shiftId = null,
    ...wanted
  }: Wanted & { ref: string; from?: Account; stationId?: number; shiftId?: number | null },
): Promise<RefundParts & { detailId: number; balanceAfterCents: number }> {
  const { locked, paid, ...parts } = await planRefund(ctx, wanted)
  const { card } = locked
  const { amountCents, principalCents, giftCents, debtCents } = parts
  const source = from ?? salesAccount(paid.stationId!)
  const moves = (
    [
      ['principal', principalCents],
      ['gift', giftCents],
      ['debt', debtCents],
    ] as const
  )
    .filter(([, cents]) => cents > 0)
    .map(([purse, cents]): Move => ({ source, target: purseOf(purse, card.id), amountCents: cents }))
  const entry = await book(ctx, { kind: 'card.refund', ref, companyId: card.companyId, moves })
  const lots = await giveBack(ctx, card.companyId, paid.ledgerEntryId, giftCents)
  const balanceAfterCents = netOf(locked) + amountCents
  const used = await giveBackUse(ctx, paid, amountCents)
  const detailId = await recordMovement(ctx, card, entry, {
    type: 'refundConsume',
    principalCents,
    giftCents,
    debtCents,
    balanceAfterCents,
    stationId: stationId ?? paid.stationId,
    payType: 'card',
    orderId: paid.orderId,
    reversesId: paid.id,
    spentById: spenderOf(paid, card),
    ...used,
  })
  if (card.status === 'overspend' && locked.debtCents + debtCents === 0) await setStatus(ctx, card, 'normal')
  ctx.audit('card.refund', `userCards:${card.id}`, { number: card.number, amountCents, cash: wanted.cash }, card.companyId)
  const at = { stationId: stationId ?? paid.stationId!, shiftId, orderId: paid.orderId, balanceCents: balanceAfterCents, ref, lots }
  if (!wanted.cash) return { ...parts, detailId, balanceAfterCents }
  return { ...parts, detailId, balanceAfterCents: await payOut(ctx, locked, parts, at) }
}

/** What such a refund would do; the card is locked. @throws as refundToCard */
export async function planRefund(ctx: Ctx, { detailId, amountCents, cash = false }: Wanted): Promise<Planned> {
  const paid = await ctx.tx
    .selectFrom('userCardDetail')
    .where('id', '=', detailId)
    .where('type', '=', 'consume')
    .selectAll()
    .executeTakeFirst()
  if (!paid) refuse('notFound', { userCardDetail: detailId })
  const locked = await receiverForUpdate(ctx, paid)
  const { card, product } = locked
  const { back } = await ctx.tx
    .selectFrom('userCardDetail')
    .where('reversesId', '=', detailId)
    .select(of => sql<number>`coalesce(${of.fn.sum('amountCents')}, 0)::bigint`.as('back'))
    .executeTakeFirstOrThrow()
  const leftCents = -paid.amountCents - back
  const wanted = amountCents ?? leftCents
  if (wanted <= 0 || wanted > leftCents) refuse('card.overRefunded', { maxCents: leftCents })

  const [principal, giftCents, owed] = partsOf(paid, product.giftFirst, back, wanted)
  const debtCents = Math.min(owed, -locked.debtCents)
  const principalCents = principal + owed - debtCents
  // Nothing stays on a card that was returned: what is given back is handed out, or was owed.
  if (card.closedTime !== null && !cash && principalCents + giftCents > 0) refuse('card.returned', { number: card.number })
  const ofFleet = card.kind === 'sub' || card.kind === 'employee' || spenderOf(paid, card) !== null
  if (cash && ofFleet) refuse('refund.cashOfFleet', { number: card.number })
  if (cash && locked.debtCents + debtCents < 0) refuse('refund.cardOwes', { number: card.number })
  return { locked, paid, amountCents: wanted, paidOutCents: cash ? principalCents : wanted, principalCents, giftCents, debtCents }
}

/**
 * The card that money goes back to, locked with the one that spent it: the one whose money it was, or, of a sub card whose fleet shares
 * since, its master.
 */
async function receiverForUpdate(ctx: Ctx, { companyId, userCardId, spentById }: Paid): Promise<LockedCard> {
  await lockCards(ctx, companyId, spentById === null ? [userCardId] : [userCardId, spentById])
  return issuedForUpdate(ctx, await payerOf(ctx, companyId, userCardId))
}

/** The sub card that spent what goes back to its master; null where it goes back to the card that spent it. */
const spenderOf = ({ userCardId, spentById }: Paid, receiver: { readonly id: number }): number | null =>
  spentById ?? (userCardId === receiver.id ? null : userCardId)

/** What came back leaves the card again: the principal over the counter, the gift to where gifts come from. */
async function payOut(
  ctx: Ctx,
  { card }: LockedCard,
  { principalCents, giftCents }: RefundParts,
  at: { stationId: number; shiftId: number | null; orderId: number | null; balanceCents: number; ref: string; lots: readonly FromLot[] },
): Promise<number> {
  const { balanceCents, ref, lots, ...common } = at
  const moves: Move[] = []
  if (principalCents > 0)
    moves.push({ source: purseOf('principal', card.id), target: tenderAccount(at.stationId, 'cash'), amountCents: principalCents })
  if (giftCents > 0) moves.push({ source: purseOf('gift', card.id), target: giftExpenseAccount(card.companyId), amountCents: giftCents })
  if (!moves.length) return balanceCents
  const entry = await book(ctx, { kind: 'card.payOut', ref: `${ref}:paidOut`, companyId: card.companyId, moves })
  await take(
    ctx,
    card.companyId,
    lots.map(part => ({ ...part, entry: entry.id })),
  )
  const none = { principalCents: 0, giftCents: 0, debtCents: 0 }
  const afterCash = balanceCents - principalCents
  const cash = { ...common, ...none, type: 'back', payType: 'cash', principalCents: -principalCents, balanceAfterCents: afterCash } as const
  const gift = { ...common, ...none, type: 'refundReward', giftCents: -giftCents, balanceAfterCents: afterCash - giftCents } as const
  if (principalCents > 0) await recordMovement(ctx, card, entry, cash)
  if (giftCents > 0) await recordMovement(ctx, card, entry, gift)
  return afterCash - giftCents
}

/** What lies between `skip` and `skip + wanted` of a payment's parts, laid end to end in the order they were taken. */
function partsOf(
  paid: { principalCents: number; giftCents: number; debtCents: number },
  giftFirst: boolean,
  skip: number,
  wanted: number,
): [number, number, number] {
  const taken = [-paid.principalCents, -paid.giftCents, -paid.debtCents]
  const parts: [number, number, number] = [0, 0, 0]
  let at = 0
  for (const place of giftFirst ? ([1, 0, 2] as const) : ([0, 1, 2] as const)) {
    const end = at + taken[place]!
    parts[place] = Math.max(0, Math.min(end, skip + wanted) - Math.max(at, skip))
    at = end
  }
  return parts
}
