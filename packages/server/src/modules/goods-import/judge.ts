import type { ItemImportField as Field, ItemImportReason } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { GiftCoupon } from '../../platform/module.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { couponsNamed, givesTheSame, type Coupons } from './coupons.ts'
import type { GoodsLine, ReadLine, Wrong } from './read-lines.ts'

/** Goods of the station as they are. */
export interface Known {
  readonly id: number
  readonly code: string
  readonly productId: number | null
  readonly name: string
  readonly barcode: string
  readonly category: string
  readonly description: string
  readonly priceCents: number | null
  readonly taxRate: number
  readonly weight: number
  readonly lowStock: number | null
  readonly giftPoints: number | null
  readonly giftCents: number | null
  readonly giftPercent: number | null
  readonly frozenCents: number | null
  readonly frozenPercent: number | null
  readonly giftCardId: number | null
  readonly giftCoupons: readonly GiftCoupon[]
}
/** What a line names elsewhere. */
interface Named {
  readonly giftCardId: number | null
  /** Nothing where the line says nothing of coupons. */
  readonly giftCoupons: readonly GiftCoupon[] | null
}
export type Judged = { readonly line: ReadLine } & Named &
  (
    | { readonly outcome: 'refused'; readonly wrong: Wrong }
    | { readonly outcome: 'added' | 'unchanged' | 'changed'; readonly wrong?: undefined; readonly known: Known | undefined }
  )

export interface Asked {
  readonly companyId: number
  readonly stationId: number
  readonly mode: string
}

/** Judges lines together: what is known of them is read by one statement, however many they are. @source ADR 79 */
export async function judge(ctx: Ctx, asked: Asked, lines: readonly ReadLine[]): Promise<Judged[]> {
  const right = lines.filter(({ wrong }) => !wrong)
  const facts = await factsOf(ctx, asked, right)
  return lines.map(line => decide(line, asked.mode, facts))
}

interface Facts {
  readonly goods: ReadonlyMap<string, Known>
  /** Other goods that have the barcode of a line: their code. */
  readonly barcodes: ReadonlyMap<string, string>
  readonly fuelCategories: ReadonlySet<string>
  /** Card products that keep money, by their names. */
  readonly giftCards: ReadonlyMap<string, number>
  /** What is meant by each text that names coupons. */
  readonly coupons: ReadonlyMap<string, Coupons>
}

async function factsOf(ctx: Ctx, { companyId, stationId }: Asked, lines: readonly GoodsLine[]): Promise<Facts> {
  const { tx } = ctx
  // Each is looked up by itself: of a shop that has just been filled the planner knows too little, and would read all of it.
  const { rows: goods } = await sql<Known>`
    select item.*, category.name as category
    from unnest(${lines.map(({ code }) => code)}::text[]) as given (code)
    cross join lateral (
      select id, code, product_id, name, barcode, category_id, description, price_cents, tax_rate, weight, low_stock, gift_points,
        gift_cents, gift_percent, frozen_cents, frozen_percent, gift_card_id, gift_coupons
      from ${scoped(tx, 'item')} known where station_id = ${stationId} and code = given.code limit 1) as item
    join ${scoped(tx, 'category')} category on category.id = item.category_id`.execute(tx)
  return {
    goods: new Map(goods.map(row => [row.code, row])),
    barcodes: await othersWithBarcodes(tx, stationId, lines),
    fuelCategories: new Set(await fuelCategories(tx, stationId)),
    giftCards: await cardsNamed(tx, stationId, saidIn(lines, 'giftCard')),
    coupons: await couponsNamed(ctx, companyId, saidIn(lines, 'giftCoupons')),
  }
}

const saidIn = (lines: readonly GoodsLine[], field: 'giftCard' | 'giftCoupons'): string[] => [
  ...new Set(lines.map(line => line[field]).filter(Boolean)),
]

