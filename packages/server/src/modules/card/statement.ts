import { cardStatement, userCardDetails, userCards } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { totalsOf } from '../../platform/search/totals.ts'
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
  const search = [`userCard.id:${id}`, `createdDate<=${until}`, ...(from ? [`createdDate>=${from}`] : [])].join(',')
  // With access to the card all of its movements are visible, at whichever station, as far back as the user's limit.
  const { zone, since, permissions } = ctx.scope
  const everywhere = { companyIds: [companyId], zone, ...(since && { since }), ...(permissions && { permissions }) }
  const { content, totalElements } = await listOf(
    ctx.tx,
    userCardDetails,
    { size, search, expand: ['station', 'order', 'operator'] },
    everywhere,
  )
  const { inCents, outCents } = await totalsOf(ctx.tx, userCardDetails, { search }, everywhere)
  return {
    userCardId: id,
    number: card.number,
    at: at ?? ctx.now.toISOString(),
    from: from ?? null,
    closing: await pursesAt(ctx, companyId, id, until),
    opening: from ? await pursesAt(ctx, companyId, id, new Date(Date.parse(from) - 1)) : null,
    movements: content,
    totalElements,
    inCents: inCents!,
    outCents: outCents!,
  }
})

async function pursesAt(ctx: Ctx, companyId: number, userCardId: number, at: string | Date) {
  const accounts = new Map(purses.map(purse => [purse, purseOf(purse, userCardId)]))
  const found = await balancesAt(ctx, companyId, [...accounts.values()], at)
  const of = (purse: Purse) => found.get(accounts.get(purse)!)!
  const held = { principalCents: of('principal'), giftCents: of('gift'), lockCents: of('lock'), debtCents: of('debt') }
  return { ...held, balanceCents: held.principalCents + held.giftCents + held.lockCents + held.debtCents }
}
