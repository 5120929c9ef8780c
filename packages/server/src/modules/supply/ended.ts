import type { depots, suppliers, trucks } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

/** What is used is ended, not deleted: then nothing new begins with it. */
const tables = { suppliers: 'supplier', trucks: 'truck', depots: 'depot' } as const
const auditActions = {
  suppliers: ['supplier.end', 'supplier.resume'],
  trucks: ['truck.end', 'truck.resume'],
  depots: ['depot.end', 'depot.resume'],
} as const
type Ended = typeof suppliers | typeof trucks | typeof depots

/** Locks a record for an act upon it. @throws notFound */
async function locked<R extends Ended>(ctx: Ctx, of: R, id: number) {
  await getOf(ctx.tx, of, id, [], ctx.scope)
  return ctx.tx
    .selectFrom(tables[of.name])
    .where('id', '=', id)
    .select(['companyId', 'endedDate', 'version'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Ends a record, or takes that back. @throws notFound, <record>.isEnded, <record>.isActive */
export async function setEnded<R extends Ended>(ctx: Ctx, of: R, id: number, ends: boolean): Promise<void> {
  const { companyId, endedDate, version } = await locked(ctx, of, id)
  const record = tables[of.name]
  if (ends === (endedDate !== null)) refuse(ends ? `${record}.isEnded` : `${record}.isActive`)
  await ctx.tx
    .updateTable(record)
    .set({ endedDate: ends ? ctx.now : null, version: version + 1 })
    .where('id', '=', id)
    .execute()
  const [end, resume] = auditActions[of.name]
  ctx.audit(ends ? end : resume, `${of.name}:${id}`, {}, companyId)
}
