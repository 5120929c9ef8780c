import { sql, type QueryExecutorProvider } from 'kysely'

let several = false

/** Whether the tables of companies are spread over several machines: `distribute` says so in a setting of the database. */
export async function isDistributed(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql<{ spread: boolean }>`select current_setting('app.plans', true) = 'force_custom_plan' as spread`.execute(db)
  return rows[0]!.spread
}

/** Asked once, when a program begins to answer calls on a database. */
export async function learnMachines(db: QueryExecutorProvider): Promise<void> {
  several = await isDistributed(db)
}

/** Whether rows of these companies may lie on several machines: a statement must not follow a row of one to those of another. */
export const lieApart = (companyIds: readonly number[]): boolean => several && companyIds.length > 1
