import { fuelAmount } from '../forecourt/index.ts'
import { isWithin } from './hours.ts'

/** By how much fuel costs less, and where, when and for which fuels. */
export interface Discount {
  readonly id: number
  readonly name: string
  /** One of the two. */
  readonly centsPerL: number | null
  readonly percent: number | null
  readonly products: readonly { readonly productId: number }[]
  readonly stations: readonly { readonly stationId: number }[]
  readonly hours: readonly { readonly from: string; readonly until: string }[]
  readonly validFrom: string | null
  readonly validUntil: string | null
}

/** A discount that a card brings, by itself, by its product, by its fleet, or by the level of its holder. */
export interface PriceRule extends Discount {
  readonly kind: 'card' | 'fleet' | 'level'
}

/** Where and when it is sold: the moment by the clock of the station, `2026-11-27T08:30:00`. */
export interface SoldAt {
  readonly stationId: number
  readonly moment: string
}

/** Fuel as it is priced before it is lowered. */
export interface FuelLine {
  readonly productId?: number | null | undefined
  readonly volumeCl: number
  readonly priceCents: number
  readonly amountCents: number
}

export interface Lowered {
  readonly kind: PriceRule['kind']
  readonly name: string
  readonly sourceId: number
  /** By how much; above zero, and never more than the line. */
  readonly amountCents: number
}

const isFor = ({ products, stations, hours, validFrom, validUntil }: PriceRule, { productId }: FuelLine, at: SoldAt): boolean => {
  const [day, time] = [at.moment.slice(0, 10), at.moment.slice(11, 16)]
  return (
    (products.length === 0 || products.some(each => each.productId === productId)) &&
    (stations.length === 0 || stations.some(each => each.stationId === at.stationId)) &&
    (hours.length === 0 || hours.some(each => isWithin(time, each))) &&
    (validFrom === null || day >= validFrom) &&
    (validUntil === null || day <= validUntil)
  )
}

/** What a line costs by one rule, in whole cents, rounded once; never below zero. */
export function loweredTo({ centsPerL, percent }: Pick<PriceRule, 'centsPerL' | 'percent'>, line: FuelLine): number {
  const { volumeCl, priceCents, amountCents } = line
  if (centsPerL !== null) return Math.min(amountCents, fuelAmount(volumeCl, Math.max(0, priceCents - centsPerL)))
  // Percent has two decimals: hundredths of it are whole.
  const left = 10_000 - Math.round((percent ?? 0) * 100)
  return Math.floor((2 * amountCents * left + 10_000) / 20_000)
}

/**
 * What lowers a line most: of all that a card brings one counts, the lowest price, never several together. Of two that are as low, that
 * of the card goes before that of the fleet, and that of the level last. Orders, previews and authorisations ask here.
 * @source decisions CD25, MK11
 */
export function bestPrice(rules: readonly PriceRule[], line: FuelLine, at: SoldAt): Lowered | undefined {
  const offered = rules
    .filter(rule => isFor(rule, line, at))
    .map(rule => ({ rule, cents: line.amountCents - loweredTo(rule, line) }))
    .filter(({ cents }) => cents > 0)
    .toSorted((a, b) => b.cents - a.cents || (a.rule.kind < b.rule.kind ? -1 : a.rule.kind > b.rule.kind ? 1 : a.rule.id - b.rule.id))
  const [best] = offered
  return best && { kind: best.rule.kind, name: best.rule.name, sourceId: best.rule.id, amountCents: best.cents }
}

/** Something is left to be paid for each litre: money is held for a fill, and a pump has no price of nothing. */
const leastPriceCents = 1

/**
 * What a litre costs a card, in whole cents as pumps have it, where something that it brings lowers it. @source decisions CD25
 */
export function litrePrice(rules: readonly PriceRule[], line: Pick<FuelLine, 'productId' | 'priceCents'>, at: SoldAt) {
  const { priceCents } = line
  const best = bestPrice(rules, { ...line, volumeCl: 100, amountCents: priceCents }, at)
  const lowered = best ? Math.max(leastPriceCents, priceCents - best.amountCents) : priceCents
  return best && lowered < priceCents ? { priceCents: lowered, kind: best.kind, name: best.name, sourceId: best.sourceId } : undefined
}