/** Two questions, as the index that keeps a barcode unique leaves out those that goods have shared since before. */
async function othersWithBarcodes(tx: Ctx['tx'], stationId: number, lines: readonly GoodsLine[]): Promise<Map<string, string>> {
  const named = lines.filter(({ barcode }) => barcode !== '')
  if (named.length === 0) return new Map()
  const barcodes = named.map(({ barcode }) => barcode),
    codes = named.map(({ code }) => code)
  const given = sql`unnest(${barcodes}::text[], ${codes}::text[]) as given (barcode, code)`
  const other = (isDoubled: boolean) => sql`
    select given.barcode, item.code from ${given} cross join lateral (
      select code from ${scoped(tx, 'item')} known where station_id = ${stationId} and barcode = given.barcode and barcode <> ''
        and ${isDoubled ? sql`barcode_doubled` : sql`not barcode_doubled`} and code <> given.code limit 1) as item`
  const { rows } = await sql<{ barcode: string; code: string }>`${other(false)} union all ${other(true)}`.execute(tx)
  return new Map(rows.map(({ barcode, code }) => [barcode, code]))
}

export async function fuelCategories(tx: Ctx['tx'], stationId: number): Promise<string[]> {
  const found = await tx.selectFrom('category').where('stationId', '=', stationId).where('type', '=', 'fuel').select('name').execute()
  return found.map(({ name }) => name)
}

/**
 * Card products that keep money, by their names. Nothing is asked where no line names one; a name that two products bear is none that could
 * be meant.
 */
export async function cardsNamed(tx: Ctx['tx'], stationId: number, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select min(card.id) as id, card.name from ${scoped(tx, 'card')} card
    join ${scoped(tx, 'station')} station on station.company_id = card.company_id and station.id = ${stationId}
    where card.type = 'debit' and card.name = any(${names}::text[]) group by card.name having count(*) = 1`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

function decide(line: ReadLine, mode: string, { goods, barcodes, fuelCategories, giftCards, coupons }: Facts): Judged {
  const said = line.giftCoupons === '' ? undefined : coupons.get(line.giftCoupons)
  const named: Named = { giftCardId: giftCards.get(line.giftCard) ?? null, giftCoupons: said?.group ?? null }
  if (line.wrong) return { line, ...named, outcome: 'refused', wrong: line.wrong }
  const refused = (field: Field, reason: ItemImportReason, value: string): Judged => ({
    line,
    ...named,
    outcome: 'refused',
    wrong: { field, reason, value: value.slice(0, 60) },
  })
  const known = goods.get(line.code)
  if (known && known.productId !== null) return refused('code', 'codeOfFuel', line.code)
  if (fuelCategories.has(line.category)) return refused('category', 'categoryOfFuel', line.category)
  // What goods have they keep, though others have shared it since before barcodes were unique.
  if (line.barcode !== known?.barcode && barcodes.has(line.barcode)) return refused('barcode', 'barcodeTaken', line.barcode)
  if (line.giftCard !== '' && named.giftCardId === null) return refused('giftCard', 'giftCard', line.giftCard)
  // Goods keep a coupon that has ended since it was chosen for them.
  const stays = said && known && givesTheSame(said.group, known.giftCoupons)
  if (said?.wrong && !(stays && kept.has(said.wrong))) return refused('giftCoupons', said.wrong, line.giftCoupons)
  if (!known) return { line, ...named, outcome: 'added', known }
  const outcome = mode === 'changed' && differs(line, named, known) ? 'changed' : 'unchanged'
  return { line, ...named, outcome, known }
}
const kept: ReadonlySet<ItemImportReason> = new Set(['couponEnded', 'couponNonMembers', 'couponStartsLate'])

const gifts = ['giftPoints', 'giftCents', 'giftPercent', 'frozenCents', 'frozenPercent'] as const
const asNumber = (value: number | null) => (value === null ? null : Number(value))

/** What a line does not say stays; the stock of goods that are there is changed by documents alone. */
function differs(line: GoodsLine, { giftCardId, giftCoupons }: Named, known: Known): boolean {
  return (
    line.name !== known.name ||
    line.category !== known.category ||
    line.priceCents !== known.priceCents ||
    (line.barcode !== '' && line.barcode !== known.barcode) ||
    (line.description !== '' && line.description !== known.description) ||
    (line.taxRate !== null && line.taxRate !== Number(known.taxRate)) ||
    (line.weight !== null && line.weight !== known.weight) ||
    (line.lowStock !== null && line.lowStock !== known.lowStock) ||
    (giftCardId !== null && giftCardId !== known.giftCardId) ||
    (giftCoupons !== null && !givesTheSame(giftCoupons, known.giftCoupons)) ||
    gifts.some(field => line[field] !== null && line[field] !== asNumber(known[field]))
  )
}
