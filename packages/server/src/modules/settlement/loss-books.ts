import { fuelInventories, type InventoryPeriod } from '@forecourt/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { companyOfStation } from '../../platform/execution/crud.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'

/** What a settled shift moved in the books of connected tanks together. */
export interface SystemShift {
  readonly dailyStateId: number
  readonly classSettleId: number
  readonly businessDay: string
  readonly shiftNumber: number
  readonly startAt: number
  readonly endAt: number
  readonly receivedCl: number
  readonly adjustedCl: number
  /** Measured − book when it began and ended, and what it added to that; null where a tank was not measured then. */
  readonly beginCl: number | null
  readonly endCl: number | null
  readonly varianceCl: number | null
  /** Of a litre that is sold, at the end of the shift. */
  readonly priceCents: number
}
/** The tanks behind a row of the fuel inventory, and the shifts by which its causes are studied. */
export interface TankSystem {
  readonly companyId: number
  readonly stationId: number
  readonly tankIds: number[]
  readonly manifold: string
  readonly productId: number
  readonly currency: string
  /** As far back as is studied, one after the other. */
  readonly shifts: readonly SystemShift[]
  /** Which of them the row is about: from this one on, so many. */
  readonly first: number
  readonly count: number
}

type Period = z.output<typeof InventoryPeriod>
interface BookRow {
  readonly id: number
  readonly tankId: number
  readonly dailyStateId: number
  readonly classSettleId: number
  readonly businessDay: string
  readonly shiftNumber: number
  readonly startAt: number
  readonly endAt: number
  readonly openingId: number | null
  readonly receivedCl: number
  readonly adjustedCl: number
  readonly beginCl: number | null
  readonly endCl: number | null
  readonly priceCents: number | null
}

const dayMs = 24 * 3_600_000
/** What is found in so many days is said of each shift of them: a month, and of a month that has begun as many days before. */
const studiedDays = 31

/**
 * The system of a row of the inventory, by its last shift. What is studied ends with the month of the row, or with what is settled of it,
 * so that its days and shifts are told the same as the month. @throws notFound
 */
export async function systemOf(ctx: Ctx, id: number, period: Period): Promise<TankSystem | undefined> {
  // The row of a day or month has the number of its last shift.
  const row = await getOf(ctx.tx, fuelInventories, id, [], ctx.scope, { extra: sql`period = 'shift' and "by" = 'tank'` })
  const { stationId, productId, manifold, classSettleId, tankId } = row
  const companyId = await companyOfStation(ctx, stationId)
  const { rows: head } = await sql<{ tankIds: number[]; endAt: number; currency: string; month: string }>`
    select jsonb_agg(distinct book.tank_id) as tank_ids, max(company.currency) as currency, max(book.business_month)::text as month,
      (select (extract(epoch from max(last.end_time)) * 1000)::float8 from ${scoped(ctx.tx, 'tank_book')} last
        where last.tank_id = ${tankId} and last.business_month = max(book.business_month)) as end_at
    from ${scoped(ctx.tx, 'tank_book')} book join company on company.id = ${companyId}
    where book.station_id = ${stationId} and book.class_settle_id = ${classSettleId} and book.product_id = ${productId}
      and (book.tank_id = ${tankId} or (${manifold} <> '' and book.manifold = ${manifold}))`.execute(ctx.tx)
  const { tankIds, endAt, currency, month } = head[0]!
  const since = Math.min(endAt - studiedDays * dayMs, Date.parse(month) - dayMs)
  const books = await booksOf(ctx, { companyId, stationId, productId, tankIds }, since, endAt)
  const last = books.findLastIndex(book => book.id === id)
  const shifts = joined(books, tankIds, last)
  const at = shifts.findLastIndex(shift => shift.classSettleId === classSettleId)
  if (at < 0) return undefined
  const key = ({ businessDay, classSettleId: settle }: SystemShift) =>
    ({ shift: String(settle), day: businessDay, month: businessDay.slice(0, 7) })[period]
  let first = at
  while (first > 0 && key(shifts[first - 1]!) === key(shifts[at]!)) first--
  return { companyId, stationId, tankIds, manifold, productId, currency, shifts, first, count: at - first + 1 }
}

interface Tanks {
  readonly companyId: number
  readonly stationId: number
  readonly productId: number
  readonly tankIds: readonly number[]
}

async function booksOf({ tx }: Ctx, { companyId, stationId, productId, tankIds }: Tanks, since: number, until: number): Promise<BookRow[]> {
  const { rows } = await sql<BookRow>`
    select id, tank_id, daily_state_id, class_settle_id, business_day::text as business_day, shift_number, opening_id,
      (extract(epoch from start_time) * 1000)::float8 as start_at, (extract(epoch from end_time) * 1000)::float8 as end_at,
      received_cl, adjusted_cl, begin_variance_cl as begin_cl, measured_cl - book_cl as end_cl,
      price_at(${companyId}::bigint, ${stationId}::bigint, ${productId}::bigint, end_time::timestamptz) as price_cents
    from ${scoped(tx, 'tank_book')} book
    where book.tank_id = any(${tankIds}::bigint[]) and book.product_id = ${productId}
      and book.until_at > ${new Date(since)}::timestamptz and book.until_at <= ${new Date(until)}::timestamptz
    order by end_time, until_at, id`.execute(tx)
  return rows
}

/** Shift by shift, as long as the books of the tanks are those that they have at this row. */
function joined(books: readonly BookRow[], tankIds: readonly number[], last: number): SystemShift[] {
  const openings = new Map(
    tankIds.map(tank => [tank, books.slice(0, last + 1).findLast(({ tankId }) => tankId === tank)?.openingId ?? null] as const),
  )
  const known = books.filter(({ tankId, openingId }) => openingId !== null && openings.get(tankId) === openingId)
  const byShift = Map.groupBy(known, ({ classSettleId }) => classSettleId)
  const sum = (rows: readonly BookRow[], of: (row: BookRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  const whole = (rows: readonly BookRow[], of: 'beginCl' | 'endCl') =>
    rows.every(row => row[of] !== null) ? sum(rows, row => row[of]!) : null
  return [...byShift.values()]
    .filter(rows => new Set(rows.map(({ tankId }) => tankId)).size === tankIds.length)
    .map(rows => {
      const { dailyStateId, classSettleId, businessDay, shiftNumber } = rows[0]!
      const [beginCl, endCl] = [whole(rows, 'beginCl'), whole(rows, 'endCl')]
      return {
        dailyStateId,
        classSettleId,
        businessDay,
        shiftNumber,
        startAt: Math.min(...rows.map(({ startAt }) => startAt)),
        endAt: Math.max(...rows.map(({ endAt }) => endAt)),
        receivedCl: sum(rows, row => row.receivedCl),
        adjustedCl: sum(rows, row => row.adjustedCl),
        beginCl,
        endCl,
        varianceCl: beginCl === null || endCl === null ? null : endCl - beginCl,
        priceCents: rows[0]!.priceCents ?? 0,
      }
    })
}
