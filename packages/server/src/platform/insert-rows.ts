import { sql, type Insertable } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Writes many rows in one statement whose text is the same however many they are. All of them name the columns of the first; a column
 * that none names takes its default.
 */
export async function insertRows<T extends keyof Tables>(tx: Tx, table: T, rows: readonly Insertable<Tables[T]>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map(name => sql.ref(name)))
  const text = JSON.stringify(rows.map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value]))))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${text})`.execute(tx)
}
const snake = (name: string) => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
