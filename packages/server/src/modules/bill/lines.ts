import { fuelAmount } from '../forecourt/index.ts'
import { bestPrice, type Discount } from '../reckoning/index.ts'
import type { BilledCard, BilledMovement, SoldLine } from './facts.ts'

/** The discount that a fleet was promised for fills of a day. */
export type Promised = (soldAt: Date) => Discount | undefined

export interface BilledLine {
  readonly movementId: number
  readonly turn: number
  readonly kind: 'fill' | 'refund'
  /** Sold in an earlier month: it arrived, or was paid, in this one. */
  readonly late: boolean
  /** One for a fill, less one for a refund that gave it back as a whole; of a fill with several lines, the first counts. */
  readonly fills: number
  readonly soldAt: string
  readonly soldOn: string
  readonly stationName: string
  readonly plate: string | null
  readonly odometerKm: number | null
  readonly orderId: number | null
  readonly product: string
  readonly volumeCl: number
  readonly pieces: number
  readonly listPriceCents: number | null
  readonly listCents: number
  readonly rule: 'list' | 'discount' | 'price'
  readonly ruleName: string
  readonly netCents: number
  readonly promisedCents: number
}

/** Pumps cut where the product rounds: one cent apart is the same price. */
const roundingCents = 1

/** What a line costs by the price list. Where no list price was known, it is what was charged before discounts. */
function listed({ categoryType, listPriceCents, volumeCl, pieces, amountCents }: SoldLine): number {
  if (listPriceCents === null) return amountCents
  const byList = categoryType === 'fuel' ? fuelAmount(volumeCl, listPriceCents) : pieces * listPriceCents
  return Math.abs(byList - amountCents) <= roundingCents ? amountCents : byList
}

const ruleOf = (line: SoldLine, listCents: number): BilledLine['rule'] =>
  line.discountCents > 0 ? 'discount' : listCents === line.amountCents ? 'list' : 'price'

/** What the fleet was promised on a line, by the rule that prices orders. */
function promisedOn(line: SoldLine, listCents: number, promised: Promised): number {
  const rule = line.categoryType === 'fuel' ? promised(new Date(line.soldAt)) : undefined
  if (!rule) return 0
  const { productId, volumeCl, listPriceCents, priceCents, stationId, moment } = line
  const fuel = { productId, volumeCl, priceCents: listPriceCents ?? priceCents ?? 0, amountCents: listCents }
  return bestPrice([{ ...rule, kind: 'fleet' }], fuel, { stationId, moment })?.amountCents ?? 0
}

/**
 * A part of several figures that are in proportion to a whole, in whole units whose sum is exact: each reaches up to where the sum of
 * those before it and its own is, rounded once, half up.
 */
export function shareOut(part: number, whole: number, figures: readonly number[]): number[] {
  const [of, all] = [BigInt(part), BigInt(whole)]
  const upTo = (sum: bigint) => (2n * of * sum + all) / (2n * all)
  let [sum, given] = [0n, 0n]
  return figures.map(figure => {
    sum += BigInt(figure)
    const own = upTo(sum) - given
    given += own
    return Number(own)
  })
}

interface Bought {
  readonly card: BilledCard
  readonly movement: BilledMovement
  readonly sold: readonly SoldLine[]
  /** When the month of the bill begins: what was sold before it is of an earlier one. */
  readonly from: Date
  /** The day of the movement itself, for one that names no order. */
  readonly day: string
  readonly promised: Promised
}

/**
 * What a payment, or a refund, bought or gave back, line by line; together they are what the card paid or got, to the cent. A card that
 * paid part of an order has that part of its lines. A refund of a part gives back money and no fuel.
 */
export function linesOf(bought: Bought): BilledLine[] {
  const { movement, sold, from, day, card } = bought
  const kind = movement.type === 'consume' ? ('fill' as const) : ('refund' as const)
  const sign = kind === 'fill' ? 1 : -1
  const cents = -movement.amountCents * sign
  const nets = sold.map(({ amountCents, discountCents }) => amountCents - discountCents)
  const whole = nets.reduce((sum, net) => sum + net, 0)
  if (whole === 0) return [bare(bought, kind, sign * cents)]
  const isWhole = cents === whole
  const part = (figures: readonly number[]) => (isWhole ? figures : shareOut(cents, whole, figures)).map(figure => sign * figure + 0)
  const quantity = (figures: readonly number[]) => (isWhole || kind === 'fill' ? part(figures) : figures.map(() => 0))
  const lists = sold.map(listed)
  const [net, list] = [part(nets), part(lists)]
  const promises = part(sold.map((line, at) => promisedOn(line, lists[at]!, bought.promised)))
  const volumes = quantity(sold.map(({ volumeCl }) => volumeCl))
  const pieces = quantity(sold.map(line => line.pieces))
  return sold.map((line, turn) => ({
    movementId: movement.id,
    turn,
    kind,
    late: new Date(kind === 'fill' ? line.soldAt : movement.createdDate) < from,
    fills: turn === 0 ? (kind === 'fill' ? 1 : isWhole ? -1 : 0) : 0,
    soldAt: kind === 'fill' ? line.soldAt : movement.createdDate,
    soldOn: kind === 'fill' ? line.moment.slice(0, 10) : day,
    stationName: line.stationName,
    plate: line.plate ?? card.plates,
    odometerKm: line.odometerKm,
    orderId: line.orderId,
    product: line.product,
    volumeCl: volumes[turn]!,
    pieces: pieces[turn]!,
    listPriceCents: line.listPriceCents,
    listCents: list[turn]!,
    rule: ruleOf(line, lists[turn]!),
    ruleName: line.discountCents > 0 ? (line.discounts ?? []).map(({ name }) => name).join(', ') : '',
    netCents: net[turn]!,
    promisedCents: promises[turn]!,
  }))
}

/** What was paid without an order that says for what. */
const bare = ({ movement, from, day, card }: Bought, kind: BilledLine['kind'], netCents: number): BilledLine => ({
  movementId: movement.id,
  turn: 0,
  kind,
  late: new Date(movement.createdDate) < from,
  fills: kind === 'fill' ? 1 : -1,
  soldAt: movement.createdDate,
  soldOn: day,
  stationName: '',
  plate: card.plates,
  odometerKm: null,
  orderId: movement.orderId,
  product: '',
  volumeCl: 0,
  pieces: 0,
  listPriceCents: null,
  listCents: netCents,
  rule: 'list',
  ruleName: '',
  netCents,
  promisedCents: 0,
})
