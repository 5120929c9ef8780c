import type { MeasureSettings } from '@forecourt/contract/measure/terms.ts'
import { litresOfWeight, type PastPurchase } from '../supply/index.ts'
import { note, words, type At } from './cells.ts'
import type { Row } from './read.ts'
import {
  cell,
  centilitres,
  decimalOf,
  exactOf,
  instantOf,
  measure,
  nameOf,
  timesExactly,
  type Exact,
  type Numbers,
} from './wet-stock-cells.ts'
import type { Column, WetStockMapping } from './wet-stock-mapping.ts'

type Purchases = NonNullable<WetStockMapping['purchases']>

/** A product as purchases need it: the base fuel that it is, and its tax. */
export interface KnownFuel {
  readonly productId: number
  readonly baseFuelId: number | null
  readonly density: number | null
  readonly taxRate: number
}
export interface KnownOfPurchases {
  readonly stations: ReadonlyMap<string, number>
  readonly fuels: ReadonlyMap<string, KnownFuel>
  readonly measurement: (stationId: number) => MeasureSettings
  readonly now: number
  /** The last day of what is settled. */
  readonly settledUntil: string | undefined
}
/** A purchase whose supplier is still known by its name alone. */
export type SaidPurchase = Omit<PastPurchase, 'supplierId'> & { readonly supplier: string }

const numbersOf = (mapping: WetStockMapping, part: Purchases): Numbers => ({
  decimal: part.decimal ?? mapping.decimal,
  thousands: part.thousands ?? mapping.thousands,
})
const idsOf = ({ id }: Purchases): readonly Column[] => (id === undefined ? [] : Array.isArray(id) ? id : [id])
export const purchaseColumns = (part: Purchases): (Column | undefined)[] => {
  const { at, date, time, station, product, supplier, volume, weight, density, price, amount, taxRate, document, plate } = part
  return [...idsOf(part), at, date, time, station, product, supplier, volume, weight, density, price, amount, taxRate, document, plate]
}
/** What stands in a row that is left out, as far as it can be read. */
export function purchaseLeft(mapping: WetStockMapping, part: Purchases) {
  const by = numbersOf(mapping, part)
  return (row: Row): Record<string, number | undefined> => {
    const text = (column: Column | undefined) => cell({ row }, column)
    const [price, quantity] = [exactOf(text(part.price), by), exactOf(text(part.pricePer === 'ton' ? part.weight : part.volume), by)]
    const total =
      text(part.amount) === '' && price && quantity
        ? timesExactly([quantity, price], 100n, part.pricePer === 'kilolitre' ? 1000n : 1n)
        : decimalOf(text(part.amount), by, 2)
    return { ...(part.volume !== undefined && { litres: decimalOf(text(part.volume), by, 2) }), total }
  }
}

/** Reads rows of purchases. Each amount is rounded once: as it is written, or of quantity times price as both are written. */
export function purchasesReader(mapping: WetStockMapping, part: Purchases, known: KnownOfPurchases) {
  const by = numbersOf(mapping, part)
  const turns = new Map<string, number>()
  return (at: At): SaidPurchase | undefined => {
    const before = at.problems.length
    const stationId = known.stations.get(cell(at, part.station))
    if (stationId === undefined) note(at, nameOf(part.station), 'unknownStation')
    const fuel = known.fuels.get(cell(at, part.product))
    if (!fuel) note(at, nameOf(part.product), 'unknownProduct')
    else if (fuel.baseFuelId === null) note(at, nameOf(part.product), 'noFuel')
    const moment = momentOf(at, mapping, part, known)
    const density = densityOf(at, part, by)
    const { volumeCl, weightKg } = quantityOf(at, part, by, density ?? fuel?.density ?? null, known.measurement(stationId ?? 0))
    const priced = priceOf(at, part, by)
    const amountCents = amountOf(at, part, by, priced)
    const taxRate = taxOf(at, part, by) ?? fuel?.taxRate ?? 0
    const supplier = words(at, nameOf(part.supplier), cell(at, part.supplier), 60)
    const [billNo, plate] = [cell(at, part.document).slice(0, 40), cell(at, part.plate).slice(0, 20)]
    if (at.problems.length > before || stationId === undefined || !fuel || fuel.baseFuelId === null) return undefined
    const { productId, baseFuelId } = fuel
    const when = new Date(moment).toISOString()
    const day = dayIn(moment, mapping.timeZone)
    const told = { stationId, productId, baseFuelId, supplier, at: when, day, volumeCl, weightKg, density, amountCents, taxRate }
    const price = { pricedBy: priced?.per === 'ton' ? ('ton' as const) : ('litre' as const), priceCents: priced?.cents ?? null }
    return { line: at.row.line, externalId: idOf(at, part, turns, { ...told, billNo }), ...told, ...price, billNo, plate }
  }
}

