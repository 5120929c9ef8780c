import {
  allows,
  chargeUserCard,
  toppedUpKinds,
  userCardActs,
  type CouponToGive,
  type TopUp,
  type UserCardKind,
  type UserCardStatus,
} from '@forecourt/contract'
import type { z } from 'zod'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOfStation } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import type { Offered } from '../packages/index.ts'
import { currentState } from '../shift/index.ts'
import { book, giftExpenseAccount, purseOf, tenderAccount, type Entry, type Move } from '../ledger/index.ts'
import { cardForUpdate, netOf, refuseExpired, refuseNoStoredValue, setStatus, stoppedBy, type LockedCard, type UserCard } from './card.ts'
import { addLot } from './gift-lots.ts'
import { recordMovement } from './movement.ts'
import { giftOf, productNames, refuseTender, topUpCoupons, topUpPoints, type Given, type TopUpBody } from './top-up-terms.ts'
import { refuseAboveCeiling, refusePaidIn } from './prepaid.ts'

export interface TopUpFact {
  userCardId: number
  amountCents: number
  giftCents?: number
  /** The package that the gift is of: it says what it buys, and when it ends. */
  of?: Offered | undefined
  /** Whether its coupons may be missing where they cannot be given. */
  withoutCoupons?: boolean
  receiptId?: number | undefined
  withoutReceipt?: boolean
  /** Where the money came from: a station's tender; a gift alone came from none. */
  from: { stationId: number; payType: NonNullable<z.output<typeof TopUp>['payType']> } | { stationId: number }
  remark?: string
  /** The fact, booked once; a new one when absent. */
  ref?: string
}

export interface ToppedUp {
  detailId: number
  debtPaidCents: number
  balanceAfterCents: number
  status: UserCardStatus
  at: string
  /** Points of the package that were booked. */
  points: number
  /** Its coupons, and what stood against giving them. */
  coupons: readonly CouponToGive[]
}

/**
 * POST /userCards/{id}/charge.
 * @throws card.giftForbidden, card.packageNotOffered, card.packagePrice, card.packageWithoutGift, card.ceiling, card.transferNeeded,
 * card.identityMissing, card.stationMissing, card.payTypeNotOffered, card.receiptMissing, card.couponsMissing, notFound,
 * amount.unusual, and as topUp
 */
export const charge = handle(chargeUserCard, async (ctx, { id, body }) => {
  const { stationId, amountCents, payType, remark, identityChecked, receiptId, withoutReceipt, withoutCoupons } = body
  const locked = await cardForUpdate(ctx, id)
  refuseTopUp(ctx, locked)
  const { giftCents, of } = await giftOf(ctx, locked, body)
  await refuseAboveCeiling(ctx, locked, amountCents + giftCents + Math.max(locked.debtCents, -amountCents))
  await refusePaidIn(ctx, locked, { amountCents, payType, identityChecked })
  const at = await stationOf(ctx, stationId, locked.card.companyId)
  await refuseTender(ctx, locked.card, at, body)
  const place = { companyId: locked.card.companyId, stationId: at }
  await refuseUnconfirmed(ctx, place, Math.max(amountCents, giftCents), body.confirmAmountCents)

  const done = await creditCard(ctx, locked, {
    userCardId: id,
    amountCents,
    giftCents,
    of,
    withoutCoupons,
    receiptId,
    withoutReceipt,
    from: payType ? { stationId: at, payType } : { stationId: at },
    remark,
  })

  note(ctx, locked.card, body, { of, giftCents }, done, place)
  const { detailId, at: createdDate, points: giftPoints, coupons, ...after } = done
  return {
    id: detailId,
    userCardId: id,
    amountCents,
    ...after,
    createdDate,
    packageName: of?.name ?? null,
    giftCents,
    receivedCents: amountCents + giftCents,
    giftPoints,
    pointsNotBooked: (of?.giftPoints ?? 0) - giftPoints,
    ...couponsOf(coupons),
    giftEndsAt: giftCents > 0 ? (of?.giftEndsAt?.toISOString() ?? null) : null,
    giftProducts: giftCents > 0 ? await productNames(ctx, locked.card.companyId, of?.productIds ?? []) : [],
  }
})

