import type { Module } from '../../platform/module.ts'
import { stockInvariants } from './invariants.ts'

export { bookFirst, bookMoves, lockDepotStocks, reverseMoves, standingRevision, type Booked, type Move, type Place } from './book.ts'
export { closingsBy, type DepotClosing } from './closing.ts'
export { courseOfDepot, dropStocks, mostThatLeaves, openStocks, refuseSettled, settledUntil, stocksOf } from './depot-stock.ts'
export { centsPerT, type Worth } from './depot-value.ts'
export { lockSettledMonth, settleMonth } from './settled-month.ts'
export { worthsAt } from './value-at.ts'

/** The book of stock: what leaves one place enters another. */
export const stock = { name: 'stock', handlers: [], invariants: stockInvariants } satisfies Module
