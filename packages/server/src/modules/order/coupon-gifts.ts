import { SaleCouponOutcome } from '@forecourt/contract'
import { sql } from 'kysely'
import { byCompany } from '../../platform/execution/batch-rule.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { joinOwner } from '../../platform/postgres/name-companies.ts'
import { holderOf, judgeIssues, type Issue } from '../deal/index.ts'
import type { PaidWithGifts, Sold } from './gift-orders.ts'
import { couponsOf } from './gift-terms.ts'
import type { Counter } from './intake-facts.ts'
import type { PricedLine } from './pricing.ts'

/** Notes the coupons that lines bring, by one statement for the whole batch and none where nothing brings any. */
export async function noteCoupons<One extends Sold>(
  tx: Tx,
  orders: readonly One[],
  ids: ReadonlyMap<One, number>,
  lineIds: ReadonlyMap<PricedLine, number>,
): Promise<void> {
  const rows = orders.flatMap(order =>
    order.lines.flatMap(line =>
      couponsOf(line).map(({ dealId, count, perCount, intervalDays }) => ({
        company_id: order.counter.companyId,
        station_id: order.counter.stationId,
        order_id: ids.get(order)!,
        line_id: lineIds.get(line)!,
        item_id: line.itemId,
        gift_card_id: line.gift!.cardId,
        deal_id: dealId,
        pieces: line.pieces,
        per_piece: count,
        per_count: perCount,
        interval_days: intervalDays,
        created_date: order.createdDate,
      })),
    ),
  )
  if (rows.length === 0) return
  await sql`
    insert into sale_coupon (company_id, station_id, order_id, line_id, item_id, gift_card_id, deal_id, pieces, per_piece, per_count,
      interval_days, created_date)
    select owner.id, station_id, order_id, line_id, item_id, gift_card_id, deal_id, pieces, per_piece, per_count, interval_days,
      brought.created_date
    from jsonb_to_recordset(${JSON.stringify(rows)}) as brought (company_id bigint, station_id bigint, order_id bigint, line_id bigint,
      item_id bigint, gift_card_id bigint, deal_id bigint, pieces bigint, per_piece int, per_count int, interval_days int,
      created_date timestamptz)
      ${joinOwner(
        'brought.company_id',
        rows.map(row => row.company_id),
      )}`.execute(tx)
}

/** A card that a sale names, as far as coupons ask. */
interface Bearer {
  readonly id: number
  readonly cardId: number
  readonly userId: number | null
  readonly groupId: number | null
  readonly isOpen: boolean
}
export async function bearersOf({ tx }: Ctx, companyId: number, cards: readonly (number | null)[]): Promise<Map<number, Bearer>> {
  const asked = cards.flatMap(id => id ?? [])
  if (asked.length === 0) return new Map()
  const { rows } = await sql<Bearer>`
    select id, card_id, user_id, group_id, issue_time is not null and closed_time is null as is_open from user_card
    where company_id = ${companyId} and id = any(${asked}::bigint[])`.execute(tx)
  return new Map(rows.map(row => [row.id, row]))
}

/** What stands against the holder of a card getting coupons, whatever coupons they are. */
export function againstBearer(bearer: Bearer | undefined, giftCardId: number | null): SaleCouponOutcome | undefined {
  if (!bearer) return 'noCard'
  if (giftCardId !== null && giftCardId !== bearer.cardId) return 'otherCard'
  if (!bearer.isOpen) return 'ended'
  return holderOf(bearer) === null ? 'noHolder' : undefined
}
export const outcomeOf = ({ code }: Refusal): SaleCouponOutcome => SaleCouponOutcome.parse(code.replace('coupon.', ''))

/**
 * Orders that were paid owe what their goods bring from now on. It is given once the sale is through, so that no sale waits for a coupon;
 * where no card is named there is nobody to give it to. @source decisions GD6
 */
export async function oweSaleCoupons(paid: readonly PaidWithGifts[]): Promise<void> {
  for (const [companyId, its] of byCompany(paid, order => order.companyId)) {
    const orders = its.map(({ orderId, userCardId }) => ({ orderId, outcome: userCardId === null ? 'noCard' : 'due' }))
    await sql`
      update sale_coupon brought set outcome = owing.outcome
      from jsonb_to_recordset(${JSON.stringify(orders)}) as owing ("orderId" bigint, outcome text)
      where brought.company_id = ${companyId} and brought.order_id = owing."orderId" and brought.outcome = 'open'`.execute(its[0]!.ctx.tx)
  }
}

/** What goods will bring to the holder of a card once they are paid, or why they will not. Nothing is kept. */
export async function couponsToCome(
  ctx: Ctx,
  { companyId }: Counter,
  { userCardId, lines }: { userCardId: number | null; lines: readonly PricedLine[] },
) {
  const brought = lines.flatMap(line => couponsOf(line).map(each => ({ line, ...each })))
  if (brought.length === 0) return []
  const bearer = (await bearersOf(ctx, companyId, [userCardId])).get(userCardId ?? 0)
  const rows = brought.map(({ line, count, ...each }) => {
    const all = count * line.pieces
    const issue: Issue = { ctx, companyId, userIds: [bearer?.userId ?? 0], codes: 0, each: all, source: 'goods', sourceId: null, ...each }
    return { line, issue }
  })
  const judged = await judgeIssues(rows.map(({ issue }) => issue))
  return rows.map(({ line, issue }) => {
    const { name, against } = judged.get(issue)!
    const outcome = againstBearer(bearer, line.gift!.cardId) ?? (against ? outcomeOf(against) : 'given')
    return { itemId: line.itemId, dealId: issue.dealId, name, count: issue.each, outcome }
  })
}
