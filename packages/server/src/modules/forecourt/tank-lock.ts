import { tanks } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { getOf } from '../../platform/search/list.ts'

/** A tank that the caller may see, locked: what it shows follows one reading after the other. @throws notFound */
export async function lockTank(ctx: Ctx, id: number) {
  await getOf(ctx.tx, tanks, id, [], ctx.scope)
  const tank = ctx.tx.selectFrom('tank').where('id', '=', id).selectAll().forNoKeyUpdate()
  return tank.executeTakeFirstOrThrow()
}
