import type { Seed } from './workload.ts'

/** Many stations and cards, of which many are busy at once. */
export const busy = (small: boolean): Seed =>
  small
    ? { companies: 2, stations: 4, orders: 400, cards: 200, days: 5 }
    : { companies: 10, stations: 500, orders: 50_000, cards: 100_000, days: 8 }

/** Ten million orders over two years. */
export const many = (small: boolean): Seed =>
  small ? busy(true) : { companies: 50, stations: 500, orders: 10_000_000, cards: 100_000, days: 730 }

/** A million orders of one company, within the three months that a file may hold. */
export const exported = (small: boolean): Seed =>
  small ? busy(true) : { companies: 1, stations: 10, orders: 1_000_000, cards: 20_000, days: 88 }
