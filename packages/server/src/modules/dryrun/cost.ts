import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { PastLine } from './past-sales.ts'
import type { Asked } from './past-sales.ts'

/** What a unit of something cost without tax, in cents, and the tax on its sales price. */
interface Unit {
  readonly centsPerUnit: number
  readonly taxRate: number
}
export type Costs = ReadonlyMap<number, Unit>

/** What each thing that is sold cost: fuel by the last month that was settled at its station, goods by the average of their receipts. */
export async function costsOf(tx: Tx, { companyId }: Asked): Promise<Costs> {
  const { rows } = await sql<{ id: number; centsPerUnit: number | null; taxRate: number }>`
    select item.id, item.tax_rate::float8 as tax_rate, coalesce(
      (select line.sold_cents::float8 / line.sold from month_settle_line line
        join month_settle settled on settled.company_id = ${companyId} and settled.id = line.month_settle_id
        where line.company_id = ${companyId} and line.place = 'station' and line.station_id = item.station_id
          and line.product_id = item.product_id and line.sold > 0
        order by settled.month desc limit 1),
      value.average_cents::float8 / (1 + item.tax_rate::float8 / 100)) as cents_per_unit
    from item left join goods_value value on value.company_id = ${companyId} and value.item_id = item.id
    where item.company_id = ${companyId}`.execute(tx)
  return new Map(rows.flatMap(({ id, centsPerUnit, taxRate }) => (centsPerUnit === null ? [] : [[id, { centsPerUnit, taxRate }] as const])))
}

/** What a sale earned without tax, then and with other discounts; nothing where the cost of a line is not known. */
export function marginOf(lines: readonly PastLine[], offCents: readonly number[], costs: Costs) {
  let [beforeCents, afterCents] = [0, 0]
  for (const [at, { itemId, quantity, amountCents, discountCents }] of lines.entries()) {
    const unit = costs.get(itemId)
    if (!unit) return undefined
    const [net, cost] = [1 / (1 + unit.taxRate / 100), unit.centsPerUnit * quantity]
    beforeCents += (amountCents - discountCents) * net - cost
    afterCents += (amountCents - offCents[at]!) * net - cost
  }
  return { beforeCents, afterCents }
}
