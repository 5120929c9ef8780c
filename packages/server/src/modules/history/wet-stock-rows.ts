import { note, type At } from './cells.ts'
import type { Row } from './read.ts'
import { cell, centilitres, decimalOf, instantOf, measure, nameOf, type Numbers } from './wet-stock-cells.ts'
import type { WetStockMapping } from './wet-stock-mapping.ts'
import { tankKey } from './wet-stock-places.ts'
import type { PastDelivery } from '../wetstock/index.ts'

type Readings = NonNullable<WetStockMapping['readings']>
type Deliveries = NonNullable<WetStockMapping['deliveries']>

/** What is known of a place when rows of readings and deliveries are read. */
export interface KnownTank {
  readonly tankId: number
  readonly stationId: number
  readonly productId: number
  readonly maxVolumeCl: number
}
export interface Known {
  readonly stations: ReadonlyMap<string, number>
  readonly products: ReadonlyMap<string, number>
  readonly tanks: ReadonlyMap<string, KnownTank>
  readonly now: number
}
export interface SaidReading {
  readonly line: number
  readonly tankId: number
  readonly stationId: number
  readonly measuredAt: string
  readonly volumeCl: number
  readonly oilHeightMm: number | null
  readonly waterHeightMm: number | null
  readonly temperature: number | null
}

export const numbersOf = (mapping: WetStockMapping, part: Readings | Deliveries): Numbers => ({
  decimal: part.decimal ?? mapping.decimal,
  thousands: part.thousands ?? mapping.thousands,
})
export const momentColumns = ({ at, date, time }: Readings | Deliveries) => [at, date, time]
/** Litres of a row that is left out. */
export const litresLeft = (mapping: WetStockMapping, part: Readings | Deliveries) => (row: Row) => ({
  litres: decimalOf(cell({ row }, part.volume), numbersOf(mapping, part), 2),
})

function momentOf(of: At, mapping: WetStockMapping, part: Readings | Deliveries, after: number, now: number): number {
  const { at, date, time, dates = mapping.dates } = part
  const text = at === undefined ? `${cell(of, date)} ${cell(of, time)}` : cell(of, at)
  const moment = instantOf(text.trim(), dates, mapping.timeZone, after)
  if (moment === undefined) note(of, nameOf(at ?? date), 'notDate')
  else if (moment > now) note(of, nameOf(at ?? date), 'inFuture')
  return moment ?? 0
}

/** Reads rows of readings; what a tank said before decides which of two equal hours a clock shows. */
export function readingsReader(mapping: WetStockMapping, part: Readings, known: Known) {
  const by = numbersOf(mapping, part)
  const last = new Map<string, number>()
  return (at: At): SaidReading | undefined => {
    const before = at.problems.length
    const key = tankKey(cell(at, part.station), cell(at, part.tank))
    const tank = known.tanks.get(key)
    if (!tank) note(at, nameOf(part.tank), 'unknownTank')
    const moment = momentOf(at, mapping, part, last.get(key) ?? -Infinity, known.now)
    const volumeCl = centilitres(at, part.volume, by, 0)
    if (tank && volumeCl > tank.maxVolumeCl) note(at, nameOf(part.volume), 'aboveTank', (tank.maxVolumeCl / 100).toFixed(2))
    const oilHeightMm = measure(at, part.oilHeight, by, 0, [0, 20_000])
    const waterHeightMm = measure(at, part.waterHeight, by, 0, [0, 20_000])
    const tenths = measure(at, part.temperature, by, 1, [-600, 800])
    if (!tank || at.problems.length > before) return undefined
    last.set(key, moment)
    const { tankId, stationId } = tank
    const measures = { volumeCl, oilHeightMm, waterHeightMm, temperature: tenths === null ? null : tenths / 10 }
    return { line: at.row.line, tankId, stationId, measuredAt: new Date(moment).toISOString(), ...measures }
  }
}

/** Reads rows of deliveries: each of a station and a product, and of a tank where its row names one. */
export function deliveriesReader(mapping: WetStockMapping, part: Deliveries, known: Known) {
  const by = numbersOf(mapping, part)
  const turns = new Map<string, number>()
  return (at: At): PastDelivery | undefined => {
    const before = at.problems.length
    const station = cell(at, part.station)
    const stationId = known.stations.get(station)
    if (stationId === undefined) note(at, nameOf(part.station), 'unknownStation')
    const tank = placeOf(at, part, known, station)
    const product = cell(at, part.product)
    const productId = product === '' ? tank?.productId : known.products.get(product)
    if (productId === undefined && (product !== '' || cell(at, part.tank) === '')) note(at, nameOf(part.product), 'unknownProduct')
    if (tank && productId !== undefined && tank.productId !== productId) note(at, nameOf(part.product), 'otherProduct')
    const moment = momentOf(at, mapping, part, -Infinity, known.now)
    const volumeCl = centilitres(at, part.volume, by, 1)
    if (at.problems.length > before || stationId === undefined || productId === undefined) return undefined
    const said = cell(at, part.volume)
    const texts = [part.document, part.supplier, part.plate].map((column, turn) => cell(at, column).slice(0, [40, 60, 20][turn]))
    const [docNo, supplier, plate] = texts as [string, string, string]
    const told = {
      stationId,
      productId,
      tankId: tank?.tankId ?? null,
      at: new Date(moment).toISOString(),
      volumeCl,
      said,
      docNo,
      supplier,
      plate,
    }
    return { line: at.row.line, externalId: idOf(at, part, turns, told), ...told }
  }
}

function placeOf(at: At, { tank: column }: Deliveries, { tanks }: Known, station: string): KnownTank | undefined {
  const id = cell(at, column)
  const tank = id === '' ? undefined : tanks.get(tankKey(station, id))
  if (id !== '' && !tank) note(at, nameOf(column), 'unknownTank')
  return tank
}

function idOf(at: At, { id }: Deliveries, turns: Map<string, number>, told: Omit<PastDelivery, 'line' | 'externalId'>): string {
  const own = id === undefined ? '' : cell(at, id)
  if (id !== undefined && own === '') note(at, nameOf(id), 'empty')
  const { stationId, productId, tankId, at: moment, said, docNo } = told
  const key = id === undefined ? [stationId, productId, tankId ?? '', moment, said, docNo].join('|') : own
  const turn = (turns.get(key) ?? 0) + 1
  turns.set(key, turn)
  if (id !== undefined && turn > 1) note(at, nameOf(id), 'sameId')
  return id === undefined ? `${key}|${turn}` : own
}