/** The log and the devices learn of it. */
function note(
  ctx: Ctx,
  { id, number, companyId }: UserCard,
  { amountCents, payType, receiptId, withoutReceipt, identityChecked }: TopUpBody,
  { of, giftCents }: Given,
  { points: giftPoints, coupons: asked }: ToppedUp,
  place: { companyId: number; stationId: number },
): void {
  const { coupons, couponsNotGiven } = couponsOf(asked)
  const told = {
    number,
    amountCents,
    giftCents,
    ...(giftPoints > 0 && { giftPoints }),
    ...(coupons.length > 0 && { coupons: countOf(coupons) }),
    ...(couponsNotGiven.length > 0 && { couponsNotGiven: countOf(couponsNotGiven) }),
  }
  const how = {
    payType,
    ...(of && { package: of.name }),
    ...(receiptId && { receiptId }),
    ...(withoutReceipt && { withoutReceipt }),
    ...(identityChecked && { identityChecked }),
  }
  ctx.audit('card.topUp', `userCards:${id}`, { ...told, ...how }, companyId)
  ctx.emit('card.toppedUp', { userCardId: id, ...told, packageId: of?.id ?? null }, place)
}

/**
 * Tops a card up as the product itself. What it owes is paid first.
 * @throws notFound, ledger.alreadyBooked the fact is in the book
 */
export async function topUp(ctx: Ctx, fact: TopUpFact): Promise<ToppedUp> {
  return creditCard(ctx, await cardForUpdate(ctx, fact.userCardId), fact)
}

/** @throws card.cannotRecharge, card.notStoredValue, card.lost, card.disabled, card.locked, card.serviceExpired, card.expired */
function refuseTopUp(ctx: Ctx, { card, product }: LockedCard): void {
  const { number, kind, status } = card
  if (!toppedUpKinds.includes(kind as UserCardKind)) refuse('card.cannotRecharge', { number })
  refuseNoStoredValue({ card, product })
  if (!allows(userCardActs.topUp, status)) refuse(stoppedBy[status]!, { number })
  if (product.endTime && Date.parse(product.endTime) <= ctx.now.getTime()) refuse('card.serviceExpired', { number })
  refuseExpired(ctx, card)
}

async function creditCard(ctx: Ctx, locked: LockedCard, fact: TopUpFact): Promise<ToppedUp> {
  const { card } = locked
  const { amountCents, giftCents = 0, from, remark = '', ref = `topUp:${crypto.randomUUID()}` } = fact
  const debtPaidCents = Math.min(-locked.debtCents, amountCents)
  const principalCents = amountCents - debtPaidCents
  const source = 'payType' in from ? tenderAccount(from.stationId, from.payType) : undefined

  const entry = await book(ctx, {
    kind: 'card.topUp',
    ref,
    companyId: card.companyId,
    moves: [
      ...(source ? move(source, purseOf('debt', card.id), debtPaidCents) : []),
      ...(source ? move(source, purseOf('principal', card.id), principalCents) : []),
      ...move(giftExpenseAccount(card.companyId), purseOf('gift', card.id), giftCents),
    ],
  })
  await keepTerms(ctx, locked.card, entry, fact)
  const detailId = await noteTopUp(ctx, locked, entry, fact, { principalCents, debtPaidCents, giftCents, remark })
  const bought = fact.of?.giftPoints ?? 0
  const points = bought > 0 ? await topUpPoints().give(ctx, card, { topUpId: detailId, points: bought }) : 0
  const coupons = await giveCoupons(ctx, card, detailId, fact)
  const cleared = card.status === 'overspend' && locked.debtCents + debtPaidCents === 0
  if (cleared) await setStatus(ctx, card, 'normal')
  return {
    detailId,
    debtPaidCents,
    balanceAfterCents: netOf(locked) + amountCents + giftCents,
    status: cleared ? 'normal' : card.status,
    at: entry.at,
    points,
    coupons,
  }
}

