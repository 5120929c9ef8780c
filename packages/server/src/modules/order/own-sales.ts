import { ownSales, type Returned } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle } from '../../platform/execution/command.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { runningStateId } from '../shift/index.ts'

const none = { orders: 0, manual: 0, totalCents: 0, volumeCl: 0 }

/** Nothing is begun by looking: where no state runs yet, nothing was sold in it. */
const own = handle(ownSales, async ({ tx, actor, scope, now }): Promise<Returned<typeof ownSales>> => {
  const dailyStateId = scope.stationId === undefined ? undefined : await runningStateId(tx, scope.stationId, now)
  if (dailyStateId === undefined) return { dailyStateId: null, ...none }
  const { rows } = await sql<typeof none>`
    with sold as (
      select id, type, total_cents from sale_order
      where ${inScope(tx)} and shift_id = ${dailyStateId} and employee_id = ${actor.id} and status <> 'close'
    )
    select count(*) as orders, count(*) filter (where type = 99) as manual, coalesce(sum(total_cents), 0)::bigint as total_cents,
      (select coalesce(sum(volume_cl), 0)::bigint from order_line where ${inScope(tx)} and order_id in (select id from sold)) as volume_cl
    from sold`.execute(tx)
  return { dailyStateId, ...(rows[0] ?? none) }
})

export const ownSalesHandlers = [own]
