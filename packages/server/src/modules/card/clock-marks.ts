import { sql } from 'kysely'
import { byCompany } from '../../platform/execution/batch-rule.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { dateEntries } from '../ledger/index.ts'

/** Movements of a station that lie ahead of clocks that agree bear the mark of the fault that was found. */
export async function markMovementsAhead(tx: Tx, of: { stationId: number; after: Date; clockFaultId: number }): Promise<void> {
  await sql`update user_card_detail set clock_suspect = true, clock_fault_id = ${of.clockFaultId}
    where ${inScope(tx)} and station_id = ${of.stationId} and created_date > ${of.after} and clock_fault_id is null`.execute(tx)
}

/**
 * Gives movements that a fault has marked their right dates, and takes the marks; they count on their right days. The book keeps its own
 * dates, and notes the right ones.
 */
export async function dateMovements({ tx }: Ctx, rows: readonly { id: number; at: string }[]): Promise<void> {
  if (!rows.length) return
  const dated = sql`jsonb_to_recordset(${JSON.stringify(rows)}) as dated (id bigint, at timestamptz)`
  const { rows: entries } = await sql<{ entryId: number; companyId: number; at: string; id: number }>`
    update user_card_detail moved set clock_suspect = false, created_date = dated.at from ${dated}
    where ${inScope(tx, 'moved.company_id')} and dated.id = moved.id
    returning ledger_entry_id as entry_id, company_id, dated.at, moved.id`.execute(tx)
  await dateEntries(
    tx,
    entries.map(({ entryId, companyId, at }) => ({ entryId, companyId, at })),
  )
  for (const [company, its] of byCompany(entries, ({ companyId }) => companyId))
    await sql`select card_use_redate(${company}, ${its.map(({ id }) => id)}::bigint[])`.execute(tx)
}
