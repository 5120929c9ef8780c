import { sql } from 'kysely'
import type { ColumnSource, ToldColumn } from '../../platform/search/read-out.ts'

const flags = ['late', 'priceDifference', 'clockSuspect'] as const
/** With the separators that figures have within words. */
const grouped = (column: string, places: 0 | 2) =>
  places === 2 ? sql`to_char(${sql.ref(column)} / 100.0, 'FM999,999,999,990.00')` : sql`to_char(${sql.ref(column)}, 'FM999,999,999,990')`

const linesOf = ({ own, rowsOf }: ColumnSource, kind?: 'fuel' | 'normal') =>
  sql`from ${rowsOf('order_line')} line left join ${rowsOf('item')} item on item.id = line.item_id
    left join ${rowsOf('category')} category on category.id = item.category_id
    where line.order_id = ${own('id')} ${kind ? sql`and line.category_type = ${sql.lit(kind)}` : sql``}`
const sum = (field: string, kind: 'fuel' | 'normal') => (of: ColumnSource) =>
  sql`(select coalesce(sum(${sql.ref(`line.${field}`)}), 0)::text ${linesOf(of, kind)})`
const names = (field: string, kind: 'fuel' | 'normal') => (of: ColumnSource) =>
  sql`(select string_agg(distinct ${sql.ref(field)}, '、') ${linesOf(of, kind)})`
const unitPrice = (kind: 'fuel' | 'normal') => (of: ColumnSource) =>
  sql`(select case when count(distinct coalesce(line.price_cents, -1)) = 1 then min(line.price_cents)::text end ${linesOf(of, kind)})`

/** What the pages of sales show of an order besides its own fields. */
export const orderColumns: Readonly<Record<string, ToldColumn>> = {
  /** Each line in words, `92# 30.00 L` or `Water × 2`, or as the screen says it. */
  goods: {
    kind: 'text',
    value: (of, { fuel = '{name} {volume} L', normal = '{name} × {count}', comma = '; ' }) => sql`(
      select string_agg(case line.category_type
        when 'fuel' then replace(replace(${fuel}, '{volume}', ${grouped('line.volumeCl', 2)}), '{name}', coalesce(item.name, '—'))
        else replace(replace(${normal}, '{count}', ${grouped('line.pieces', 0)}), '{name}', coalesce(item.name, '—')) end,
        ${comma} order by line.id) ${linesOf(of)})`,
  },
  /** What is unusual about an order. */
  flags: {
    kind: 'text',
    value: ({ own }, words) =>
      sql`nullif(concat_ws(${words['comma'] ?? '; '}, ${sql.join(
        flags.map(flag => sql`case when ${own(flag)} then ${words[flag] ?? flag}::text end`),
      )}), '')`,
  },
  /** Where the money went is not a bill clerk's to see. @source spec 1 §6 */
  moneyFlow: { kind: 'enum', value: ({ own }) => own('moneyFlow'), hideFor: ['station_bill'] },
  /** Of its payments, in the order they were made. */
  paymentSerials: {
    kind: 'text',
    value: ({ own, rowsOf }) =>
      sql`(select string_agg(serial, ', ' order by id) from ${rowsOf('pay_transaction')} payment where order_id = ${own('id')})`,
  },
  fuelNames: { kind: 'text', value: names('item.name', 'fuel') },
  fuelVolumeCl: { kind: 'centilitres', value: sum('volumeCl', 'fuel') },
  fuelPriceCents: { kind: 'cents', value: unitPrice('fuel') },
  fuelAmountCents: { kind: 'cents', value: sum('amountCents', 'fuel') },
  goodsCategories: { kind: 'text', value: names('category.name', 'normal') },
  goodsPieces: { kind: 'integer', value: sum('pieces', 'normal') },
  goodsPriceCents: { kind: 'cents', value: unitPrice('normal') },
  goodsAmountCents: { kind: 'cents', value: sum('amountCents', 'normal') },
}
