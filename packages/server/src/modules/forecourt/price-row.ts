import type { Tx } from '../../platform/postgres/database.ts'
import { assert } from '../../platform/execution/refusal.ts'
import { shelveFuels } from '../goods/index.ts'

export interface NewPrice {
  stationId: number
  productId: number
  priceCents: number
  fromAt: Date
  /** The price that it sets back. */
  correctsId?: number
}
/** A price with who decided on it, and when. */
export interface PriceRow extends NewPrice {
  id?: number
  setById: number | null
  createdDate: Date
}

/** Writes prices down and puts the fuels on sale, whenever they begin. Whose stations and fuels they are is the caller's to know. */
export async function writePrices(tx: Tx, companyId: number, prices: readonly PriceRow[]): Promise<number[]> {
  assert(
    prices.every(({ priceCents }) => Number.isSafeInteger(priceCents) && priceCents >= 0),
    'a price is a whole number of cents',
  )
  if (!prices.length) return []
  const rows = await tx
    .insertInto('productPrice')
    .values(prices.map(price => ({ ...price, companyId })))
    .returning('id')
    .execute()
  const fuels = await tx
    .selectFrom('product')
    .where('id', 'in', [...new Set(prices.map(({ productId }) => productId))])
    .select(['id', 'companyId', 'name', 'code', 'taxRate'])
    .execute()
  await shelveFuels(tx, prices, fuels)
  return rows.map(row => row.id)
}
