import { configDefaults } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { bookFirst, bookMoves } from '../stock/index.ts'
import { countAsSigned, signedShares } from '../wetstock/index.ts'
import { loadMove } from './transport-road.ts'
import { signatureMoves } from './transport-signature.ts'
import { claimOf, freightAmount, fuelAmount, lossOf, quantitiesOf } from './transport-sums.ts'
import { dayIn } from './transport-terms.ts'

const hour = 3_600_000
const shift = (at: string | Date, hours: number) => new Date(new Date(at).getTime() + hours * hour).toISOString()

interface Fuel {
  readonly stationId: number
  readonly timeZone: string
  readonly baseFuelId: number
  readonly productId: number
  readonly type: string
  readonly density: number | null
  /** One that holds some trucks of it. */
  readonly depotId: number | null
}
/** What a leader has recorded of a tanker. */
interface Intake extends Fuel {
  readonly oilInfoId: number
  readonly docNo: string
  readonly plate: string
  readonly beginTime: string
  readonly endTime: string
  readonly notedCl: number
  readonly totalCl: number
}

const withDepot = (ctx: Ctx) => sql`(select stock.depot_id from ${scoped(ctx.tx, 'depot_stock')} stock
  where stock.base_fuel_id = base.id and stock.weight_kg > 80000 order by stock.depot_id limit 1)`

/** What the tanks of the stations took in, each with its note. */
async function intakesOf(ctx: Ctx): Promise<Intake[]> {
  const { rows } = await sql<Intake>`
    select came.id as oil_info_id, came.doc_no, came.plate, came.begin_time, came.end_time, came.delivery_volume_cl as noted_cl,
      came.total_cl, came.station_id, station.time_zone, base.id as base_fuel_id, came.product_id, base.type,
      base.density_kg_m3 as density, ${withDepot(ctx)} as depot_id
    from ${scoped(ctx.tx, 'delivery_state')} came
    join ${scoped(ctx.tx, 'station')} station on station.id = came.station_id
    join ${scoped(ctx.tx, 'product')} product on product.id = came.product_id
    join ${scoped(ctx.tx, 'base_fuel')} base on base.id = product.base_fuel_id
    where came.end_time is not null and came.superseded_at is null and came.delivery_volume_cl > 0 and came.total_cl > 0
    order by came.begin_time, came.id`.execute(ctx.tx)
  return rows
}