/** All of them, or the top-up is not done; where some may be missing, those that can be given. @throws coupon.* */
async function giveCoupons(ctx: Ctx, card: UserCard, topUpId: number, { of, withoutCoupons = true }: TopUpFact) {
  if (!of || of.giftCoupons.length === 0) return []
  const given = await topUpCoupons().give(ctx, card, { topUpId, group: of.giftCoupons })
  const missed = given.find(({ against }) => against !== null)
  if (missed && !withoutCoupons)
    refuse('card.couponsMissing', { name: missed.name, why: missed.against!.message, against: missed.against!.code })
  return given
}
const countOf = (coupons: readonly { count: number }[]) => coupons.reduce((sum, { count }) => sum + count, 0)
const couponsOf = (asked: readonly CouponToGive[]) => ({
  coupons: asked.flatMap(({ dealId, name, count, against }) => (against === null ? [{ dealId, name, count }] : [])),
  couponsNotGiven: asked.filter(({ against }) => against !== null),
})

/** What its gift buys and how long; a discount of the package is the card's until the package ends. */
async function keepTerms(ctx: Ctx, card: UserCard, { id: entryId }: Entry, { giftCents = 0, of }: TopUpFact): Promise<void> {
  if (!of) return
  const { id: packageId, productIds, giftEndsAt: endsAt, discountId, endTime } = of
  await addLot(ctx, card, entryId, giftCents, { packageId, productIds, endsAt })
  if (discountId === null) return
  const bought = { companyId: card.companyId, userCardId: card.id, discountId, entryId, beginsAt: ctx.now, endsAt: endTime }
  await ctx.tx.insertInto('cardDiscount').values(bought).execute()
}

const move = (source: Move['source'], target: Move['target'], amountCents: number): Move[] =>
  amountCents > 0 ? [{ source, target, amountCents }] : []

/** The money and the gift are two movements of one entry. The first of them stands for the top-up. */
async function noteTopUp(
  ctx: Ctx,
  locked: LockedCard,
  entry: Entry,
  { amountCents, from, of, receiptId, withoutReceipt }: TopUpFact,
  {
    principalCents,
    debtPaidCents,
    giftCents,
    remark,
  }: { principalCents: number; debtPaidCents: number; giftCents: number; remark: string },
): Promise<number> {
  const common = {
    stationId: from.stationId,
    // Money over the counter belongs to the shift that takes it.
    shiftId: (await currentState(ctx, from.stationId)).id,
    payType: 'payType' in from ? from.payType : null,
    packageId: of?.id ?? null,
    remark,
  }
  const before = netOf(locked)
  const paid =
    amountCents > 0 &&
    (await recordMovement(ctx, locked.card, entry, {
      ...common,
      receiptId: receiptId ?? null,
      withoutReceipt: withoutReceipt || null,
      type: 'charge',
      principalCents,
      giftCents: 0,
      debtCents: debtPaidCents,
      balanceAfterCents: before + amountCents,
    }))
  const given =
    giftCents > 0 &&
    (await recordMovement(ctx, locked.card, entry, {
      ...common,
      payType: null,
      type: 'chargeReward',
      principalCents: 0,
      giftCents,
      debtCents: 0,
      balanceAfterCents: before + amountCents + giftCents,
    }))
  return (paid || given) as number
}

/** The station that takes the money: the one named, else the one chosen. @throws card.stationMissing, notFound */
export async function stationOf(ctx: Ctx, named: number | undefined, companyId: number): Promise<number> {
  const id = named ?? ctx.actor.stationId ?? refuse('card.stationMissing')
  if ((await companyOfStation(ctx, id)) !== companyId) refuse('notFound', { field: 'stationId' })
  return id
}
