import { historyPartNames, type HistoryPart } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import type { Portion } from './check.ts'
import type { Mapping } from './mapping.ts'
import type { Target } from './target.ts'
import type { Kind } from './target.ts'
import type { Problem } from './problem.ts'

/** Files on their way into the books of one company or more. */
export interface Staged {
  readonly id: number
  /** Whose the rows are while they wait. */
  readonly companyId: number
  readonly mapping: Mapping
  readonly targets: readonly Target[]
}
type Sql = RawBuilder<unknown>

/** The rows of an import, and of no other. */
export const ofImport = ({ companyId, id }: Pick<Staged, 'companyId' | 'id'>, table = 'row'): Sql =>
  sql`${sql.ref(`${table}.company_id`)} = ${companyId} and ${sql.ref(`${table}.import_id`)} = ${id}`

const tables = ['history_row', 'history_sale', 'history_problem']

/** Forgets what was read. */
export async function clearStaged({ tx }: Ctx, of: Pick<Staged, 'companyId' | 'id'>): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)} as gone where ${ofImport(of, 'gone')}`.execute(tx)
}

/** Whether its sales wait there. */
export async function isStaged({ tx }: Ctx, of: Staged): Promise<boolean> {
  const { rows } = await sql`select from history_sale sale where ${ofImport(of, 'sale')} limit 1`.execute(tx)
  return rows.length > 0
}

const columnsOf = {
  places: sql`line int, external_id text, company text, said jsonb`,
  sales: sql`line int, external_id text, basket text, at bigint, customer text, card text, station text, product text,
    quantity_hundredths bigint, total_cents bigint`,
}

/**
 * Of rows that have only just come the planner knows nothing, and would look through all of them once for each. Here every row is wanted:
 * they are compared as sets.
 */
export async function asSets<T>({ tx }: Ctx, action: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(tx)
  const done = await action()
  await sql`set local enable_nestloop = on`.execute(tx)
  return done
}

/** Puts a portion of a file beside what was read before. */
export async function stage({ tx }: Ctx, of: Staged, { part, rows, problems }: Portion): Promise<void> {
  const { companyId, id } = of
  const owner = sql`join company owner on owner.id = ${companyId}`
  if (rows.length > 0 && part === 'sales')
    await sql`insert into history_sale select owner.id, ${id}, given.*
      from jsonb_to_recordset(${JSON.stringify(rows)}) as given (${columnsOf.sales}) ${owner}`.execute(tx)
  else if (rows.length > 0)
    await sql`insert into history_row select owner.id, ${id}, ${part}, given.*
      from jsonb_to_recordset(${JSON.stringify(rows)}) as given (${columnsOf.places}) ${owner}`.execute(tx)
  if (problems.length > 0)
    await sql`insert into history_problem
      select owner.id, ${id}, ${historyPartNames.indexOf(part)}::int, line, turn - 1, file, "column", reason, value, expected
      from rows from (jsonb_to_recordset(${JSON.stringify(problems)})
        as (file text, line int, "column" text, reason text, value text, expected text)) with ordinality
        as given (file, line, "column", reason, value, expected, turn)
      ${owner}`.execute(tx)
}

/** Problems of a row are listed cell by cell first, then what does not fit with other rows. */
const acrossRows = 1000
const related = ['id', 'station', 'product', 'customer', 'card', 'quantity'] as const

/** What the set-wise checks name: which file and column of the operator's. */
function namesOf({ mapping }: Staged): Sql {
  const names = historyPartNames.flatMap((part, nth) =>
    related.flatMap((field, turn) => {
      const name = (mapping[part] as { [name: string]: unknown })[field]
      return typeof name !== 'string' ? [] : [{ part, field, nth, turn: acrossRows + turn, file: mapping[part].file, name }]
    }),
  )
  return sql`jsonb_to_recordset(${JSON.stringify(names)}) as given (part text, field text, nth int, turn int, file text, name text)`
}

/** What a sale said when it came, as it is kept with it. */
export const saidBy = (sale: string): Sql =>
  sql`concat_ws(' ', ${sql.join(
    ['at', 'card', 'station', 'product', 'quantity_hundredths', 'total_cents'].map(name => sql.ref(`${sale}.${name}`)),
  )})`

/**
 * Sales whose operator's number came before under the same source, beside what was kept of them. Whose a sale is goes first: joined the
 * other way round, each customer of a company would meet each sale that it knows.
 */
const comeBefore = (tx: Tx, of: Staged): Sql => sql`
  whose as materialized (
    select sale.line, sale.card, sale.external_id, target.id as company, ${saidBy('sale')} as content
    from history_sale sale
    join history_row customer on ${ofImport(of, 'customer')} and customer.part = 'customers' and customer.external_id = sale.customer
    join jsonb_to_recordset(${JSON.stringify(of.targets)}) as target (key text, id bigint) on target.key = customer.company
    where ${ofImport(of, 'sale')}
  ), before as materialized (
    select whose.line, whose.card, whose.external_id, whose.content <> known.content as differs
    from whose join history_record known on known.company_id = whose.company
      and ${inScope(tx, 'known.company_id')} and known.source = ${of.mapping.source}
      and known.kind = 'sale' and known.external_id = whose.external_id
  )`

/** What has a number here already and is not known by this source: two things would be one, or one two. */
function taken(tx: Tx, of: Staged): Sql {
  const targets = sql`jsonb_to_recordset(${JSON.stringify(of.targets)}) as target (key text, id bigint)`
  const unknown = (kind: Kind, id: string) => sql`not exists (select from history_record known where known.company_id = there.company_id
    and ${inScope(tx, 'known.company_id')} and known.source = ${of.mapping.source} and known.kind = ${kind}
    and known.external_id = ${sql.ref(id)})`
  return sql`
    select 'stations', 'id', row.line, 'taken', row.external_id from history_row row join ${targets} on target.key = row.company
      join station there on there.company_id = target.id and ${inScope(tx, 'there.company_id')} and there.code = row.external_id
      where ${ofImport(of)} and row.part = 'stations' and ${unknown('station', 'row.external_id')}
    union all select 'products', 'id', row.line, 'taken', row.external_id from ${targets}
      join product there on there.company_id = target.id and ${inScope(tx, 'there.company_id')}
      join history_row row on row.external_id = there.code
      where ${ofImport(of)} and row.part = 'products' and ${unknown('product', 'row.external_id')}
    union all select 'sales', 'card', min(whose.line), 'taken', whose.card from whose
      join user_card there on there.company_id = whose.company and ${inScope(tx, 'there.company_id')} and there.number = whose.card
      where ${unknown('card', 'whose.card')} group by whose.card`
}

/** Compares all rows with each other and with what came before, and notes what does not fit. @returns how much is wrong in all */
export const compare = (ctx: Ctx, of: Staged): Promise<number> => asSets(ctx, () => noteWrong(ctx, of))

async function noteWrong({ tx }: Ctx, of: Staged): Promise<number> {
  const sales = sql`history_sale sale where ${ofImport(of, 'sale')}`
  const places = (part: HistoryPart, column: string) =>
    sql`select from history_row row where ${ofImport(of)} and part = ${part} and row.external_id = ${sql.ref(`sale.${column}`)}`
  const unknown = (part: HistoryPart, column: string, reason: Problem['reason']) =>
    sql`select 'sales', ${column}, line, ${reason}, ${sql.ref(`sale.${column}`)} from ${sales} and not exists (${places(part, column)})`
  await sql`
    with ${comeBefore(tx, of)}
    insert into history_problem
    select ${of.companyId}, ${of.id}, nth, line, turn, file, name, reason, left(value, 200), null from (
      select part, 'id' as field, line, 'sameId' as reason, external_id as value from (
        select part, line, external_id, row_number() over (partition by part, external_id order by line) as nth
        from history_row row where ${ofImport(of)} and part <> 'cards') row where nth > 1
      union all select 'sales', 'id', line, 'sameId', external_id from (
        select line, external_id, row_number() over (partition by external_id order by line) as nth from ${sales}) sale where nth > 1
      union all ${unknown('stations', 'station', 'unknownStation')}
      union all ${unknown('products', 'product', 'unknownProduct')}
      union all ${unknown('customers', 'customer', 'unknownCustomer')}
      union all select 'sales', 'card', line, 'cardOfTwo', card from (
        select line, card, customer, first_value(customer) over (partition by card order by line) as holder from ${sales}) sale
        where customer <> holder
      union all select 'sales', 'quantity', line, 'notWhole', trim_scale(quantity_hundredths / 100.0)::text from ${sales}
        and quantity_hundredths % 100 <> 0 and exists (${places('products', 'product')} and said ->> 'kind' = 'other')
      union all select 'sales', 'id', line, 'nothingNew', external_id from before where differs
      union all ${taken(tx, of)}
    ) wrong join ${namesOf(of)} using (part, field)`.execute(tx)
  const { rows } = await sql<{ wrong: number }>`select count(*) as wrong from history_problem row where ${ofImport(of)}`.execute(tx)
  return rows[0]!.wrong
}

/** How many records of each part the files hold. */
export async function countStaged({ tx }: Ctx, of: Staged): Promise<Record<HistoryPart, number>> {
  const { rows } = await sql<{ part: HistoryPart; count: number }>`
    select part, count(distinct external_id) as count from history_row row where ${ofImport(of)} and part <> 'cards' group by part
    union all select 'sales', count(distinct external_id) from history_sale sale where ${ofImport(of, 'sale')}`.execute(tx)
  const counts = new Map(rows.map(({ part, count }) => [part, count]))
  return Object.fromEntries(historyPartNames.map(part => [part, counts.get(part) ?? 0])) as Record<HistoryPart, number>
}

/** Leaves what is new, and lays the cards of it in the order in which they are taken in. @returns how many sales are new */
export const layOut = (ctx: Ctx, of: Staged): Promise<number> => asSets(ctx, () => layCards(ctx, of))

async function layCards({ tx }: Ctx, of: Staged): Promise<number> {
  await sql`with ${comeBefore(tx, of)} delete from history_sale sale using before
    where ${ofImport(of, 'sale')} and sale.card = before.card and sale.line = before.line`.execute(tx)
  await sql`delete from history_row row where ${ofImport(of)} and part = 'cards'`.execute(tx)
  const { rows } = await sql<{ sales: number | null }>`
    with card as (
      select card, min(customer) as customer, min(at) as at, min(line) as line, sum(total_cents) as cents, count(*) as sales,
        (array_agg(external_id order by line))[1] as first
      from history_sale sale where ${ofImport(of, 'sale')} group by card
    ), laid as (
      insert into history_row
      select ${of.companyId}, ${of.id}, 'cards', row_number() over (order by at, card.line), card, customer.company,
        jsonb_build_object('customer', customer, 'at', at, 'cents', cents, 'sales', sales, 'first', first)
      from card join history_row customer on ${ofImport(of, 'customer')} and part = 'customers' and customer.external_id = customer
    )
    select sum(sales) as sales from card`.execute(tx)
  return rows[0]!.sales ?? 0
}

/** All that is wrong, in the order of files, lines and columns, some at a time. */
export async function* problemsOf({ tx }: Ctx, of: Staged): AsyncGenerator<Problem[]> {
  await sql`declare history_problems no scroll cursor for
    select file, line, "column", reason, value, expected from history_problem row where ${sql.lit(of.companyId)} = company_id
      and ${sql.lit(of.id)} = import_id order by part, line nulls first, turn`.execute(tx)
  for (;;) {
    const { rows } = await sql<Record<string, string | number | null>>`fetch 1000 from history_problems`.execute(tx)
    if (rows.length === 0) return void (await sql`close history_problems`.execute(tx))
    // What is not said is absent.
    yield rows.map(row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Problem)
  }
}
