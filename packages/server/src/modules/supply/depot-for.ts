import { refuse } from '../../platform/execution/refusal.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { dayOf } from '../shift/index.ts'

/** What is booked at a depot is of today or earlier, by the clock of the company. @throws depot.inFuture */
export function refuseFuture({ now, actor }: Ctx, day: string): void {
  if (day > dayOf(now, actor.zone)) refuse('depot.inFuture')
}

/** Holds a depot, so that it is not ended meanwhile, and says whether it takes a fuel. */
export async function depotFor({ tx }: Ctx, depotId: number, baseFuelId: number) {
  const depot = await tx
    .selectFrom('depot')
    .where('id', '=', depotId)
    .select(['companyId', 'baseFuels', 'endedDate'])
    .forShare()
    .executeTakeFirst()
  if (!depot) return undefined
  const fuels = depot.baseFuels as unknown as readonly { readonly baseFuelId: number }[]
  return { companyId: depot.companyId, ended: depot.endedDate !== null, holds: fuels.some(each => each.baseFuelId === baseFuelId) }
}
