import { z } from 'zod'
import { companyCheck } from '../job/check.ts'

/** One invariant of the books: how many things were held against it, how many broke it, and the first of those. */
export const InvariantResult = z.object({
  invariant: z.string(),
  says: z.string(),
  checked: z.int(),
  breaches: z.int(),
  examples: z.array(z.string()),
})
export type InvariantResult = z.output<typeof InvariantResult>

const LedgerProof = z.object({ proven: z.boolean(), invariants: z.array(InvariantResult) })

const { ask, last, one, cancel } = companyCheck('/ledger/prove', 'ledger.prove', LedgerProof, {
  ask: 'Has the book of the company replayed in the background, and every balance, card and payment held against it',
  last: 'The last proof of the books that was asked for, and how far it is',
  one: 'A proof of the books: how far it is, and what was found',
  cancel: 'Ends a proof of the books that is under way',
})
export const ledgerProof = ask
export const ledgerProofs = { last, one, cancel }
