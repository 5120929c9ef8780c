import { statistics } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle } from '../../platform/command.ts'
import { all, statisticOf, type Thing } from './read.ts'

const keyed = (dimension: string, name?: Pick<Thing, 'name' | 'join'>): Thing => ({
  dimension,
  key: sql`nullif(cell_key, '')`,
  ...name,
})
const payType = keyed('payType', { name: sql`nullif(cell_key, '')` })
const employee = keyed('employee', {
  name: sql`account.name`,
  join: sql`left join user_account account on account.id = nullif(cell_key, '')::bigint`,
})
const device = keyed('device', { name: sql`device.name`, join: sql`left join device on device.id = nullif(cell_key, '')::bigint` })
const ofItem = sql`left join item on item.id = nullif(cell_key, '')::bigint`

const sold = {
  all,
  payType,
  employee,
  device,
  nozzle: keyed('nozzle', {
    name: sql`nozzle.logic_no::text`,
    join: sql`left join nozzle_control nozzle on nozzle.id = nullif(cell_key, '')::bigint`,
  }),
  item: keyed('item', { name: sql`item.name`, join: ofItem }),
  // What the item is today. Goods are no product of the company's; categories of one name are one, whichever station keeps them.
  product: {
    dimension: 'item',
    key: sql`product.id::text`,
    name: sql`product.name`,
    join: sql`${ofItem} left join product on product.id = item.product_id`,
  },
  category: {
    dimension: 'item',
    key: sql`category.name`,
    name: sql`category.name`,
    join: sql`${ofItem} left join category on category.id = item.category_id`,
  },
} satisfies Record<string, Thing>

/** Orders are counted once, litres and money by their lines. @source spec 0 §7, guarantees I15 */
const sales = handle(statistics.sales, (ctx, { query }) =>
  statisticOf(ctx, query, {
    facts: ['order', 'line'],
    things: sold,
    sums: dimension => sql`
      coalesce(sum(count) filter (where fact = ${dimension === 'item' ? 'line' : 'order'}), 0)::bigint as orders,
      coalesce(sum(volume_cl), 0)::bigint as volume_cl, coalesce(sum(cell.pieces), 0)::bigint as pieces,
      coalesce(sum(amount_cents) filter (where fact = 'line'), 0)::bigint as amount_cents,
      coalesce(sum(discount_cents) filter (where fact = 'line'), 0)::bigint as discount_cents,
      coalesce(sum(amount_cents - discount_cents) filter (where fact = 'line'), 0)::bigint as total_cents`,
    none: { orders: 0, volumeCl: 0, pieces: 0, amountCents: 0, discountCents: 0, totalCents: 0 },
    since: ctx.scope.since?.orderDays,
  }),
)

const payments = handle(statistics.payments, (ctx, { query }) =>
  statisticOf(ctx, query, {
    facts: ['payment'],
    things: { all, payType, employee, device },
    sums: () => sql`
      sum(count)::bigint as payments, sum(amount_cents)::bigint as amount_cents, sum(refunded_cents)::bigint as refunded_cents,
      sum(amount_cents - refunded_cents)::bigint as net_cents`,
    none: { payments: 0, amountCents: 0, refundedCents: 0, netCents: 0 },
    since: ctx.scope.since?.orderDays,
  }),
)

const standing = (part: number): Thing => {
  const word = sql`nullif(split_part(cell_key, ':', ${sql.lit(part)}), '')`
  return { dimension: 'standing', key: word, name: word }
}

/** What belongs to no station is seen by whoever is not bound to stations. */
const cards = handle(statistics.cards, (ctx, { query }) =>
  statisticOf(ctx, query, {
    facts: ['card'],
    things: { all: { ...all, dimension: 'standing' }, type: standing(1), payType: standing(3) },
    sums: () => sql`
      sum(count)::bigint as movements, sum(amount_cents)::bigint as amount_cents, sum(principal_cents)::bigint as principal_cents,
      sum(gift_cents)::bigint as gift_cents`,
    none: { movements: 0, amountCents: 0, principalCents: 0, giftCents: 0 },
    since: ctx.scope.since?.cardDetailDays,
    withCompany: true,
  }),
)

export const handlers = [sales, payments, cards]
