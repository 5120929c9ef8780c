import { transportCalls, transports, type Parsed, type RowOf } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { lockReferences } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { settingsOfStation } from '../org/index.ts'
import { freightAmount, fuelAmount, quantitiesOf, spread, type Amount } from './transport-sums.ts'

export type Terms = Parsed<typeof transportCalls.preview>['body']
export type Transport = RowOf<typeof transports>
type Compartments = Terms['compartments']

/** The day of an instant, by a calendar. */
export const dayIn = (at: string | Date, zone: string): string =>
  Temporal.Instant.from(new Date(at).toISOString()).toZonedDateTimeISO(zone).toPlainDate().toString()

/** Of the company: depots go by it. */
export async function companyZone({ tx }: Ctx, companyId: number): Promise<string> {
  const { timeZone } = await tx.selectFrom('company').where('id', '=', companyId).select('timeZone').executeTakeFirstOrThrow()
  return timeZone
}

/** What a station sells of a base fuel: it has a tank of it, or a price. */
export async function soldAt({ tx }: Ctx, stationId: number, baseFuelId: number) {
  const { rows } = await sql<{ id: number; code: string; name: string }>`
    select product.id, product.code, product.name from ${scoped(tx, 'product')} product
    where product.base_fuel_id = ${baseFuelId}::bigint and (
      exists (select 1 from ${scoped(tx, 'tank')} tank where tank.station_id = ${stationId}::bigint and tank.product_id = product.id)
      or exists (select 1 from ${scoped(tx, 'product_price')} price
        where price.station_id = ${stationId}::bigint and price.product_id = product.id))
    order by product.code`.execute(tx)
  return rows
}

/** @throws transport.noOrigin, transport.depotByTon, transport.noQuantity */
export function refuseIncomplete({ depotId, supplierId, pricedBy, ownAmountCents, deliveredKg, typedCl }: Terms): void {
  if (depotId === null && supplierId === null) refuse('transport.noOrigin')
  if (depotId !== null && pricedBy === 'litre') refuse('transport.depotByTon')
  if (depotId !== null && ownAmountCents !== null) refuse('transport.depotByTon', { field: 'ownAmountCents' })
  if (deliveredKg === null && typedCl === null) refuse('transport.noQuantity')
}

/**
 * What a load may not be: a fuel that its station does not sell, or with somebody who does not do this. What has ended since is kept where
 * it was chosen before.
 * @throws notFound, transport.noOrigin, transport.depotByTon, transport.noQuantity, transport.notSold, transport.notCarrier,
 *   transport.notFuelSupplier, transport.depotWithout, transport.truckOfOther
 * @source decisions SU2, SU3
 */
export async function refuseUnfit(ctx: Ctx, terms: Terms, before?: Transport): Promise<void> {
  refuseIncomplete(terms)
  await lockReferences(ctx, transports, terms)
  const { stationId, baseFuelId, carrierId, supplierId, depotId, truckId } = terms
  if ((await soldAt(ctx, stationId, baseFuelId)).length === 0) refuse('transport.notSold')
  const supplier = (id: number) =>
    ctx.tx.selectFrom('supplier').where('id', '=', id).select(['carries', 'sellsFuel', 'endedDate']).executeTakeFirstOrThrow()
  if (carrierId !== null && carrierId !== before?.carrierId) {
    const { carries, endedDate } = await supplier(carrierId)
    if (!carries || endedDate !== null) refuse('transport.notCarrier')
  }
  if (supplierId !== null && supplierId !== before?.supplierId) {
    const { sellsFuel, endedDate } = await supplier(supplierId)
    if (!sellsFuel || endedDate !== null) refuse('transport.notFuelSupplier')
  }
  if (depotId !== null && (depotId !== before?.depotId || baseFuelId !== before.baseFuelId)) {
    const depot = await ctx.tx.selectFrom('depot').where('id', '=', depotId).select(['baseFuels', 'endedDate']).executeTakeFirstOrThrow()
    const kept = depot.baseFuels as unknown as readonly { readonly baseFuelId: number }[]
    if (depot.endedDate !== null || !kept.some(each => each.baseFuelId === baseFuelId)) refuse('transport.depotWithout')
  }
  if (truckId !== null && (truckId !== before?.truckId || carrierId !== before.carrierId)) {
    const truck = await ctx.tx.selectFrom('truck').where('id', '=', truckId).select(['carrierId', 'endedDate']).executeTakeFirstOrThrow()
    if (truck.endedDate !== null || (carrierId !== null && truck.carrierId !== carrierId)) refuse('transport.truckOfOther')
  }
}

const litres = (cl: number) => (cl / 100).toFixed(2)

/** The truck as it is filled, where nobody said otherwise. @throws transport.compartmentsDiffer */
async function compartmentsOf({ tx }: Ctx, { truckId, compartments }: Terms, loadedCl: number | null): Promise<Compartments> {
  if (loadedCl === null) return compartments
  if (compartments.length > 0) {
    const sum = compartments.reduce((all, { volumeCl }) => all + volumeCl, 0)
    if (sum !== loadedCl) refuse('transport.compartmentsDiffer', { sum: litres(sum), litres: litres(loadedCl) })
    return compartments
  }
  if (truckId === null) return []
  const truck = await tx.selectFrom('truck').where('id', '=', truckId).select('compartments').executeTakeFirst()
  return spread(loadedCl, truck?.compartments ?? [])
}

export interface Reckoned extends Amount {
  readonly loadedKg: number | null
  readonly loadedCl: number | null
  readonly freight: Amount
}

/** What follows from the terms of a load: the quantity that was not typed, amounts, freight. */
export async function reckon(ctx: Ctx, terms: Terms, signedKg: number | null) {
  const { measurement: settings } = await settingsOfStation(ctx, terms.stationId)
  const { deliveredKg: weightKg, typedCl: volumeCl, density } = terms
  const { kg, cl, weight, volume } = quantitiesOf({ weightKg, volumeCl, density }, settings)
  const amount = fuelAmount(terms, { kg, cl })
  return {
    settings,
    weight,
    volume,
    loadedKg: kg,
    loadedCl: cl,
    ...amount,
    freight: freightAmount(terms, kg, signedKg),
    /** Should it be signed for as it was delivered. */
    foreseen: freightAmount(terms, kg, kg),
    compartments: await compartmentsOf(ctx, terms, cl),
  }
}

/** As it is kept beside what was entered. */
export const keptOf = ({ loadedKg, loadedCl, amountCents, netCents, freight, compartments }: Awaited<ReturnType<typeof reckon>>) => ({
  loadedKg,
  loadedCl,
  amountCents,
  netCents,
  freightAmountCents: freight.amountCents,
  freightNetCents: freight.netCents,
  compartments: JSON.stringify(compartments),
})

/** What was entered of a load, out of its row. */
export const termsOf = (row: Transport): Terms =>
  Object.fromEntries(Object.keys(transports.body.shape).map(field => [field, row[field as keyof Transport]])) as Terms
