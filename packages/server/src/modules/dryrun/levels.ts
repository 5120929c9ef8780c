import { uptakeStep, type DryRunClash, type DryRunLevel } from '@forecourt/contract'
import type { Outcome, Rival } from './replay.ts'

/** So many shares of customers are reckoned at once. */
export const levelsMost = 100 / uptakeStep

/** A sale that what is tried lowers, or would. */
export interface Counted {
  readonly orderId: number
  readonly at: number
  readonly day: string
  readonly litresCl: number
  /** Of twenty, the one that the customer is in: they take part where more than so many do. */
  readonly bucket: number
  /** It is the first that this customer has by it. */
  readonly isFirst: boolean
  readonly outcome: Outcome
  /** What it earned without tax, then and now; nothing where its cost is not known. */
  readonly margin: { readonly beforeCents: number; readonly afterCents: number } | undefined
}
export interface Limits {
  /** So many coupons there are, and so much they may cost in all; 0 and null where nothing limits them. */
  readonly maxCount: number
  readonly budgetCents: number | null
}

interface Sums {
  orders: number
  litresCl: number
  givesCents: number
  costCents: number
}
const nothing = (): Sums => ({ orders: 0, litresCl: 0, givesCents: 0, costCents: 0 })
type Clash = { -readonly [Key in keyof DryRunClash]: DryRunClash[Key] }

/** One share of the customers. */
interface Level {
  readonly sums: Sums
  readonly days: Map<string, Sums>
  readonly clashes: Map<number, Clash>
  readonly margin: { orders: number; beforeCents: number; afterCents: number }
  customers: number
  coupons: number
  last: { at: number; day: string } | undefined
  runsOut: DryRunLevel['runsOut']
}
const level = (): Level => ({
  sums: nothing(),
  days: new Map(),
  clashes: new Map(),
  margin: { orders: 0, beforeCents: 0, afterCents: 0 },
  customers: 0,
  coupons: 0,
  last: undefined,
  runsOut: null,
})

/** The lists of a day, as they are kept. */
export interface DayLists {
  readonly orderIds: number[]
  readonly buckets: number[]
  readonly lastLevels: number[]
  readonly givesCents: number[]
  readonly costCents: number[]
  readonly rivals: number[]
  readonly rivalCents: number[]
}

/** Adds up what is tried, for each share of the customers at once. */
export class Levels {
  readonly #levels: Level[]
  readonly #limits: Limits
  readonly #rivals = new Map<string, { place: number; rival: Rival }>()
  /** The sales of each day. */
  readonly days = new Map<string, DayLists>()

  /** @param only one share: everybody */
  constructor(limits: Limits, only: boolean) {
    this.#limits = limits
    this.#levels = Array.from({ length: only ? 1 : levelsMost }, level)
  }

  /** Sales are added in the order of time. */
  add(counted: Counted): void {
    const { outcome, bucket } = counted
    const place = outcome.rival ? this.#placeOf(outcome.rival) : 0
    let lastLevel = 0
    for (const [at, each] of this.#levels.entries()) {
      if (this.#upTo(at) <= bucket || each.runsOut) continue
      if (outcome.givesCents > 0 && !this.#lasts(each, counted)) continue
      addTo(each, counted, place)
      this.#endWhereUsedUp(each, counted)
      lastLevel = this.#upTo(at)
    }
    if (lastLevel > bucket) keep(this.days, counted, lastLevel, place)
  }

  /** So many twentieths take part. */
  #upTo = (at: number): number => (this.#levels.length === 1 ? levelsMost : at + 1)

  #placeOf(rival: Rival): number {
    const key = `${rival.kind} ${rival.sourceId}`
    const known = this.#rivals.get(key)
    if (known) return known.place
    this.#rivals.set(key, { place: this.#rivals.size + 1, rival })
    return this.#rivals.size
  }

  /** Whether there is enough left for this sale; where there is not, the sale before was the last one. */
  #lasts(each: Level, { outcome }: Counted): boolean {
    const { maxCount, budgetCents } = this.#limits
    if (maxCount > 0 && each.coupons + outcome.used.length > maxCount) return this.#end(each, 'planned')
    if (budgetCents !== null && each.sums.givesCents + outcome.givesCents > budgetCents) return this.#end(each, 'budget')
    return true
  }

