// Writes the types of the tables from the migrations: applies them to a database that is thrown away, and reads its catalogue.
// With --check it writes nothing and fails when the file differs.
import { readFileSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { openPool } from '../packages/server/src/platform/postgres/database.ts'
import { startTestCluster } from '../packages/server/src/testing/database.ts'

const file = join(import.meta.dirname, '../packages/server/src/platform/postgres/tables.ts')

interface Column {
  table: string
  column: string
  type: string
  required: boolean
  defaulted: boolean
  computed: boolean
}

const catalogue = `
  select c.relname as table, a.attname as column, t.typname as type, a.attnotnull as required,
    a.atthasdef or a.attidentity <> '' as defaulted, a.attgenerated <> '' or a.attidentity = 'a' as computed
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and c.relname not in ('migration', 'routine')
  order by c.relname, a.attnum`

const head = `// Written by \`npm run db:types\` from db/migrations; not edited by hand.
import type { ColumnType } from 'kysely'

/** May be left out of an insert. */
type Generated<T> = [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** Kept by the database alone. */
type Computed<T> = [T] extends [ColumnType<infer S, any, any>] ? ColumnType<S, never, never> : ColumnType<T, never, never>
type Instant = ColumnType<string, Date | string, Date | string>
/** Read as it is, written as JSON text. */
type Json = ColumnType<any, string, string>
`

const typescript: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  date: 'string',
  time: 'string',
  uuid: 'string',
  interval: 'string',
  inet: 'string',
  bool: 'boolean',
  timestamptz: 'Instant',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
  xid8: 'string',
}

function typeOf({ table, column, type, required, defaulted, computed }: Column): string {
  const array = type.startsWith('_')
  const plain = typescript[array ? type.slice(1) : type]
  if (!plain) throw new Error(`${table}.${column}: scripts/db-types.ts has no TypeScript type for ${type}`)
  const held = array ? `${plain}[]` : plain
  if (computed) return `Computed<${required ? held : `${held} | null`}>`
  if (!required) return `${held} | null`
  return defaulted ? `Generated<${held}>` : held
}

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

function render(columns: Column[]): string {
  const tables = Map.groupBy(columns, column => column.table)
  const shapes = [...tables].map(
    ([table, its]) =>
      `  ${camelCase(table)}: {\n${its.map(column => `    ${camelCase(column.column)}: ${typeOf(column)}\n`).join('')}  }\n`,
  )
  const ofCompanies = columns.filter(({ column }) => column === 'company_id').map(({ table }) => `  '${table}',\n`)
  return `${head}\nexport interface Tables {\n${shapes.join('')}}
\n/** Tables and views whose rows belong to companies, by their names in the database. */
export const tenantTables: readonly string[] = [\n${ofCompanies.join('')}]\n`
}

async function readCatalogue(): Promise<Column[]> {
  const cluster = await startTestCluster()
  const pool = openPool(cluster.url.replace(/\/postgres$/, '/tmpl'))
  try {
    return (await pool.query<Column>(catalogue)).rows
  } finally {
    await pool.end()
    await cluster.stop()
  }
}

const rendered = render(await readCatalogue())
if (!process.argv.includes('--check')) {
  writeFileSync(file, rendered)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== rendered) {
  console.error('packages/server/src/platform/postgres/tables.ts differs from the migrations: run npm run db:types and commit the result.')
  process.exitCode = 1
}
