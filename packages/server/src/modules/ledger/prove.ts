import { ledgerProof, type LawKept } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle } from '../../platform/command.ts'
import type { Tx } from '../../platform/database.ts'
import { laws, type Law } from './laws.ts'

export { laws }

/** Replays the book of the companies that the transaction sees, and holds every law against it. */
export async function proofOf(tx: Tx): Promise<LawKept[]> {
  const proof: LawKept[] = []
  for (const law of laws) proof.push(await holdAgainst(tx, law))
  return proof
}

export async function holdAgainst(tx: Tx, { law, says, query }: Law): Promise<LawKept> {
  // Right after many sales the planner still takes tables for small, and would read one of them again for each row of another.
  await sql`set local enable_nestloop = off`.execute(tx)
  const {
    rows: [found],
  } = await sql<Pick<LawKept, 'checked' | 'breaches' | 'examples'>>`
    select checked, breaches, array(select unnest(broken) as subject order by subject limit 5) as examples
    from (
      select count(*)::int as checked, (count(*) filter (where kept is not true))::int as breaches,
        array_agg(subject) filter (where kept is not true) as broken
      from (${sql.raw(query)}) as held
    ) as found`.execute(tx)
  return { law, says, ...found! }
}

export const proveLedger = handle(ledgerProof, async ctx => {
  const found = await proofOf(ctx.tx)
  const breaches = found.reduce((sum, law) => sum + law.breaches, 0)
  ctx.audit('ledger.prove', `company:${ctx.actor.companyId}`, { breaches })
  return { proven: breaches === 0, laws: found }
})
