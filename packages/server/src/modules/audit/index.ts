import { auditLogs } from '@forecourt/contract'
import { verifyChain } from '../../platform/audit-chain.ts'
import { headsOf } from '../../platform/audit-heads.ts'
import { handle } from '../../platform/command.ts'
import { crud } from '../../platform/crud.ts'

/** Holds the company's chain against itself, and against what was noted of it outside the database. */
const verify = handle(auditLogs.verify, async ctx => {
  const { companyId } = ctx.actor
  const { heads, forged } = await headsOf(companyId)
  const { sealed, pending, broken } = await verifyChain(ctx.tx, companyId, heads)
  const last = heads.at(-1)
  const why = broken ?? (forged && { n: forged.n, why: 'headForged' as const })

  ctx.audit('audit.verify', `companies:${companyId}`, { sealed, broken: why ?? null })
  return {
    sealed,
    pending,
    heads: heads.length,
    lastHead: last ? { n: last.n, at: last.at } : null,
    broken: why ? { auditEntryId: null, ...why } : null,
  }
})

export const handlers = [...crud(auditLogs), { ...verify, lasts: true as const }]
