import type { CouponsBack } from '../../platform/module.ts'
import { SaleCouponOutcome } from '@forecourt/contract'
import { sql } from 'kysely'
import { byCompany } from '../../platform/execution/batch-rule.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope, joinOwner, scoped } from '../../platform/postgres/name-companies.ts'
import { heldWith, holderOf, issueCoupons, judgeIssues, takeHeldBack, type Issue } from '../deal/index.ts'
import type { PaidWithGifts, Sold } from './gift-orders.ts'
import { couponsOf, takenBack, type Returned } from './gift-terms.ts'
import type { Counter } from './intake-facts.ts'
import type { Order } from './order.ts'
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
async function bearersOf({ tx }: Ctx, companyId: number, cards: readonly (number | null)[]): Promise<Map<number, Bearer>> {
  const asked = cards.flatMap(id => id ?? [])
  if (asked.length === 0) return new Map()
  const { rows } = await sql<Bearer>`
    select id, card_id, user_id, group_id, issue_time is not null and closed_time is null as is_open from user_card
    where company_id = ${companyId} and id = any(${asked}::bigint[])`.execute(tx)
  return new Map(rows.map(row => [row.id, row]))
}

/** What stands against the holder of a card getting coupons, whatever coupons they are. */
function againstBearer(bearer: Bearer | undefined, giftCardId: number | null): SaleCouponOutcome | undefined {
  if (!bearer) return 'noCard'
  if (giftCardId !== null && giftCardId !== bearer.cardId) return 'otherCard'
  if (!bearer.isOpen) return 'ended'
  return holderOf(bearer) === null ? 'noHolder' : undefined
}
const outcomeOf = ({ code }: Refusal): SaleCouponOutcome => SaleCouponOutcome.parse(code.replace('coupon.', ''))

interface Brought {
  readonly id: number
  readonly orderId: number
  readonly giftCardId: number | null
  readonly dealId: number
  readonly pieces: number
  readonly perPiece: number
  readonly perCount: number
  readonly intervalDays: number
  readonly paidCents: number
  readonly refundedCents: number
}
const broughtBy = async ({ tx }: Ctx, orders: readonly number[]): Promise<Brought[]> => {
  const { rows } = await sql<Brought>`
    select brought.id, brought.order_id, gift_card_id, deal_id, pieces, per_piece, per_count, interval_days, sale.paid_cents,
      sale.refunded_cents
    from ${scoped(tx, 'sale_coupon')} brought join ${scoped(tx, 'sale_order')} sale on sale.id = brought.order_id
    where brought.order_id = any(${[...orders]}::bigint[]) and brought.outcome = 'open' order by brought.id`.execute(tx)
  return rows
}

/**
 * Gives the coupons that the goods of orders bring, in the transaction that has paid them, to the member who holds the card that each
 * names; what cannot be given is noted with the reason. Each piece brings coupons of its own. @source decisions GD5, GD6
 */
export async function giveSaleCoupons(paid: readonly PaidWithGifts[]): Promise<void> {
  const asked: { row: Brought; issues: readonly Issue[]; userId: number }[] = []
  const kept: Kept[] = []
  for (const [companyId, its] of byCompany(paid, order => order.companyId)) {
    const [{ ctx: first }] = its as [PaidWithGifts]
    const rows = await broughtBy(
      first,
      its.map(({ orderId }) => orderId),
    )
    if (rows.length === 0) continue
    const bearers = await bearersOf(
      first,
      companyId,
      its.map(({ userCardId }) => userCardId),
    )
    for (const row of rows) {
      const { ctx, userCardId } = its.find(({ orderId }) => orderId === row.orderId)!
      const bearer = bearers.get(userCardId ?? 0)
      const against = againstBearer(bearer, row.giftCardId)
      if (against) kept.push({ id: row.id, outcome: against, given: 0, user: null })
      else asked.push({ row, userId: bearer!.userId!, issues: issuesOf(ctx, companyId, row, bearer!.userId!) })
    }
  }
  const issued = await issueCoupons(asked.flatMap(({ issues }) => issues))
  for (const { row, issues, userId } of asked) {
    const given = issues.reduce((sum, each) => sum + (issued.get(each) instanceof Refusal ? 0 : each.each), 0)
    const refusal = issues.map(each => issued.get(each)).find(each => each instanceof Refusal)
    kept.push({ id: row.id, outcome: refusal ? outcomeOf(refusal) : 'given', given, user: given > 0 ? userId : null })
  }
  if (kept.length > 0) await keep(paid[0]!.ctx, kept)
}

