import type { Module } from '../../platform/module.ts'
import { stockInvariants } from './invariants.ts'

export { bookMoves, lockDepotStocks, reverseMoves, standingRevision, type Booked, type Move, type Place } from './book.ts'

/** The book of stock: what leaves one place enters another. */
export const stock = { name: 'stock', handlers: [], invariants: stockInvariants } satisfies Module
