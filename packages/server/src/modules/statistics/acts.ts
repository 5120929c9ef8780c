import { fundColumns, recentSpan, statistics, UserCardKind } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { withinScope } from './limit.ts'
import { statisticOf, type Thing } from './read.ts'

const keyed = (dimension: string, name?: Pick<Thing, 'name' | 'join' | 'fuel'>): Thing => ({
  dimension,
  key: sql`nullif(aggregate_key, '')`,
  ...name,
})
/** A word of what lists are filtered by: `status:type:payType`. */
const wordOf = (part: 1 | 3): Thing => {
  const word = sql`nullif(split_part(aggregate_key, ':', ${sql.lit(part)}), '')`
  return { dimension: 'status', key: word, name: word }
}
const kindNo = sql`split_part(aggregate_key, ':', 2)`
const kind: Thing = { dimension: 'status', key: sql`(${[...UserCardKind.options]}::text[])[nullif(${kindNo}, '')::int]` }
const payType = wordOf(3)
/** Together, by the same aggregates: they know the type of a movement. */
const everything: Thing = { dimension: 'status', key: sql`null::text` }

/** Cards and members are too many for aggregates of their own: their movements are read, keyed as in `status` and by whose they are. */
const holder = (id: 'user_card_id' | 'user_id', name: Required<Pick<Thing, 'name' | 'join'>>): Thing => ({
  dimension: 'status',
  key: sql`nullif(split_part(aggregate_key, ':', 4), '')`,
  ...name,
  rows: tx => sql`
    select 'card' as fact, detail.created_date as at,
      concat_ws(':', detail.type, coalesce(card_kind_no(moved.kind, moved.registered_time, detail.created_date)::text, ''),
        coalesce(pay_type, ''), coalesce(detail.${sql.ref(id)}::text, '')) as aggregate_key,
      1::bigint as count, 0::bigint as volume_cl, 0::bigint as pieces, amount_cents, 0::bigint as discount_cents, 0::bigint as paid_cents,
      0::bigint as refunded_cents, principal_cents, gift_cents
    from ${scoped(tx, 'user_card_detail')} detail join ${scoped(tx, 'user_card')} moved on moved.id = detail.user_card_id
    where (detail.station_id = site.station_id or detail.station_id is null and detail.company_id = site.station_id)
      and detail.created_date >= site.begins and detail.created_date < site.ends`,
})
const holderId = sql`nullif(split_part(aggregate_key, ':', 4), '')::bigint`
const card = holder('user_card_id', {
  name: sql`card.number`,
  join: tx => sql`left join ${scoped(tx, 'user_card')} card on card.id = ${holderId}`,
})
const member = holder('user_id', {
  name: sql`holder.name`,
  join: tx => sql`left join ${scoped(tx, 'user_account')} holder on holder.id = ${holderId}`,
})
const ofTypes = (types: readonly string[]) =>
  sql`coalesce(sum(amount_cents) filter (where split_part(aggregate_key, ':', 1) = any(${types})), 0)::bigint`
const employee = keyed('employee', {
  name: sql`account.name`,
  join: tx => sql`left join ${scoped(tx, 'user_account')} account on account.id = nullif(aggregate_key, '')::bigint`,
})
const device = keyed('device', {
  name: sql`device.name`,
  join: tx => sql`left join ${scoped(tx, 'device')} device on device.id = nullif(aggregate_key, '')::bigint`,
})
const ofProduct = sql`case when product.id is not null
  then array[coalesce(product.color, product.base_color), product.code, product.classification] end`
const ofItem = (tx: Tx) => sql`left join ${scoped(tx, 'item')} item on item.id = nullif(aggregate_key, '')::bigint`

