import { tankBook, tanks } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOfStation } from '../../platform/execution/crud.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'

interface Book {
  readonly openingId: number
  readonly openedAt: string
  readonly bookCl: number
}
interface Site {
  readonly companyId: number
  readonly stationId: number
}

/** The book of a tank at a moment; undefined while it has none. */
export async function bookAt(tx: Tx, { companyId, stationId }: Site, tankId: number, at: Date): Promise<Book | undefined> {
  const { rows } = await sql<Book>`
    select opening_id as "openingId", opened_at as "openedAt", book_cl as "bookCl"
    from tank_books(${companyId}::bigint, ${stationId}::bigint, ${at}::timestamptz) where tank_id = ${tankId}`.execute(tx)
  return rows[0]
}

interface Measured {
  readonly measuredCl: number
  readonly measuredAt: string
  readonly waterHeightMm: number | null
  readonly temperature: number | null
}
/** What was measured of a tank last until a moment: by gauge or dip, or entered at the tank itself or when its shift was closed. */
async function measuredAt(tx: Tx, companyId: number, tankId: number, at: Date): Promise<Measured | undefined> {
  const { rows } = await sql<Measured>`
    select measured_cl as "measuredCl", measured_at as "measuredAt", water_height_mm as "waterHeightMm", temperature from (
      (select volume_cl as measured_cl, measured_at, water_height_mm, temperature from ${scoped(tx, 'tank_reading')} reading
        where tank_id = ${tankId} and struck_at is null and measured_at <= ${at} order by measured_at desc, id desc limit 1)
      union all
      select volume_cl, measured_at, water_height_mm, temperature from ${scoped(tx, 'tank')} tank
      where id = ${tankId} and measured_at <= ${at}
      union all
      select measured_cl, measured_at, null, null
      from tank_measured_at_close(${companyId}::bigint, ${tankId}::bigint, ${at}::timestamptz) as closed
    ) as found order by measured_at desc limit 1`.execute(tx)
  return rows[0]
}

/** A variance compares what was measured with what the book had at that moment: sales since then are in neither. @throws notFound */
const read = handle(tankBook, async (ctx: Ctx, { id, query }) => {
  const { tx, now } = ctx
  const { stationId } = await getOf(tx, tanks, id, [], ctx.scope)
  const site = { companyId: await companyOfStation(ctx, stationId), stationId }
  const at = query.at === undefined ? now : new Date(query.at)
  const book = await bookAt(tx, site, id, at)
  const measured = await measuredAt(tx, site.companyId, id, at)
  const then = book && measured && (await bookAt(tx, site, id, new Date(measured.measuredAt)))
  const compared = measured && then && then.openingId === book?.openingId ? measured.measuredCl - then.bookCl : null
  return {
    tankId: id,
    asOf: at.toISOString(),
    openedAt: book ? new Date(book.openedAt).toISOString() : null,
    bookCl: book?.bookCl ?? null,
    measuredCl: measured?.measuredCl ?? null,
    measuredAt: measured ? new Date(measured.measuredAt).toISOString() : null,
    varianceCl: compared ?? null,
    waterHeightMm: measured?.waterHeightMm ?? null,
    temperature: measured?.temperature ?? null,
  }
})

export const tankBookHandlers: readonly Handler[] = [read]
