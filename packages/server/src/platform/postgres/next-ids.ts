import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Ids for rows that are about to be written, so that what belongs to them is written without waiting for them. They ascend, so that rows
 * of one moment are read in the order in which they were given: drawn, they may not, where the count within a millisecond begins anew.
 */
export async function nextIds(tx: QueryExecutorProvider, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select next_id() as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}
