import { randomInt } from 'node:crypto'
import type { UserDealSource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { byCompany, decide, runRule, type BatchRule } from '../../platform/execution/batch-rule.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { joinOwner, scoped } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { inUnits } from '../org/index.ts'
import { localTime } from './local-time.ts'

/** Coupons of one kind to one or several holders, all or none of them. Codes stand for holders whom nobody knows. */
export interface Issue {
  readonly ctx: Ctx
  readonly companyId: number
  readonly dealId: number
  readonly userIds: readonly number[]
  readonly codes: number
  readonly each: number
  /** So many begin together, and the next ones so many days later; all at once where it is not said. @source decisions E10, MK7 */
  readonly perCount?: number
  readonly intervalDays?: number
  /** Of what was issued for the same before, to the same: the turns go on from there. */
  readonly after?: number
  readonly source: z.output<typeof UserDealSource>
  /** What it is issued for: each holder gets it once. Null of what is issued by hand, and of what customers take. */
  readonly sourceId: number | null
  /** Of a coupon that is taken: who handed it out, where they may; counted for them then. */
  readonly promoterId?: number | null
  /** Of a code that is taken: by what somebody who is no member is known again. */
  readonly visitor?: Buffer | null
}
export interface Issued {
  readonly ids: readonly number[]
  readonly codes: readonly string[]
}

interface Deal {
  readonly id: number
  readonly companyId: number
  readonly name: string
  readonly terms: number
  readonly members: string
  readonly disabled: boolean
  readonly startTime: string
  readonly endTime: string
  readonly timeZone: string
  readonly maxCount: number
  readonly perUser: number
  readonly unusedMost: number
  readonly budgetCents: number | null
  readonly worstCents: number | null
  claimCount: number
  committedCents: number
  readonly validDays: number
  readonly hidden: boolean
  readonly manualReceive: boolean
  readonly promotionAllowed: boolean
}
interface Held {
  issued: number
  unused: number
}
interface Facts {
  readonly deals: ReadonlyMap<number, Deal>
  readonly held: Map<string, Held>
}

/** Issues coupons. @returns what became of each: coupon.* where it was refused */
export const issueCoupons = (all: readonly Issue[]): Promise<Map<Issue, Issued | Refusal>> => runRule(issuing, all)

/** What would become of issuing these now, each as if it alone were; nothing is locked and nothing is done. */
export async function judgeIssues(all: readonly Issue[]): Promise<Map<Issue, { name: string; against: Refusal | undefined }>> {
  const facts = await factsOf(all, false)
  return new Map(
    all.map(one => {
      const deals = new Map([...facts.deals].map(([id, deal]) => [id, { ...deal }]))
      const outcome = decide(issuing, one, { deals, held: new Map(facts.held) })
      return [one, { name: facts.deals.get(one.dealId)?.name ?? '', against: outcome instanceof Refusal ? outcome : undefined }]
    }),
  )
}

async function factsOf(all: readonly Issue[], lock: boolean): Promise<Facts> {
  const [deals, held] = [new Map<number, Deal>(), new Map<string, Held>()]
  for (const [companyId, its] of byCompany(all, one => one.companyId)) {
    for (const deal of await dealsOf(its[0]!.ctx, companyId, its, lock)) deals.set(deal.id, deal)
    for (const own of await heldBy(its[0]!.ctx, companyId, its)) held.set(keyOf(own), own)
  }
  return { deals, held }
}

/**
 * A coupon is locked while it is issued, in the order of ids, so that none is issued too many; what is asked of one coupon at the same
 * moment is decided and written together.
 */
const issuing: BatchRule<Issue, Facts, Deal, Issued> = {
  load: all => factsOf(all, true),
  decide(one, { deals, held }) {
    const { dealId, userIds, codes, each } = one
    const deal = deals.get(dealId)
    if (!deal) throw new Refusal('notFound', { resource: 'deals', field: 'dealId' })
    const count = (userIds.length + codes) * each
    if (count === 0) throw new Refusal('coupon.nobody')
    refuseUnfit(one, deal)
    refuseBeyond(deal, count)
    const counts = holdersOf(one).map(holder => ({ ...holder, ...(held.get(keyOf({ dealId, ...holder })) ?? { issued: 0, unused: 0 }) }))
    const over = counts.find(({ issued }) => deal.perUser > 0 && issued + each > deal.perUser)
    if (over) throw new Refusal('coupon.limitReached', { most: deal.perUser, ...(over.userId !== null && { userId: over.userId }) })
    const many = counts.find(({ unused }) => deal.unusedMost > 0 && unused + each > deal.unusedMost)
    if (many) throw new Refusal('coupon.tooManyHeld', { most: deal.unusedMost, ...(many.userId !== null && { userId: many.userId }) })
    // Now it is certain: the next of the batch finds it taken.
    deal.claimCount += count
    deal.committedCents += count * (deal.worstCents ?? 0)
    for (const { issued, unused, ...holder } of counts)
      held.set(keyOf({ dealId, ...holder }), { issued: issued + each, unused: unused + each })
    return deal
  },
  async write(decided) {
    const rows = decided.flatMap(({ one, decision }) => rowsOf(one, decision))
    const ids = await nextIds(decided[0]!.one.ctx.tx, rows.length)
    const numbered = rows.map((row, turn) => ({ ...row, id: ids[turn]! }))
    await writeRows(
      decided.map(({ one }) => one),
      numbered,
    )
    let taken = 0
    return decided.map(({ one: { userIds, codes, each } }) => {
      const own = numbered.slice(taken, (taken += (userIds.length + codes) * each))
      return { ids: own.map(({ id }) => id), codes: own.flatMap(({ code }) => code ?? []) }
    })
  },
}

/**
 * @throws coupon.notReceivable, coupon.disabled, coupon.notStarted, coupon.over, coupon.membersOnly, coupon.nonMembersOnly,
 *   coupon.startsAfterEnd
 */
function refuseUnfit(one: Issue, deal: Deal): void {
  const { name, startTime, endTime, timeZone, members } = deal
  const now = one.ctx.now.getTime()
  if (one.source === 'receive' && promoterOf(one, deal) === null && !(deal.manualReceive && !deal.hidden))
    throw new Refusal('coupon.notReceivable', { name })
  if (deal.disabled) throw new Refusal('coupon.disabled', { name })
  if (Date.parse(startTime) > now) throw new Refusal('coupon.notStarted', { name, start: localTime(startTime, timeZone) })
  if (Date.parse(endTime) <= now) throw new Refusal('coupon.over', { name, end: localTime(endTime, timeZone) })
  if (members === 'members' && one.codes > 0) throw new Refusal('coupon.membersOnly', { name })
  if (members === 'nonMembers' && one.userIds.length > 0) throw new Refusal('coupon.nonMembersOnly', { name })
  const last = periodOf(one.ctx.now, deal, laterBy(one, one.each))
  if (last.start.getTime() >= Date.parse(endTime))
    throw new Refusal('coupon.startsAfterEnd', { name, end: localTime(endTime, timeZone), start: localTime(last.start, timeZone) })
}

/** How many days later the n-th of those that are issued together begins. */
const laterBy = ({ perCount = 1, intervalDays = 0 }: Issue, turn: number): number => Math.floor((turn - 1) / perCount) * intervalDays

/** The first begins at once, those of later days with the day; each is valid for so many days from its own, until the coupon's end. */
function periodOf(now: Date, { timeZone, validDays, endTime }: Deal, days: number): { start: Date; end: Date } {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const startOf = (later: number) => new Date(today.add({ days: later }).toZonedDateTime(timeZone).epochMilliseconds)
  const lasts = validDays === 0 ? Infinity : startOf(days + validDays).getTime()
  return { start: days === 0 ? now : startOf(days), end: new Date(Math.min(lasts, Date.parse(endTime))) }
}

/** @throws coupon.soldOut, coupon.budgetSpent */
function refuseBeyond({ name, maxCount, claimCount, budgetCents, committedCents, worstCents }: Deal, count: number): void {
  if (maxCount > 0 && claimCount + count > maxCount)
    throw new Refusal('coupon.soldOut', { name, planned: maxCount, left: maxCount - claimCount })
  if (budgetCents === null) return
  const neededCents = count * (worstCents ?? 0)
  if (worstCents === null || committedCents + neededCents > budgetCents)
    throw new Refusal('coupon.budgetSpent', {
      name,
      budget: inUnits(budgetCents),
      committed: inUnits(committedCents),
      needed: inUnits(neededCents),
    })
}

/** Who hands it out: nobody where promoters may not. @source MK2 */
const promoterOf = ({ promoterId = null }: Issue, { promotionAllowed }: Deal): number | null => (promotionAllowed ? promoterId : null)

/** Those whose coupons are counted. Codes that are issued by hand are nobody's. */
interface Holder {
  readonly userId: number | null
  /** In hexadecimal digits. */
  readonly visitor: string | null
}
const holdersOf = ({ userIds, visitor }: Issue): Holder[] => [
  ...userIds.map(userId => ({ userId, visitor: null })),
  ...(visitor ? [{ userId: null, visitor: visitor.toString('hex') }] : []),
]
const keyOf = ({ dealId, userId, visitor }: Holder & { dealId: number }) => `${dealId} ${userId ?? visitor}`

async function dealsOf({ tx }: Ctx, companyId: number, all: readonly Issue[], lock: boolean): Promise<Deal[]> {
  const asked = [...new Set(all.map(({ dealId }) => dealId))]
  const { rows } = await sql<Deal>`
    select deal.id, deal.company_id, deal.name, terms, members, disabled, start_time, end_time, time_zone, max_count, per_user, unused_most,
      budget_cents, worst_cents, claim_count, committed_cents, valid_days, hidden, manual_receive, promotion_allowed
    from deal join company owner on owner.id = deal.company_id
    where deal.company_id = ${companyId} and deal.id = any(${asked}::bigint[]) order by deal.id
    ${lock ? sql`for update of deal` : sql``}`.execute(tx)
  return rows
}

/** How many of these coupons these members and visitors have already, and have unused. */
async function heldBy({ tx, now }: Ctx, companyId: number, all: readonly Issue[]) {
  const pairs = new Map(all.flatMap(one => holdersOf(one).map(holder => ({ dealId: one.dealId, ...holder }))).map(of => [keyOf(of), of]))
  if (pairs.size === 0) return []
  // All coupons of a holder are read: with few statistics the planner takes reading those of the coupon for as cheap.
  const counts = (holder: RawBuilder<unknown>) => sql`cross join lateral (
      select (count(*) filter (where own.deal_id = asked."dealId"))::int as issued,
        (count(*) filter (where own.deal_id = asked."dealId" and used_date is null and end_time > ${now}::timestamptz))::int as unused
      from user_deal own where own.company_id = ${companyId} and ${holder} and own.recalled_date is null
    ) as held`
  const { rows } = await sql<Held & Holder & { dealId: number }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify([...pairs.values()])}) as asked ("dealId" bigint, "userId" bigint, visitor text)
    )
    select asked."dealId" as deal_id, asked."userId" as user_id, null::text as visitor, issued, unused
    from asked ${counts(sql`own.user_id = asked."userId"`)} where asked."userId" is not null
    union all
    select asked."dealId", null, asked.visitor, issued, unused
    from asked ${counts(sql`own.deal_id = asked."dealId" and own.visitor = decode(asked.visitor, 'hex')`)}
    where asked.visitor is not null`.execute(tx)
  return rows
}

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newCode = () => Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')

function rowsOf(one: Issue, deal: Deal) {
  const { ctx, companyId, dealId, userIds, codes, each, source, sourceId, after = 0 } = one
  const holders = [...userIds, ...Array.from({ length: codes }, () => null)]
  const turns = Array.from({ length: each }, (_, at) => ({ turn: after + at + 1, ...periodOf(ctx.now, deal, laterBy(one, at + 1)) }))
  return holders.flatMap(userId =>
    turns.map(({ turn, start, end }) => ({
      company_id: companyId,
      deal_id: dealId,
      terms: deal.terms,
      user_id: userId,
      code: userId === null ? newCode() : null,
      source,
      source_id: sourceId,
      promoter_id: promoterOf(one, deal),
      visitor: one.visitor ? `\\x${one.visitor.toString('hex')}` : null,
      turn,
      issued_date: ctx.now,
      issued_by_id: ctx.actor.kind === 'user' ? ctx.actor.id : null,
      start_time: start,
      end_time: end,
      worst_cents: deal.worstCents,
    })),
  )
}

async function writeRows(all: readonly Issue[], rows: readonly ({ id: number } & ReturnType<typeof rowsOf>[number])[]): Promise<void> {
  const [{ ctx }] = all as [Issue]
  const owners = all.map(({ companyId }) => companyId)
  await sql`
    insert into user_deal (id, company_id, deal_id, terms, user_id, code, source, source_id, promoter_id, visitor, turn, issued_date,
      issued_by_id, start_time, end_time, worst_cents)
    select given.id, owner.id, deal_id, terms, user_id, given.code, source, source_id, promoter_id, visitor, turn, issued_date,
      issued_by_id, start_time, end_time, worst_cents
    from jsonb_populate_recordset(null::user_deal, ${JSON.stringify(rows)}) as given ${joinOwner('given.company_id', owners)}`.execute(
    ctx.tx,
  )
  await sql`
    update deal set claim_count = claim_count + made.count, promoted_count = promoted_count + made.promoted,
      committed_cents = committed_cents + made.count * coalesce(worst_cents, 0)
    from (select deal_id, count(*)::int as count, count(promoter_id)::int as promoted from ${scoped(ctx.tx, 'user_deal')} held
      where held.id = any(${rows.map(({ id }) => id)}::bigint[]) group by deal_id) as made
    where deal.company_id = any(${owners}::bigint[]) and deal.id = made.deal_id`.execute(ctx.tx)
  await sql`
    insert into deal_delta (company_id, deal_id, day, issued)
    select owner.id, made.deal_id, (${ctx.now}::timestamptz at time zone owner.time_zone)::date, count(*)
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ company_id, deal_id }) => ({ company_id, deal_id })))})
      as made (company_id bigint, deal_id bigint) ${joinOwner('made.company_id', owners)}
    group by owner.id, made.deal_id, owner.time_zone`.execute(ctx.tx)
}
