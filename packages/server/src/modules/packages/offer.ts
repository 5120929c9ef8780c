import type { Selectable } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { GiftCoupon } from '../../platform/module.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { dayOf, nextDay, startOf } from '../shift/index.ts'

type Row = Selectable<Tables['topUpPackage']>
/** A package that a card is offered now, with what it gives for a payment of today. */
export interface Offered {
  readonly id: number
  readonly name: string
  readonly priceCents: number
  readonly discountId: number | null
  readonly endTime: string | null
  /** Of its price, or of a payment above it. */
  readonly giftOf: (paidCents: number) => number
  readonly hasFixedGift: boolean
  readonly giftPoints: number
  readonly giftCoupons: readonly GiftCoupon[]
  readonly productIds: readonly number[]
  /** When a gift of today ends. */
  readonly giftEndsAt: Date | null
}

/** What a kind of card is offered, the highest first; of one price the heavier, then the older one. @source decisions E2, ME8 */
export async function offeredTo(ctx: Ctx, companyId: number, kind: string): Promise<Offered[]> {
  const rows = await ctx.tx
    .selectFrom('topUpPackage')
    .where('companyId', '=', companyId)
    .where('shelfStatus', '=', 'onShelf')
    .selectAll()
    .orderBy('priceCents', 'desc')
    .orderBy('weight', 'desc')
    .orderBy('id')
    .execute()
  return rows.filter(row => isInForce(row, ctx.now) && (row.classification as string[]).includes(kind)).map(row => offer(ctx, row))
}

const isInForce = ({ startTime, endTime }: Row, now: Date) =>
  (!startTime || Date.parse(startTime) <= now.getTime()) && (!endTime || Date.parse(endTime) > now.getTime())

function offer(ctx: Ctx, row: Row): Offered {
  const { id, name, priceCents, discountId, endTime, giftCents, giftPercent } = row
  // Percent has two decimals: hundredths of it are whole.
  const share = giftPercent === null ? 0 : Math.round(Number(giftPercent) * 100)
  return {
    id,
    name,
    priceCents,
    discountId,
    endTime,
    giftOf: paidCents => giftCents ?? Number((2n * BigInt(paidCents) * BigInt(share) + 10_000n) / 20_000n),
    hasFixedGift: giftCents !== null,
    giftPoints: row.giftPoints ?? 0,
    giftCoupons: row.giftCoupons,
    productIds: (row.products as { productId: number }[]).map(({ productId }) => productId),
    giftEndsAt: endOf(ctx, row),
  }
}

/** The end of the last day, which is so many days or months after today; of a month without that day, its last. */
function endOf({ now, actor }: Ctx, { giftDays, giftMonths }: Row): Date | null {
  if (giftDays === null && giftMonths === null) return null
  const today = Temporal.PlainDate.from(dayOf(now, actor.zone))
  const last = today.add(giftDays === null ? { months: giftMonths! } : { days: giftDays })
  return startOf(nextDay(last.toString()), actor.zone)
}