/** One for each piece; what was given back of a part payment before is not given. */
function issuesOf(ctx: Ctx, companyId: number, row: Brought, userId: number): Issue[] {
  const { dealId, pieces, perPiece, perCount, intervalDays } = row
  const all = pieces * perPiece
  const count = all - takenBack(all, row)
  const of = { ctx, companyId, dealId, userIds: [userId], codes: 0, source: 'goods', sourceId: row.id, perCount, intervalDays } as const
  return Array.from({ length: Math.ceil(count / perPiece) }, (_, piece) => {
    const after = piece * perPiece
    return { ...of, after, each: Math.min(perPiece, count - after) }
  })
}

interface Kept {
  readonly id: number
  readonly outcome: SaleCouponOutcome
  readonly given: number
  readonly user: number | null
}
const keep = ({ tx, now }: Ctx, kept: readonly Kept[]) =>
  sql`
  update sale_coupon brought set outcome = kept.outcome, given = kept.given, user_id = kept."user",
    given_date = case when kept.given > 0 then ${now}::timestamptz end
  from jsonb_to_recordset(${JSON.stringify(kept)}) as kept (id bigint, outcome text, given bigint, "user" bigint)
  where brought.id = kept.id and ${inScope(tx, 'brought.company_id')}`.execute(tx)

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

interface Given {
  readonly id: number
  readonly given: number
  readonly back: number
}
const givenBy = async ({ tx }: Ctx, orderId: number): Promise<Given[]> => {
  const { rows } = await sql<Given>`
    select id, given, back from ${scoped(tx, 'sale_coupon')} brought where order_id = ${orderId} and given > 0 order by id`.execute(tx)
  return rows
}

/** Of each of these what is still to be taken back, the last first: what is not used, in the share of the money that was given back. */
async function dueOf(ctx: Ctx, companyId: number, rows: readonly Given[], returned: Returned, lock: boolean) {
  const ids = rows.map(({ id }) => id)
  const held = await heldWith(ctx, companyId, 'goods', ids, lock)
  const isWhole = returned.refundedCents >= returned.paidCents
  return rows.flatMap(({ id, given, back }) => {
    const own = held.filter(({ sourceId }) => sourceId === id).toSorted((one, other) => other.turn - one.turn)
    const unused = own.filter(({ isUsed, isOver }) => !isUsed && !isOver).slice(0, Math.max(0, takenBack(given, returned) - back))
    return [{ id, unused, used: own.filter(({ isUsed }) => isUsed), isWhole }]
  })
}

/**
 * Takes coupons back in the share of what was given back of the order. Used ones stay; with the last cent they do not become usable again.
 * @param order as it stands with this refund @source decisions GD5, MK10
 */
export async function takeSaleCouponsBack(ctx: Ctx, order: Order): Promise<void> {
  if (!order.hasGifts) return
  const rows = await givenBy(ctx, order.id)
  if (rows.length === 0) return
  const due = await dueOf(ctx, order.companyId, rows, order, true)
  const reason = order.orderNo
  const held = due.flatMap(({ unused, used, isWhole }) => (isWhole ? [...unused, ...used] : unused))
  await takeHeldBack(ctx, order.companyId, held, reason)
  const back = due.map(({ id, unused }) => ({ id, count: unused.length }))
  await sql`
    update sale_coupon brought set back = brought.back + taken.count
    from jsonb_to_recordset(${JSON.stringify(back)}) as taken (id bigint, count bigint)
    where brought.company_id = ${order.companyId} and brought.id = taken.id and taken.count > 0`.execute(ctx.tx)
}

/** What a refund of so much would take back, and what was used already. */
export async function couponsToTake(ctx: Ctx, order: Order, amountCents: number): Promise<CouponsBack | null> {
  if (!order.hasGifts) return null
  const rows = await givenBy(ctx, order.id)
  if (rows.length === 0) return null
  const after = { paidCents: order.paidCents, refundedCents: order.refundedCents + amountCents }
  const due = await dueOf(ctx, order.companyId, rows, after, false)
  const used = due.flatMap(each => each.used)
  return {
    unused: due.reduce((sum, { unused }) => sum + unused.length, 0),
    used: used.length,
    usedCents: used.reduce((sum, { cents }) => sum + cents, 0),
  }
}
