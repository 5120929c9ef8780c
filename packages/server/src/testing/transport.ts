import { incomingTransports, transportCalls, transports } from '@forecourt/contract'
import { filledShop } from './delivery.ts'
import { at } from './settlement.ts'
import { owned, setClock, unique } from './world.ts'

/** A station that sells diesel, a depot with 100 t of it, a supplier, a carrier, and a truck of three compartments. */
async function places() {
  const it = await filledShop()
  const companyId = it.company.id
  const add = async (text: string, values: unknown[]) =>
    (await owned<{ id: number }>(`insert into ${text} returning id`, [companyId, ...values]))[0]!.id
  const fuel = (name: string) =>
    add(`base_fuel (company_id, name, code, type, density_kg_m3) values ($1, $2, $3, 'diesel', 838)`, [
      `${name} ${unique()}`,
      `b${unique()}`,
    ])
  const [baseFuelId, otherFuelId] = [await fuel('Diesel'), await fuel('Gasoline')]
  await owned('update product set base_fuel_id = $2 where id = $1', [it.nozzle.productId, baseFuelId])
  const supplier = (name: string, sells: boolean, carries: boolean) =>
    add(`supplier (company_id, name, sells_fuel, carries, sells_goods) values ($1, $2, $3, $4, false)`, [
      `${name} ${unique()}`,
      sells,
      carries,
    ])
  const [supplierId, carrierId] = [await supplier('Refinery', true, false), await supplier('Haulier', false, true)]
  const depot = (kept: number) =>
    add('depot (company_id, name, base_fuels) values ($1, $2, $3)', [`Depot ${unique()}`, JSON.stringify([{ baseFuelId: kept }])])
  const depotId = await depot(baseFuelId)
  const truckId = await add('truck (company_id, carrier_id, plate, compartments) values ($1, $2, $3, $4)', [
    carrierId,
    `京A${String(unique()).padStart(5, '0')}`,
    '[{"volumeCl": 1500000}, {"volumeCl": 1500000}, {"volumeCl": 1000000}]',
  ])
  const bring = (weightKg: number, day = '2026-04-01', into = depotId) =>
    it.rows(
      `insert into stock_move (company_id, document, document_id, revision, line, day, base_fuel_id, from_place, from_id, to_place, to_id,
         weight_kg, created_date) values ($1, 'purchase', next_id(), 1, 0, $2, $3, 'supplier', $4, 'depot', $5, $6, now())`,
      [companyId, day, baseFuelId, supplierId, into, weightKg],
    )
  await bring(100_000)
  const stock = async (of = depotId) => {
    const [row] = await it.rows<{ kg: number }>('select weight_kg::int as kg from depot_stock where depot_id = $1', [of])
    return row?.kg ?? 0
  }
  const boss = await it.staff({ role: 'company_user' })
  const leader = await it.staff({ role: 'station_leader', stationIds: [it.station.id] })
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  return {
    ...it,
    companyId,
    baseFuelId,
    otherFuelId,
    supplierId,
    carrierId,
    depotId,
    truckId,
    boss,
    leader,
    master,
    add,
    depot,
    supplier,
    bring,
    stock,
  }
}
type Places = Awaited<ReturnType<typeof places>>

/** What is done with loads there. */
function loadsOf(it: Places) {
  const { boss, leader, depotId, baseFuelId, carrierId } = it
  /** 31.580 t of diesel at 7,845.50, 0.2 % of which may be lost. */
  const terms = (over: object = {}) => ({
    billNo: `T${unique()}`,
    deliveryTime: at('07:00').toISOString(),
    depotId,
    stationId: it.station.id,
    baseFuelId,
    density: 838,
    deliveredKg: 31_580,
    priceCents: 7_845_50,
    taxRate: 13,
    carrierId,
    freightPriceCents: 80_00,
    freightTaxRate: 9,
    allowedLossPercent: 0.2,
    ...over,
  })
  const order = (over: object = {}) => boss.call(transports.create, { body: terms(over) })
  const load = async (id: number, over: object = {}) => {
    setClock(at('11:00'))
    const { billNo, deliveryTime, density, deliveredKg, typedCl } = await boss.call(transports.get, { id })
    return boss.call(transportCalls.load, { id, body: { billNo, deliveryTime, density, deliveredKg, typedCl, ...over } })
  }
  const signature = (over: object = {}) => ({ offloadTime: at('09:30').toISOString(), signedKg: 31_500, ...over })
  const sign = (id: number, over: object = {}, by = leader) => by.call(transportCalls.sign, { id, body: signature(over) })
  const shown = (id: number) => boss.call(transports.get, { id })
  const seen = (id: number) => leader.call(incomingTransports.get, { id })
  /** What stands in the book of a load: from, to, kilograms, centilitres. */
  const moves = (id: number) =>
    it.rows<{ from: string; to: string; kg: number | null; cl: number | null; day: string }>(
      `select from_place as "from", to_place as "to", weight_kg::int as kg, volume_cl::int as cl, day::text from stock_move
       where document in ('load', 'signature') and document_id = $1 order by id`,
      [id],
    )
  return { terms, order, load, signature, sign, shown, seen, moves }
}

export async function supplied() {
  const it = await places()
  return { ...it, ...loadsOf(it) }
}
