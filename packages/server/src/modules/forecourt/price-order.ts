import { settingsOf, stations, type CompanyConfig, type PriceStrategy, type StationConfig } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { visible } from '../../platform/search/scope.ts'
import { askToFire, fireDue } from './price-fire.ts'
import { sameTimeIn } from './price-zone.ts'

/** A station of a change, with its own instant. */
export interface Place {
  readonly stationId: number
  readonly name: string
  readonly timeZone: string
  readonly fromAt: Date
}
export interface NewLine {
  readonly productId: number
  readonly priceCents: number
}
/** A price of a change at one of its stations, as it is judged; null of a fuel that keeps its price. */
export interface JudgedLine<P extends number | null = number> {
  readonly stationId: number
  readonly productId: number
  readonly productName: string
  readonly priceCents: P
  readonly beforeCents: number | null
  readonly ceilingCents: number | null
  readonly ceilingSource: string | null
  readonly overPercent: number | null
}

interface Asked {
  readonly stationIds: readonly number[]
  readonly fromAt?: string | undefined
  readonly clock?: 'instant' | 'local' | undefined
}

/** The stations that are named, which the caller works in, all of one company, each with its instant. @throws notFound */
export async function placesOf(ctx: Ctx, { stationIds, fromAt, clock }: Asked): Promise<{ companyId: number; places: Place[] }> {
  const ids = [...new Set(stationIds)]
  const { rows } = await sql<{ id: number; companyId: number; name: string; timeZone: string }>`
    select id, company_id, name, time_zone from station where ${inScope(ctx.tx)} and ${visible(stations, ctx.scope)} and id = any(${ids})
    order by code, id`.execute(ctx.tx)
  if (rows.length < ids.length || new Set(rows.map(({ companyId }) => companyId)).size > 1) refuse('notFound', { field: 'stationIds' })
  const at = fromAt === undefined ? ctx.now : new Date(fromAt)
  const places = rows.map(({ id, name, timeZone }) => ({
    stationId: id,
    name,
    timeZone,
    fromAt: clock === 'local' ? sameTimeIn(timeZone, at, ctx.actor.zone) : at,
  }))
  return { companyId: rows[0]?.companyId ?? ctx.actor.companyId, places }
}

/** Each price at each station: what it costs there before, and what its settings say against it. @throws notFound */
export async function judge<P extends number | null>(
  ctx: Ctx,
  companyId: number,
  places: readonly Place[],
  prices: readonly { productId: number; priceCents: P }[],
): Promise<JudgedLine<P>[]> {
  const products = prices.map(({ productId }) => productId)
  const known = await sql<{ id: number; name: string; codes: string[] }>`
    select product.id, product.name, array_remove(array[product.code, base.code], null) as codes from product
    left join base_fuel base on base.company_id = product.company_id and base.id = product.base_fuel_id
    where product.company_id = ${companyId} and product.id = any(${products})`.execute(ctx.tx)
  const fuels = new Map(known.rows.map(fuel => [fuel.id, fuel]))
  if (products.some(id => !fuels.has(id))) refuse('notFound', { field: 'prices' })
  const before = await pricesBefore(ctx, companyId, places, products)
  const settings = await settingsAt(ctx, companyId, places)
  return places.flatMap(({ stationId }) =>
    prices.map(({ productId, priceCents }) => {
      const { name, codes } = fuels.get(productId)!
      const beforeCents = before.get(`${stationId} ${productId}`) ?? null
      const { priceCeilings, confirm } = settings.get(stationId)!
      // The product's own ceiling comes before that of its base fuel.
      const ceiling = codes.map(code => priceCeilings.find(each => each.code === code)).find(each => each !== undefined)
      const above = ceiling !== undefined && priceCents !== null && priceCents > ceiling.priceCents
      const over =
        beforeCents !== null && priceCents !== null && Math.abs(priceCents - beforeCents) * 100 > beforeCents * confirm.pricePercent
      return {
        stationId,
        productId,
        productName: name,
        beforeCents,
        priceCents,
        ceilingCents: above ? ceiling.priceCents : null,
        ceilingSource: above ? ceiling.source : null,
        overPercent: over ? confirm.pricePercent : null,
      }
    }),
  )
}

async function pricesBefore({ tx }: Ctx, companyId: number, places: readonly Place[], products: readonly number[]) {
  const asked = places.map(({ stationId, fromAt }) => ({ station: stationId, at: fromAt }))
  const { rows } = await sql<{ station: number; product: number; cents: number | null }>`
    select place.station, fuel.id as product, price_at(${companyId}, place.station, fuel.id, place.at) as cents
    from jsonb_to_recordset(${JSON.stringify(asked)}) as place (station bigint, at timestamptz)
    cross join unnest(${[...products]}::bigint[]) as fuel (id)`.execute(tx)
  return new Map(rows.map(({ station, product, cents }) => [`${station} ${product}`, cents]))
}

async function settingsAt({ tx }: Ctx, companyId: number, places: readonly Place[]) {
  const ids = places.map(({ stationId }) => stationId)
  const { rows } = await sql<{ id: number; station: StationConfig; company: CompanyConfig; system: CompanyConfig | null }>`
    select station.id, station.config as station, company.config as company, (select config from system_config) as system
    from station join company on company.id = station.company_id
    where station.company_id = ${companyId} and company.id = ${companyId} and station.id = any(${ids})`.execute(tx)
  return new Map(rows.map(({ id, station, company, system }) => [id, settingsOf(company, station, system ?? {})]))
}

export const asksPin = (lines: readonly JudgedLine<number | null>[]): boolean =>
  lines.some(({ ceilingCents, overPercent }) => ceilingCents !== null || overPercent !== null)

export interface Ordered {
  readonly strategy: PriceStrategy
  readonly byLocalTime?: boolean
  readonly places: readonly Place[]
  readonly lines: readonly Pick<JudgedLine, 'stationId' | 'productId' | 'priceCents' | 'beforeCents'>[]
}

/**
 * Keeps a change for each of its stations. What is due is written down in the same transaction; a job waits for each later instant.
 * @returns the change, and the numbers of its prices in the order of its lines
 */
export async function orderChange(ctx: Ctx, companyId: number, { strategy, byLocalTime = false, places, lines }: Ordered) {
  const { tx, actor, now } = ctx
  const [id, ...lineIds] = await nextIds(tx, 1 + lines.length)
  const createdById = actor.kind === 'user' ? actor.id : null
  await tx.insertInto('priceChange').values({ id: id!, companyId, strategy, byLocalTime, createdById, createdDate: now }).execute()
  const parts = places.map(({ stationId, fromAt }) => ({ companyId, changeId: id!, stationId, fromAt }))
  await insertRows(tx, 'priceChangeStation', parts)
  const fromAt = new Map(places.map(place => [place.stationId, place.fromAt]))
  await insertRows(
    tx,
    'priceChangeLine',
    lines.map(({ stationId, productId, priceCents, beforeCents }, turn) => ({
      companyId,
      id: lineIds[turn]!,
      changeId: id!,
      stationId,
      productId,
      priceCents,
      beforeCents,
      fromAt: fromAt.get(stationId)!,
    })),
  )
  await fireDue(ctx, companyId, id!)
  for (const at of new Set(places.map(place => place.fromAt.getTime())))
    if (at > now.getTime()) askToFire(ctx, companyId, id!, new Date(at))
  return { id: id!, lineIds }
}
