import type { Tx } from '../../platform/postgres/database.ts'

const keptMs = 30 * 24 * 60 * 60_000

/** What became of each line is kept for a month. @source decisions D7 */
export async function forgetLines(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs).toISOString()
  // What nobody has brought in until then is given up with its lines.
  await tx
    .updateTable('itemImport')
    .set({ status: 'fail', finishedDate: now })
    .where('status', '=', 'checked')
    .where('createdDate', '<', before)
    .execute()
  await tx
    .deleteFrom('itemImportRow')
    .using('itemImport')
    .whereRef('itemImport.companyId', '=', 'itemImportRow.companyId')
    .whereRef('itemImport.id', '=', 'itemImportRow.itemImportId')
    .where('itemImport.finishedDate', '<', before)
    .execute()
}
