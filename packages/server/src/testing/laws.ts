import type { LawKept } from '@forecourt/contract'
import { proofOf } from '../modules/ledger/index.ts'
import type { Ctx } from '../platform/command.ts'

/** What each law says of the books of a company: as its check in the background finds it, at once. */
export const lawsOf = ({ within }: { within: <T>(run: (ctx: Ctx) => Promise<T>) => Promise<T> }): Promise<LawKept[]> =>
  within(({ tx }) => proofOf(tx))
