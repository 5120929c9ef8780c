import { proveHandlers, proveTask } from './prove.ts'

export {
  adjustmentAccount,
  balanceOf,
  balancesAt,
  frozenOf,
  giftExpenseAccount,
  openPurses,
  openingAccount,
  purseOf,
  purses,
  salesAccount,
  tenderAccount,
} from './account.ts'
export type { Account, Purse } from './account.ts'
export { book, bookCards, bookGathering, dateEntries, rollUpClearingAccounts, reverse } from './book.ts'
export type { Entry, Fact, Move } from './book.ts'
export type { Invariant } from './invariants.ts'
export { checkInvariant, invariants, proofOf } from './prove.ts'

export const handlers = proveHandlers
export const tasks = [proveTask]