const sold = {
  payType,
  employee,
  device,
  nozzle: keyed('nozzle', {
    name: sql`nozzle.logic_no::text`,
    join: tx => sql`left join ${scoped(tx, 'nozzle_control')} nozzle on nozzle.id = nullif(aggregate_key, '')::bigint`,
  }),
  item: keyed('item', {
    name: sql`item.name`,
    join: tx => sql`${ofItem(tx)} left join ${scoped(tx, 'product')} product on product.id = item.product_id`,
    fuel: ofProduct,
  }),
  // What the item is today. Goods are no product of the company's; categories of one name are one, whichever station keeps them.
  product: {
    dimension: 'item',
    key: sql`product.id::text`,
    name: sql`product.name`,
    fuel: ofProduct,
    join: tx => sql`${ofItem(tx)} left join ${scoped(tx, 'product')} product on product.id = item.product_id`,
  },
  category: {
    dimension: 'item',
    key: sql`category.name`,
    name: sql`category.name`,
    join: tx => sql`${ofItem(tx)} left join ${scoped(tx, 'category')} category on category.id = item.category_id`,
  },
} satisfies Record<string, Thing>

/** Of an order the money is what is due, of a line what it came to before discounts. @source spec 0 §7, guarantees I15 */
const sales = handle(statistics.sales, async (ctx, { query }) => statisticOf(ctx, await withinScope(ctx, query), salesKind(ctx)))

/** Its times are fixed and read from aggregates: how many months a question may reach over says nothing about them. */
const recentSales = handle(statistics.recentSales, (ctx, { query: { range, by, stationId } }) => {
  const { from, to, group } = recentSpan(range, ctx.now.toISOString(), ctx.scope.zone)
  return statisticOf(ctx, { from, to, group: [by === 'time' ? group : by], stationId }, salesKind(ctx))
})

/** What was sold: orders, litres, pieces and money. */
export function salesKind({ scope }: Ctx) {
  return {
    facts: ['order', 'line'],
    things: sold,
    sums: (dimension: string) => sql`
      sum(count)::bigint as orders, sum(volume_cl)::bigint as volume_cl, sum(aggregate.pieces)::bigint as pieces,
      sum(${dimension === 'item' ? sql`amount_cents` : sql`amount_cents + discount_cents`})::bigint as amount_cents,
      sum(discount_cents)::bigint as discount_cents,
      sum(${dimension === 'item' ? sql`amount_cents - discount_cents` : sql`amount_cents`})::bigint as total_cents`,
    none: { orders: 0, volumeCl: 0, pieces: 0, amountCents: 0, discountCents: 0, totalCents: 0 },
    since: scope.since?.orderDays,
    last: true,
  }
}

const payments = handle(statistics.payments, async (ctx, { query }) =>
  statisticOf(ctx, await withinScope(ctx, query), {
    facts: ['payment'],
    things: { payType, employee, device },
    sums: () => sql`
      sum(count)::bigint as payments, sum(amount_cents)::bigint as amount_cents, sum(refunded_cents)::bigint as refunded_cents,
      sum(amount_cents - refunded_cents)::bigint as net_cents`,
    none: { payments: 0, amountCents: 0, refundedCents: 0, netCents: 0 },
    since: ctx.scope.since?.orderDays,
    last: true,
  }),
)

/** What belongs to no station is seen by anyone who is not bound to stations. */
const cards = handle(statistics.cards, async (ctx, { query }) =>
  statisticOf(ctx, await withinScope(ctx, query), {
    facts: ['card'],
    things: { type: wordOf(1), payType, kind, card, member },
    all: everything,
    ...(query.kind && { where: sql`where ${kindNo} = ${String(UserCardKind.options.indexOf(query.kind) + 1)}` }),
    sums: () => sql`
      sum(count)::bigint as movements, sum(amount_cents)::bigint as amount_cents, sum(principal_cents)::bigint as principal_cents,
      sum(gift_cents)::bigint as gift_cents, ${ofTypes(fundColumns.topUp)} as top_up_cents,
      ${ofTypes(fundColumns.consume)} as consume_cents`,
    none: { movements: 0, amountCents: 0, principalCents: 0, giftCents: 0, topUpCents: 0, consumeCents: 0 },
    rank: ({ topUpCents, consumeCents }) => Math.abs(topUpCents) + Math.abs(consumeCents),
    since: ctx.scope.since?.cardDetailDays,
    withCompany: true,
    last: true,
  }),
)

export const statisticHandlers = [sales, recentSales, payments, cards]
