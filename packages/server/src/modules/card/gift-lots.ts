import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { UserCard } from './card.ts'
import type { FromLot, Lot } from './facts.ts'
import { fromLots, sumOf } from './lots.ts'

type Whose = Pick<UserCard, 'companyId' | 'id'>
/** What a gift buys and when it ends; nothing to be kept of one that buys anything for good. */
export interface GiftTerms {
  readonly productIds: readonly number[]
  readonly endsAt: Date | null
  readonly packageId: number | null
}

/** Keeps a gift that an entry brought apart, where it is limited. The card is locked. */
export async function addLot(ctx: Ctx, { companyId, id }: Whose, entryId: number, cents: number, terms: GiftTerms): Promise<void> {
  const { productIds, endsAt, packageId } = terms
  if (cents === 0 || (productIds.length === 0 && endsAt === null)) return
  const row = { companyId, userCardId: id, entryId, packageId, cents, leftCents: cents, products: [...productIds], endsAt }
  await ctx.tx
    .insertInto('giftLot')
    .values({ ...row, createdDate: ctx.now })
    .execute()
  if (endsAt) askEnd(ctx, companyId, endsAt)
}

/** All lots that end at the same moment are ended by one job. */
function askEnd(ctx: Ctx, companyId: number, endsAt: Date): void {
  ctx.job('card.giftEnd', { endsAt: endsAt.toISOString() }, { key: `giftEnd:${endsAt.toISOString()}`, runAt: endsAt, companyId })
}

/** What is left of the lots of a card, in the order in which they are spent. The card is locked. */
export async function lotsOf({ tx }: Ctx, { companyId, id }: Whose): Promise<(Lot & { readonly packageId: number | null })[]> {
  const rows = await tx
    .selectFrom('giftLot')
    .where('companyId', '=', companyId)
    .where('userCardId', '=', id)
    .where('leftCents', '>', 0)
    .select(['id', 'leftCents as cents', 'products', 'endsAt', 'packageId'])
    .orderBy(sql`ends_at nulls last`)
    .orderBy('id')
    .execute()
  return rows.map(row => ({ ...row, products: row.products.map(Number) }))
}

/** A part of a lot, taken by a movement or by an entry. */
export type Taken = FromLot & ({ readonly entry: number } | { readonly detail: number })
export async function take({ tx }: Pick<Ctx, 'tx'>, companyId: number, uses: readonly Taken[]): Promise<void> {
  if (uses.length === 0) return
  await sql`select gift_lot_take(${companyId}::bigint, ${JSON.stringify(uses)}::jsonb)`.execute(tx)
}

interface GiftTaken {
  readonly card: Whose
  /** What the purse held before. */
  readonly giftCents: number
  readonly entryId: number
  readonly cents: number
  /** What is limited is kept as long as anything else is there. */
  readonly lotsLast?: true
}
/** Takes so much of a card's gift for an entry that staff made. @returns from which lots, in their order */
export async function takeGift(ctx: Ctx, { card, giftCents, entryId, cents, lotsLast }: GiftTaken) {
  const lots = cents > 0 ? await lotsOf(ctx, card) : []
  if (lots.length === 0) return []
  const beside = lotsLast ? giftCents - sumOf(lots) : 0
  const parts = fromLots(lots, Math.max(0, cents - beside))
  await take(
    ctx,
    card.companyId,
    parts.map(part => ({ ...part, entry: entryId })),
  )
  return parts.map(part => ({ ...lots.find(({ id }) => id === part.lot)!, ...part }))
}

/** A gift goes on to another card as it was: what of it was limited stays so. */
export async function carryLots(ctx: Ctx, from: GiftTaken, payee: Whose): Promise<void> {
  for (const { cents, products, endsAt, packageId } of await takeGift(ctx, from))
    await addLot(ctx, payee, from.entryId, cents, { productIds: products, endsAt: endsAt === null ? null : new Date(endsAt), packageId })
}

/** Gives back what an entry took from lots, in the order in which it took; all of it, or so much. @returns which parts */
export async function giveBack(ctx: Ctx, companyId: number, entryId: number, cents = Infinity): Promise<FromLot[]> {
  return giveBackTo(ctx, companyId, sql`used.entry_id = ${entryId}`, sql`lot.ends_at nulls last, lot.id`, cents)
}

