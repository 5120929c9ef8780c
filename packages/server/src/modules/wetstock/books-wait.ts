import { booksWait, stations, type BooksWait } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Handler } from '../../platform/execution/command.ts'
import { companyOfStation } from '../../platform/execution/crud.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'

/** From where the books stand on, for that is where the next settlement goes on. @throws notFound */
const read = handle(booksWait, async (ctx, { query: { stationId } }): Promise<BooksWait> => {
  await getOf(ctx.tx, stations, stationId, [], ctx.scope)
  const companyId = await companyOfStation(ctx, stationId)
  const { rows } = await sql<BooksWait>`
    with begun as (
      select coalesce((
        select book.until_at from ${scoped(ctx.tx, 'tank_book')} book where book.station_id = ${stationId}
        order by book.until_at desc limit 1), tank_books_begin(${companyId}::bigint, ${stationId}::bigint)) as at
    ), state as (
      select state.business_day, state.start_time, state.settled, state.is_nature_day
      from ${scoped(ctx.tx, 'daily_state')} state
      where state.station_id = ${stationId} and state.start_time >= (select at from begun)
        and not exists (select from ${scoped(ctx.tx, 'tank_book')} book where book.daily_state_id = state.id)
    ), waiting as (
      select count(*)::int as shifts, min(business_day) as since, max(start_time) as last from state where settled and not is_nature_day
    )
    select waiting.shifts, waiting.since, (
      select state.business_day from state where not state.settled and state.start_time < waiting.last
      order by state.start_time limit 1) as "settleFirst"
    from waiting`.execute(ctx.tx)
  return rows[0]!
})

export const booksWaitHandlers: readonly Handler[] = [read]
