import { PriceRuleKind, type Withheld } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Coupon, Line, Lowered } from '../reckoning/index.ts'

/** A line as it was sold. */
export interface PastLine extends Line {
  /** Taken off it then, all in all. */
  readonly discountCents: number
  readonly listPriceCents: number | null
  /** What was at hand then and gave nothing. */
  readonly withheld: readonly Withheld[]
}
/** A sale that was paid and not given back as a whole. */
export interface PastSale {
  readonly id: number
  readonly stationId: number
  /** Its moment in milliseconds since 1970, and by the clock of its station. */
  readonly at: number
  readonly moment: string
  readonly deviceType: string | null
  readonly payType: string | null
  /** The card that it names, and the member whose card that is; of a card of a fleet its driver. */
  readonly cardId: number | null
  readonly userId: number | null
  readonly ofFleet: boolean
  /** Money of a card was held for it, at a price for a litre. */
  readonly isHeld: boolean
  readonly paidCents: number
  readonly refundedCents: number
  readonly lines: readonly PastLine[]
  /** The coupons that it used, with the cents that they gave. */
  readonly used: readonly { readonly coupon: Coupon; readonly cents: number }[]
}

export interface Asked {
  readonly companyId: number
  /** Those of the company where it is empty. */
  readonly stationIds: readonly number[]
}
type RowLine = [
  itemId: number,
  productId: number | null,
  type: 'fuel' | 'normal',
  quantity: number,
  priceCents: number | null,
  listPriceCents: number | null,
  amountCents: number,
  discountCents: number,
  discounts: RowDiscount[] | null,
  withheld: Withheld[] | null,
]
interface RowDiscount {
  readonly kind: string
  readonly name: string
  readonly source_id: number | null
  readonly source_version: number | null
  readonly amount_cents: number
}
type Row = Omit<PastSale, 'lines' | 'used'> & { readonly lines: RowLine[] | null }

/** The sales of a span of time, in its order. */
export async function salesBetween(tx: Tx, { companyId, stationIds }: Asked, from: Date, until: Date): Promise<PastSale[]> {
  const { rows } = await sql<Row>`
    select sale.id, sale.station_id, (extract(epoch from sale.created_date) * 1000)::bigint as at,
      to_char(sale.created_date at time zone place.time_zone, 'YYYY-MM-DD"T"HH24:MI:SS') as moment, device.type as device_type,
      sale.pay_type, payer.id as card_id, payer.user_id, payer.group_id is not null as of_fleet, exists (
        select from card_authorisation hold where hold.company_id = ${companyId} and hold.order_id = sale.id) as is_held,
      sale.paid_cents, sale.refunded_cents, (
        select json_agg(json_build_array(line.item_id, item.product_id, line.category_type, line.quantity, line.price_cents,
          line.list_price_cents, line.amount_cents, line.discount_cents, case when line.discount_cents > 0 then coalesce(line.discounts, (
            select jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'source_id', source_id, 'source_version', source_version,
              'amount_cents', amount_cents)) from order_discount off
            where off.company_id = ${companyId} and off.order_id = sale.id and off.item_id = line.item_id)) end, line.withheld)
          order by line.id)
        from order_line line left join item on item.company_id = ${companyId} and item.id = line.item_id
        where line.company_id = ${companyId} and line.order_id = sale.id
      ) as lines
    from sale_order sale
    join station place on place.company_id = ${companyId} and place.id = sale.station_id
    left join device on device.company_id = ${companyId} and device.id = sale.device_id
    left join user_card payer on payer.company_id = ${companyId} and payer.id = sale.user_card_id
    where sale.company_id = ${companyId} and sale.created_date >= ${from}::timestamptz and sale.created_date < ${until}::timestamptz
      and sale.status = 'success' and (sale.refunded_cents < sale.paid_cents or sale.paid_cents = 0)
      and (${stationIds.length === 0} or sale.station_id = any(${[...stationIds]}::bigint[]))
    order by sale.created_date, sale.id`.execute(tx)
  const ids = rows.flatMap(({ lines }) => (lines ?? []).flatMap(([, , , , , , , , discounts]) => couponsAmong(discounts)))
  const coupons = ids.length > 0 ? await couponsOf(tx, companyId, [...new Set(ids)]) : new Map<number, Coupon>()
  return rows.map(row => saleOf(row, coupons))
}

const couponsAmong = (discounts: readonly RowDiscount[] | null): number[] =>
  (discounts ?? []).flatMap(({ kind, source_id: id }) => (kind === 'coupon' && id !== null ? [id] : []))

/** Coupons with the terms that they were issued with. */
async function couponsOf(tx: Tx, companyId: number, ids: readonly number[]): Promise<Map<number, Coupon>> {
  const { rows } = await sql<Pick<Coupon, 'id' | 'dealId' | 'version' | 'startsAt' | 'endsAt'> & { document: Coupon }>`
    select held.id, held.deal_id, held.terms as version, kept.document, (extract(epoch from held.start_time) * 1000)::bigint as starts_at,
      (extract(epoch from held.end_time) * 1000)::bigint as ends_at
    from user_deal held
    join deal_terms kept on kept.company_id = ${companyId} and kept.deal_id = held.deal_id and kept.terms = held.terms
    where held.company_id = ${companyId} and held.id = any(${[...ids]}::bigint[])`.execute(tx)
  // Who may use it was judged when it was used.
  const anybody = (conditions: Coupon['conditions']) => ({ ...conditions, tags: [] })
  return new Map(rows.map(({ document, ...own }) => [own.id, { ...document, ...own, conditions: anybody(document.conditions) }]))
}

function saleOf({ lines: given, ...sale }: Row, coupons: ReadonlyMap<number, Coupon>): PastSale {
  const used = new Map<number, number>()
  const lines = (given ?? []).map(line => {
    const [itemId, productId, type, quantity, priceCents, listPriceCents, amountCents, discountCents, discounts, withheld] = line
    const named = discounts ?? []
    for (const { kind, source_id: id, amount_cents: cents } of named)
      if (kind === 'coupon' && id !== null && coupons.has(id)) used.set(id, (used.get(id) ?? 0) + cents)
    const rules = named.flatMap(each => loweredBy(each))
    const byCoupons = named.reduce((sum, each) => sum + (each.kind === 'coupon' ? each.amount_cents : 0), 0)
    const best = rules.reduce((sum, each) => sum + each.amountCents, 0)
    const allowedCents = Math.max(0, discountCents - best - byCoupons)
    const own = { itemId, productId, type, quantity, priceCents, listPriceCents, amountCents, discountCents, allowedCents }
    const outdone = (withheld ?? []).flatMap(each => outdoneBy(each))
    return { ...own, isCharged: false, kept: [...rules, ...outdone], withheld: withheld ?? [] }
  })
  return { ...sale, lines, used: [...used].map(([id, cents]) => ({ coupon: coupons.get(id)!, cents })) }
}

const isRule = (kind: string): kind is PriceRuleKind => (PriceRuleKind.options as readonly string[]).includes(kind)

const loweredBy = ({ kind, name, source_id: sourceId, source_version: version, amount_cents: amountCents }: RowDiscount): Lowered[] =>
  isRule(kind) && sourceId !== null ? [{ kind, name, sourceId, version: version ?? 0, amountCents }] : []

/** What a rule that was outdone would have taken off. */
const outdoneBy = ({ kind, name, sourceId, version, reason, haveCents }: Withheld): Lowered[] =>
  isRule(kind) && reason === 'outdone' && haveCents !== null && haveCents > 0
    ? [{ kind, name, sourceId, version, amountCents: haveCents }]
    : []
