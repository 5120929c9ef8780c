import { configDefaults } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { bookFirst, bookMoves } from '../stock/index.ts'
import { loadMove } from './transport-road.ts'
import { signatureMoves } from './transport-signature.ts'
import { claimOf, freightAmount, fuelAmount, lossOf, quantitiesOf } from './transport-sums.ts'
import { dayIn } from './transport-terms.ts'

const hour = 3_600_000
const stages = ['signed', 'loaded', 'ordered'] as const
const ago = (now: Date, hours: number) => new Date(now.getTime() - hours * hour).toISOString()

interface Route {
  readonly stationId: number
  readonly baseFuelId: number
  readonly productId: number
  readonly type: string
  readonly density: number | null
  readonly depotId: number | null
}

/** Each fuel that a station sells, with a depot that holds a truck of it. */
async function routesOf({ tx }: Ctx): Promise<Route[]> {
  const { rows } = await sql<Route>`
    select distinct on (base.id) tank.station_id, base.id as base_fuel_id, product.id as product_id, base.type,
      base.density_kg_m3 as density,
      (select stock.depot_id from ${scoped(tx, 'depot_stock')} stock where stock.base_fuel_id = base.id and stock.weight_kg > 40000
        order by stock.depot_id limit 1) as depot_id
    from ${scoped(tx, 'tank')} tank join ${scoped(tx, 'product')} product on product.id = tank.product_id
    join ${scoped(tx, 'base_fuel')} base on base.id = product.base_fuel_id
    order by base.id, tank.station_id`.execute(tx)
  return rows
}

