import type { SaleCouponOutcome } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { issueCoupons, type Issue } from '../deal/index.ts'
import { againstBearer, bearersOf, outcomeOf } from './coupon-gifts.ts'
import { takenBack } from './gift-terms.ts'

/** So much that is owed is given together. */
const most = 500

/** Gives what the goods of paid sales owe. */
export const giveOwedCoupons = workOnCompanies({
  name: 'sale-coupons',
  path: '/saleCoupons',
  where: () => sql`exists (select from sale_coupon owed where owed.company_id = company.id and owed.outcome = 'due')`,
  portions: [async (ctx, companyId) => (await giveSome(ctx, companyId)) > 0],
})

export const rollUpSaleCoupons = asRollUp(giveOwedCoupons)

interface Owed {
  readonly id: number
  readonly giftCardId: number | null
  readonly dealId: number
  readonly pieces: number
  readonly perPiece: number
  readonly perCount: number
  readonly intervalDays: number
  readonly count: number
  readonly userCardId: number | null
  readonly paidCents: number
  readonly refundedCents: number
}

/**
 * What is owed, locked. The orders are read after that: a refund locks these rows when it has lessened its order, so it has either been
 * seen here or waits until the coupons are there to be taken back.
 */
async function owedForUpdate({ tx }: Ctx, companyId: number): Promise<Owed[]> {
  const { rows: locked } = await sql<{ id: number }>`
    select id from sale_coupon where company_id = ${companyId} and outcome = 'due' order by id limit ${most}::int
    for update skip locked`.execute(tx)
  if (locked.length === 0) return []
  const { rows } = await sql<Owed>`
    select owed.id, gift_card_id, deal_id, pieces, per_piece, per_count, interval_days, count, sale.user_card_id, sale.paid_cents,
      sale.refunded_cents
    from sale_coupon owed join sale_order sale on sale.company_id = ${companyId} and sale.id = owed.order_id
    where owed.company_id = ${companyId} and owed.id = any(${locked.map(({ id }) => id)}::bigint[]) order by owed.id`.execute(tx)
  return rows
}

/**
 * Gives what is owed to the member who holds the card that each order names; what cannot be given is noted with the reason. Each piece
 * brings coupons of its own; what was given back by now is not given. @returns how much was looked at @source decisions GD5, GD6, MK10
 */
export async function giveSome(ctx: Ctx, companyId: number): Promise<number> {
  const owed = await owedForUpdate(ctx, companyId)
  if (owed.length === 0) return 0
  const bearers = await bearersOf(
    ctx,
    companyId,
    owed.map(({ userCardId }) => userCardId),
  )
  const asked = owed.map(row => {
    const forgone = takenBack(row.count, row)
    const bearer = bearers.get(row.userCardId ?? 0)
    const against = forgone === row.count ? 'refunded' : againstBearer(bearer, row.giftCardId)
    const userId = against ? null : bearer!.userId
    return { row, forgone, against, userId, issues: userId === null ? [] : issuesOf(ctx, companyId, row, row.count - forgone, userId) }
  })
  const issued = await issueCoupons(asked.flatMap(({ issues }) => issues))
  const kept = asked.map(({ row: { id }, forgone, against, userId, issues }): Kept => {
    const given = issues.reduce((sum, each) => sum + (issued.get(each) instanceof Refusal ? 0 : each.each), 0)
    const refusal = issues.map(each => issued.get(each)).find(each => each instanceof Refusal)
    const outcome = against ?? (refusal ? outcomeOf(refusal) : 'given')
    return { id, outcome, given, forgone, user: given > 0 ? userId : null }
  })
  await keep(ctx, companyId, kept)
  return owed.length
}

/** One for each piece: each begins anew with the days between them. */
function issuesOf(ctx: Ctx, companyId: number, row: Owed, count: number, userId: number): Issue[] {
  const { dealId, perPiece, perCount, intervalDays } = row
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
  readonly forgone: number
  readonly user: number | null
}
const keep = ({ tx, now }: Ctx, companyId: number, kept: readonly Kept[]) =>
  sql`
  update sale_coupon owed set outcome = kept.outcome, given = kept.given, forgone = kept.forgone, user_id = kept."user",
    given_date = case when kept.given > 0 then ${now}::timestamptz end
  from jsonb_to_recordset(${JSON.stringify(kept)}) as kept (id bigint, outcome text, given bigint, forgone bigint, "user" bigint)
  where owed.company_id = ${companyId} and owed.id = kept.id`.execute(tx)
