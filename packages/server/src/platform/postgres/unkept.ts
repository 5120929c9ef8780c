import type { InvariantResult } from '@forecourt/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import { setScopeToAll } from '../execution/command.ts'
import type { Database, Tx } from './database.ts'

/** A reference of the schema that a database on several machines cannot keep, since what it names may lie on another one (ADR 57). */
interface Reference {
  readonly name: string
  readonly from: string
  readonly columns: readonly string[]
  readonly to: string
  readonly keys: readonly string[]
}

/** Writes down the references that are given up when a database is spread: those of these names. */
export async function noteUnkept(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query(`create table unkept_reference (name text primary key, "from" text not null, columns text[] not null,
    "to" text not null, keys text[] not null)`)
  await client.query('grant select on unkept_reference to forecourt_app')
  await client.query(
    `insert into unkept_reference
     select conname, conrelid::regclass, ${columnsOf('conrelid', 'conkey')}, confrelid::regclass, ${columnsOf('confrelid', 'confkey')}
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and quote_ident(conname) = any($1)`,
    [names],
  )
}
const columnsOf = (table: string, keys: string) => `array(select attname::text from unnest(${keys}) with ordinality as key (n, turn)
  join pg_attribute on attrelid = ${table} and attnum = key.n order by turn)`

/** Rows at once. */
const atOnce = 10_000

/**
 * Looks for what these references name. First the rows that name something are read, then what they name: what is written meanwhile is
 * there when it is looked for.
 */
export async function proveUnkept(db: Database): Promise<InvariantResult> {
  const { rows: references } = await sql<Reference>`select * from unkept_reference order by name`.execute(db)
  const found = { checked: 0, missing: [] as string[] }
  for (const reference of references) {
    const { checked, missing } = await db.transaction().execute(async begun => missingOf(await setScopeToAll(begun), reference))
    found.checked += checked
    found.missing.push(...missing)
  }
  return {
    invariant: 'R1',
    says: 'what is named from outside a company, or from another one, is there',
    checked: found.checked,
    breaches: found.missing.length,
    examples: found.missing.slice(0, 5),
  }
}

async function missingOf(tx: Tx, { from, columns, to, keys }: Reference): Promise<{ checked: number; missing: string[] }> {
  const [company, id] = keys.length === 1 ? [keys[0]!] : [keys[0]!, keys[1]!]
  const named = sql.join(columns.map(column => sql.ref(column)))
  const { rows } = await sql<Record<string, number>>`/* all companies */ select distinct ${named} from ${sql.table(from)}
    where ${sql.join(
      columns.map(column => sql`${sql.ref(column)} is not null`),
      sql` and `,
    )}`.execute(tx)
  const pairs = rows.map(row => columns.map(column => row[camel(column)]!))
  const missing: string[] = []
  for (const [companyId, of] of Map.groupBy(pairs, ([first]) => first!)) {
    for (let turn = 0; turn < of.length; turn += atOnce) {
      const asked = of.slice(turn, turn + atOnce).map(pair => pair.at(-1)!)
      const { rows: there } = await sql<{ id: number }>`select ${sql.ref(id ?? company)} as id from ${sql.table(to)}
        where ${sql.ref(company)} = ${companyId} and ${sql.ref(id ?? company)} = any(${asked}::bigint[])`.execute(tx)
      const known = new Set(there.map(row => row.id))
      missing.push(...asked.filter(each => !known.has(each)).map(each => `${from} names ${to} ${each} of company ${companyId}`))
    }
  }
  return { checked: pairs.length, missing }
}

const camel = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
