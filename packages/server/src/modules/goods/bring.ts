import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { GiftCoupon } from '../../platform/module.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { giftFields } from './gift.ts'
import { openShelf } from './shelf.ts'

/** Goods as a file says them; what it does not say is empty or null. */
interface Brought {
  /** Of goods that are there. */
  readonly id: number | null
  readonly code: string
  readonly name: string
  readonly barcode: string
  readonly category: string
  readonly description: string
  readonly priceCents: number | null
  readonly taxRate: number | null
  readonly inventory: number | null
  readonly weight: number | null
  readonly lowStock: number | null
  readonly giftPoints: number | null
  readonly giftCents: number | null
  readonly giftPercent: number | null
  readonly frozenCents: number | null
  readonly frozenPercent: number | null
  /** The card product that may receive it. */
  readonly giftCardId: number | null
  /** Nothing where the file says nothing of coupons. */
  readonly giftCoupons: readonly GiftCoupon[] | null
}
interface Place {
  readonly companyId: number
  readonly stationId: number
}
/** What most goods bear where a file says nothing. */
const usualTaxRate = 13

/**
 * Adds the goods that a question gives, without their passing through the memory of the server: each with an id of its own, in the order of
 * `line`, its `category` one of these. What has a code or a barcode that the station has already is left out.
 * @returns how many were added
 */
export async function addGoods(ctx: Ctx, place: Place, categories: readonly string[], given: RawBuilder<unknown>): Promise<number> {
  if (categories.length === 0) return 0
  const { tx } = ctx
  const shelves = JSON.stringify(Object.fromEntries(await categoriesOf(ctx, place, categories)))
  const { numAffectedRows } = await sql`
    insert into item (company_id, station_id, id, category_id, code, name, barcode, description, price_cents, tax_rate, weight, low_stock,
      gift_points, gift_cents, gift_percent, frozen_cents, frozen_percent, gift_card_id, gift_coupons)
    select given.company_id, given.station_id, given.id, (${shelves}::jsonb ->> given.category)::bigint, given.code, given.name,
      given.barcode, given.description, given.price_cents, coalesce(given.tax_rate, ${usualTaxRate}), coalesce(given.weight, 0),
      given.low_stock, given.gift_points, given.gift_cents, given.gift_percent, given.frozen_cents, given.frozen_percent,
      given.gift_card_id, coalesce(given.gift_group, '[]')
    from (${given}) given where ${shelves}::jsonb ? given.category
    order by given.line
    on conflict do nothing`.execute(tx)
  await sql`
    insert into item_stock (company_id, item_id, station_id, opening, pieces)
    select item.company_id, item.id, item.station_id, given.inventory, given.inventory
    from (${given}) given join ${scoped(tx, 'item')} item on item.id = given.id
    where given.inventory >= 0
    order by given.line`.execute(tx)
  return Number(numAffectedRows)
}

/** Adds goods and changes others by a few statements; categories that are missing are added. */
export async function bringGoods(ctx: Ctx, place: Place, goods: readonly Brought[]): Promise<void> {
  if (goods.length === 0) return
  const { tx } = ctx
  const categories = await categoriesOf(ctx, place, [...new Set(goods.map(({ category }) => category))])
  const added = goods.filter(({ id }) => id === null)
  const ids = added.length > 0 ? await nextIds(tx, added.length) : []
  await insertRows(
    tx,
    'item',
    added.map(({ category, taxRate, weight, giftCoupons, ...facts }, turn) => ({
      ...place,
      ...as(facts),
      id: ids[turn]!,
      categoryId: categories.get(category)!,
      giftCoupons: (giftCoupons ?? []) as never,
      taxRate: taxRate ?? usualTaxRate,
      weight: weight ?? 0,
    })),
  )
  await openShelf(
    tx,
    added.flatMap(({ inventory }, turn) => (inventory === null || inventory < 0 ? [] : [{ itemId: ids[turn]!, pieces: inventory }])),
  )
  await changeGoods(
    ctx,
    goods.filter(({ id }) => id !== null),
    categories,
  )
}

const kept = ['code', 'name', 'barcode', 'description', 'priceCents', 'lowStock', ...giftFields] as const
const as = (goods: Pick<Brought, (typeof kept)[number]>) =>
  Object.fromEntries(kept.map(field => [field, goods[field]])) as Pick<Brought, (typeof kept)[number]>

async function changeGoods({ tx }: Ctx, goods: readonly Brought[], categories: ReadonlyMap<string, number>): Promise<void> {
  if (goods.length === 0) return
  const rows = goods.map(({ category, ...facts }) => ({ ...facts, categoryId: categories.get(category)! }))
  await sql`
    update item set name = given.name, category_id = given."categoryId", price_cents = given."priceCents", version = item.version + 1,
      barcode = coalesce(nullif(given.barcode, ''), item.barcode),
      barcode_doubled = item.barcode_doubled and coalesce(nullif(given.barcode, ''), item.barcode) = item.barcode,
      description = coalesce(nullif(given.description, ''), item.description), tax_rate = coalesce(given."taxRate", item.tax_rate),
      weight = coalesce(given.weight, item.weight), low_stock = coalesce(given."lowStock", item.low_stock),
      gift_coupons = coalesce(given."giftCoupons", item.gift_coupons), gift_points = coalesce(given."giftPoints", item.gift_points),
      gift_card_id = coalesce(given."giftCardId", item.gift_card_id),
      gift_cents = case when given."giftPercent" is null then coalesce(given."giftCents", item.gift_cents) end,
      gift_percent = case when given."giftCents" is null then coalesce(given."giftPercent", item.gift_percent) end,
      frozen_cents = case when given."frozenPercent" is null then coalesce(given."frozenCents", item.frozen_cents) end,
      frozen_percent = case when given."frozenCents" is null then coalesce(given."frozenPercent", item.frozen_percent) end
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (id bigint, name text, barcode text, description text, "priceCents" bigint,
      "taxRate" numeric, weight int, "lowStock" int, "categoryId" bigint, "giftPoints" int, "giftCents" bigint,
      "giftPercent" numeric, "frozenCents" bigint, "frozenPercent" numeric, "giftCardId" bigint,
      "giftCoupons" jsonb)
    where item.id = given.id and ${inScope(tx, 'item.company_id')}`.execute(tx)
}

/** Categories of these names; those that are missing are added. */
async function categoriesOf({ tx }: Ctx, { companyId, stationId }: Place, names: readonly string[]): Promise<Map<string, number>> {
  const there = () =>
    tx
      .selectFrom('category')
      .where('stationId', '=', stationId)
      .where('type', '=', 'normal')
      .where('name', 'in', [...names])
      .select(['id', 'name'])
      .execute()
  const known = new Set((await there()).map(({ name }) => name))
  const missing = names.filter(name => !known.has(name))
  if (missing.length > 0)
    await tx
      .insertInto('category')
      .values(missing.map(name => ({ companyId, stationId, type: 'normal', name })))
      .execute()
  return new Map((await there()).map(({ id, name }) => [name, id]))
}
