import { sql, type QueryExecutorProvider } from 'kysely'
import type { Database } from './database.ts'

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

/** Whether the database of this program is spread over several machines. */
export const areSeveral = (): boolean => several

/**
 * Asks a function of the database that sets for its transaction whose rows it reads. Outside of a transaction that was begun, what it sets
 * reaches none of several machines: there it has one of its own. One machine is spared that.
 */
export const askInScope = <T>(db: Database, ask: (on: QueryExecutorProvider) => Promise<T>): Promise<T> =>
  several ? db.transaction().execute(ask) : ask(db)

/** Whether rows of these companies may lie on several machines: a statement must not follow a row of one to those of another. */
export const lieApart = (companyIds: readonly number[]): boolean => several && companyIds.length > 1
