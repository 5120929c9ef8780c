import { TopUp, type topUpOffers } from '@forecourt/contract'
import type { Returned } from '@forecourt/contract'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { lockFiles } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { inUnits, settingsOfStation } from '../org/index.ts'
import { offeredTo, type Offered } from '../packages/index.ts'
import type { LockedCard, UserCard } from './card.ts'

export type TopUpBody = z.output<typeof TopUp>
/** What a top-up gives on top of what is paid. */
export interface Given {
  readonly giftCents: number
  /** The package that it is the gift of. */
  readonly of: Offered | undefined
}

/**
 * The gift of a package that is bought, that of the tier which a payment reaches, or the one that somebody typed who may give gifts.
 * @throws card.packageNotOffered, card.packagePrice, card.packageWithoutGift, card.giftForbidden @source decisions E1, E2, ME8
 */
export async function giftOf(ctx: Ctx, { card }: LockedCard, { mode, packageId, amountCents, giftCents }: TopUpBody): Promise<Given> {
  const isTyped = mode === 'gift' || giftCents !== undefined
  if (isTyped && ctx.actor.kind !== 'system' && !ctx.actor.permissions.has('card.giveGift')) refuse('card.giftForbidden')
  if (giftCents !== undefined) return { giftCents, of: undefined }
  const offered = await offeredTo(ctx, card.companyId, card.kind)
  if (mode === 'amount') {
    const tier = offered.find(({ priceCents }) => priceCents <= amountCents)
    return { giftCents: tier?.giftOf(amountCents) ?? 0, of: tier }
  }
  const of = offered.find(({ id }) => id === packageId) ?? refuse('card.packageNotOffered')
  if (mode === 'package' && amountCents !== of.priceCents)
    refuse('card.packagePrice', { price: inUnits(of.priceCents), priceCents: of.priceCents })
  if (mode === 'gift' && !of.hasFixedGift) refuse('card.packageWithoutGift')
  return { giftCents: of.giftOf(of.priceCents), of }
}

/**
 * What the station takes, and what is handed over for cash. @throws card.payTypeNotOffered, card.receiptMissing, notFound @source ME9
 */
export async function refuseTender(ctx: Ctx, { companyId }: UserCard, stationId: number, body: TopUpBody): Promise<void> {
  const { payType, receiptId, withoutReceipt } = body
  if (payType === undefined) return
  const { webChargeTradeType } = await settingsOfStation(ctx, stationId)
  if (!webChargeTradeType.includes(payType)) refuse('card.payTypeNotOffered', { payType })
  if (payType === 'cash' && receiptId === undefined && !withoutReceipt) refuse('card.receiptMissing')
  await lockFiles(ctx, TopUp, { receiptId }, companyId)
}

/** Names of products, in the order of their codes. */
export async function productNames({ tx }: Ctx, companyId: number, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('product')
    .where('companyId', '=', companyId)
    .where('id', 'in', [...ids])
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Coupons are given by the module that keeps them. */
export const topUpCoupons = () => everyModule().find(each => each.giftCoupons)!.giftCoupons!

/** Points are booked by whichever module keeps them. */
export const topUpPoints = () => everyModule().find(each => each.topUpPoints)!.topUpPoints!

type Tier = NonNullable<Returned<typeof topUpOffers>['tier']>
/** @param coupons of its group, as they could be given now */
export async function tierOf(ctx: Ctx, companyId: number, of: Offered, coupons: Tier['coupons'], paidCents = of.priceCents): Promise<Tier> {
  const { id, name, priceCents, giftOf: gives, giftPoints, productIds, giftEndsAt } = of
  const products = await productNames(ctx, companyId, productIds)
  const gift = { giftCents: gives(paidCents), giftPoints, coupons }
  return { id, name, priceCents, ...gift, products, giftEndsAt: giftEndsAt?.toISOString() ?? null }
}
