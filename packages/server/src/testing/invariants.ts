import type { InvariantResult } from '@forecourt/contract'
import { proofOf } from '../modules/ledger/index.ts'
import type { Ctx } from '../platform/execution/command.ts'

/** The result of each invariant for the books of a company, as the background check finds it. */
export const invariantsOf = ({ within }: { within: <T>(run: (ctx: Ctx) => Promise<T>) => Promise<T> }): Promise<InvariantResult[]> =>
  within(({ tx }) => proofOf(tx))
