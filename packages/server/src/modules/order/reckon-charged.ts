import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { discountsOf, type Brought } from '../card/index.ts'
import { activityPrices } from '../deal/index.ts'
import { reckon } from '../reckoning/index.ts'
import { amountOf, roundingCents } from './pricing.ts'

/** So many sales are reckoned together. */
const most = 500

/** Reckons what finished sales would have cost by our rules. */
export const reckonFinished = workOnCompanies({
  name: 'reckoning',
  path: '/orders',
  where: () => sql`exists (select from sale_to_reckon waiting where waiting.company_id = company.id)`,
  portions: [async (ctx, companyId) => (await reckonSome(ctx, companyId)) > 0],
})

export const rollUpReckonings = asRollUp(reckonFinished)

/** A line of fuel that a device charged, whose list price is known. What coupons took off comes after prices, and is left out. */
interface Charged {
  readonly id: number
  readonly orderId: number
  readonly stationId: number
  readonly userCardId: number
  readonly at: string
  readonly productId: number | null
  readonly itemId: number
  readonly volumeCl: number
  readonly listPriceCents: number
  readonly chargedCents: number
}

/** Takes sales off the list of what waits. They are on it again should the transaction not be committed. */
async function takeSome({ tx }: Ctx, companyId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ orderId: number; at: string }>`
    with waiting as materialized (
      select order_id from sale_to_reckon where company_id = ${companyId} order by order_id limit ${most}::int for update skip locked
    )
    delete from sale_to_reckon using waiting where company_id = ${companyId} and sale_to_reckon.order_id = waiting.order_id
    returning sale_to_reckon.order_id, at`.execute(tx)
  return new Map(rows.map(({ orderId, at }) => [orderId, at]))
}

async function chargedOn({ tx }: Ctx, companyId: number, taken: ReadonlyMap<number, string>): Promise<Charged[]> {
  const { rows } = await sql<Omit<Charged, 'at'>>`
    select line.id, line.order_id, line.station_id, sale.user_card_id, item.product_id, line.item_id, line.volume_cl, line.list_price_cents,
      line.amount_cents - line.discount_cents + coalesce((
        select sum((given->>'amount_cents')::bigint) from jsonb_array_elements(line.discounts) as given where given->>'kind' = 'coupon'
      ), 0) as charged_cents
    from order_line line
    join sale_order sale on sale.company_id = ${companyId} and sale.id = line.order_id and sale.user_card_id is not null
    join item on item.company_id = ${companyId} and item.id = line.item_id
    where line.company_id = ${companyId} and line.order_id = any(${[...taken.keys()]}::bigint[]) and line.category_type = 'fuel'
      and line.list_price_cents is not null order by line.id`.execute(tx)
  return rows.map(row => ({ ...row, at: taken.get(row.orderId)! }))
}

/** @returns how many sales were looked at */
export async function reckonSome(ctx: Ctx, companyId: number): Promise<number> {
  const taken = await takeSome(ctx, companyId)
  if (taken.size === 0) return 0
  const lines = await chargedOn(ctx, companyId, taken)
  const asked = lines.map(({ userCardId, stationId, at }) => ({ companyId, stationId, at: new Date(at), cardId: userCardId }))
  const [byCard, byActivity] = [await discountsOf(ctx.tx, asked), await activityPrices(ctx.tx, asked)]
  const rows = lines.flatMap((line, turn) => {
    const one = asked[turn]!
    return (
      rowOf(
        line,
        [byCard.get(one), byActivity.get(one)].flatMap(brought => brought ?? []),
      ) ?? []
    )
  })
  await write(ctx, companyId, rows)
  return taken.size
}

/** Nothing where no rule lowers the line and the device took nothing off the price of the list. */
function rowOf(line: Charged, brought: readonly Brought[]) {
  const { id, orderId, productId, itemId, volumeCl, listPriceCents, chargedCents } = line
  const listCents = amountOf('fuel', volumeCl, listPriceCents)
  const [first] = brought
  const listed = { type: 'fuel', productId, itemId, quantity: volumeCl, priceCents: listPriceCents, amountCents: listCents } as const
  const rules = brought.flatMap(each => each.rules)
  const rule = first && reckon([{ ...listed, allowedCents: 0, isCharged: false }], first, rules).lines[0]!.rule
  if (!rule && chargedCents >= listCents - roundingCents) return undefined
  return {
    line: id,
    order: orderId,
    charged: chargedCents,
    reckoned: listCents - (rule?.amountCents ?? 0),
    list: listCents,
    kind: rule?.kind ?? null,
    name: rule?.name ?? null,
    source: rule?.sourceId ?? null,
    version: rule?.version ?? null,
  }
}

const write = async ({ tx, now }: Ctx, companyId: number, rows: readonly object[]) =>
  rows.length > 0 &&
  sql`
  insert into sale_reckoning (company_id, line_id, order_id, charged_cents, reckoned_cents, list_cents, kind, name, source_id,
    source_version, created_date)
  select owner.id, line, "order", charged, reckoned, list, kind, found.name, source, found.version, ${now}::timestamptz
  from jsonb_to_recordset(${JSON.stringify(rows)}) as found (line bigint, "order" bigint, charged bigint, reckoned bigint, list bigint,
    kind text, name text, source bigint, version int)
  join company owner on owner.id = ${companyId}`.execute(tx)
