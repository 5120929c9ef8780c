import { auditLogs, type Returned } from '@forecourt/contract'
import { verifyChain } from '../../platform/audit/chain.ts'
import { lastVerified, noteVerified, readCheckpoints } from '../../platform/audit/checkpoints.ts'
import { handle } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { askCheck, cancelCheck, checkTask, lastCheck, oneCheck, type Check } from '../../platform/jobs/check.ts'
import type { Module } from '../../platform/module.ts'
import { auditColumns } from './export-columns.ts'

const auditActions = { ask: 'audit.verify', done: 'audit.verified', cancel: 'audit.verifyCancel' }

/**
 * Verifies the company's chain in itself and against its checkpoints outside the database: from the last of them up to which it was found
 * whole before, or from its first entry.
 */
const verification: Check<NonNullable<Returned<typeof auditLogs.verification>['result']>> = {
  kind: 'auditLog',
  name: 'audit.verify',
  auditActions,
  async find({ tx, actor: { companyId } }, tell, isWhole) {
    const { heads, forged } = await readCheckpoints(companyId)
    const verified = isWhole ? undefined : await lastVerified(companyId)
    const { sealed, pending, broken } = await verifyChain(tx, companyId, heads, { tell, verified })
    const last = heads.at(-1)
    if (last && !broken && !forged) await noteVerified(companyId, last)
    const why = broken ?? (forged && { n: forged.n, why: 'headForged' as const })
    return {
      from: (verified?.n ?? 0) + 1,
      sealed,
      pending,
      heads: heads.length,
      lastHead: last ? { n: last.n, at: last.at } : null,
      broken: why ? { auditEntryId: null, ...why } : null,
    }
  },
  note: ({ from, sealed, broken }) => ({ from, sealed, broken }),
}

// Before the entries themselves: `verify` is no id.
export const audit = {
  name: 'audit',
  handlers: [
    handle(auditLogs.verify, (ctx, { body: { whole } }) => askCheck(ctx, verification, whole)),
    handle(auditLogs.lastVerification, ctx => lastCheck(ctx, verification)),
    handle(auditLogs.verification, (ctx, { id }) => oneCheck(ctx, verification, id)),
    handle(auditLogs.cancelVerification, (ctx, { id }) => cancelCheck(ctx, verification, id)),
    ...crud(auditLogs),
  ],
  tasks: [checkTask(verification)],
  exportColumns: { auditLogs: () => ({ columns: auditColumns }) },
} satisfies Module
