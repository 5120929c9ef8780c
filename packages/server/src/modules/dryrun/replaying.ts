import type { z } from 'zod'
import type { DryRunNote, DryRunResult } from '@forecourt/contract'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Coupon } from '../reckoning/index.ts'
import type { RunDay } from './calendar.ts'
import { costsOf, marginOf, type Costs } from './cost.ts'
import { tagsOfMembers } from './facts.ts'
import { Giving } from './giving.ts'
import { bucketOf, Levels } from './levels.ts'
import type { Asked, PastLine, PastSale } from './past-sales.ts'
import { replay, without, type OnSale } from './replay.ts'
import { heldAs, type Tried } from './tried.ts'
import { Wallets } from './wallets.ts'

/** What a record gave while it was on offer: the coupons that came of it, or the sales that name its rule. */
export interface Given {
  /** The record of a rule. */
  readonly sourceId: number | undefined
  readonly isCoupon: (coupon: Coupon) => boolean
}
interface Of extends Asked {
  readonly tried: Tried
  readonly days: readonly RunDay[]
  /** Nothing of what is not saved yet. */
  readonly given: Given | undefined
  /** Those who had it, instead of a share of all customers. */
  readonly isReal: boolean
}
/** The coupon of somebody who is no member stands for one sale. */
const stranger = -1e15

/** Goes through past sales in the order of time, with what is tried. */
export class Replaying {
  readonly levels: Levels
  readonly giving: Giving | undefined
  readonly #of: Of
  readonly #wallets = new Wallets()
  readonly #seen = new Set<number>()
  readonly #inRun: ReadonlySet<string>
  #costs: Costs = new Map()
  #tags = new Map<number, number[]>()
  readonly #notes = new Set<z.output<typeof DryRunNote>>()
  readonly sums = { orders: 0, totalCents: 0, litresCl: 0 }
  readonly booked = { orders: 0, cents: 0 }
  /** Of real holders. */
  readonly customers = new Set<number>()

