import { cardStatement, userCardDetails, userCards, type PurseLine } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { totalsOf } from '../../platform/search/totals.ts'
import { balancesAt, movedBetweenPurses, purseOf, purses, type Purse } from '../ledger/index.ts'

/**
 * What a card held at an instant, read from the moves of the book, and how it came to that.
 * @source decisions.md O2; E14 "newest 20"
 */
export const statement = handle(cardStatement, async (ctx, { id, query: { at, from: asked, page, size } }) => {
  const card = await getOf(ctx.tx, userCards, id, [], ctx.scope)
  const { companyId } = await ctx.tx.selectFrom('userCard').where('id', '=', id).select('companyId').executeTakeFirstOrThrow()
  // Without an end, everything there is: a card's entries may be dated some milliseconds ahead of the clock, one after another.
  const until = at ?? '9999-12-31T00:00:00.000Z'
  const { zone, since, permissions } = ctx.scope
  // For anyone who may look back only some days the statement begins there, so that what it opens with is what its movements follow.
  const reach = since?.[userCardDetails.recent!]?.toISOString()
  const from = asked && reach && Date.parse(asked) < Date.parse(reach) ? reach : asked
  const span = [`createdDate<=${until}`, ...(from ? [`createdDate>=${from}`] : [])].join(',')
  // What a sub card spent of its master's money is told as well; what came in and went out is of its own purses.
  const told = card.kind === 'sub' ? `(userCard.id:${id}|spentBy.id:${id})` : `userCard.id:${id}`
  // With access to the card all of its movements are visible, at whichever station, as far back as the user's limit.
  const everywhere = { companyIds: [companyId], zone, ...(since && { since }), ...(permissions && { permissions }) }
  const { content, totalElements } = await listOf(
    ctx.tx,
    userCardDetails,
    { page, size, search: `${told},${span}`, expand: ['station', 'order', 'operator', 'userCard', 'spentBy'] },
    everywhere,
  )
  const { inCents, outCents } = await totalsOf(ctx.tx, userCardDetails, { search: `userCard.id:${id},${span}` }, everywhere)
  const closing = await pursesAt(ctx, companyId, id, until)
  // Instants are kept to the millisecond: what was booked before the period began is what was booked up to one earlier.
  const before = from === undefined ? undefined : new Date(Date.parse(from) - 1)
  const opening = before ? await pursesAt(ctx, companyId, id, before) : null
  return {
    userCardId: id,
    number: card.number,
    at: at ?? ctx.now.toISOString(),
    from: from ?? null,
    closing,
    opening,
    purses: opening && before ? await linesOf(ctx, { companyId, userCardId: id, before, until }, opening, closing) : null,
    movements: content,
    totalElements,
    inCents: inCents!,
    outCents: outCents!,
    master: await masterOf(ctx, companyId, id),
    spentOfMasterCents: card.kind === 'sub' ? await spentOfMaster(ctx, { companyId, userCardId: id, from, until }) : 0,
  }
})

/** The master card that a sub card spends from; null where it spends its own money. */
async function masterOf({ tx }: Ctx, companyId: number, id: number) {
  const {
    rows: [master],
  } = await sql<{ id: number; number: string; name: string }>`
    select master.id, master.number, master.name from user_card sub
    join fleet on fleet.company_id = sub.company_id and fleet.id = sub.group_id and fleet.value_mode = 'share'
    join user_card master on master.company_id = sub.company_id and master.id = sub.parent_id
    where sub.company_id = ${companyId} and sub.id = ${id} and sub.kind = 'sub'`.execute(tx)
  return master ?? null
}

/** What it spent of a master's money, less what was given back of it. */
async function spentOfMaster({ tx }: Ctx, of: { companyId: number; userCardId: number; from: string | undefined; until: string }) {
  const {
    rows: [row],
  } = await sql<{ cents: number }>`
    select coalesce(-sum(amount_cents), 0)::bigint as cents from user_card_detail
    where company_id = ${of.companyId} and spent_by_id = ${of.userCardId} and created_date <= ${of.until}
      and created_date >= ${of.from ?? '-infinity'}`.execute(tx)
  return row!.cents
}

type Held = Awaited<ReturnType<typeof pursesAt>>
interface Span {
  readonly companyId: number
  readonly userCardId: number
  readonly before: Date
  readonly until: string
}

/** Its movements and the book are read apart: that they agree is what a statement is for, and what its tests prove. */
async function linesOf(ctx: Ctx, span: Span, opening: Held, closing: Held): Promise<PurseLine[]> {
  const { companyId, userCardId, before, until } = span
  const moved = await movedBetweenPurses(ctx, companyId, userCardId, { after: before, until })
  const { rows } = await sql<Record<'inCents' | 'outCents', number> & { purse: Purse }>`
    select purse, coalesce(sum(greatest(cents, 0)), 0)::bigint as in_cents, coalesce(sum(greatest(-cents, 0)), 0)::bigint as out_cents
    from user_card_detail
    cross join lateral (values ('principal', principal_cents), ('gift', gift_cents), ('debt', debt_cents)) as part (purse, cents)
    where company_id = ${companyId} and user_card_id = ${userCardId} and created_date > ${before} and created_date <= ${until}
    group by purse`.execute(ctx.tx)
  const came = new Map(rows.map(({ purse, ...of }) => [purse, of]))
  return purses.map(purse => {
    const { inCents = 0, outCents = 0 } = came.get(purse) ?? {}
    const [openingCents, closingCents] = [opening[`${purse}Cents`], closing[`${purse}Cents`]]
    return { purse, openingCents, inCents, outCents, movedCents: moved.get(purse) ?? 0, closingCents }
  })
}

async function pursesAt(ctx: Ctx, companyId: number, userCardId: number, at: string | Date) {
  const accounts = new Map(purses.map(purse => [purse, purseOf(purse, userCardId)]))
  const found = await balancesAt(ctx, companyId, [...accounts.values()], at)
  const of = (purse: Purse) => found.get(accounts.get(purse)!)!
  const held = { principalCents: of('principal'), giftCents: of('gift'), lockCents: of('lock'), debtCents: of('debt') }
  return { ...held, balanceCents: held.principalCents + held.giftCents + held.lockCents + held.debtCents }
}
