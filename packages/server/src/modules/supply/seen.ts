import { baseFuels, depots } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

const resourceOf = { depotId: depots, toDepotId: depots, baseFuelId: baseFuels } as const

/** @throws notFound on the field whose record the caller does not see */
export async function seen(ctx: Ctx, ids: Partial<Record<keyof typeof resourceOf, number>>): Promise<void> {
  for (const [field, id] of Object.entries(ids))
    await getOf(ctx.tx, resourceOf[field as keyof typeof resourceOf], id, [], ctx.scope, { named: true }).catch(thrown =>
      (thrown as { code?: string }).code === 'notFound' ? refuse('notFound', { field }) : Promise.reject(thrown),
    )
}
