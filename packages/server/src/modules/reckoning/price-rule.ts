import { PriceRuleKind, type Withheld } from '@forecourt/contract'
import { fuelAmount } from '../forecourt/index.ts'
import { isWithin, weekdayOf } from './hours.ts'

/** By how much fuel costs less, and where, when and for which fuels. */
export interface Discount {
  readonly id: number
  readonly version: number
  readonly name: string
  /** One of the two. */
  readonly centsPerL: number | null
  readonly percent: number | null
  readonly products: readonly { readonly productId: number }[]
  readonly stations: readonly { readonly stationId: number }[]
  /** 1 is Monday; absent where every day is as good. */
  readonly weekdays?: readonly number[]
  readonly hours: readonly { readonly from: string; readonly until: string }[]
  readonly validFrom: string | null
  readonly validUntil: string | null
}

/** A discount that a card brings, by itself, by its product, by its fleet, or by the level of its holder; or an activity, for everybody. */
export interface PriceRule extends Discount {
  readonly kind: PriceRuleKind
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
  readonly version: number
  /** By how much; above zero, and never more than the line. */
  readonly amountCents: number
}

/** What a line costs less by one rule, and why each other one lowers it by nothing. */
export interface PriceOfLine {
  readonly best: Lowered | undefined
  readonly withheld: readonly Withheld[]
}

/** What stands against a rule; the first of several, from the calendar down to the hour. */
function against(rule: PriceRule, { productId }: Pick<FuelLine, 'productId'>, at: SoldAt): Withheld['reason'] | undefined {
  const { products, stations, weekdays = [], hours, validFrom, validUntil } = rule
  const [day, time] = [at.moment.slice(0, 10), at.moment.slice(11, 16)]
  if (validFrom !== null && day < validFrom) return 'notStarted'
  if (validUntil !== null && day > validUntil) return 'over'
  if (stations.length > 0 && !stations.some(each => each.stationId === at.stationId)) return 'otherStation'
  if (products.length > 0 && !products.some(each => each.productId === productId)) return 'otherProduct'
  if (weekdays.length > 0 && !weekdays.includes(weekdayOf(at.moment))) return 'otherWeekday'
  if (hours.length > 0 && !hours.some(each => isWithin(time, each))) return 'otherHours'
  return undefined
}

/** What a line costs by one rule, in whole cents, rounded once; never below zero. */
export function loweredTo({ centsPerL, percent }: Pick<PriceRule, 'centsPerL' | 'percent'>, line: FuelLine): number {
  const { volumeCl, priceCents, amountCents } = line
  if (centsPerL !== null) return Math.min(amountCents, fuelAmount(volumeCl, Math.max(0, priceCents - centsPerL)))
  // Percent has two decimals: hundredths of it are whole.
  const left = 10_000 - Math.round((percent ?? 0) * 100)
  return Math.floor((2 * amountCents * left + 10_000) / 20_000)
}

type Source = Pick<PriceRule, 'kind' | 'name' | 'id' | 'version'>
const sourceOf = ({ kind, name, id, version }: Source) => ({ kind, name, sourceId: id, version })

/** The order in which rules are named changes nothing. */
const inOrder = (a: Source, b: Source): number => rankOf(a) - rankOf(b) || a.id - b.id
const rankOf = ({ kind }: Source): number => PriceRuleKind.options.indexOf(kind)

/**
 * What lowers a line most: of all that there are one counts, the lowest price, never several together. Of two that are as low, that of the
 * card goes before that of the fleet, then that of the level, and an activity last. Each of the others says why it lowered nothing. Orders,
 * previews and authorisations ask here.
 * @param kept what rules took off the line when it was sold, where it is reckoned again: they compete as they stood
 * @source decisions CD25, MK11
 */
export function lowestPrice(rules: readonly PriceRule[], line: FuelLine, at: SoldAt, kept: readonly Lowered[] = []): PriceOfLine {
  const stood = kept.map(({ sourceId: id, amountCents: cents, ...source }) => ({ rule: { ...source, id }, cents, reason: undefined }))
  const now = rules.toSorted(inOrder).map(rule => {
    const reason = against(rule, line, at)
    const cents = reason ? 0 : line.amountCents - loweredTo(rule, line)
    return { rule, cents, reason: reason ?? (cents > 0 ? undefined : ('tooLittle' as const)) }
  })
  const judged = [...stood, ...now]
  const [best, ...outdone] = judged.filter(({ cents }) => cents > 0).toSorted((a, b) => b.cents - a.cents || inOrder(a.rule, b.rule))
  return {
    best: best && { ...sourceOf(best.rule), amountCents: best.cents },
    withheld: [
      ...outdone.map(({ rule, cents }) => ({ ...sourceOf(rule), reason: 'outdone' as const, haveCents: cents, needCents: best!.cents })),
      ...judged.flatMap(({ rule, reason }) => (reason ? [{ ...sourceOf(rule), reason, haveCents: null, needCents: null }] : [])),
    ],
  }
}

/** By how much the best of these rules lowers a line. */
export const bestPrice = (rules: readonly PriceRule[], line: FuelLine, at: SoldAt): Lowered | undefined => lowestPrice(rules, line, at).best

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
