import { sql, type QueryExecutorProvider } from 'kysely'

/** Ids for rows that are about to be written, so that what belongs to them is written without waiting for them. */
export async function nextIds(tx: QueryExecutorProvider, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select next_id() as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => id)
}
