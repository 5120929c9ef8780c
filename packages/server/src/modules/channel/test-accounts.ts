import type { Account } from '../ledger/index.ts'

/** Where a test of an account comes from and goes to in the book: neither a shift nor a day knows of it. @source decisions PY13 */
export const dueOf = (accountId: number): Account => `channelDue:${accountId}`
export const testsOf = (companyId: number): Account => `channelTest:${companyId}`
