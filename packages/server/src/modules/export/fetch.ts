import { allows, exportActs, exports } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Actor, type Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { exportable, isTold, listOut } from './lists.ts'
import { tellOwner } from './tell.ts'

const own = ({ id }: Actor) => sql`user_id = ${id}`

export const list = handle(
  exports.list,
  ({ tx, actor, scope }, { query }) => listOf(tx, exports, query, scope, { extra: own(actor), last: true }) as never,
)
export const get = handle(
  exports.get,
  ({ tx, actor, scope }, { id, query }) => getOf(tx, exports, id, query.expand, scope, { extra: own(actor), last: true }) as never,
)

/** An export of the caller's own, locked until the transaction ends. @throws notFound */
async function exportForUpdate({ tx, actor }: Ctx, id: number) {
  const found = await tx
    .selectFrom('export')
    .where('id', '=', id)
    .where('userId', '=', actor.id)
    .where('companyId', 'in', [...actor.companyIds])
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  return found ?? refuse('notFound', { export: id })
}

/** What a file could show when it was made. */
interface Reach {
  readonly role?: string
  readonly companyIds: readonly number[]
  readonly stationIds?: readonly number[]
  readonly fleetId?: number
}

/**
 * Which bytes to hand over, to the user who asked for them and may still see all that is in them.
 * @throws notFound, export.notDone, export.expired, auth.forbidden, export.outOfReach
 */
export const file = handle(exports.file, async (ctx, { id }) => {
  const { tx, actor, now } = ctx
  const permission = 'export.read'
  if (!actor.permissions.has(permission)) refuse('auth.forbidden', { permission })
  const { status, fileId, expiresDate, type, columns, reach, companyId, name } = await exportForUpdate(ctx, id)
  if (!allows(exportActs.download, status) || fileId === null) refuse('export.notDone')
  if (expiresDate === null || new Date(expiresDate) <= now) refuse('export.expired')
  const out = listOut(exportable(type, actor), actor)
  const seen = (columns as { path: string }[]).every(({ path }) => isTold(out, path, actor.role))
  if (!seen || !stillSees(actor, reach as Reach)) refuse('export.outOfReach')

  const file = await tx
    .selectFrom('attachment')
    .where('id', '=', fileId)
    .select(['name', 'contentType', 'size'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .executeTakeFirstOrThrow()
  ctx.audit('export.download', `exports:${id}`, { name, type }, companyId)
  return { ...file, companyId, passing: true as const }
})

function stillSees({ companyIds, stationIds, fleetId }: Actor, made: Reach): boolean {
  const inside = (some: readonly number[] | undefined, all: readonly number[] | undefined) =>
    all === undefined || (some !== undefined && some.every(each => all.includes(each)))
  return inside(made.companyIds, companyIds) && inside(made.stationIds, stationIds) && (fleetId === undefined || fleetId === made.fleetId)
}

/** Takes an export back: one that is being written ends within the second, a file is gone. @throws notFound */
export const remove = handle(exports.delete, async (ctx, { id }) => {
  const { fileId, name, type, status, companyId } = await exportForUpdate(ctx, id)
  await ctx.tx.deleteFrom('export').where('id', '=', id).execute()
  if (fileId !== null) await ctx.tx.deleteFrom('attachment').where('id', '=', fileId).execute()
  await tellOwner(ctx.tx, { userId: ctx.actor.id, id, status: 'deleted', rows: 0, rowsTotal: null })
  ctx.audit('exports.delete', `exports:${id}`, { name, type, status }, companyId)
  return { id }
})

/** Forgets what has expired; the bytes go with the files that nobody names. */
export async function sweepExports(tx: Tx, now: Date): Promise<void> {
  const gone = await tx.deleteFrom('export').where('expiresDate', '<', now.toISOString()).returning('fileId').execute()
  const fileIds = gone.flatMap(({ fileId }) => fileId ?? [])
  if (fileIds.length > 0) await tx.deleteFrom('attachment').where('id', 'in', fileIds).execute()
}
