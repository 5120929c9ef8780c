import { transactions } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { chosen, visible } from '../../platform/search/scope.ts'
import { dateMovements } from '../card/index.ts'

/** What a clock fault marks besides sales. */
export type MarkedKind = 'payment' | 'refund' | 'cardMovement'
const subjects: Record<MarkedKind, string> = { payment: 'transactions', refund: 'refunds', cardMovement: 'userCardDetails' }

export interface MarkedRow {
  readonly kind: MarkedKind
  readonly id: number
  readonly createdDate: string
  /** A settled shift counts it: it keeps its date. */
  readonly settled: boolean
}
export interface MovedRow extends MarkedRow {
  readonly createdAfter: string
}

/** Marked rows of the stations that the caller sees, and that wait for their dates to be checked. */
export const markedRows = ({ scope }: Ctx) => sql`clock_marked_row
  where ${visible(transactions, scope)} and ${chosen(transactions, scope) ?? sql`true`}`

/** Those of a fault, locked until the transaction ends, and how many there are beyond them. */
export async function markedRowsForUpdate(ctx: Ctx, clockFaultId: number, most: number): Promise<{ rows: MarkedRow[]; left: number }> {
  const of = sql`${markedRows(ctx)} and clock_fault_id = ${clockFaultId}`
  for (const [kind, table] of [
    ['payment', 'pay_transaction'],
    ['refund', 'refund'],
  ] as const)
    await sql`select from ${sql.table(table)} where ${inScope(ctx.tx)} and id in (select id from ${of} and kind = ${kind})
      order by id for update`.execute(ctx.tx)
  const { rows } = await sql<MarkedRow & { count: number }>`
    select kind, id, created_date, settled, count(*) over () as count from ${of} order by created_date, id limit ${most}`.execute(ctx.tx)
  return { rows: rows.map(({ count: _count, ...row }) => row), left: (rows[0]?.count ?? 0) - rows.length }
}

/** Moves the dates and takes the marks, keeps both dates of each, and tells. What a settled shift counts keeps its date. */
export async function moveRows(ctx: Ctx, clockCorrectionId: number, reason: string, rows: readonly MovedRow[]): Promise<void> {
  if (!rows.length) return
  const moved = sql`jsonb_to_recordset(${JSON.stringify(rows)})
    as moved (kind text, id bigint, "createdAfter" timestamptz, settled boolean)`
  await sql`
    insert into clock_corrected_row (kind, row_id, company_id, station_id, clock_correction_id, date_before, date_after, settled)
    select marked.kind, marked.id, company_id, station_id, ${clockCorrectionId}::bigint, created_date, "createdAfter", moved.settled
    from clock_marked_row marked join ${moved} on moved.kind = marked.kind and moved.id = marked.id
    where ${inScope(ctx.tx)}`.execute(ctx.tx)
  for (const [kind, table] of [
    ['payment', 'pay_transaction'],
    ['refund', 'refund'],
  ] as const)
    await sql`update ${sql.table(table)} dated set clock_suspect = false,
        created_date = case when moved.settled then created_date else "createdAfter" end
      from ${moved} where ${inScope(ctx.tx)} and moved.kind = ${kind} and dated.id = moved.id`.execute(ctx.tx)
  await dateMovements(
    ctx,
    rows
      .filter(({ kind }) => kind === 'cardMovement')
      .map(({ id, createdDate, createdAfter, settled }) => ({
        id,
        at: settled ? createdDate : createdAfter,
      })),
  )
  for (const { kind, id, createdDate, createdAfter, settled } of rows)
    ctx.audit('order.clock.correct', `${subjects[kind]}:${id}`, {
      clockCorrectionId,
      reason,
      settled,
      createdDate: { before: createdDate, after: createdAfter },
    })
}
