import type { FleetValueMode } from '@forecourt/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { Tables } from '../../platform/postgres/tables.ts'

export type Fleet = Selectable<Tables['fleet']>

/** A fleet that the caller sees. @throws notFound */
export async function fleetOf({ tx, scope }: Ctx, id: number): Promise<Fleet> {
  const found = tx
    .selectFrom('fleet')
    .where('id', '=', id)
    .where('companyId', 'in', [...scope.companyIds])
  return (await found.selectAll().executeTakeFirst()) ?? refuse('notFound', { group: id })
}

/** The same, locked until the transaction ends. @throws notFound */
export async function fleetForUpdate({ tx, scope }: Ctx, id: number): Promise<Fleet> {
  const found = tx
    .selectFrom('fleet')
    .where('id', '=', id)
    .where('companyId', 'in', [...scope.companyIds])
  return (await found.selectAll().forNoKeyUpdate().executeTakeFirst()) ?? refuse('notFound', { group: id })
}

type Changed =
  | { readonly earnsPoints: boolean; readonly levelUpgrade: boolean }
  | { readonly valueMode: FleetValueMode }
  | { readonly stoppedAt: Date | null }
/** What an act made of a fleet, which is locked. */
export async function changeFleet({ tx }: Ctx, { id, companyId, version }: Fleet, changed: Changed): Promise<void> {
  await tx
    .updateTable('fleet')
    .set({ ...changed, version: version + 1 })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
}
