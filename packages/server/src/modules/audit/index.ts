import { auditLogs, type Returned } from '@forecourt/contract'
import { verifyChain } from '../../platform/audit/chain.ts'
import { readCheckpoints } from '../../platform/audit/checkpoints.ts'
import { handle } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { askCheck, cancelCheck, checkTask, lastCheck, oneCheck, type Check } from '../../platform/jobs/check.ts'
import type { Module } from '../../platform/module.ts'
import { auditColumns } from './export-columns.ts'

const auditActions = { ask: 'audit.verify', done: 'audit.verified', cancel: 'audit.verifyCancel' }

/** Verifies the company's chain in itself and against its checkpoints outside the database. */
const verification: Check<NonNullable<Returned<typeof auditLogs.verification>['result']>> = {
  kind: 'auditLog',
  name: 'audit.verify',
  auditActions,
  async find({ tx, actor: { companyId } }, tell) {
    const { heads, forged } = await readCheckpoints(companyId)
    const { sealed, pending, broken } = await verifyChain(tx, companyId, heads, { tell })
    const last = heads.at(-1)
    const why = broken ?? (forged && { n: forged.n, why: 'headForged' as const })
    return {
      sealed,
      pending,
      heads: heads.length,
      lastHead: last ? { n: last.n, at: last.at } : null,
      broken: why ? { auditEntryId: null, ...why } : null,
    }
  },
  note: ({ sealed, broken }) => ({ sealed, broken }),
}

// Before the entries themselves: `verify` is no id.
export const audit = {
  name: 'audit',
  handlers: [
    handle(auditLogs.verify, ctx => askCheck(ctx, verification)),
    handle(auditLogs.lastVerification, ctx => lastCheck(ctx, verification)),
    handle(auditLogs.verification, (ctx, { id }) => oneCheck(ctx, verification, id)),
    handle(auditLogs.cancelVerification, (ctx, { id }) => cancelCheck(ctx, verification, id)),
    ...crud(auditLogs),
  ],
  tasks: [checkTask(verification)],
  exportColumns: { auditLogs: () => ({ columns: auditColumns }) },
} satisfies Module
