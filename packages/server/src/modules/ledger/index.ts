import type { Module } from '../../platform/module.ts'
import { rollUpClearingAccounts, rollUpLedger } from './book.ts'
import { ledgerInvariants } from './invariants.ts'
import { proveHandlers, proveTask } from './prove.ts'

export {
  adjustmentAccount,
  balanceOf,
  balancesAt,
  frozenOf,
  giftExpenseAccount,
  freeExpenseAccount,
  movedBetweenPurses,
  openPurses,
  openingAccount,
  pointsExpenseAccount,
  purseOf,
  purses,
  salesAccount,
  tenderAccount,
} from './account.ts'
export type { Account, Purse } from './account.ts'
export { book, bookCards, bookMany, dateEntries, reverse } from './book.ts'
export type { Entry, Fact, Move } from './book.ts'
export { ledgerSides } from './invariants.ts'
export { invariants, proofOf } from './prove.ts'

export { rollUpClearingAccounts }

export const ledger = {
  name: 'ledger',
  handlers: proveHandlers,
  tasks: [proveTask],
  rollups: [rollUpLedger],
  invariants: ledgerInvariants,
  moneyHasMoved: async ({ tx }, companyId) =>
    (await tx.selectFrom('ledgerEntry').where('companyId', '=', companyId).select('id').limit(1).executeTakeFirst()) !== undefined,
} satisfies Module
