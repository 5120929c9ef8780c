import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'

/** The orders of a shift up to one of them. */
interface Part {
  readonly after?: number
  readonly upTo?: number
}

/** What the lines of a part of a shift's orders come to: sums by nozzle, employee and item. Small, however much was sold. */
export interface LineSums {
  readonly upTo: number
  /** Of how many orders. */
  readonly orders: number
  readonly sums: readonly object[]
  readonly items: readonly object[]
}

/** The highest number there is for an id. */
const last = Number.MAX_SAFE_INTEGER

/**
 * Adds up lines. They are final and come with their order, so of orders that are known all the same is said at any time; what is read is
 * never joined with itself: however little the planner knows of a new shift, its work grows with the shift and not with its square.
 */
export async function linesOf(tx: Tx, shift: number, { after = 0, upTo = last }: Part = {}): Promise<LineSums> {
  // Of a shift just begun the planner knows nothing yet, and would look through all of the company's rows for each order of it, or sort
  // what it takes for a handful. A busy shift is some tens of megabytes, and need not pass through files.
  await planned(tx, { enable_bitmapscan: 'off', enable_sort: 'off', work_mem: '64MB' })
  const { rows } = await sql<Omit<LineSums, 'upTo'>>`
    with sold as materialized (
      select id, nozzle_control_id, employee_id, belongs_shift_id is not null as late, created_date
      from ${scoped(tx, 'sale_order')} sale_order where shift_id = ${shift} and id > ${after} and id <= ${upTo}
    ), line as materialized (
      select order_id, item_id, category_type, volume_cl, pieces, amount_cents, discount_cents, nozzle_control_id, employee_id, late,
        sold.created_date
      from sold join ${scoped(tx, 'order_line')} line on order_id = sold.id
    )
    select (select count(*) from sold) as orders, ${rowsOf(sql`
      select nozzle_control_id, employee_id, late, item_id, category_type, sum(volume_cl) as volume_cl, sum(pieces) as pieces,
        sum(amount_cents) as amount_cents, sum(discount_cents) as discount_cents, min(created_date) as first, max(created_date) as last
      from line group by 1, 2, 3, 4, 5`)} as sums,
      ${rowsOf(sql`select item_id, category_type, count(distinct order_id) as orders from line group by 1, 2`)} as items`.execute(tx)
  await planned(tx, { enable_sort: 'on' })
  return { upTo, ...rows[0]! }
}

/**
 * The lines of what a shift has sold up to a few seconds ago, by far the most of the work of closing it: read while it still sells, so
 * that sales wait for the rest alone. Whether it was all of it, `wholeOf` sees once the shift is locked.
 */
export async function linesBefore(tx: Tx, shift: number): Promise<LineSums> {
  const {
    rows: [turn],
  } = await sql<{ id: number }>`select next_id() - 5000 * 4096 as id`.execute(tx)
  return linesOf(tx, shift, { upTo: turn!.id })
}

/** How the planner is to go about the statements that follow in this transaction. */
export async function planned(tx: Tx, settings: Readonly<Record<string, string>>): Promise<void> {
  const set = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  await sql`select ${sql.join(set)}`.execute(tx)
}

export const rowsOf = (query: ReturnType<typeof sql>) => sql`(select coalesce(jsonb_agg(to_jsonb(found)), '[]') from (${query}) as found)`