  constructor(of: Of) {
    this.#of = of
    const { tried, isReal, days } = of
    const limits = tried.kind === 'coupon' && !isReal ? tried : { maxCount: 0, budgetCents: null }
    this.levels = new Levels(limits, isReal || (tried.kind === 'price' && !tried.forCards))
    this.giving = tried.kind === 'gifts' && !isReal ? new Giving(tried, days, this.#wallets) : undefined
    this.#inRun = new Set(days.map(({ day }) => day))
  }

  async start(tx: Tx): Promise<void> {
    const { tried, companyId, isReal } = this.#of
    this.#costs = await costsOf(tx, this.#of)
    const terms = tried.kind === 'coupon' ? [tried.terms] : tried.kind === 'gifts' ? tried.coupons.map(gift => gift.terms) : []
    const tags = [...new Set(terms.flatMap(({ conditions }) => conditions.tags))]
    this.#tags = await tagsOfMembers(tx, companyId, tags)
    if (tags.length > 0) this.#notes.add('tagsOfToday')
    if (tried.kind === 'price' && tried.forCards && !isReal) this.#notes.add('allCards')
    await this.giving?.start(tx, companyId)
  }

  notes = (): DryRunResult['notes'] => {
    if (this.#of.isReal && this.booked.cents !== this.levels.result([])[0]!.givesCents) this.#notes.add('termsChanged')
    return [...this.#notes]
  }

  /** @param sale comes after all that were looked at before */
  look(sale: PastSale): void {
    this.giving?.until(sale.at)
    const day = sale.moment.slice(0, 10)
    if (this.#inRun.has(day)) {
      this.sums.orders += 1
      this.sums.totalCents += sale.paidCents
      this.sums.litresCl += fuelOf(sale)
      if (this.#of.isReal) this.#asItWas(sale, day, this.#of.given!)
      else this.#assumed(sale, day)
    }
    this.giving?.sold(sale)
  }

  /** Everyone of that time may take part. */
  #assumed(then: PastSale, day: string): void {
    const { tried, given } = this.#of
    if (tried.kind === 'price' && tried.forCards && then.cardId === null) return
    const open = then.lines.map(line => ({ ...line, isCharged: isChargedOtherwise(then, line) }))
    const own = { isTriedRule: (id: number) => id === given?.sourceId, isTriedCoupon: (coupon: Coupon) => given?.isCoupon(coupon) ?? false }
    const { sale, lines } = without(then, open, own)
    const held = this.#heldOn(sale)
    if (tried.kind !== 'price' && held.length === 0) return
    const found = replay(sale, lines, {
      ...(tried.kind === 'price' && { rule: tried.rule }),
      isTriedRule: id => tried.kind === 'price' && id === tried.rule.id,
      held,
      isTriedCoupon: ({ id }) => id < 0,
      asChosen: false,
      tags: this.#tags.get(sale.userId ?? 0) ?? [],
    })
    if (!found) return
    if (sale.userId !== null) this.#wallets.use(sale.userId, found.used)
    if (found.givesCents > 0 && sale.deviceType !== null) this.#notes.add('chargedAtList')
    this.#count(sale, lines, day, found, tried.kind === 'price' ? (sale.cardId ?? sale.id) : (sale.userId ?? sale.id))
  }

  #heldOn({ userId, at }: PastSale): Coupon[] {
    const { tried } = this.#of
    if (tried.kind === 'price') return []
    if (tried.kind === 'gifts') return userId === null ? [] : this.#wallets.of(userId, at)
    if (userId === null) return [heldAs(tried, stranger, 0, Number.POSITIVE_INFINITY)]
    if (!this.#wallets.has(userId)) this.#wallets.give(userId, { ...tried, validDays: 0 }, mostOf(tried), 0, Number.POSITIVE_INFINITY)
    return this.#wallets.of(userId, at)
  }

  /** Those who had it, as they chose then. */
  #asItWas(sale: PastSale, day: string, { sourceId, isCoupon }: Given): void {
    const { tried } = this.#of
    const names = (line: PastLine) => [...(line.kept ?? []), ...line.withheld].some(each => each.sourceId === sourceId)
    const ofRule = tried.kind === 'price' && sale.lines.some(names)
    if (!ofRule && !sale.used.some(({ coupon }) => isCoupon(coupon))) return
    this.#book(sale, { sourceId, isCoupon })
    const lines = sale.lines.map(line => ({
      ...line,
      isCharged: ofRule && !names(line),
      kept: (line.kept ?? []).filter(each => each.sourceId !== sourceId),
    }))
    const tries: OnSale = {
      ...(tried.kind === 'price' && { rule: tried.rule }),
      isTriedRule: id => tried.kind === 'price' && id === sourceId,
      held: [],
      isTriedCoupon: isCoupon,
      asChosen: true,
      tags: [],
    }
    const found = replay(sale, lines, tries)
    if (!found) return
    if (sale.userId !== null) this.customers.add(sale.userId)
    const { givesCents, rival } = found
    this.#count(sale, lines, day, { ...found, costCents: givesCents - (rival?.won ? rival.cents : 0) }, sale.userId ?? sale.id)
  }

  /** What the sale has booked for it. */
  #book({ lines, used }: PastSale, { sourceId, isCoupon }: Given): void {
    const byRule = lines.flatMap(({ kept = [], withheld }) =>
      kept.flatMap(each =>
        each.sourceId === sourceId && !withheld.some(other => other.sourceId === sourceId && other.reason === 'outdone')
          ? [each.amountCents]
          : [],
      ),
    )
    const byCoupons = used.flatMap(({ coupon, cents }) => (isCoupon(coupon) ? [cents] : []))
    const cents = [...byRule, ...byCoupons].reduce((sum, each) => sum + each, 0)
    if (cents === 0) return
    this.booked.orders += 1
    this.booked.cents += cents
  }

  #count(sale: PastSale, lines: readonly PastLine[], day: string, outcome: NonNullable<ReturnType<typeof replay>>, customer: number): void {
    const gives = outcome.givesCents > 0
    const isFirst = gives && !this.#seen.has(customer)
    if (gives) this.#seen.add(customer)
    this.levels.add({
      orderId: sale.id,
      at: sale.at,
      day,
      litresCl: fuelOf(sale),
      bucket: this.#of.isReal ? 0 : bucketOf(customer),
      isFirst,
      outcome,
      margin: gives ? marginOf(lines, outcome.offCents, this.#costs) : undefined,
    })
  }
}

/** So many one holder can have. */
const mostOf = ({ perUser, maxCount }: Extract<Tried, { kind: 'coupon' }>): number =>
  Math.min(perUser || Number.POSITIVE_INFINITY, maxCount || Number.POSITIVE_INFINITY)

const fuelOf = ({ lines }: PastSale): number => lines.reduce((sum, { type, quantity }) => sum + (type === 'fuel' ? quantity : 0), 0)

/** A pump charged another price than the list's: that is a fact, and nothing of it was a discount. */
const isChargedOtherwise = ({ deviceType }: PastSale, { priceCents, listPriceCents }: PastLine): boolean =>
  deviceType !== null && listPriceCents !== null && priceCents !== listPriceCents
