import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { referenceOf, type Moved } from './book-at-reference.ts'

/**
 * Writes down what the shifts of a station moved in the books of its tanks, as far as everything before them is settled: the figures that
 * later book stock is counted from. One settlement at a time does so, after all that it locks itself.
 */
export async function keepBooks(ctx: Ctx, site: { companyId: number; stationId: number }, dailyStateId: number): Promise<void> {
  const { tx } = ctx
  const { companyId, stationId } = site
  await sql`select pg_advisory_xact_lock(hashtextextended('tank books', ${stationId}::bigint))`.execute(tx)
  for (;;) {
    const { rows } = await sql<Moved>`
      select * from tank_book_next(${companyId}::bigint, ${stationId}::bigint, ${dailyStateId}::bigint)`.execute(tx)
    if (rows.length === 0) return
    const reference = await referenceOf(ctx, site, rows)
    await insertRows(
      tx,
      'tankBook',
      rows.map(({ beforeRefCl: _reference, ...row }, turn) => ({
        companyId,
        ...row,
        ...reference[turn]!,
        bookCl: row.openingCl === null ? null : row.openingCl + row.receivedCl + row.transferredCl + row.adjustedCl - row.meteredCl,
      })),
    )
  }
}
