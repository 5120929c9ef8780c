import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Enters the code of a company into the directory before the company is written with it. On one machine a trigger does so and this writes
 * nothing; where companies are spread over several, the directory is written from the coordinator, and the trigger finds it there (ADR 63).
 */
export async function enterDirectory(tx: Tx, id: number, code: string): Promise<void> {
  await sql`insert into company_directory (code, company)
    select ${code}::text, ${id}::bigint where current_setting('app.plans', true) = 'force_custom_plan'
    on conflict (company) do update set code = excluded.code`.execute(tx)
}