  #end(each: Level, by: 'planned' | 'budget'): false {
    if (each.last) each.runsOut = { at: new Date(each.last.at).toISOString(), day: each.last.day, by }
    return false
  }

  #endWhereUsedUp(each: Level, { at, day }: Counted): void {
    const { maxCount, budgetCents } = this.#limits
    each.last = { at, day }
    if (maxCount > 0 && each.coupons === maxCount) this.#end(each, 'planned')
    else if (budgetCents !== null && each.sums.givesCents === budgetCents) this.#end(each, 'budget')
  }

  /** What else lowered sales, in the order in which it was met. */
  rivals(): { kind: Rival['kind']; name: string; sourceId: number }[] {
    return [...this.#rivals.values()].map(({ rival: { kind, name, sourceId } }) => ({ kind, name, sourceId }))
  }

  result(days: readonly string[]): DryRunLevel[] {
    return this.#levels.map((each, at) => ({
      uptake: this.#upTo(at) * uptakeStep,
      ...each.sums,
      customers: each.customers,
      runsOut: each.runsOut,
      margin: {
        orders: each.margin.orders,
        beforeCents: Math.round(each.margin.beforeCents),
        afterCents: Math.round(each.margin.afterCents),
      },
      days: days.map(day => ({ day, ...(each.days.get(day) ?? nothing()) })),
      clashes: [...each.clashes.values()].toSorted((a, b) => b.wonOrders + b.lostOrders - a.wonOrders - a.lostOrders),
    }))
  }
}

function addTo(each: Level, { outcome, litresCl, day, isFirst, margin }: Counted, place: number): void {
  const { givesCents, costCents, rival, used } = outcome
  if (rival) clashOf(each, rival, place, givesCents)
  if (givesCents === 0) return
  const ofDay = each.days.get(day) ?? nothing()
  each.days.set(day, ofDay)
  for (const sums of [each.sums, ofDay]) {
    sums.orders += 1
    sums.litresCl += litresCl
    sums.givesCents += givesCents
    sums.costCents += costCents
  }
  each.coupons += used.length
  if (isFirst) each.customers += 1
  if (!margin) return
  each.margin.orders += 1
  each.margin.beforeCents += margin.beforeCents
  each.margin.afterCents += margin.afterCents
}

function clashOf({ clashes }: Level, { kind, name, sourceId, won, cents }: Rival, place: number, givesCents: number): void {
  const clash = clashes.get(place) ?? { kind, name, sourceId, wonOrders: 0, wonCents: 0, lostOrders: 0, lostCents: 0 }
  clashes.set(place, clash)
  if (won) {
    clash.wonOrders += 1
    clash.wonCents += givesCents
  } else {
    clash.lostOrders += 1
    clash.lostCents += cents
  }
}

function keep(days: Map<string, DayLists>, { orderId, day, bucket, outcome }: Counted, lastLevel: number, place: number): void {
  const lists = days.get(day) ?? {
    orderIds: [],
    buckets: [],
    lastLevels: [],
    givesCents: [],
    costCents: [],
    rivals: [],
    rivalCents: [],
  }
  days.set(day, lists)
  lists.orderIds.push(orderId)
  lists.buckets.push(bucket)
  lists.lastLevels.push(lastLevel)
  lists.givesCents.push(outcome.givesCents)
  lists.costCents.push(outcome.costCents)
  lists.rivals.push(outcome.rival ? (outcome.rival.won ? place : -place) : 0)
  lists.rivalCents.push(outcome.rival?.cents ?? 0)
}

/** In which of the twenty a customer is: always the same one, and of many as many in each. @source the finalizer of MurmurHash3 */
export function bucketOf(id: number): number {
  let hash = Math.trunc(id % 4_294_967_291) | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return ((hash ^ (hash >>> 16)) >>> 0) % levelsMost
}
