import { z } from 'zod'
import { endpoint } from '../kit.ts'

/** One law of the books: how many things were held against it, how many broke it, and the first of those. */
export const LawKept = z.object({
  law: z.string(),
  says: z.string(),
  checked: z.int(),
  breaches: z.int(),
  examples: z.array(z.string()),
})
export type LawKept = z.output<typeof LawKept>

export const ledgerProof = endpoint('POST', '/ledger/prove', {
  permission: 'ledger.prove',
  returns: z.object({ proven: z.boolean(), laws: z.array(LawKept) }),
  summary: 'Replays the book of the company from its first entry and holds every balance, card and payment against it.',
})
