import { statistics, UserCardKind } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle } from '../../platform/command.ts'
import { withinScope } from './limit.ts'
import { statisticOf, type Thing } from './read.ts'
import { reportHandlers } from './report.ts'

const keyed = (dimension: string, name?: Pick<Thing, 'name' | 'join' | 'fuel'>): Thing => ({
  dimension,
  key: sql`nullif(cell_key, '')`,
  ...name,
})
/** A word of what lists are filtered by: `status:type:payType`. */
const standing = (part: 1 | 3): Thing => {
  const word = sql`nullif(split_part(cell_key, ':', ${sql.lit(part)}), '')`
  return { dimension: 'standing', key: word, name: word }
}
const kindNo = sql`split_part(cell_key, ':', 2)`
const kind: Thing = { dimension: 'standing', key: sql`(${[...UserCardKind.options]}::text[])[nullif(${kindNo}, '')::int]` }
const payType = standing(3)
const employee = keyed('employee', {
  name: sql`account.name`,
  join: sql`left join user_account account on account.id = nullif(cell_key, '')::bigint`,
})
const device = keyed('device', { name: sql`device.name`, join: sql`left join device on device.id = nullif(cell_key, '')::bigint` })
const ofProduct = sql`case when product.id is not null then array[product.color, product.code, product.classification] end`
const ofItem = sql`left join item on item.id = nullif(cell_key, '')::bigint`

const sold = {
  payType,
  employee,
  device,
  nozzle: keyed('nozzle', {
    name: sql`nozzle.logic_no::text`,
    join: sql`left join nozzle_control nozzle on nozzle.id = nullif(cell_key, '')::bigint`,
  }),
  item: keyed('item', { name: sql`item.name`, join: sql`${ofItem} left join product on product.id = item.product_id`, fuel: ofProduct }),
  // What the item is today. Goods are no product of the company's; categories of one name are one, whichever station keeps them.
  product: {
    dimension: 'item',
    key: sql`product.id::text`,
    name: sql`product.name`,
    fuel: ofProduct,
    join: sql`${ofItem} left join product on product.id = item.product_id`,
  },
  category: {
    dimension: 'item',
    key: sql`category.name`,
    name: sql`category.name`,
    join: sql`${ofItem} left join category on category.id = item.category_id`,
  },
} satisfies Record<string, Thing>

/** Of an order the money is what is due, of a line what it came to before discounts. @source spec 0 §7, guarantees I15 */
const sales = handle(statistics.sales, async (ctx, { query }) =>
  statisticOf(ctx, await withinScope(ctx, query), {
    facts: ['order', 'line'],
    things: sold,
    sums: dimension => sql`
      sum(count)::bigint as orders, sum(volume_cl)::bigint as volume_cl, sum(cell.pieces)::bigint as pieces,
      sum(${dimension === 'item' ? sql`amount_cents` : sql`amount_cents + discount_cents`})::bigint as amount_cents,
      sum(discount_cents)::bigint as discount_cents,
      sum(${dimension === 'item' ? sql`amount_cents - discount_cents` : sql`amount_cents`})::bigint as total_cents`,
    none: { orders: 0, volumeCl: 0, pieces: 0, amountCents: 0, discountCents: 0, totalCents: 0 },
    since: ctx.scope.since?.orderDays,
    last: true,
  }),
)

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

/** What belongs to no station is seen by whoever is not bound to stations. */
const cards = handle(statistics.cards, async (ctx, { query }) =>
  statisticOf(ctx, await withinScope(ctx, query), {
    facts: ['card'],
    things: { type: standing(1), payType, kind },
    sums: () => sql`
      sum(count)::bigint as movements, sum(amount_cents)::bigint as amount_cents, sum(principal_cents)::bigint as principal_cents,
      sum(gift_cents)::bigint as gift_cents`,
    none: { movements: 0, amountCents: 0, principalCents: 0, giftCents: 0 },
    since: ctx.scope.since?.cardDetailDays,
    withCompany: true,
    last: true,
  }),
)

export { foldWaiting, type Pace } from './fold.ts'
export const handlers = [sales, payments, cards, ...reportHandlers]
