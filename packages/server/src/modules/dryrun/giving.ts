import type { Tx } from '../../platform/postgres/database.ts'
import { givesFor } from '../activity/index.ts'
import { midnightAfter, type RunDay } from './calendar.ts'
import { bornIn, boughtBefore, carriersOf, factsBetween, type GivenFor } from './facts.ts'
import type { PastSale } from './past-sales.ts'
import type { Tried } from './tried.ts'
import type { Wallets } from './wallets.ts'

type Gifts = Extract<Tried, { kind: 'gifts' }>
const dayMs = 86_400_000
const anywhen = { startTime: '1970-01-01T00:00:00Z', endTime: '9999-01-01T00:00:00Z' }

/** What an activity would have given while past sales are gone through, in the order of time. */
export class Giving {
  readonly #tried: Gifts
  readonly #days: readonly RunDay[]
  readonly #wallets: Wallets
  /** Who is given something with the first day, under 0; and who with the first day of a month, by the month. */
  readonly #members = new Map<number, readonly number[]>()
  readonly #hadThisYear = new Set<string>()
  /** Of those who stay away: when each bought last, and who is due on a day. */
  #last = new Map<number, number>()
  readonly #due = new Map<number, number[]>()
  #nextDay = 0
  #facts: GivenFor[] = []
  given = 0
  coupons = 0

  constructor(tried: Gifts, days: readonly RunDay[], wallets: Wallets) {
    this.#tried = tried
    this.#days = days
    this.#wallets = wallets
  }

  /** Reads whom it gives something by the calendar. */
  async start(tx: Tx, companyId: number): Promise<void> {
    const { kind, tagId, idleDays } = this.#tried.activity
    const first = this.#days[0]!
    if (kind === 'issue') this.#members.set(0, await carriersOf(tx, companyId, tagId!))
    if (kind === 'birthday')
      for (const month of new Set(this.#days.map(each => each.month))) this.#members.set(month, await bornIn(tx, companyId, month))
    if (kind !== 'lapsed') return
    this.#last = await boughtBefore(tx, companyId, new Date(first.startsAt))
    for (const [userId, at] of this.#last) this.#note(userId, at, idleDays!)
  }

  /** What happened in a span of time is given for as time passes. */
  async read(tx: Tx, companyId: number, from: Date, until: Date): Promise<void> {
    this.#facts.push(...(await factsBetween(tx, this.#tried.activity, { companyId, from, until })))
  }

  /** Gives what is given until a moment. */
  until(at: number): void {
    for (; this.#nextDay < this.#days.length && this.#days[this.#nextDay]!.startsAt <= at; this.#nextDay++) this.#begin(this.#nextDay)
    let gone = 0
    for (const fact of this.#facts) {
      if (fact.at > at) break
      if (this.#isWithin(fact.at)) this.#give(fact.userId, fact.at)
      gone += 1
    }
    this.#facts = this.#facts.slice(gone)
  }

  /** A sale of a member's own card may be what it gives for; its coupons are there afterwards. */
  sold({ userId, ofFleet, at, stationId, paidCents, refundedCents, lines, id }: PastSale): void {
    const { activity } = this.#tried
    if (userId === null || ofFleet || paidCents === 0) return
    if (activity.kind === 'lapsed') this.#note(userId, at, activity.idleDays!)
    if (activity.kind !== 'purchase') return
    const cents = paidCents - refundedCents
    const bought = lines.map(({ productId, type, quantity, amountCents, discountCents }) => ({
      productId: productId ?? null,
      volumeCl: type === 'fuel' ? quantity : 0,
      netCents: amountCents - discountCents,
    }))
    const fact = {
      fact: 'order' as const,
      id,
      userId,
      at: new Date(at).toISOString(),
      stationId,
      cents,
      lines: bought,
      share: cents / paidCents,
    }
    if (givesFor({ ...activity, ...anywhen }, fact)) this.#give(userId, at)
  }

  #isWithin = (at: number): boolean => at >= this.#days[0]!.startsAt && at < this.#days.at(-1)!.startsAt + dayMs

  #begin(turn: number): void {
    const { month, isFirstOfMonth, startsAt, day } = this.#days[turn]!
    const { kind } = this.#tried.activity
    if (turn === 0) for (const userId of this.#members.get(0) ?? []) this.#give(userId, startsAt)
    if (kind === 'birthday' && (turn === 0 || isFirstOfMonth))
      for (const userId of this.#members.get(month) ?? []) {
        const year = `${userId} ${day.slice(0, 4)}`
        if (this.#hadThisYear.has(year)) continue
        this.#hadThisYear.add(year)
        this.#give(userId, startsAt)
      }
    for (const userId of this.#due.get(turn) ?? [])
      if (this.#last.get(userId)! <= startsAt - this.#tried.activity.idleDays! * dayMs) this.#give(userId, startsAt)
  }

  /** A purchase makes a member due so many days later, should nothing else be bought until then. */
  #note(userId: number, at: number, idleDays: number): void {
    this.#last.set(userId, at)
    const turn = Math.max(
      0,
      this.#days.findIndex(({ startsAt }) => startsAt >= at + idleDays * dayMs),
    )
    if (this.#days[turn]!.startsAt < at + idleDays * dayMs) return
    const due = this.#due.get(turn)
    if (due) due.push(userId)
    else this.#due.set(turn, [userId])
  }

  #give(userId: number, at: number): void {
    const { activity, coupons } = this.#tried
    if (activity.maxIssue > 0 && this.given >= activity.maxIssue) return
    const counts = coupons.map(gift => {
      const endsAt = gift.validDays === 0 ? Number.POSITIVE_INFINITY : midnightAfter(this.#days, at, gift.validDays)
      return this.#wallets.give(userId, gift, activity.giftCount, at, endsAt)
    })
    const count = counts.reduce((sum, each) => sum + each, 0)
    if (count === 0) return
    this.given += 1
    this.coupons += count
  }
}