/** Gives back what staff froze of the lots of a card, the newest first. */
export async function giveBackFrozen(ctx: Ctx, { companyId, id }: Whose, cents: number): Promise<void> {
  const frozen = sql`lot.user_card_id = ${id} and exists (select from ledger_entry entry
    where entry.company_id = ${companyId} and entry.id = used.entry_id and entry.kind = 'card.freeze')`
  await giveBackTo(ctx, companyId, frozen, sql`used.id desc`, cents)
}

async function giveBackTo(ctx: Ctx, companyId: number, which: ReturnType<typeof sql>, order: ReturnType<typeof sql>, cents: number) {
  if (cents <= 0) return []
  const { rows: uses } = await sql<Lot & { useId: number }>`
    select used.id as use_id, lot.id, used.cents - used.returned_cents as cents, lot.ends_at
    from gift_lot_use used join gift_lot lot on lot.company_id = ${companyId} and lot.id = used.lot_id
    where used.company_id = ${companyId} and used.cents > used.returned_cents and ${which} order by ${order}`.execute(ctx.tx)
  const parts: FromLot[] = []
  let left = cents
  for (const { useId, id, cents: taken, endsAt } of uses) {
    const back = Math.min(taken, left)
    if (back === 0) break
    left -= back
    const more = (column: string) => sql<number>`${sql.ref(column)} + ${back}::bigint`
    const ofUse = ctx.tx.updateTable('giftLotUse').set({ returnedCents: more('returned_cents') })
    await ofUse.where('companyId', '=', companyId).where('id', '=', useId).execute()
    const ofLot = ctx.tx.updateTable('giftLot').set({ leftCents: more('left_cents') })
    await ofLot.where('companyId', '=', companyId).where('id', '=', id).execute()
    parts.push({ lot: id, cents: back })
    // It has ended in the meantime: what came back to it ends at once.
    if (endsAt !== null && Date.parse(endsAt) <= ctx.now.getTime()) askEnd(ctx, companyId, new Date(endsAt))
  }
  return parts
}

/**
 * What a top-up gave and can take back: what of it has ended by itself is gone already. Undefined where part of it was spent, or lies on
 * another card. The card is locked.
 */
export async function giftToTakeBack(
  ctx: Ctx,
  card: Whose,
  held: number,
  entryId: number,
  givenCents: number,
): Promise<number | undefined> {
  const {
    rows: [of],
  } = await sql<{ lotted: number; left: number; ended: number; all: number }>`
    select coalesce(sum(cents) filter (where entry_id = ${entryId}), 0)::bigint as lotted,
      coalesce(sum(left_cents) filter (where entry_id = ${entryId}), 0)::bigint as left,
      coalesce(sum(left_cents), 0)::bigint as all,
      coalesce(sum((select sum(used.cents) from gift_lot_use used join ledger_entry entry
        on entry.company_id = ${card.companyId} and entry.id = used.entry_id and entry.kind = 'card.giftEnd'
        where used.company_id = ${card.companyId} and used.lot_id = lot.id)) filter (where entry_id = ${entryId}), 0)::bigint as ended
    from gift_lot lot where company_id = ${card.companyId} and user_card_id = ${card.id}`.execute(ctx.tx)
  const { lotted, left, ended, all } = of!
  const besideCents = givenCents - lotted
  return left === lotted - ended && besideCents <= held - all ? besideCents + left : undefined
}

/** Takes the lots of a top-up back whole. */
export async function takeLotsOf(ctx: Ctx, card: Whose, topUpEntryId: number, entryId: number): Promise<void> {
  const rows = await ctx.tx
    .selectFrom('giftLot')
    .where('companyId', '=', card.companyId)
    .where('entryId', '=', topUpEntryId)
    .where('userCardId', '=', card.id)
    .where('leftCents', '>', 0)
    .select(['id as lot', 'leftCents as cents'])
    .execute()
  await take(
    ctx,
    card.companyId,
    rows.map(row => ({ ...row, entry: entryId })),
  )
}
