import '../modules/index.ts'
import { resources, metaOf, type Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { afterAll, inject } from 'vitest'
import { setTenantScope } from '../platform/execution/command.ts'
import { openDatabase, openPool, type Tx } from '../platform/postgres/database.ts'
import { freshDatabase } from './database.ts'

/** Resources whose rows grow with every sale, every card and every action. */
export const bigTables = [
  'orders',
  'lineItems',
  'transactions',
  'refunds',
  'orderDiscounts',
  'userCardDetails',
  'userCards',
  'cardInfos',
  'authorisations',
  'users',
  'dailyStates',
  'classSettles',
  'auditLogs',
  'outboxMessages',
]
const companies = 10
const stations = 20
const rows = 12_000

/** A card is listed with its balance, a settled shift with its state, a top-up with its refund. */
const tableBehind: Record<string, string> = {
  user_card_state: 'user_card',
  card_info_state: 'card_info',
  class_settle_report: 'class_settle',
  user_card_detail_report: 'user_card_detail',
}
export const tableOf = (name: string): string => {
  const { table } = resources.get(name)!
  return tableBehind[table] ?? table
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

/** What a statement would do: the rows it goes through and by which index, and whether a page waits for rows to be sorted. */
export interface Plan {
  readonly scans: readonly { readonly type: string; readonly table: string; readonly index?: string; readonly by: string }[]
  readonly sorted: boolean
}

/**
 * A database whose big tables hold as many rows as make the planner think as it does of ten million: the rows of all companies and
 * stations mixed, as they come. They are drawn from the columns themselves, and mean nothing; what would check their meaning is away.
 */
export async function plansWorld(): Promise<(asked: RawBuilder<unknown>, companyIds: readonly number[], once?: 'once') => Promise<Plan>> {
  const fresh = await freshDatabase(inject('cluster'))
  await fill(fresh.url)
  // As the embedded database is set up.
  const pool = openPool(`${fresh.url}?options=-c%20random_page_cost%3D1.1`, { max: 1 })
  const db = openDatabase(pool)
  afterAll(async () => {
    await db.destroy()
    await fresh.drop()
  })
  return (asked, companyIds, once) =>
    db.transaction().execute(async tx => {
      await sql`set local random_page_cost = 1.1`.execute(tx)
      await setTenantScope(tx, companyIds)
      const found = await sql`explain (format json) ${once ? await plannedOnce(tx, asked) : asked}`.execute(tx)
      const [{ Plan: root }] = Object.values(found.rows[0] as object)[0] as [{ Plan: Node }]
      return { scans: scansOf(root), sorted: isSorted(root, false) }
    })
}

let turn = 0
/** As it is planned for whatever values: what explains it is given the values as text. */
async function plannedOnce(tx: Tx, asked: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const { sql: text, parameters } = asked.compile(tx)
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
  const name = `asked${++turn}`
  await sql.raw(`prepare ${name} as ${text}`).execute(tx)
  const values = parameters.map(value => pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)))
  return sql.raw(values.length > 0 ? `execute ${name} (${values.join()})` : `execute ${name}`)
}

const scansOf = (node: Node): Plan['scans'][number][] => {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': by = '', Plans: inner = [] } = node
  const own = table || index ? [{ type, table: table ?? '', by, ...(index && { index }) }] : []
  return [...own, ...inner.flatMap(scansOf)]
}
/** Whether a page waits for rows to be sorted, more than the first ones of each place. */
const isSorted = (node: Node, limited: boolean): boolean =>
  (limited && node['Node Type'] === 'Sort' && !isLimited(node)) ||
  (node.Plans ?? []).some(inner => isSorted(inner, limited || node['Node Type'] === 'Limit'))
const isLimited = ({ Plans: inner = [] }: Node): boolean => inner.some(node => node['Node Type'] === 'Limit' || isLimited(node))

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(`insert into company (id, code, name) select n, 'c' || n, 'v' || n from generate_series(1, ${companies}) n`)
    await client.query(`insert into station (id, company_id, code, name) select n, 1 + (n - 1) % ${companies}, 's' || n, 'v' || n
      from generate_series(1, ${stations}) n`)
    for (const name of bigTables) await fillOne(client, tableOf(name), resources.get(name)!.row.shape)
    await fillOne(client, 'ledger_account')
    // What a station sells are few; the prices of its fuels are many.
    await fillOne(client, 'item', resources.get('items')!.row.shape)
    await fillOne(client, 'product_price')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** The balances of cards are looked up one by one, and have no resource. */
async function fillOne(client: pg.Client, table: string, shape: Resource['row']['shape'] = {}): Promise<void> {
  const { rows: checks } = await client.query(`select conname from pg_constraint where contype = 'c' and conrelid = $1::regclass`, [table])
  for (const { conname } of checks) await client.query(`alter table ${table} drop constraint "${conname}"`)
  const { rows: columns } = await client.query(
    `select column_name as name, udt_name as type, is_nullable = 'YES' as nullable from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const values = columns.map(column => valueOf(shape, column))
  const names = columns.map(({ name }) => name).join()
  await client.query(`insert into ${table} (${names}) select ${values.join()} from generate_series(1, ${rows}) n on conflict do nothing`)
}

function valueOf(shape: Resource['row']['shape'], { name, type, nullable }: { name: string; type: string; nullable: boolean }): string {
  const field = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  const drawn = (of: number) =>
    `abs(hashint8extended(n, ${[...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1e9})) % ${of}`
  const schema = shape[field]
  const bare = schema && metaOf(schema).bare
  const choices = bare instanceof z.ZodEnum ? bare.options : []
  if (name === 'id') return 'n'
  if (name === 'company_id') return `1 + n % ${companies}`
  if (name === 'station_id') return `1 + n % ${stations}`
  const value = ((): string => {
    if (choices.length) return `(array['${choices.join("','")}'])[1 + ${drawn(choices.length)}]`
    switch (type) {
      case 'bool':
        return `${drawn(10)} = 0`
      case 'timestamptz':
        return `'2025-01-01'::timestamptz + n * interval '50 minutes'`
      case 'date':
        return `'2025-01-01'::date + n / 29`
      case 'jsonb':
        return `'{}'::jsonb`
      case 'bytea':
        return `'\\x00'::bytea`
      case 'text':
        return `'v' || n`
      case 'int2':
        return drawn(3)
      case 'numeric':
        return drawn(100)
      default:
        return schema && metaOf(schema).ref ? `1 + ${drawn(rows)}` : drawn(100_000)
    }
  })()
  return nullable ? `case when n % 3 > 0 then ${value} end` : value
}
