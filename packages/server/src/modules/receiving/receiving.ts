import { receiving, type DealKind, type Returned } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, handleBatch, type Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { issueCoupons, judgeIssues, type Issue } from '../deal/index.ts'
import { customersOf, type Asking, type Customer } from './customer.ts'

/** Somebody who is a member gets the coupon, anybody else a code that stands for it. */
const issueTo = (ctx: Ctx, dealId: number, { userId, visitor, promoterId }: Customer): Issue => ({
  ctx,
  companyId: ctx.actor.companyId,
  dealId,
  userIds: userId === null ? [] : [userId],
  codes: userId === null ? 1 : 0,
  each: 1,
  source: 'receive',
  sourceId: null,
  promoterId,
  visitor,
})

type Received = Returned<typeof receiving.receive>

/**
 * Takes coupons: what is asked for at the same moment is decided and written together.
 * @throws coupon.noMemberHere, member.notMiniProgram, qrcode.unknown, notFound on `dealId`, and as issuing: coupon.notReceivable,
 *   soldOut, limitReached, tooManyHeld, budgetSpent, notStarted, over, disabled, membersOnly, nonMembersOnly
 */
const receive = handleBatch(receiving.receive, async members => {
  const asking = members.map(({ ctx, input: { body } }): Asking & { dealId: number } => ({ ctx, told: body, dealId: body.dealId }))
  const customers = await customersOf(asking)
  const issues = asking.map(({ ctx, dealId }, turn) => {
    const customer = customers[turn]!
    return customer instanceof Refusal ? customer : issueTo(ctx, dealId, customer)
  })
  const issued = await issueCoupons(issues.filter((issue): issue is Issue => !(issue instanceof Refusal)))
  const taken = issues.map(issue => {
    const outcome = issue instanceof Refusal ? issue : issued.get(issue)!
    return outcome instanceof Refusal ? outcome : outcome.ids[0]!
  })
  const shown = await shownOf(
    asking[0]!.ctx,
    taken.filter((id): id is number => !(id instanceof Refusal)),
  )
  return taken.map((id, turn) => {
    if (id instanceof Refusal) return id
    const { promoterId, ...received } = shown.get(id)!
    const { ctx, dealId } = asking[turn]!
    const { userId } = customers[turn] as Customer
    ctx.audit('userDeals.receive', `deals:${dealId}`, { userDealId: id, userId, promoterId }, ctx.actor.companyId)
    return received
  })
})

/** What was taken, as the customer is shown it. */
async function shownOf({ tx, actor: { companyId } }: Ctx, ids: readonly number[]) {
  type Row = Omit<Received, 'startTime' | 'endTime'> & { startTime: string; endTime: string; promoterId: number | null }
  if (ids.length === 0) return new Map<number, Row>()
  const { rows } = await sql<Row>`
    select held.id, held.deal_id, deal.name, deal.kind, held.code, held.start_time, held.end_time, held.promoter_id
    from user_deal held join deal on deal.company_id = ${companyId} and deal.id = held.deal_id
    where held.company_id = ${companyId} and held.id = any(${[...ids]}::bigint[])`.execute(tx)
  const instant = (of: string) => new Date(of).toISOString()
  return new Map(rows.map(row => [row.id, { ...row, startTime: instant(row.startTime), endTime: instant(row.endTime) }]))
}

/** So many are offered at once, those that end first. */
const most = 50
interface Offer {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly kind: DealKind
  readonly offCents: number | null
  readonly percent: number | null
  readonly capCents: number | null
  readonly centsPerL: number | null
  readonly upToCl: number | null
  readonly itemId: number | null
  readonly pieces: number | null
  readonly minimumCents: number
  readonly validDays: number
  readonly startTime: string
  readonly endTime: string
  readonly pictureId: number | null
  readonly left: number | null
}

/** What a customer may take: all that is on offer, and what the code that they scanned names. @throws as taking it, but for the coupon */
const offered = handle(receiving.offered, async (ctx, { body }) => {
  const [customer] = (await customersOf([{ ctx, told: body }])) as [Customer | Refusal]
  if (customer instanceof Refusal) throw customer
  const { rows } = await sql<Offer>`
    select id, name, description, kind, off_cents, percent::float8 as percent, cap_cents, cents_per_l, up_to_cl, item_id, pieces,
      minimum_cents, valid_days, start_time, end_time, picture_id,
      case when max_count > 0 then greatest(max_count - claim_count, 0) end as left
    from deal where company_id = ${ctx.actor.companyId} and not disabled and start_time <= ${ctx.now}::timestamptz
      and end_time > ${ctx.now}::timestamptz and (manual_receive and not hidden or id = ${customer.dealId}::bigint)
    order by end_time, id limit ${most}`.execute(ctx.tx)
  const issues = rows.map(({ id }) => issueTo(ctx, id, customer))
  const judged = await judgeIssues(issues)
  return {
    content: rows.map(({ startTime, endTime, ...offer }, turn) => ({
      ...offer,
      startTime: new Date(startTime).toISOString(),
      endTime: new Date(endTime).toISOString(),
      refusal: saidBy(ctx, judged.get(issues[turn]!)!.against),
    })),
  }
})

function saidBy({ meta }: Ctx, against: Refusal | undefined) {
  if (!against) return null
  const { code, message } = against.body(meta.language) as { code: string; message: string }
  return { code, message }
}

export const receivingHandlers = [receive, offered]
