import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { couponsNamed } from './coupons.ts'
import { cardsNamed, fuelCategories } from './judge.ts'

interface Asked {
  readonly id: number
  readonly stationId: number
  readonly doneLine: number
}
/** Lines that are brought in together: those behind the last that was, up to another. */
interface Span {
  readonly lines: number
  readonly to: number
  /** What the new ones among them name. Categories of fuels are none for goods. */
  readonly categories: readonly string[]
  readonly fuelCategories: readonly string[]
  readonly giftCards: readonly string[]
  readonly giftCoupons: readonly string[]
}

/** @param most so many lines at once */
export async function nextLines(tx: Tx, { id, stationId, doneLine }: Asked, most: number): Promise<Span> {
  const ofFuels = await fuelCategories(tx, stationId)
  const { rows } = await sql<Omit<Span, 'fuelCategories'>>`
    select count(*)::int as lines, coalesce(max(line), ${doneLine}::int) as to,
      coalesce(array_agg(distinct category) filter (where outcome = 'added'), '{}') as categories,
      coalesce(array_agg(distinct gift_card) filter (where outcome = 'added' and gift_card <> ''), '{}') as gift_cards,
      coalesce(array_agg(distinct gift_coupons) filter (where outcome = 'added' and gift_coupons <> ''), '{}') as gift_coupons
    from (
      select line, outcome, category, gift_card, gift_coupons from ${scoped(tx, 'item_import_row')} line
      where item_import_id = ${id} and line > ${doneLine}::int and outcome in ('added', 'changed') order by line limit ${most}
    ) as next`.execute(tx)
  const span = rows[0]!
  return { ...span, categories: span.categories.filter(name => !ofFuels.includes(name)), fuelCategories: ofFuels }
}

/**
 * The lines of a span that were new when they were checked, as a question for goods: they never pass through the memory of the server. Left
 * out is what has to be looked at again: a category that is a fuel's by now, a card product that is none any more, a coupon that has ended,
 * and a barcode that goods have shared since before it was unique, so that no index would refuse it.
 */
export async function newGoods(
  ctx: Ctx,
  { id, companyId, stationId, doneLine }: Asked & { readonly companyId: number },
  { to, giftCards, giftCoupons, fuelCategories: ofFuels }: Span,
): Promise<RawBuilder<unknown>> {
  const { tx } = ctx
  const cards = JSON.stringify(Object.fromEntries(await cardsNamed(tx, stationId, giftCards)))
  const fit = [...(await couponsNamed(ctx, companyId, giftCoupons))].filter(([, { wrong }]) => !wrong)
  const coupons = JSON.stringify(Object.fromEntries(fit.map(([text, { group }]) => [text, group])))
  return sql`
    select line.*, (${cards}::jsonb ->> line.gift_card)::bigint as gift_card_id, ${coupons}::jsonb -> line.gift_coupons as gift_group
    from ${scoped(tx, 'item_import_row')} line
    where line.item_import_id = ${id} and line.line > ${doneLine}::int and line.line <= ${to}::int and line.outcome = 'added'
      and line.category <> all(${ofFuels}::text[]) and (line.gift_card = '' or ${cards}::jsonb ? line.gift_card)
      and (line.gift_coupons = '' or ${coupons}::jsonb ? line.gift_coupons)
      and line.barcode not in (
        select barcode from ${scoped(tx, 'item')} item where station_id = ${stationId} and barcode <> '' and barcode_doubled)`
}

/** Lines of a span that change goods, and those that were new when they were checked and did not come in: goods have the ids of theirs. */
export const otherLines = (tx: Tx, { id, doneLine }: Asked, { to }: Span) =>
  tx
    .selectFrom('itemImportRow')
    .leftJoin('item', join => join.onRef('item.companyId', '=', 'itemImportRow.companyId').onRef('item.id', '=', 'itemImportRow.id'))
    .where('itemImportId', '=', id)
    .where('line', '>', doneLine)
    .where('line', '<=', to)
    .where('outcome', 'in', ['added', 'changed'])
    .where('item.id', 'is', null)
    .select(['line', 'itemImportRow.code', 'itemImportRow.name', 'itemImportRow.barcode', 'category', 'itemImportRow.description'])
    .select(['itemImportRow.priceCents', 'itemImportRow.taxRate', 'inventory', 'itemImportRow.weight', 'itemImportRow.lowStock'])
    .select(['outcome', 'itemImportRow.giftPoints', 'itemImportRow.giftCents', 'itemImportRow.giftPercent', 'itemImportRow.frozenCents'])
    .select(['itemImportRow.frozenPercent', 'giftCard', 'itemImportRow.giftCoupons'])
    .orderBy('line')
    .execute()