/** Each fuel that a station sells. */
async function fuelsOf(ctx: Ctx): Promise<Fuel[]> {
  const { rows } = await sql<Fuel>`
    select distinct on (base.id) tank.station_id, station.time_zone, base.id as base_fuel_id, product.id as product_id, base.type,
      base.density_kg_m3 as density, ${withDepot(ctx)} as depot_id
    from ${scoped(ctx.tx, 'tank')} tank join ${scoped(ctx.tx, 'product')} product on product.id = tank.product_id
    join ${scoped(ctx.tx, 'station')} station on station.id = tank.station_id
    join ${scoped(ctx.tx, 'base_fuel')} base on base.id = product.base_fuel_id
    order by base.id, tank.station_id`.execute(ctx.tx)
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

/**
 * Every tanker that a leader has recorded was sent from a depot, or by the supplier itself, and is signed for, some of it claimed; one load
 * is signed for that nobody recorded, one is on the road, one is ordered.
 */
export const transportOfDemo = ({ companyId, zone, now, stations, within }: DemoStage): DemoAct[] => {
  const run = () =>
    within(now, async ctx => {
      const fuels = await fuelsOf(ctx)
      if (fuels.length === 0) return
      const supplierId = await partner(ctx, companyId, 'sellsFuel', '华东石化销售 East China Petrochemical')
      const carrierId = await partner(ctx, companyId, 'carries', '安达运输 Anda Haulage')
      const truck = await ctx.tx.selectFrom('truck').where('carrierId', '=', carrierId).select('id').orderBy('id').executeTakeFirst()
      const intakes = await intakesOf(ctx)
      const ids = await nextIds(ctx.tx, intakes.length + stages.length)
      const common = { supplierId, carrierId, truckId: truck?.id ?? null }
      const came = intakes.map((intake, turn) => ({
        ...termsOf(ctx, { ...common, id: ids[turn]!, fuel: turn % 3 === 2 ? { ...intake, depotId: null } : intake, turn }),
        ...sentFor(intake),
        intake,
        timeZone: intake.timeZone,
        signedById: stations.find(({ id }) => id === intake.stationId)?.leaderId ?? null,
      }))
      const under = stages.map((stage, turn) => {
        const fuel = fuels[turn % fuels.length]!
        const id = ids[intakes.length + turn]!
        return { ...termsOf(ctx, { ...common, id, fuel, turn }), ...underWay(ctx, stage, turn), intake: null, timeZone: fuel.timeZone }
      })
      await keep(ctx, companyId, zone, [...came.map(reckoned), ...under.map(reckoned)])
    })
  return [{ at: now, run }]
}

interface Drawn {
  readonly id: number
  readonly fuel: Fuel
  readonly turn: number
  readonly supplierId: number
  readonly carrierId: number
  readonly truckId: number | null
}
/** As the office would have agreed it: from a depot by the ton, straight from a supplier by the litre. */
function termsOf({ now }: Ctx, { id, fuel, turn, supplierId, carrierId, truckId }: Drawn) {
  const { stationId, baseFuelId, productId, depotId, type } = fuel
  const byTon = type === 'diesel' ? 7_320_00 : 8_410_00
  const byLitre = type === 'diesel' ? 6_140_00 : 6_220_00
  return {
    id,
    billNo: `TD-${now.toISOString().slice(0, 10).replaceAll('-', '')}-${turn + 1}`,
    depotId,
    supplierId: depotId === null ? supplierId : null,
    stationId,
    baseFuelId,
    productId,
    density: fuel.density ?? (type === 'diesel' ? 838 : 740),
    pricedBy: depotId === null ? ('litre' as const) : ('ton' as const),
    priceCents: (depotId === null ? byLitre : byTon) + turn * 3_50,
    ownAmountCents: null,
    taxRate: 13,
    freightPriceCents: depotId === null ? 0 : 78_00,
    freightOn: 'signed' as const,
    freightTaxRate: 9,
    allowedLossPercent: 0.1,
    carrierId,
    truckId,
    plate: '沪A88D62',
    signedById: null as number | null,
  }
}

/** By its note it was loaded, by what the tank took in it is signed for. */
function sentFor({ docNo, plate, beginTime, endTime, notedCl, totalCl }: Intake) {
  return {
    billNo: docNo,
    ...(plate && { plate, truckId: null }),
    deliveryTime: shift(beginTime, -2),
    offloadTime: new Date(endTime).toISOString(),
    stage: 'signed' as const,
    loaded: { kg: null, cl: notedCl },
    signed: { kg: null, cl: Math.min(totalCl, notedCl) },
  }
}

const stages = ['signed', 'loaded', 'ordered'] as const
function underWay({ now }: Ctx, stage: (typeof stages)[number], turn: number) {
  const kg = 18_240 + turn * 1_360
  const [left, arrives] = { signed: [-30, -26], loaded: [-3, 2], ordered: [20, 24] }[stage]
  return {
    stage,
    deliveryTime: shift(now, left!),
    offloadTime: shift(now, arrives!),
    loaded: { kg, cl: null },
    signed: { kg: kg - 46, cl: null },
  }
}

type Sent = ReturnType<typeof termsOf> &
  Omit<ReturnType<typeof underWay>, 'loaded' | 'signed'> & {
    readonly loaded: { readonly kg: number | null; readonly cl: number | null }
    readonly signed: { readonly kg: number | null; readonly cl: number | null }
    readonly intake: Intake | null
    readonly timeZone: string
  }

/** As the acts would have written it: the demo is made in few statements. */
function reckoned({ loaded, signed, intake, timeZone, productId, signedById, ...terms }: Sent) {
  const { density, stage, depotId } = terms
  const quantities = ({ kg, cl }: Sent['loaded']) => quantitiesOf({ weightKg: kg, volumeCl: cl, density }, configDefaults.measurement)
  const { kg: loadedKg, cl: loadedCl } = quantities(loaded)
  const isSigned = stage === 'signed'
  const arrived = isSigned ? quantities(signed) : { kg: null, cl: null }
  const lossKg = arrived.kg === null ? null : lossOf(loadedKg!, arrived.kg, terms.allowedLossPercent)
  const lossCl = arrived.cl === null ? null : lossOf(loadedCl!, arrived.cl, terms.allowedLossPercent)
  const amount = fuelAmount(terms, { kg: loadedKg, cl: loadedCl })
  const freight = depotId === null ? { amountCents: 0, netCents: 0 } : freightAmount(terms, loadedKg, arrived.kg)
  const claimed = { kg: lossKg?.claimed ?? null, cl: lossCl?.claimed ?? null }
  const claim = isSigned ? claimOf(amount, { kg: loadedKg, cl: loadedCl }, claimed) : null
  const row = {
    ...terms,
    productId: isSigned ? productId : null,
    deliveredKg: loaded.kg,
    typedCl: loaded.cl,
    loadedKg,
    loadedCl,
    ...amount,
    freightAmountCents: freight.amountCents,
    freightNetCents: freight.netCents,
    signedKg: arrived.kg,
    signedCl: arrived.cl,
    allowedKg: lossKg?.allowed ?? null,
    allowedCl: lossCl?.allowed ?? null,
    claimedKg: claimed.kg,
    claimedCl: claimed.cl,
    claimCents: claim?.amountCents ?? null,
    claimNetCents: claim?.netCents ?? null,
    signedDate: isSigned ? shift(terms.offloadTime, 0.5) : null,
    signedById: isSigned ? signedById : null,
  }
  return { row, intake, timeZone, lossKg: lossKg?.loss ?? null, lossCl: lossCl?.loss ?? null }
}

/** The rows, and what they book: from the depot or the supplier onto the road, and to the station. */
async function keep(ctx: Ctx, companyId: number, zone: string, loads: readonly ReturnType<typeof reckoned>[]): Promise<void> {
  const days = (of: (typeof loads)[number]) => ({
    loadedDay: of.row.stage === 'ordered' ? null : dayIn(of.row.deliveryTime, zone),
    signedDay: of.row.stage === 'signed' ? dayIn(of.row.offloadTime, of.timeZone) : null,
  })
  await insertRows(ctx.tx, 'transport', loads.map(of => ({ companyId, createdDate: ctx.now, ...of.row, ...days(of) })) as never)
  const intakes = loads.flatMap(({ row, intake }) => (intake ? [{ companyId, oilInfoId: intake.oilInfoId, transportId: row.id }] : []))
  await insertRows(ctx.tx, 'transportIntake', intakes)
  const onRoad = loads.flatMap(of => {
    const { loadedDay } = days(of)
    return loadedDay ? [{ companyId, document: 'load' as const, documentId: of.row.id, move: loadMove(of.row, loadedDay) }] : []
  })
  await bookFirst(ctx, onRoad)
  for (const of of loads) {
    const { signedDay } = days(of)
    const { row, lossKg, lossCl } = of
    if (!signedDay) continue
    if (of.intake) {
      const { oilInfoId, totalCl } = of.intake
      const limit = configDefaults.loadSignature.apartBasisPoints
      await countAsSigned(ctx, signedShares(row.signedCl!, [{ oilInfoId, totalCl, totalRefCl: null }], limit), row.billNo)
    }
    const moves = signatureMoves(row, row.productId!, signedDay, { ...row, lossKg, lossCl })
    await bookMoves(ctx, { companyId, document: 'signature', documentId: row.id }, moves)
  }
}
