import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { asSets, ofImport, type Staged } from './stage.ts'
import type { Kind, Target } from './target.ts'

/** How many records were added, by kind. */
export interface Counts {
  stations: number
  products: number
  customers: number
  cards: number
  orders: number
  sales: number
}
export const noCounts = (): Counts => ({ stations: 0, products: 0, customers: 0, cards: 0, orders: 0, sales: 0 })

/** What the sales of a company refer to and is not yet there. */
export const upsertPlaces = (ctx: Ctx, of: Staged, company: Target): Promise<Counts> => asSets(ctx, () => placesOf(ctx, of, company))

async function placesOf(ctx: Ctx, of: Staged, company: Target): Promise<Counts> {
  const cards = sql`history_row card where ${ofImport(of, 'card')} and card.part = 'cards' and card.company = ${company.key}`
  // Where cards of a company were used outside its own stations, that place stands in its book as well.
  const visited = sql`select station from history_sale sale
    where ${ofImport(of, 'sale')} and card in (select card.external_id from ${cards})`
  const stations = await insertNew(
    ctx,
    of,
    company,
    'station',
    sql`part = 'stations' and (company = ${company.key} or external_id in (${visited}))`,
  )(
    sql`insert into station (id, company_id, code, name, country, description, time_zone)
      select id, ${company.id}, external_id, said ->> 'name', coalesce(nullif(said ->> 'country', ''), 'CHN'), said ->> 'description',
        ${of.mapping.timeZone} from fresh`,
  )
  // The whole catalogue, for each company.
  const products = await insertNew(
    ctx,
    of,
    company,
    'product',
    sql`part = 'products'`,
  )(
    sql`insert into product (id, company_id, code, name, classification, tax_rate)
      select id, ${company.id}, external_id, said ->> 'name', said ->> 'kind', 0 from fresh`,
  )
  // Who bought nothing has nothing to show yet.
  const buyers = sql`select card.said ->> 'customer' from ${cards}`
  const customers = await insertNew(
    ctx,
    of,
    company,
    'customer',
    sql`part = 'customers' and company = ${company.key} and external_id in (${buyers})`,
  )(sql`insert into user_account (id, company_id, name, remark) select id, ${company.id}, said ->> 'name', said ->> 'remark' from fresh`)
  return { ...noCounts(), stations, products, customers }
}

type Sql = ReturnType<typeof sql>

/** Inserts those of a kind that are not yet known, and notes whose record is whose for the next time. @returns how many */
const insertNew =
  ({ tx }: Ctx, of: Staged, company: Target, kind: Kind, which: Sql) =>
  async (insert: Sql): Promise<number> => {
    const { source } = of.mapping
    const { rows } = await sql<{ count: number }>`
      with fresh as materialized (
        select next_id() as id, external_id, said from history_row row
        where ${ofImport(of)} and ${which} and not exists (
          select from history_record known where known.company_id = ${company.id} and known.source = ${source} and known.kind = ${kind}
            and known.external_id = row.external_id)
        order by line
      ), made as (${insert}), recorded as (
        insert into history_record (company_id, source, kind, external_id, record_id)
        select ${company.id}, ${source}, ${kind}, external_id, id from fresh
      )
      select count(*) as count from fresh`.execute(tx)
    return rows[0]!.count
  }

/** Which records of ours stand for those of the operator's. */
export async function recordsOf(
  { tx }: Ctx,
  { source }: { source: string },
  company: Target,
  kind: Kind,
  ids: Iterable<string>,
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('historyRecord')
    .where('companyId', '=', company.id)
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where(sql<boolean>`external_id = any(${[...new Set(ids)]}::text[])`)
    .select(['externalId', 'recordId'])
    .execute()
  return new Map(rows.map(({ externalId, recordId }) => [externalId, recordId]))
}

/** Notes whose record is whose, for the next time. */
export const remember = (
  { tx }: Ctx,
  { source }: { source: string },
  { id: companyId }: Target,
  kind: Kind,
  records: readonly { externalId: string; recordId: number; content?: string }[],
): Promise<void> =>
  insertRows(
    tx,
    'historyRecord',
    records.map(record => ({ companyId, source, kind, content: '', ...record })),
  )
