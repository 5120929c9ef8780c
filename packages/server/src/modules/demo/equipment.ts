import { stillCelsius } from '@forecourt/simulator/tanks.ts'
import { createHash } from 'node:crypto'
import type { Ctx } from '../../platform/execution/command.ts'
import { giveCredential, notePrices, type NewPrice } from '../forecourt/index.ts'
import { openShelf } from '../goods/index.ts'
import type { DemoStation } from './company.ts'
import type { CompanyScript } from './script.ts'

export interface DemoNozzle {
  readonly id: number
  readonly logicNo: number
  readonly dispenser: number
  readonly tankId: number
  readonly productId: number
  readonly fuel: string
}
export interface DemoTank {
  readonly id: number
  readonly number: number
  readonly productId: number
  readonly maxVolumeCl: number
  readonly waterHeightMm: number
}
export interface DemoDevice {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly credential: string
}
export interface DemoItem {
  readonly id: number
  readonly code: string
  readonly priceCents: number
}
/** A station that can sell. */
export interface Yard extends DemoStation {
  readonly nozzles: readonly DemoNozzle[]
  readonly tanks: readonly DemoTank[]
  readonly goods: readonly DemoItem[]
  /** Speaks for the pumps. */
  readonly controller: DemoDevice
  /** Stands in the shop. */
  readonly till: DemoDevice
  readonly devices: readonly DemoDevice[]
  readonly prices: readonly NewPrice[]
  /** The price that was in force at a moment, as the pumps knew it. */
  priceAt(productId: number, at: Date): number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** How many days ago the price changed, and by how much from the first one; the last change is tomorrow's. */
const changes = [
  [40, 0],
  [21, 12],
  [11, 4],
  [4, 10],
  [-1, 15],
] as const

/** The company's fuels, and what each station asks for them since when. */
export async function stockFuels(ctx: Ctx, script: CompanyScript, companyId: number, stations: readonly DemoStation[], midnight: Date) {
  const products = new Map<string, number>()
  for (const { priceCents: _, color, ...fuel } of script.fuels) {
    const { code, name, classification: type } = fuel
    const densityKgM3 = type === 'diesel' ? 840 : 740
    const base = ctx.tx.insertInto('baseFuel').values({ companyId, code, name, type, densityKgM3, color })
    const { id: baseFuelId } = await base.returning('id').executeTakeFirstOrThrow()
    const row = ctx.tx.insertInto('product').values({ ...fuel, companyId, baseFuelId })
    products.set(fuel.code, (await row.returning('id').executeTakeFirstOrThrow()).id)
  }
  const prices: NewPrice[] = []
  for (const [daysAgo, more] of changes) {
    const fromAt = new Date(midnight.getTime() - daysAgo * dayMs)
    const changed = stations.flatMap(({ id: stationId, script: { tanks, priceOffsetCents } }) =>
      script.fuels
        .filter(({ code }) => tanks.some(([fuel]) => fuel === code))
        .map(({ code, priceCents }) => ({
          stationId,
          productId: products.get(code)!,
          priceCents: priceCents + more + priceOffsetCents,
          fromAt,
        })),
    )
    // Announced the afternoon before.
    await notePrices({ ...ctx, now: new Date(Math.min(fromAt.getTime() - 8 * hourMs, ctx.now.getTime())) }, companyId, changed)
    prices.push(...changed)
  }
  return { products, prices }
}

type Fuels = Awaited<ReturnType<typeof stockFuels>>

/** Tanks, dispensers with their nozzles, what else stands there, and what the shop sells. */
export async function furnish(ctx: Ctx, script: CompanyScript, companyId: number, station: DemoStation, fuels: Fuels): Promise<Yard> {
  // What gauges measure on the busy days comes after it.
  const measuredAt = new Date(ctx.now.getTime() - 300_000 - (script.busyDays ?? 0) * dayMs - (script.busyDays ? dayMs : 0))
  const { nozzles, tanks } = await setUpPumps(ctx, companyId, station, fuels.products, measuredAt)
  await listFuelCodes(ctx, script, companyId, station)
  const devices = await setUpDevices(ctx, companyId, station)
  const goods = await fillShelves(ctx, script, companyId, station)
  const own = fuels.prices.filter(price => price.stationId === station.id)
  return {
    ...station,
    nozzles,
    tanks,
    goods,
    devices,
    controller: devices[0]!,
    till: devices[1]!,
    prices: own,
    priceAt: (productId, at) => own.findLast(price => price.productId === productId && price.fromAt <= at)!.priceCents,
  }
}

async function setUpPumps({ tx }: Ctx, companyId: number, station: DemoStation, products: Map<string, number>, measuredAt: Date) {
  const { id: stationId, script } = station
  const owned = { companyId, stationId }
  const tanks: (DemoTank & { fuel: string })[] = []
  for (const [at, [fuel, litres, full, waterHeightMm]] of script.tanks.entries()) {
    const measure = { oilHeightMm: heightAt(full), waterHeightMm, temperature: stillCelsius(at + 1), measuredAt }
    const volumes = { maxVolumeCl: litres * 100, volumeCl: Math.round(litres * full * 100) }
    const description = `地下双层罐 ${litres / 1000} m³`
    const { id } = await tx
      .insertInto('tank')
      .values({ ...owned, number: at + 1, productId: products.get(fuel)!, description, ...volumes, ...measure })
      .returning('id')
      .executeTakeFirstOrThrow()
    tanks.push({ id, fuel, number: at + 1, productId: products.get(fuel)!, maxVolumeCl: litres * 100, waterHeightMm })
  }
  const nozzles: DemoNozzle[] = []
  for (const [at, draws] of script.dispensers.entries()) {
    const dispenser = { ...owned, number: at + 1, name: `${at + 1} 号机 Dispenser ${at + 1}`, protocol: '{"port":"COM1","baud":9600}' }
    const { id: dispenserId } = await tx.insertInto('dispenser').values(dispenser).returning('id').executeTakeFirstOrThrow()
    for (const [place, tankNo] of draws.entries()) {
      const tank = tanks[tankNo - 1]!
      const logicNo = nozzles.length + 1
      const nozzle = { ...owned, logicNo, physicalNo: place + 1, dispenserId, tankId: tank.id }
      const { id } = await tx.insertInto('nozzleControl').values(nozzle).returning('id').executeTakeFirstOrThrow()
      nozzles.push({ id, logicNo, dispenser: at + 1, tankId: tank.id, fuel: tank.fuel, productId: tank.productId })
    }
  }
  return { nozzles, tanks }
}

/** The three digits by which the station's pumps name the fuels of its tanks: 92# is 092; diesel takes the numbers from 200 on. */
async function listFuelCodes({ tx }: Ctx, { fuels }: CompanyScript, companyId: number, { id: stationId, script: { tanks } }: DemoStation) {
  const sold = fuels.filter(({ code }) => tanks.some(([fuel]) => fuel === code))
  const codes = sold.map(({ code, name, classification: type }) => ({
    companyId,
    stationId,
    type,
    code: type === 'diesel' ? String(200 - Number(code)) : code.padStart(3, '0'),
    description: name,
  }))
  await tx.insertInto('fuelCode').values(codes).execute()
}

const machines = [
  ['dataHub', '油站控制器 Site controller', true],
  ['pos', '收银台 Till 1', true],
  ['selfService', '自助终端 Self-service 1', false],
  ['screen24', '价格屏 Price screen', false],
] as const

async function setUpDevices(ctx: Ctx, companyId: number, station: DemoStation): Promise<DemoDevice[]> {
  const owned = { companyId, stationId: station.id }
  await ctx.tx
    .insertInto('tankGauge')
    .values({ ...owned, name: '液位仪 Tank gauge', protocol: 'VR-350', address: '192.168.1.40:10001' })
    .execute()
  const printers = ['小票打印机 Receipt printer', 'A4 打印机 Office printer']
  await ctx.tx
    .insertInto('printer')
    .values(printers.map((name, at) => ({ ...owned, name, protocol: at ? 'IPP' : 'ESC/POS', address: `192.168.1.${50 + at}` })))
    .execute()
  const devices: DemoDevice[] = []
  for (const [type, name, enrolled] of machines) {
    const heard = enrolled ? { lastSeen: ctx.now, lastSync: ctx.now, clockOffsetMs: type === 'pos' ? -180 : 420 } : {}
    const device = { ...owned, type, name, group: enrolled ? 'sale' : 'info', softwareVersion: '2.4.1', ...heard }
    const { id } = await ctx.tx.insertInto('device').values(device).returning('id').executeTakeFirstOrThrow()
    const given = enrolled ? await giveCredential(ctx, companyId, id, demoSecret(station.code, type)) : { credential: '' }
    devices.push({ id, name, type, credential: given.credential })
  }
  return devices
}

/** A credential that is the same on every start. Only the demo has such. */
export const demoSecret = (station: string, type: string): string =>
  createHash('sha256').update(`forecourt demo ${station} ${type}`).digest('base64url')

async function fillShelves(
  { tx }: Ctx,
  { shelves }: CompanyScript,
  companyId: number,
  { id: stationId }: DemoStation,
): Promise<DemoItem[]> {
  const goods: DemoItem[] = []
  for (const [at, { name, items }] of shelves.entries()) {
    const shelf = { companyId, stationId, type: 'normal', name, weight: 50 - at * 10 }
    const { id: categoryId } = await tx.insertInto('category').values(shelf).returning('id').executeTakeFirstOrThrow()
    const barcode = (turn: number) => `69012345${String(at * 100 + turn).padStart(5, '0')}`
    const rows = items.map(([code, called, priceCents, inventory], turn) => ({
      companyId,
      stationId,
      categoryId,
      code,
      name: called,
      priceCents,
      lowStock: inventory < 0 ? null : 10,
      taxRate: 13,
      barcode: barcode(turn),
    }))
    const made = await tx.insertInto('item').values(rows).returning(['id', 'code', 'priceCents']).execute()
    goods.push(...made.map(({ priceCents, ...item }) => ({ ...item, priceCents: priceCents! })))
    const stock = new Map(items.map(([code, , , inventory]) => [code, inventory]))
    await openShelf(
      tx,
      made.flatMap(({ id, code }) => (stock.get(code)! < 0 ? [] : [{ itemId: id, pieces: stock.get(code)! }])),
    )
  }
  return goods
}

const diameterMm = 2600
/** How high a lying cylinder stands when it is so full. */
function heightAt(full: number): number {
  let low = 0
  let high = 1
  for (let step = 0; step < 20; step++) {
    const half = (low + high) / 2
    const angle = 2 * Math.acos(1 - 2 * half)
    if ((angle - Math.sin(angle)) / (2 * Math.PI) < full) low = half
    else high = half
  }
  return Math.round(low * diameterMm)
}
