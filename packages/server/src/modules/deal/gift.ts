import { deals, type CouponToGive } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import type { CouponsBack, GiftCoupon, GiftCoupons, NamedCoupon } from '../../platform/module.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { localTime } from './local-time.ts'
import { issueCoupons, judgeIssues, type Issue } from './issue.ts'
import { takeBack } from './user-deal.ts'

type Source = Extract<Issue['source'], 'topUp' | 'goods' | 'activity'>
type Card = Parameters<GiftCoupons['give']>[1]

/** A coupon belongs to a member who holds a card of their own; a fleet holds none. */
export const holderOf = ({ userId, groupId }: Pick<Card, 'userId' | 'groupId'>): number | null => (groupId === null ? userId : null)

/**
 * Whether something may come with these coupons: they are the caller's, members get them, and not all of them would begin too late.
 * @throws notFound, coupon.nonMembersOnly, coupon.startsAfterEnd
 */
export async function refuseGroup(ctx: Ctx, group: readonly GiftCoupon[]): Promise<void> {
  const field = 'giftCoupons'
  for (const { dealId, count, perCount, intervalDays } of group) {
    const named = getOf(ctx.tx, deals, dealId, [], ctx.scope, { named: true })
    const { name, members, startTime, endTime } = await named.catch((thrown: { code?: string }) =>
      thrown.code === 'notFound' ? refuse('notFound', { field }) : Promise.reject(thrown),
    )
    if (members === 'nonMembers') refuse('coupon.nonMembersOnly', { field, name })
    const last = lastStart(startTime, { count, perCount, intervalDays })
    if (last.getTime() < Date.parse(endTime)) continue
    const clock = (moment: string | Date) => localTime(moment, ctx.actor.zone)
    refuse('coupon.startsAfterEnd', { field, name, end: clock(endTime), start: clock(last) })
  }
}

/** When the last of them begins, where the first one is given on its first day. */
const lastStart = (startTime: string | Date, { count, perCount, intervalDays }: Omit<GiftCoupon, 'dealId'>): Date =>
  new Date(new Date(startTime).getTime() + Math.floor((count - 1) / perCount) * intervalDays * 86_400_000)

async function named({ tx, now }: Ctx, companyId: number, names: readonly string[]): Promise<Map<string, NamedCoupon>> {
  const found = await tx
    .selectFrom('deal')
    .where('companyId', '=', companyId)
    .where('name', 'in', [...names])
    .select(['id', 'name', 'members', 'startTime', 'endTime'])
    .execute()
  const againstOf =
    ({ members, startTime, endTime }: (typeof found)[number]): NamedCoupon['against'] =>
    so => {
      const end = new Date(endTime)
      if (end <= now) return 'couponEnded'
      if (members === 'nonMembers') return 'couponNonMembers'
      return lastStart(startTime, so) < end ? undefined : 'couponStartsLate'
    }
  return new Map(found.map(row => [row.name, { dealId: row.id, against: againstOf(row) }]))
}

const issueOf = (of: Pick<Issue, 'ctx' | 'companyId' | 'userIds' | 'codes' | 'source' | 'sourceId'>, one: GiftCoupon): Issue => ({
  ...of,
  dealId: one.dealId,
  each: one.count,
  perCount: one.perCount,
  intervalDays: one.intervalDays,
})

/** A group that is asked about or given: to whom, with what. */
export interface Giving {
  readonly ctx: Ctx
  readonly companyId: number
  /** Nobody where it is null; somebody who is not known yet where it is absent. */
  readonly userId?: number | null
  readonly source: Source
  readonly sourceId: number | null
  readonly group: readonly GiftCoupon[]
}
/** Who is not known yet is a member that has nothing so far. */
const issuesOf = ({ group, userId, ...of }: Giving): Issue[] => group.map(one => issueOf({ ...of, userIds: [userId ?? 0], codes: 0 }, one))

const against = ({ ctx, userId }: Giving, refusal: Refusal | undefined, name: string) => {
  const stands = userId === null ? new Refusal('coupon.noHolder', { name }) : refusal
  return stands ? stands.worded(ctx.meta.language) : null
}

/** What stands against giving each of these groups now; nothing is done. */
export async function judgeGroups(all: readonly Giving[]): Promise<CouponToGive[][]> {
  const asked = all.map(giving => issuesOf(giving))
  const judged = await judgeIssues(asked.flat())
  return all.map((giving, at) =>
    giving.group.map((one, turn) => {
      const { name, against: refusal } = judged.get(asked[at]![turn]!)!
      return { ...asGiven(one), name, against: against(giving, refusal, name) }
    }),
  )
}
const asGiven = ({ dealId, count, perCount, intervalDays }: GiftCoupon) => ({ dealId, count, perCount, intervalDays })

