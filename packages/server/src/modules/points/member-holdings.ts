import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { MemberHoldings } from '../../platform/module.ts'
import { closeEmpty, lockCards } from '../card/index.ts'
import { bookPoints, holdingsOf, type Done, type Held } from './account.ts'
import { judgeLevels } from './growth.ts'
import { add, take } from './lots.ts'
import { servicesOf } from './service.ts'

type Holder = Parameters<MemberHoldings['of']>[1]

/** The open accounts of services that two members have, each with that of the other; one that only one of them has is nobody's twice. */
async function pairsOf({ tx }: Ctx, { id, companyId }: Holder, into: number) {
  const rows = await tx
    .selectFrom('userCard')
    .innerJoin('card', of => of.onRef('card.companyId', '=', 'userCard.companyId').onRef('card.id', '=', 'userCard.cardId'))
    .where('userCard.companyId', '=', companyId)
    .where('userCard.userId', 'in', [id, into])
    .where('userCard.closedTime', 'is', null)
    .where('card.type', 'in', ['score', 'level'])
    .select(['userCard.id', 'userCard.userId', 'card.type'])
    .orderBy('userCard.id')
    .execute()
  return rows.flatMap(from => {
    const to = from.userId === id ? rows.find(row => row.userId === into && row.type === from.type) : undefined
    return to ? [{ from: from.id, to: to.id, type: from.type as 'score' | 'level' }] : []
  })
}

/** All that one account holds and owes goes to another, each point with its end. */
async function carryPoints(ctx: Ctx, companyId: number, from: Held, to: Held): Promise<void> {
  const done: Done[] = []
  const apply = (account: Held, { step, ...holding }: ReturnType<typeof add>): Held => {
    const after = { ...account, ...holding }
    done.push({ account, type: 'merge', step, pointsAfter: after.points - after.owed })
    return after
  }
  let [giver, taker] = [from, to]
  for (const { endsOn, left } of from.lots.filter(lot => lot.left > 0)) {
    giver = apply(giver, take(giver, left, endsOn))
    taker = apply(taker, add(taker, left, endsOn))
  }
  if (from.owed > 0) {
    giver = apply(giver, add(giver, from.owed, null))
    taker = apply(taker, take(taker, from.owed))
  }
  await bookPoints(ctx, companyId, { kind: 'points.merge', ref: `pointsMerge:${from.id}`, done, after: [giver, taker] })
  // What a refund takes back of a sale that was before is taken from where its points are, and what it gives back goes there.
  for (const table of ['pointsEarning', 'pointsPayment'] as const)
    await ctx.tx
      .updateTable(table)
      .set({ userCardId: to.id })
      .where('companyId', '=', companyId)
      .where('userCardId', '=', from.id)
      .execute()
}

/** Growth is never edited: what one account has is taken from it and added to the other, at the moments at which it was earned. */
async function carryGrowth({ tx }: Ctx, companyId: number, from: number, to: number): Promise<void> {
  await sql`
    insert into growth_entry (company_id, user_card_id, order_id, growth, created_date)
    select owner.id, way.account, grown.order_id, way.sign * grown.growth, grown.created_date
    from company owner
    join (
      select company_id, order_id, created_date, sum(growth)::bigint as growth from growth_entry
      where company_id = ${companyId} and user_card_id = ${from} group by company_id, order_id, created_date having sum(growth) <> 0
    ) as grown on grown.company_id = owner.id
    cross join (values (${from}::bigint, -1), (${to}::bigint, 1)) as way (account, sign)
    where owner.id = ${companyId}`.execute(tx)
  await tx
    .updateTable('pointsEarning')
    .set({ levelCardId: to })
    .where('companyId', '=', companyId)
    .where('levelCardId', '=', from)
    .execute()
}

/**
 * Of two members who are merged, one account of each service is left: the elder's. It gets what the other held, owed and had grown, and the
 * other is closed. An account of one of them alone goes over as any card does.
 */
async function unite(ctx: Ctx, member: Holder, into: number): Promise<void> {
  const { companyId } = member
  const pairs = await pairsOf(ctx, member, into)
  const locked = await lockCards(
    ctx,
    pairs.flatMap(({ from, to }) => [from, to]),
  )
  const { level } = pairs.length > 0 ? await servicesOf(ctx, companyId) : {}
  for (const { from, to, type } of pairs) {
    if (type === 'score') {
      const of = (id: number) => ({ id, userId: locked.get(id)!.card.userId })
      const held = await holdingsOf(ctx, companyId, [of(from), of(to)])
      await carryPoints(ctx, companyId, held.get(from)!, held.get(to)!)
    } else {
      await carryGrowth(ctx, companyId, from, to)
      if (level) await judgeLevels(ctx, companyId, level, [to])
    }
    await closeEmpty(ctx, { locked: locked.get(from)!, master: undefined }, '')
  }
}

/** Accounts are cards, and listed with them. */
export const memberHoldings: MemberHoldings = {
  unite,
  of: async () => [],
  move: async () => 0,
  open: async () => [],
  end: async () => undefined,
}

/** What accounts of points hold. */
export async function pointsOn(ctx: Ctx, companyId: number, accounts: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (accounts.length === 0) return new Map()
  const held = await holdingsOf(
    ctx,
    companyId,
    accounts.map(id => ({ id, userId: null })),
  )
  return new Map([...held].flatMap(([id, { points }]) => (points > 0 ? [[id, points] as const] : [])))
}

/** What is left in an account of points lapses with it, and so does what it owes. */
export async function endAccount(ctx: Ctx, account: { id: number; companyId: number; userId: number | null }): Promise<void> {
  const { companyId } = account
  const held = (await holdingsOf(ctx, companyId, [account])).get(account.id)!
  const after = { ...held, points: 0, owed: 0, lots: held.lots.map(lot => ({ ...lot, left: 0 })) }
  const step = { points: -held.points, debt: held.owed }
  const done: Done[] = [{ account: held, type: 'end', step, pointsAfter: 0 }]
  await bookPoints(ctx, companyId, { kind: 'points.end', ref: `pointsEnd:${account.id}`, done, after: [after] })
}