const dayIn = (moment: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDate().toString()

function momentOf(of: At, mapping: WetStockMapping, part: Purchases, { now, settledUntil }: KnownOfPurchases): number {
  const { at, date, time, dates = mapping.dates } = part
  const text = at === undefined ? `${cell(of, date)} ${cell(of, time)}` : cell(of, at)
  const moment = instantOf(text.trim(), dates, mapping.timeZone)
  if (moment === undefined) note(of, nameOf(at ?? date), 'notDate')
  else if (moment > now) note(of, nameOf(at ?? date), 'inFuture')
  else if (settledUntil !== undefined && dayIn(moment, mapping.timeZone) <= settledUntil) note(of, nameOf(at ?? date), 'monthSettled')
  return moment ?? 0
}

function densityOf(at: At, { density: column }: Purchases, by: Numbers): number | null {
  if (cell(at, column) === '') return null
  const tenths = decimalOf(cell(at, column), by, 1)
  if (tenths === undefined) note(at, nameOf(column), 'notNumber')
  else if (tenths < 6000 || tenths > 10_000) note(at, nameOf(column), 'notInRange', '600–1000')
  else return tenths / 10
  return null
}

/** Litres as they are written; where only tons are, by the density. */
function quantityOf(at: At, { volume, weight }: Purchases, by: Numbers, density: number | null, measurement: MeasureSettings) {
  const weightKg = measure(at, weight, by, 3, [0, 1_000_000])
  if (weightKg === 0) note(at, nameOf(weight), 'notPositive')
  if (volume !== undefined && (weightKg === null || cell(at, volume) !== '')) {
    return { volumeCl: centilitres(at, volume, by, 1), weightKg }
  }
  if (weightKg === null) {
    if (cell(at, weight) === '') note(at, nameOf(weight), 'empty')
    return { volumeCl: 0, weightKg }
  }
  const volumeCl = density === null ? null : litresOfWeight(weightKg, density, measurement)
  if (volumeCl === null) note(at, nameOf(weight), 'noDensity')
  return { volumeCl: volumeCl ?? 0, weightKg }
}

interface Price {
  readonly exact: Exact
  readonly per: Purchases['pricePer']
  /** Of 1,000 litres, or of a ton. */
  readonly cents: number
}
const mostCents = 1_000_000_000
function priceOf(at: At, { price: column, pricePer: per }: Purchases, by: Numbers): Price | undefined {
  const text = cell(at, column)
  if (text === '') return undefined
  const exact = exactOf(text, by)
  const cents = exact && timesExactly([exact], per === 'litre' ? 100_000n : 100n)
  if (exact === undefined || cents === undefined) note(at, nameOf(column), 'notNumber')
  else if (exact.units < 0n) note(at, nameOf(column), 'negative')
  else if (cents > mostCents) note(at, nameOf(column), 'tooLarge')
  else return { exact, per, cents }
  return undefined
}

/** In whole cents: as it is written, or quantity times price. */
function amountOf(at: At, part: Purchases, by: Numbers, price: Price | undefined): number {
  const told = cell(at, part.amount)
  if (told !== '') {
    const cents = decimalOf(told, by, 2)
    if (cents === undefined) note(at, nameOf(part.amount), 'notNumber')
    else if (cents < 0) note(at, nameOf(part.amount), 'negative')
    else return cents
    return 0
  }
  const quantity = exactOf(cell(at, price?.per === 'ton' ? part.weight : part.volume), by)
  // What is wrong with a quantity or a price that is written is said where it is read.
  if (price && quantity) return timesExactly([quantity, price.exact], 100n, price.per === 'kilolitre' ? 1000n : 1n)
  if (cell(at, part.price) === '') note(at, nameOf(part.amount ?? part.price), 'empty')
  else if (price && !quantity) note(at, nameOf(price.per === 'ton' ? part.weight : part.volume), 'notNumber')
  return 0
}

function taxOf(at: At, { taxRate: column }: Purchases, by: Numbers): number | null {
  if (cell(at, column) === '') return null
  const hundredths = decimalOf(cell(at, column), by, 2)
  if (hundredths === undefined) note(at, nameOf(column), 'notNumber')
  else if (hundredths < 0 || hundredths >= 10_000) note(at, nameOf(column), 'notInRange', '0–99.99')
  else return hundredths / 100
  return null
}

type Told = Pick<SaidPurchase, 'stationId' | 'productId' | 'supplier' | 'at' | 'volumeCl' | 'amountCents' | 'billNo'>
function idOf(at: At, part: Purchases, turns: Map<string, number>, told: Told): string {
  const columns = idsOf(part)
  for (const column of columns) if (cell(at, column) === '') note(at, nameOf(column), 'empty')
  const { stationId, productId, supplier, at: moment, volumeCl, amountCents, billNo } = told
  const own = columns.length > 0
  const key = own
    ? columns.map(column => cell(at, column)).join('|')
    : [stationId, productId, supplier, moment, volumeCl, amountCents, billNo].join('|')
  const turn = (turns.get(key) ?? 0) + 1
  turns.set(key, turn)
  if (own && turn > 1) note(at, nameOf(columns[0]), 'sameId')
  return own ? key : `${key}|${turn}`
}
