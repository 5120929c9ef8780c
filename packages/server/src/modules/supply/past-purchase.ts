import type { MeasureSettings } from '@forecourt/contract/measure/terms.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { bookFirst } from '../stock/index.ts'
import { centsPerKilolitre, quantitiesOf, withoutTax } from './transport-sums.ts'

/** A purchase as a history tells it: delivered to the station by the supplier itself, for an amount of its own. */
export interface PastPurchase {
  readonly line: number
  /** Its own number, or what tells it from others. */
  readonly externalId: string
  readonly stationId: number
  readonly productId: number
  readonly baseFuelId: number
  readonly supplierId: number
  readonly at: string
  /** By the clocks of the file. */
  readonly day: string
  readonly volumeCl: number
  readonly weightKg: number | null
  readonly density: number | null
  /** With tax. */
  readonly amountCents: number
  readonly taxRate: number
  readonly pricedBy: 'litre' | 'ton'
  /** Of 1,000 litres or of a ton; null where only the amount is told. */
  readonly priceCents: number | null
  readonly billNo: string
  readonly plate: string
}

/** Centilitres of a weight at a standard density; null where nothing is converted. */
export const litresOfWeight = (weightKg: number, density: number, settings: MeasureSettings): number | null =>
  quantitiesOf({ weightKg, volumeCl: null, density }, settings).cl

type Known = Pick<PastPurchase, 'externalId' | 'stationId' | 'productId' | 'supplierId' | 'day' | 'volumeCl' | 'amountCents' | 'billNo'> & {
  readonly taxRate: number
  readonly weightKg: number | null
}
const compared = ['stationId', 'productId', 'supplierId', 'day', 'volumeCl', 'weightKg', 'amountCents', 'taxRate', 'billNo'] as const

async function knownOf({ tx }: Ctx, companyId: number, source: string, told: readonly PastPurchase[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select external_id as "externalId", station_id as "stationId", product_id as "productId", supplier_id as "supplierId",
      signed_day as day, loaded_cl as "volumeCl", loaded_kg as "weightKg", amount_cents as "amountCents", tax_rate as "taxRate",
      bill_no as "billNo"
    from ${scoped(tx, 'transport')} load
    where load.company_id = ${companyId} and source = ${source}
      and external_id = any(${told.map(({ externalId }) => externalId)}::text[])`.execute(tx)
  return new Map(rows.map(row => [row.externalId, row]))
}

/**
 * Keeps purchases of a history, each once by its name within the import: loads that were signed for and settled as they were bought, and
 * stand in the book as one move from the supplier to the station.
 * @returns how many were new, what they come to, and the lines of those that came before and say something else now
 * @throws stock.monthSettled
 * @source decision SU13
 */
export async function takePastPurchases(ctx: Ctx, companyId: number, source: string, told: readonly PastPurchase[]) {
  const known = told.length > 0 ? await knownOf(ctx, companyId, source, told) : new Map<string, Known>()
  const differing = told.filter(of => {
    const before = known.get(of.externalId)
    return before !== undefined && compared.some(field => before[field] !== of[field])
  })
  const fresh = told.filter(({ externalId }) => !known.has(externalId))
  const ids = await nextIds(ctx.tx, fresh.length)
  const rows = fresh.map((of, turn) => loadOf(ctx, companyId, source, ids[turn]!, of))
  await insertRows(ctx.tx, 'transport', rows as never)
  await bookFirst(
    ctx,
    rows.map(({ id, signedDay: day, baseFuelId, productId, supplierId, stationId, loadedKg, loadedCl, amountCents, netCents, billNo }) => ({
      companyId,
      document: 'load' as const,
      documentId: id,
      move: {
        day,
        baseFuelId,
        productId,
        weightKg: loadedKg,
        volumeCl: loadedCl,
        from: { place: 'supplier' as const, id: supplierId },
        to: { place: 'station' as const, id: stationId },
        amountCents,
        netCents,
        label: billNo,
      },
    })),
  )
  const sum = (field: 'volumeCl' | 'amountCents') => fresh.reduce((all, of) => all + of[field], 0)
  return { count: fresh.length, cl: sum('volumeCl'), cents: sum('amountCents'), differing: differing.map(({ line }) => line) }
}

function loadOf({ now }: Ctx, companyId: number, source: string, id: number, of: PastPurchase) {
  const { externalId, stationId, productId, baseFuelId, supplierId, at, day, volumeCl, weightKg, density } = of
  const { amountCents, taxRate, pricedBy, billNo, plate } = of
  return {
    companyId,
    id,
    source,
    externalId,
    billNo,
    plate,
    deliveryTime: at,
    offloadTime: at,
    baseFuelId,
    productId,
    supplierId,
    stationId,
    taxRate,
    pricedBy,
    priceCents: of.priceCents ?? centsPerKilolitre(amountCents, volumeCl),
    ownAmountCents: amountCents,
    density,
    deliveredKg: weightKg,
    typedCl: volumeCl,
    loadedKg: weightKg,
    loadedCl: volumeCl,
    amountCents,
    netCents: withoutTax(amountCents, taxRate),
    freightPriceCents: 0,
    freightOn: 'signed',
    allowedLossPercent: 0,
    freightAmountCents: 0,
    freightNetCents: 0,
    compartments: [],
    stage: 'signed',
    loadedDay: day,
    signedDay: day,
    signedKg: weightKg,
    signedCl: volumeCl,
    allowedKg: weightKg === null ? null : 0,
    allowedCl: 0,
    claimedKg: weightKg === null ? null : 0,
    claimedCl: 0,
    claimCents: 0,
    claimNetCents: 0,
    signReason: '',
    signedDate: now,
    remark: '',
    createdDate: now,
  }
}

/**
 * Suppliers by their names: those that are there are used, the others are set up.
 * @returns a search that remembers; it leaves out a name that belongs to somebody who sells no fuel
 */
export function fuelSuppliers({ tx, now }: Ctx, companyId: number) {
  const ids = new Map<string, number>()
  return async (names: readonly string[]): Promise<{ ids: ReadonlyMap<string, number>; made: number }> => {
    const asked = [...new Set(names)].filter(name => !ids.has(name))
    if (asked.length === 0) return { ids, made: 0 }
    const { rows } = await sql<{ id: number; name: string; sellsFuel: boolean }>`
      select id, name, sells_fuel as "sellsFuel" from ${scoped(tx, 'supplier')} supplier
      where supplier.company_id = ${companyId} and name = any(${asked}::text[])`.execute(tx)
    for (const { id, name, sellsFuel } of rows) if (sellsFuel) ids.set(name, id)
    const missing = asked.filter(name => !rows.some(row => row.name === name))
    const made = await nextIds(tx, missing.length)
    const kinds = { sellsFuel: true, carries: false, sellsGoods: false }
    const fresh = missing.map((name, turn) => ({ companyId, id: made[turn]!, name, ...kinds, createdDate: now }))
    await insertRows(tx, 'supplier', fresh as never)
    for (const { id, name } of fresh) ids.set(name, id)
    return { ids, made: fresh.length }
  }
}
