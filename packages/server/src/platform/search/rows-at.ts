import type { Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'

/**
 * The rows of these companies as they are at a moment, with all columns of the table, by the name of the resource. Written out and not a
 * function of the database, so that the conditions of a list reach the tables behind it.
 */
export type RowsAt = Readonly<Record<string, (moment: RawBuilder<unknown>, companyIds: readonly number[]) => RawBuilder<unknown>>>
let rowsAt: RowsAt = {}
export const readMomentsBy = (rows: RowsAt): void => void (rowsAt = rows)

/** The table of a resource, or what its module says of its rows at this moment. */
export function tableAt({ name, table, at }: Resource, companyIds: readonly number[], now: Date | undefined): RawBuilder<unknown> {
  if (!at) return sql.table(table)
  const rows = rowsAt[name]
  if (!rows) throw new Error(`no module says what the rows of ${name} are at a moment`)
  return sql`(${rows(now ? sql`${now}::timestamptz` : sql`now()`, companyIds)}) as rows`
}
