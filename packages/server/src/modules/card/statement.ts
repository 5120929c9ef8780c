import { cardStatement, userCards } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/command.ts'
import { getOf } from '../../platform/search/list.ts'
import { balancesAt, purseOf, purses, type Purse } from '../ledger/index.ts'

/**
 * What a card held at an instant, read from the moves of the book, and how it came to that.
 * @source decisions.md O2; E14 "newest 20"
 */
export const statement = handle(cardStatement, async (ctx, { id, query: { at, from, size } }) => {
  const card = await getOf(ctx.tx, userCards, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('userCard').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  // Without an end, everything there is: a card's entries may be dated some milliseconds ahead of the clock, one after another.
  const until = at ?? '9999-12-31T00:00:00.000Z'
  const period = ctx.tx
    .selectFrom('userCardDetail')
    .where('userCardId', '=', id)
    .where('createdDate', '<=', until)
    .$if(from !== undefined, of => of.where('createdDate', '>=', from!))
  const sums = await period
    .select([
      sql<number>`count(*)::int`.as('totalElements'),
      sql<number>`coalesce(sum(in_cents), 0)::bigint`.as('inCents'),
      sql<number>`coalesce(sum(out_cents), 0)::bigint`.as('outCents'),
    ])
    .executeTakeFirstOrThrow()
  const movements = await period.selectAll().orderBy('createdDate', 'desc').orderBy('id', 'desc').limit(size).execute()
  return {
    userCardId: id,
    number: card.number as string,
    at: at ?? ctx.now.toISOString(),
    from: from ?? null,
    closing: await pursesAt(ctx, companyId, id, until),
    opening: from ? await pursesAt(ctx, companyId, id, new Date(Date.parse(from) - 1)) : null,
    movements: movements as never,
    ...sums,
  }
})

async function pursesAt(ctx: Ctx, companyId: number, userCardId: number, at: string | Date) {
  const accounts = new Map(purses.map(purse => [purse, purseOf(purse, userCardId)]))
  const found = await balancesAt(ctx, companyId, [...accounts.values()], at)
  const of = (purse: Purse) => found.get(accounts.get(purse)!)!
  const held = { principalCents: of('principal'), giftCents: of('gift'), lockCents: of('lock'), debtCents: of('debt') }
  return { ...held, balanceCents: held.principalCents + held.giftCents + held.lockCents + held.debtCents }
}
