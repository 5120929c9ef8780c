import type { Tx } from '../../platform/postgres/database.ts'

const keptMs = 30 * 24 * 60 * 60_000

/** What lines say of people is kept for a month: those who were brought in are members, and what was refused has been mended by then. */
export async function forgetLines(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs).toISOString()
  // What nobody has brought in until then is given up with its lines.
  await tx
    .updateTable('memberImport')
    .set({ status: 'fail', finishedDate: now })
    .where('status', '=', 'checked')
    .where('createdDate', '<', before)
    .execute()
  await tx
    .deleteFrom('memberImportRow')
    .using('memberImport')
    .whereRef('memberImport.companyId', '=', 'memberImportRow.companyId')
    .whereRef('memberImport.id', '=', 'memberImportRow.memberImportId')
    .where('memberImport.finishedDate', '<', before)
    .execute()
}
