import { sql } from 'kysely'
import { configDefaults } from '@forecourt/contract'
import type { MeasureSettings } from '@forecourt/contract/measure/terms.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { settingsOfStation } from '../org/index.ts'
import { settledUntil } from '../stock/index.ts'
import { fuelSuppliers, takePastPurchases } from '../supply/index.ts'
import { purchaseColumns, purchaseLeft, purchasesReader, type KnownFuel, type SaidPurchase } from './purchase-rows.ts'
import { rowsOf, type Places, type Reading } from './wet-stock-places.ts'

interface Ids {
  readonly stations: ReadonlyMap<string, number>
  readonly products: ReadonlyMap<string, number>
}

/** What purchases of a history came to: how many were new, and what they say together. */
export interface BroughtPurchases {
  suppliers: number
  purchases: number
  purchasedCl: number
  purchasedCents: number
}

/** Purchases straight from suppliers, row by row; a portion at a time, so that years of a chain come in within one transaction. */
export async function loadPurchases(ctx: Ctx, companyId: number, of: Reading, said: Places, ids: Ids): Promise<BroughtPurchases> {
  const sum = { suppliers: 0, purchases: 0, purchasedCl: 0, purchasedCents: 0 }
  const { mapping, problems } = of
  const part = mapping.purchases
  if (!part) return sum
  const known = {
    stations: ids.stations,
    fuels: await fuelsOf(ctx, companyId, said, ids),
    measurement: await measurementOf(ctx, part.weight === undefined ? [] : [...ids.stations.values()]),
    now: ctx.now.getTime(),
    settledUntil: await settledUntil(ctx.tx, companyId),
  }
  const read = purchasesReader(mapping, part, known)
  const suppliers = fuelSuppliers(ctx, companyId)
  for await (const portion of rowsOf(of, part, purchaseColumns(part), purchaseLeft(mapping, part))) {
    problems.push(...portion.problems)
    const told = portion.rows.flatMap(row => read({ file: part.file, row, problems }) ?? [])
    const named = await suppliers(told.map(({ supplier }) => supplier))
    sum.suppliers += named.made
    const sellers = (row: SaidPurchase) => {
      const supplierId = named.ids.get(row.supplier)
      if (supplierId !== undefined) return [{ ...row, supplierId }]
      problems.push({ file: part.file, line: row.line, reason: 'notFuelSupplier', value: row.supplier })
      return []
    }
    const { count, cl, cents, differing } = await takePastPurchases(ctx, companyId, mapping.source, told.flatMap(sellers))
    sum.purchases += count
    sum.purchasedCl += cl
    sum.purchasedCents += cents
    problems.push(...differing.map(line => ({ file: part.file, line, reason: 'nothingNew' as const })))
  }
  return sum
}

/** By the settings of each station, which are asked only where tons have to become litres. */
async function measurementOf(ctx: Ctx, stationIds: readonly number[]): Promise<(stationId: number) => MeasureSettings> {
  const own = new Map<number, MeasureSettings>()
  for (const id of stationIds) own.set(id, (await settingsOfStation(ctx, id)).measurement)
  return id => own.get(id) ?? configDefaults.measurement
}

/** What each product is as a base fuel; a petrol or a diesel of which none is known becomes one of its own. */
async function fuelsOf(ctx: Ctx, companyId: number, said: Places, { products }: Ids): Promise<Map<string, KnownFuel>> {
  await nameBaseFuels(ctx, companyId, [...products.values()])
  const { tx } = ctx
  const { rows } = await sql<KnownFuel>`
    select product.id as "productId", product.base_fuel_id as "baseFuelId", base.density_kg_m3 as density, product.tax_rate as "taxRate"
    from ${scoped(tx, 'product')} product
    left join ${scoped(tx, 'base_fuel')} base on base.company_id = ${companyId} and base.id = product.base_fuel_id
    where product.company_id = ${companyId} and product.id = any(${[...products.values()]}::bigint[])`.execute(tx)
  const byId = new Map(rows.map(row => [row.productId, row]))
  return new Map(
    [...said.products.keys()].flatMap(name => {
      const fuel = byId.get(products.get(name) ?? 0)
      return fuel ? [[name, fuel] as const] : []
    }),
  )
}

async function nameBaseFuels({ tx, now }: Ctx, companyId: number, productIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; code: string; name: string; type: string; baseFuelId: number | null }>`
    select product.id, product.code, product.name, product.classification as type, base.id as "baseFuelId"
    from ${scoped(tx, 'product')} product
    left join ${scoped(tx, 'base_fuel')} base on base.company_id = ${companyId} and base.code = product.code
    where product.company_id = ${companyId} and product.id = any(${productIds}::bigint[]) and product.base_fuel_id is null
      and product.classification in ('gasoline', 'diesel') order by product.id`.execute(tx)
  const ids = await nextIds(tx, rows.length)
  for (const [turn, { id: productId, code, name, type, baseFuelId: known }] of rows.entries()) {
    const baseFuelId = known ?? ids[turn]!
    if (known === null) await tx.insertInto('baseFuel').values({ id: baseFuelId, companyId, code, name, type, createdDate: now }).execute()
    await tx.updateTable('product').where('companyId', '=', companyId).where('id', '=', productId).set({ baseFuelId }).execute()
  }
}
