import { stuckMs, type ForecourtState } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'

/** A nozzle as the records have it. */
export interface NozzleRecord {
  readonly id: number
  readonly companyId: number
  readonly stationId: number
  readonly logicNo: number
  readonly dispenser: number
  /** Offline, where its device has fallen silent. */
  readonly state: ForecourtState | null
  /** Since when it has been at work, if it was so for too long; a sale that came meanwhile is not looked for. */
  readonly busySince: string | null
}

const nozzleRecord = ({ tx, now }: Ctx) => sql`
  select nozzle.id, nozzle.company_id, nozzle.station_id, nozzle.logic_no, dispenser.number as dispenser,
    state_in_force(nozzle.state, nozzle.state_at, ${now}) as state,
    case when nozzle.state = 'busy' and coalesce(nozzle.state_since, nozzle.state_at) <= ${new Date(now.getTime() - stuckMs)}
      then coalesce(nozzle.state_since, nozzle.state_at) end as busy_since
  from nozzle_control nozzle
  join dispenser on dispenser.company_id = nozzle.company_id and dispenser.id = nozzle.dispenser_id
  where ${inScope(tx, 'nozzle.company_id')}`

/** Nozzles that have been at work for too long, or are among these. */
export async function nozzlesInQuestion(ctx: Ctx, ids: readonly number[]): Promise<NozzleRecord[]> {
  const { stationIds } = ctx.scope
  const { rows } = await sql<NozzleRecord>`
    select * from (${nozzleRecord(ctx)}) as nozzle
    where (busy_since is not null or id = any(${ids}))
      and ${stationIds === undefined ? sql`true` : sql`station_id = any(${[...stationIds]})`}
    order by station_id, logic_no`.execute(ctx.tx)
  return rows
}

export async function nozzleForRelease(ctx: Ctx, id: number): Promise<NozzleRecord | undefined> {
  const { stationIds } = ctx.scope
  const { rows } = await sql<NozzleRecord>`
    ${nozzleRecord(ctx)} and nozzle.id = ${id}
      and ${stationIds === undefined ? sql`true` : sql`nozzle.station_id = any(${[...stationIds]})`}
    for no key update of nozzle`.execute(ctx.tx)
  return rows[0]
}

/** The records call a nozzle idle; the pages of its station hear of it. Nothing is said to the pump. */
export async function callIdle(ctx: Ctx, { id, companyId, stationId, logicNo }: NozzleRecord): Promise<void> {
  await ctx.tx
    .updateTable('nozzleControl')
    .set({ state: 'idle', stateAt: ctx.now, stateSince: ctx.now })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
  ctx.emit('nozzleStatus', { dispensers: [], nozzles: [{ logicNo, state: 'idle' }] }, { companyId, stationId })
}
