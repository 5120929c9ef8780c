import { ledgerProof, ledgerProofs, type InvariantResult, type Returned } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { checkInvariant, type Invariant } from '../../platform/invariant.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { askCheck, cancelCheck, checkTask, lastCheck, oneCheck, type Check, type Tell } from '../../platform/jobs/check.ts'
import { everyModule } from '../../platform/module.ts'

/** What the modules say that must hold of the books, in the order of the modules. */
export const invariants = (): readonly Invariant[] => everyModule().flatMap(({ invariants: own = [] }) => own)

/** Replays the ledger of the companies that the transaction sees, and checks every invariant. */
export async function proofOf(tx: Tx, tell?: Tell): Promise<InvariantResult[]> {
  const proof: InvariantResult[] = []
  const all = invariants()
  for (const invariant of all) {
    tell?.(proof.length, all.length)
    proof.push(await checkInvariant(tx, invariant))
  }
  return proof
}

const auditActions = { ask: 'ledger.prove', done: 'ledger.proven', cancel: 'ledger.proveCancel' }

/** Replays the books of one company, also for somebody who sees several. */
const ledgerCheck: Check<NonNullable<Returned<typeof ledgerProof>['result']>> = {
  kind: 'ledger',
  name: 'ledger.prove',
  auditActions,
  async find({ tx }, tell) {
    const found = await proofOf(tx, tell)
    return { proven: found.every(({ breaches }) => breaches === 0), invariants: found }
  },
  note: ({ invariants: found }) => ({ breaches: found.reduce((sum, { breaches }) => sum + breaches, 0) }),
}

export const proveHandlers = [
  handle(ledgerProof, ctx => askCheck(ctx, ledgerCheck)),
  handle(ledgerProofs.last, ctx => lastCheck(ctx, ledgerCheck)),
  handle(ledgerProofs.one, (ctx, { id }) => oneCheck(ctx, ledgerCheck, id)),
  handle(ledgerProofs.cancel, (ctx, { id }) => cancelCheck(ctx, ledgerCheck, id)),
]
export const proveTask = checkTask(ledgerCheck)