/** Gives groups of coupons, of each what can be given. @returns what of each was given, and what stood against the others */
export async function giveGroups(all: readonly Giving[]): Promise<CouponToGive[][]> {
  const asked = all.map(giving => (giving.userId === null ? [] : issuesOf(giving)))
  const issued = await issueCoupons(asked.flat())
  const names = await namesOf(all)
  return all.map((giving, at) =>
    giving.group.map((one, turn) => {
      const outcome = giving.userId === null ? undefined : issued.get(asked[at]![turn]!)
      const name = names.get(one.dealId) ?? ''
      return { ...asGiven(one), name, against: against(giving, outcome instanceof Refusal ? outcome : undefined, name) }
    }),
  )
}

async function namesOf(all: readonly Giving[]): Promise<Map<number, string>> {
  const ids = all.flatMap(({ group }) => group.map(({ dealId }) => dealId))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${scoped(all[0]!.ctx.tx, 'deal')} named where id = any(${ids}::bigint[])`.execute(all[0]!.ctx.tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface HeldWith {
  readonly id: number
  readonly companyId: number
  readonly dealId: number
  readonly sourceId: number
  readonly turn: number
  readonly name: string
  readonly isUsed: boolean
  readonly isOver: boolean
  readonly cents: number
}

/** What was given with something and not taken back, the last of each first. @param lock in the order of their ids */
export async function heldWith(ctx: Ctx, companyId: number, source: Source, ids: readonly number[], lock: boolean): Promise<HeldWith[]> {
  const { rows } = await sql<HeldWith>`
    select held.id, held.company_id, held.deal_id, held.source_id, held.turn, deal.name, held.used_date is not null as is_used,
      held.end_time <= ${ctx.now}::timestamptz as is_over, held.discount_cents as cents
    from user_deal held join deal on deal.company_id = ${companyId} and deal.id = held.deal_id
    where held.company_id = ${companyId} and held.source = ${source} and held.source_id = any(${[...ids]}::bigint[])
      and held.recalled_date is null
    order by held.id ${lock ? sql`for update of held` : sql``}`.execute(ctx.tx)
  return rows
}

const backOf = (held: readonly HeldWith[]): CouponsBack => ({
  unused: held.filter(({ isUsed, isOver }) => !isUsed && !isOver).length,
  used: held.filter(({ isUsed }) => isUsed).length,
  usedCents: held.reduce((sum, { cents }) => sum + cents, 0),
})

/**
 * Takes back what is not used of these; what is used stays, is what it has cost, and is taken back should it become unused again.
 * @source decisions MK10
 */
export async function takeHeldBack(ctx: Ctx, companyId: number, held: readonly HeldWith[], reason: string): Promise<CouponsBack> {
  const unused = held.filter(({ isUsed, isOver }) => !isUsed && !isOver)
  if (unused.length > 0) await takeBack(ctx, unused, reason)
  const used = held.flatMap(({ id, isUsed }) => (isUsed ? [id] : []))
  if (used.length > 0)
    await ctx.tx.updateTable('userDeal').set({ sourceIsGone: true }).where('companyId', '=', companyId).where('id', 'in', used).execute()
  return backOf(held)
}

/** Coupons of a top-up package: issued as it is bought, to the member who holds the card. @source decisions ME7, MK10 */
export const giftCoupons: GiftCoupons = {
  refuseUnfit: refuseGroup,
  named,

  async toGive(ctx, companyId, card, groups) {
    const to = card && { userId: holderOf(card) }
    return judgeGroups(groups.map(group => ({ ctx, companyId, ...to, source: 'topUp', sourceId: null, group })))
  },

  async give(ctx, card, { topUpId, group }) {
    const giving: Giving = { ctx, companyId: card.companyId, userId: holderOf(card), source: 'topUp', sourceId: topUpId, group }
    return (await giveGroups([giving]))[0]!
  },

  async given(ctx, companyId, topUpId) {
    const held = await heldWith(ctx, companyId, 'topUp', [topUpId], false)
    return [...Map.groupBy(held, ({ dealId }) => dealId)].map(([dealId, its]) => ({ dealId, name: its[0]!.name, count: its.length }))
  },

  toTakeBack: async (ctx, companyId, topUpId) => backOf(await heldWith(ctx, companyId, 'topUp', [topUpId], false)),

  takeBack: async (ctx, companyId, topUpId, reason) =>
    takeHeldBack(ctx, companyId, await heldWith(ctx, companyId, 'topUp', [topUpId], true), reason),
}
