import type { HistoryPart } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Staged } from './stage.ts'

/**
 * What the files hold, where the very same ones came in whole before, read in the same way. Nothing can be new then, nor wrong: what came
 * in stays known by its numbers, which nobody may take back or edit, whatever became of the records themselves.
 */
export async function loadedBefore(
  { tx }: Ctx,
  { companyId, id }: Pick<Staged, 'companyId' | 'id'>,
): Promise<Record<HistoryPart, number> | undefined> {
  const contentOf = (which: string) => sql`(
    select array_agg(part || ' ' || encode(sha256, 'hex') order by part)
    from jsonb_to_recordset(${sql.ref(`${which}.files`)}) as file (part text, id bigint)
    join attachment on attachment.company_id = ${companyId}
      and attachment.id = file.id)`
  const { rows } = await sql<{ found: Record<HistoryPart, number> }>`
    select earlier.found
    from history_import asked join history_import earlier on earlier.company_id = asked.company_id and earlier.source = asked.source
      and earlier.mapping = asked.mapping and earlier.status = 'done'
    where asked.company_id = ${companyId} and asked.id = ${id} and ${contentOf('earlier')} = ${contentOf('asked')} limit 1`.execute(tx)
  return rows[0]?.found
}
