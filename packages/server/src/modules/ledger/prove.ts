import { ledgerProof, ledgerProofs, type InvariantResult, type Returned } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { askCheck, cancelCheck, checkTask, lastCheck, oneCheck, type Check, type Tell } from '../../platform/jobs/check.ts'
import { invariants, type Invariant } from './invariants.ts'

export { invariants }

/** Replays the ledger of the companies that the transaction sees, and checks every invariant. */
export async function proofOf(tx: Tx, tell?: Tell): Promise<InvariantResult[]> {
  const proof: InvariantResult[] = []
  for (const invariant of invariants) {
    tell?.(proof.length, invariants.length)
    proof.push(await checkInvariant(tx, invariant))
  }
  return proof
}

export async function checkInvariant(tx: Tx, { law, says, query }: Invariant): Promise<InvariantResult> {
  // Right after many sales the planner still takes tables for small, and would read one of them again for each row of another.
  await sql`set local enable_nestloop = off`.execute(tx)
  const {
    rows: [found],
  } = await sql<Pick<InvariantResult, 'checked' | 'breaches' | 'examples'>>`
    select checked, breaches, array(select unnest(broken) as subject order by subject limit 5) as examples
    from (
      select count(*)::int as checked, (count(*) filter (where kept is not true))::int as breaches,
        array_agg(subject) filter (where kept is not true) as broken
      from (${sql.raw(query)}) as held
    ) as found`.execute(tx)
  return { law, says, ...found! }
}

const deeds = { ask: 'ledger.prove', done: 'ledger.proven', cancel: 'ledger.proveCancel' }

/** Replays the books of one company, also for somebody who sees several. */
const ledgerCheck: Check<NonNullable<Returned<typeof ledgerProof>['result']>> = {
  kind: 'ledger',
  name: 'ledger.prove',
  auditActions: deeds,
  async find({ tx }, tell) {
    const found = await proofOf(tx, tell)
    return { proven: found.every(({ breaches }) => breaches === 0), laws: found }
  },
  note: ({ laws: found }) => ({ breaches: found.reduce((sum, { breaches }) => sum + breaches, 0) }),
}

export const proveHandlers = [
  handle(ledgerProof, ctx => askCheck(ctx, ledgerCheck)),
  handle(ledgerProofs.last, ctx => lastCheck(ctx, ledgerCheck)),
  handle(ledgerProofs.one, (ctx, { id }) => oneCheck(ctx, ledgerCheck, id)),
  handle(ledgerProofs.cancel, (ctx, { id }) => cancelCheck(ctx, ledgerCheck, id)),
]
export const proveTask = checkTask(ledgerCheck)
