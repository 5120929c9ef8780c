import { orders, unpaidByStation, type Returned } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle } from '../../platform/execution/command.ts'
import { chosen, visible } from '../../platform/search/scope.ts'

type Row = Returned<typeof unpaidByStation>['content'][number]

/** Read from the index of what is neither paid nor closed: it stays small however long a station has sold. */
const unpaid = handle(unpaidByStation, async ({ tx, scope }) => {
  const { rows } = await sql<Row>`
    select station_id, count(*)::int as orders, sum(total_cents - paid_cents)::bigint as unpaid_cents from sale_order
    where ${visible(orders, scope)} and ${chosen(orders, scope) ?? sql`true`} and status not in ('success', 'close')
    group by station_id`.execute(tx)
  return { content: rows }
})

export const unpaidByStationHandlers = [unpaid]
