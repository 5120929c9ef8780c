import type { Ctx } from '../../platform/execution/command.ts'
import type { LedFleet } from '../../platform/module.ts'

export async function fleetOfLeader({ tx }: Ctx, id: number): Promise<LedFleet | null> {
  const fleet = await tx.selectFrom('fleet').where('id', '=', id).select(['id', 'name']).executeTakeFirst()
  if (!fleet) return null
  const cards = tx.selectFrom('userCard').where('groupId', '=', id).where('kind', '=', 'master').where('service', 'is', null)
  const master = await cards.orderBy('id').select('id').executeTakeFirst()
  return { ...fleet, userCardId: master?.id ?? null }
}
