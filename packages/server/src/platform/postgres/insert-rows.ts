import { sql, type Insertable } from 'kysely'
import type { Tx } from './database.ts'
import { joinOwner } from './name-companies.ts'
import type { Tables } from './tables.ts'

/**
 * Writes many rows of companies in one statement whose text is the same however many they are. All of them name the columns of the
 * first; a column that none names takes its default.
 */
export async function insertRows<T extends keyof Tables>(tx: Tx, table: T, rows: readonly Insertable<Tables[T]>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first)
  const columns = sql.join(names.map(name => sql.ref(name)))
  const called = names.map(name => [snake(name), name] as const)
  const text = JSON.stringify(
    rows.map(row => {
      const own: Record<string, unknown> = {}
      for (const [column, name] of called) own[column] = row[name as never]
      return own
    }),
  )
  const values = sql.join(names.map(name => (name === 'companyId' ? sql`owner.id` : sql.ref(`given.${name}`))))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${values} from json_populate_recordset(null::${sql.table(table)}, ${text}) as given
    ${joinOwner(
      'given.company_id',
      rows.map(row => row['companyId' as never]),
    )}`.execute(tx)
}
const snake = (name: string) => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
