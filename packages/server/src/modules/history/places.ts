import { sql } from 'kysely'
import type { Ctx } from '../../platform/command.ts'
import type { History } from './check.ts'
import type { Mapping } from './mapping.ts'

/** Which record of ours stands for a record of the operator's: `company key/kind/their id`. */
export type Known = Map<string, number>
export type Kind = 'station' | 'product' | 'customer' | 'card' | 'sale'
export const keyOf = (company: string, kind: Kind, id: string): string => `${company}/${kind}/${id}`

interface Fresh {
  readonly externalId: string
  readonly code: string
  readonly name: string
  readonly [more: string]: unknown
}

/** Stations that are not yet there. Where cards of a company were used outside its own stations, that place stands in its book as well. */
export async function bringStations(ctx: Ctx, mapping: Mapping, company: Target, history: History, known: Known): Promise<number> {
  const visited = new Set(history.sales.filter(sale => sale.company === company.key).map(sale => sale.station))
  const fresh = history.stations
    .filter(({ id, company: home }) => (home === company.key || visited.has(id)) && !known.has(keyOf(company.key, 'station', id)))
    .map(({ id, name, country, description }) => ({ externalId: id, code: id, name, country: country || 'CHN', description }))
  return bring(
    ctx,
    mapping,
    company,
    'station',
    fresh,
    known,
    rows => sql`
    insert into station (id, company_id, code, name, country, description, time_zone)
    select id, ${company.id}, code, name, country, description, ${mapping.timeZone} from ${rows}`,
  )
}

/** The whole catalogue, for each company. */
export async function bringProducts(ctx: Ctx, mapping: Mapping, company: Target, history: History, known: Known): Promise<number> {
  const fresh = history.products
    .filter(({ id }) => !known.has(keyOf(company.key, 'product', id)))
    .map(({ id, name, kind }) => ({ externalId: id, code: id, name, kind }))
  return bring(
    ctx,
    mapping,
    company,
    'product',
    fresh,
    known,
    rows => sql`
    insert into product (id, company_id, code, name, classification, tax_rate) select id, ${company.id}, code, name, kind, 0 from ${rows}`,
  )
}

/** Customers who bought something; the others have nothing to show yet. */
export async function bringCustomers(ctx: Ctx, mapping: Mapping, company: Target, history: History, known: Known): Promise<number> {
  const buyers = new Set(history.sales.map(sale => sale.customer))
  const fresh = history.customers
    .filter(({ id, company: of }) => of === company.key && buyers.has(id) && !known.has(keyOf(company.key, 'customer', id)))
    .map(({ id, name, remark }) => ({ externalId: id, code: id, name, remark }))
  return bring(
    ctx,
    mapping,
    company,
    'customer',
    fresh,
    known,
    rows => sql`
    insert into user_account (id, company_id, name, remark) select id, ${company.id}, name, remark from ${rows}`,
  )
}

export interface Target {
  readonly key: string
  readonly id: number
  readonly code: string
}

async function bring(
  ctx: Ctx,
  { source }: Mapping,
  company: Target,
  kind: Kind,
  fresh: readonly Fresh[],
  known: Known,
  insert: (rows: ReturnType<typeof sql>) => ReturnType<typeof sql>,
): Promise<number> {
  if (fresh.length === 0) return 0
  const ids = await nextIds(ctx, fresh.length)
  const rows = fresh.map((row, turn) => ({ ...row, id: ids[turn]! }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}) as given
    (id bigint, code text, name text, country text, description text, kind text, remark text)`
  await insert(given).execute(ctx.tx)
  await remember(
    ctx,
    source,
    company,
    kind,
    rows.map(({ externalId, id }) => ({ externalId, id })),
    known,
  )
  return rows.length
}

/** Notes whose record is whose, for the next time. */
export async function remember(
  ctx: Ctx,
  source: string,
  company: Target,
  kind: Kind,
  records: readonly { externalId: string; id: number; content?: string }[],
  known: Known,
): Promise<void> {
  if (records.length === 0) return
  await sql`insert into history_record (company_id, source, kind, external_id, record_id, content)
    select ${company.id}, ${source}, ${kind}, external_id, record_id, content
    from jsonb_to_recordset(${JSON.stringify(
      records.map(({ externalId, id, content = '' }) => ({ external_id: externalId, record_id: id, content })),
    )})
      as given (external_id text, record_id bigint, content text)`.execute(ctx.tx)
  for (const { externalId, id } of records) known.set(keyOf(company.key, kind, externalId), id)
}

export async function nextIds({ tx }: Ctx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select next_id() as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ id }) => id)
}
