import type { Coupon } from '../reckoning/index.ts'
import { heldAs, type GiftTerms } from './tried.ts'

interface Held {
  readonly coupon: Coupon
  left: number
}
/** Coupons of one kind that may go together are used several at once, as many as an order takes. */
const togetherMost = 5

/** The coupons that customers hold while past sales are gone through. */
export class Wallets {
  readonly #held = new Map<number, Held[]>()
  readonly #issued = new Map<string, number>()
  #next = -1

  /** What a member holds at a moment. @returns each of them once; those that may go together as often as they are there */
  of(userId: number, at: number): Coupon[] {
    const held = this.#held.get(userId)
    if (!held) return []
    const valid = held.filter(({ coupon, left }) => left > 0 && coupon.endsAt > at)
    if (valid.length < held.length) this.#held.set(userId, valid)
    return valid.flatMap(each => this.#several(each))
  }

  /** Of coupons that several of may be used on one sale each stands for itself. */
  #several({ coupon, left }: Held): Coupon[] {
    if (!coupon.isStackable) return [coupon]
    return Array.from({ length: Math.min(left, togetherMost) }, (_, turn) =>
      turn === 0 ? coupon : { ...coupon, id: coupon.id - turn / 8 },
    )
  }

  /** Whether the member has had any. */
  has(userId: number): boolean {
    return this.#held.has(userId)
  }

  /** @param most so many of a coupon a member gets in all; 0 where nothing limits it @returns how many were given */
  give(userId: number, gift: GiftTerms, count: number, startsAt: number, endsAt: number): number {
    const key = `${userId} ${gift.dealId}`
    const before = this.#issued.get(key) ?? 0
    const may = gift.perUser > 0 ? Math.min(count, gift.perUser - before) : count
    if (may <= 0) return 0
    this.#issued.set(key, before + may)
    const held = this.#held.get(userId) ?? []
    held.push({ coupon: heldAs(gift, this.#next, startsAt, endsAt), left: may })
    this.#next -= 1
    this.#held.set(userId, held)
    return may
  }

  use(userId: number, coupons: readonly Coupon[]): void {
    const held = this.#held.get(userId) ?? []
    for (const { id } of coupons) {
      const own = held.find(({ coupon }) => coupon.id === Math.ceil(id))
      if (own) own.left -= 1
    }
  }
}