async function partner({ tx, now }: Ctx, companyId: number, kind: 'sellsFuel' | 'carries', name: string): Promise<number> {
  const known = await tx
    .selectFrom('supplier')
    .where('companyId', '=', companyId)
    .where(kind, '=', true)
    .select('id')
    .orderBy('id')
    .executeTakeFirst()
  if (known) return known.id
  const kinds = { sellsFuel: kind === 'sellsFuel', carries: kind === 'carries', sellsGoods: false }
  const row = { companyId, name, ...kinds, createdDate: now }
  return (await tx.insertInto('supplier').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** One load that was signed for a little short, one that is on the road, one that is ordered. */
export const transportOfDemo = ({ companyId, zone, now, within }: DemoStage): DemoAct[] => {
  const run = () =>
    within(now, async ctx => {
      const routes = await routesOf(ctx)
      if (routes.length === 0) return
      const supplierId = await partner(ctx, companyId, 'sellsFuel', '华东石化销售 East China Petrochemical')
      const carrierId = await partner(ctx, companyId, 'carries', '安达运输 Anda Haulage')
      const truck = await ctx.tx.selectFrom('truck').where('carrierId', '=', carrierId).select('id').orderBy('id').executeTakeFirst()
      const station = await ctx.tx.selectFrom('station').select(['timeZone']).limit(1).executeTakeFirstOrThrow()
      const ids = await nextIds(ctx.tx, stages.length)
      const loads = stages.map((stage, turn) =>
        drawn(ctx, {
          id: ids[turn]!,
          route: routes[turn % routes.length]!,
          turn,
          stage,
          supplierId,
          carrierId,
          truckId: truck?.id ?? null,
        }),
      )
      const rows = loads.map(load => ({ companyId, createdDate: ctx.now, ...load, ...daysOf(load, station.timeZone, zone) }))
      await insertRows(ctx.tx, 'transport', rows as never)
      const onRoad = loads.flatMap(load => {
        const { loadedDay } = daysOf(load, station.timeZone, zone)
        return loadedDay ? [{ companyId, document: 'load' as const, documentId: load.id, move: loadMove(load, loadedDay) }] : []
      })
      await bookFirst(ctx, onRoad)
      for (const load of loads) await bookSignature(ctx, companyId, load, daysOf(load, station.timeZone, zone).signedDay)
    })
  return [{ at: now, run }]
}

interface Drawn {
  readonly id: number
  readonly route: Route
  readonly turn: number
  readonly stage: (typeof stages)[number]
  readonly supplierId: number
  readonly carrierId: number
  readonly truckId: number | null
}
type Load = ReturnType<typeof drawn>

/** As the acts would have written it: the demo is made in few statements. */
function drawn(ctx: Ctx, { id, route, turn, stage, supplierId, carrierId, truckId }: Drawn) {
  const { stationId, baseFuelId, depotId, type } = route
  const density = route.density ?? (type === 'diesel' ? 838 : 740)
  const isSigned = stage === 'signed'
  const loadedKg = 18_240 + turn * 1_360
  const { cl: loadedCl } = quantitiesOf({ weightKg: loadedKg, volumeCl: null, density }, configDefaults.measurement)
  const terms = {
    pricedBy: 'ton' as const,
    priceCents: type === 'diesel' ? 7_320_00 : 8_410_00,
    ownAmountCents: null,
    taxRate: 13,
    freightPriceCents: 78_00,
    freightOn: 'signed' as const,
    freightTaxRate: 9,
    allowedLossPercent: 0.1,
  }
  const amount = fuelAmount(terms, { kg: loadedKg, cl: loadedCl })
  const signedKg = isSigned ? loadedKg - 46 : null
  const signedCl = isSigned ? quantitiesOf({ weightKg: signedKg, volumeCl: null, density }, configDefaults.measurement).cl : null
  const [ofKg, ofCl] = [signedKg, signedCl].map((signed, at) =>
    signed === null ? null : lossOf(at === 0 ? loadedKg : loadedCl!, signed, terms.allowedLossPercent),
  )
  const freight = freightAmount(terms, loadedKg, signedKg)
  const claimed = { kg: ofKg?.claimed ?? null, cl: ofCl?.claimed ?? null }
  const claim = isSigned ? claimOf(amount, { kg: loadedKg, cl: loadedCl }, claimed) : null
  return {
    id,
    billNo: `TD-${ctx.now.toISOString().slice(0, 10).replaceAll('-', '')}-${turn + 1}`,
    deliveryTime: stage === 'ordered' ? ago(ctx.now, -20) : ago(ctx.now, isSigned ? 30 : 3),
    offloadTime: stage === 'ordered' ? ago(ctx.now, -24) : ago(ctx.now, isSigned ? 26 : -2),
    depotId,
    supplierId: depotId === null ? supplierId : null,
    stationId,
    baseFuelId,
    density,
    deliveredKg: loadedKg,
    loadedKg,
    loadedCl,
    ...terms,
    ...amount,
    freightAmountCents: freight.amountCents,
    freightNetCents: freight.netCents,
    carrierId,
    truckId,
    plate: '沪A88D62',
    stage,
    productId: isSigned ? route.productId : null,
    signedKg,
    signedCl,
    allowedKg: ofKg?.allowed ?? null,
    allowedCl: ofCl?.allowed ?? null,
    claimedKg: claimed.kg,
    claimedCl: claimed.cl,
    claimCents: claim?.amountCents ?? null,
    claimNetCents: claim?.netCents ?? null,
    signedDate: isSigned ? ctx.now : null,
  }
}

const daysOf = ({ stage, deliveryTime, offloadTime }: Load, ofStation: string, ofCompany: string) => ({
  loadedDay: stage === 'ordered' ? null : dayIn(deliveryTime, ofCompany),
  signedDay: stage === 'signed' ? dayIn(offloadTime, ofStation) : null,
})

async function bookSignature(ctx: Ctx, companyId: number, load: Load, signedDay: string | null): Promise<void> {
  if (!signedDay) return
  const { loadedKg, loadedCl, signedKg, signedCl } = load
  const split = { ...load, lossKg: loadedKg - signedKg!, lossCl: loadedCl! - signedCl! }
  const moves = signatureMoves(load, load.productId!, signedDay, split)
  await bookMoves(ctx, { companyId, document: 'signature', documentId: load.id }, moves)
}
