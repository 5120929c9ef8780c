import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'

/** The nozzles of a tank give no fuel to cards until somebody releases them. @returns their numbers */
export async function blockNozzles({ tx, now }: Ctx, tankId: number, deliveryId: number): Promise<number[]> {
  const { rows } = await sql<{ logicNo: number }>`
    update nozzle_control nozzle set blocked_at = ${now}, blocked_delivery_id = ${deliveryId}
    where ${inScope(tx, 'nozzle.companyId')} and tank_id = ${tankId} and blocked_at is null returning logic_no`.execute(tx)
  return rows.map(({ logicNo }) => logicNo).toSorted((one, other) => one - other)
}

/** @returns the numbers of those that were blocked */
export async function unblockNozzles({ tx }: Ctx, deliveryId: number): Promise<number[]> {
  const { rows } = await sql<{ logicNo: number }>`
    update nozzle_control nozzle set blocked_at = null, blocked_delivery_id = null
    where ${inScope(tx, 'nozzle.companyId')} and blocked_delivery_id = ${deliveryId} returning logic_no`.execute(tx)
  return rows.map(({ logicNo }) => logicNo).toSorted((one, other) => one - other)
}

/** The nozzles of a station that give no fuel, for the device that switches them. */
export async function blockedAt({ tx }: Pick<Ctx, 'tx'>, stationId: number): Promise<{ logicNo: number; since: string }[]> {
  const blocked = tx.selectFrom('nozzleControl').where('stationId', '=', stationId).where('blockedAt', 'is not', null)
  const rows = await blocked.select(['logicNo', 'blockedAt']).orderBy('logicNo').execute()
  return rows.map(({ logicNo, blockedAt: at }) => ({ logicNo, since: new Date(at!).toISOString() }))
}
