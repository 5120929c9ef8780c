import { clockFaults, orders, type Returned } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/command.ts'
import { chosen, visible } from '../../platform/search/scope.ts'

type Standing = Returned<typeof clockFaults.standing>

/** Marked sales of the stations that the caller sees. */
const markedOf = ({ scope }: Ctx) => sql`clock_fault_id is not null and ${visible(orders, scope)} and ${chosen(orders, scope) ?? sql`true`}`

const standing = handle(clockFaults.standing, async ctx => {
  const { rows } = await sql<Standing>`
    select (select count(*)::int from sale_order where ${markedOf(ctx)}) as marked, (
      select jsonb_build_object('cause', cause, 'beganDate', to_char(began_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'offsetMs', case cause when 'database' then database_offset_ms else server_offset_ms end)
      from clock_fault where ended_date is null order by id limit 1) as running`.execute(ctx.tx)
  return rows[0]!
})

export const clockFaultHandlers = [standing]
