import { fleets, points as calls, type MemberPoints } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { holdingsOf } from './account.ts'
import { growthOf } from './growth.ts'
import { isOpen, servicesOf, type OfLevels, type OfPoints } from './service.ts'

const stateAt = (service: OfPoints | OfLevels, now: Date) =>
  isOpen(service, now) ? (service.endTime === null ? 'indefinite' : 'opened') : 'expired'

type Earner = { readonly userId: number } | { readonly groupId: number }
/** What a member, or a fleet, has of the services. */
async function hadBy(ctx: Ctx, companyId: number, earner: Earner): Promise<MemberPoints> {
  const { score, level } = await servicesOf(ctx, companyId)
  const open = ctx.tx.selectFrom('userCard').where('companyId', '=', companyId).where('closedTime', 'is', null)
  const whose = 'userId' in earner ? open.where('userId', '=', earner.userId) : open.where('groupId', '=', earner.groupId)
  const accounts = await whose
    .where('cardId', 'in', [score?.id ?? 0, level?.id ?? 0])
    .select(['id', 'cardId', 'levelId'])
    .orderBy('id')
    .execute()
  const of = (service: { id: number } | undefined) => accounts.find(({ cardId }) => cardId === service?.id)
  return {
    score: score ? await pointsOf(ctx, companyId, score, of(score)?.id ?? null) : null,
    level: level ? await levelOf(ctx, companyId, level, of(level)) : null,
  }
}

/** @throws notFound */
const ofMember = handle(calls.ofMember, async (ctx, { id }) => {
  const person = ctx.tx
    .selectFrom('userAccount')
    .where('id', '=', id)
    .where('companyId', 'in', [...ctx.scope.companyIds])
  const { companyId } = (await person.select('companyId').executeTakeFirst()) ?? refuse('notFound', { user: id })
  return hadBy(ctx, companyId, { userId: id })
})

/** @throws notFound @source decisions FL6 */
const ofFleet = handle(calls.ofFleet, async (ctx, { id }) => {
  await getOf(ctx.tx, fleets, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('fleet').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  return hadBy(ctx, companyId, { groupId: id })
})

async function pointsOf(ctx: Ctx, companyId: number, score: OfPoints, account: number | null): Promise<MemberPoints['score']> {
  const held = account === null ? undefined : (await holdingsOf(ctx, companyId, [{ id: account, userId: null }])).get(account)
  return {
    id: score.id,
    state: stateAt(score, ctx.now),
    userCardId: account,
    points: held?.points ?? 0,
    owedPoints: held?.owed ?? 0,
    lots: (held?.lots ?? []).filter(({ left }) => left > 0).map(({ endsOn, left }) => ({ endsOn, points: left })),
  }
}

async function levelOf(
  ctx: Ctx,
  companyId: number,
  level: OfLevels,
  account: { id: number; levelId: number | null } | undefined,
): Promise<MemberPoints['level']> {
  const growth = account ? ((await growthOf(ctx, companyId, [account.id], level.span)).get(account.id) ?? 0) : 0
  const own = level.levels.find(({ id }) => id === account?.levelId)
  const next = level.levels.find(({ fromGrowth }) => fromGrowth > Math.max(growth, own?.fromGrowth ?? -1))
  return {
    id: level.id,
    state: stateAt(level, ctx.now),
    userCardId: account?.id ?? null,
    growth,
    name: own?.name ?? null,
    next: next ? { name: next.name, missing: next.fromGrowth - growth } : null,
  }
}

/** What the company owes its members today. */
const owed = handle(calls.owed, async ctx => {
  const companyId = companyOf(ctx)
  const { rows: accounts } = await sql<{ kind: string; held: number }>`
    select kind, sum(balance_cents)::bigint as held from ${scoped(ctx.tx, 'ledger_account')} account
    where company_id = ${companyId} and kind in ('points', 'pointsDebt') group by kind`.execute(ctx.tx)
  const { rows: gifts } = await sql<{ cents: number }>`
    select coalesce(sum(gift_cents), 0)::bigint as cents from user_card_count
    where ${inScope(ctx.tx)} and company_id = ${companyId}`.execute(ctx.tx)
  const { rows: ends } = await sql<{ month: string | null; points: number }>`
    select to_char(ends_on, 'YYYY-MM') as month, sum(points_left)::bigint as points from ${scoped(ctx.tx, 'points_lot')} lot
    where company_id = ${companyId} and points_left > 0 group by 1 order by 1 nulls last`.execute(ctx.tx)
  const of = new Map(accounts.map(({ kind, held }) => [kind, held]))
  const { currency } = await ctx.tx.selectFrom('company').where('id', '=', companyId).select('currency').executeTakeFirstOrThrow()
  return { currency, points: of.get('points') ?? 0, owedPoints: -(of.get('pointsDebt') ?? 0) || 0, giftCents: gifts[0]!.cents, ends }
})

export const readHandlers = [ofMember, ofFleet, owed]
