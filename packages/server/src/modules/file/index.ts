import { attachments, attachmentUrl, fileKinds, fileRules, quarantinedFiles, type FileType } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Actor, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { files, keyOf, quarantineKeyOf } from '../../platform/storage/store.ts'
import { lockKey } from '../../platform/storage/sweep.ts'
import type { TakenFile } from '../../platform/storage/receive.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import type { Module } from '../../platform/module.ts'

interface Upload {
  readonly query: { readonly type: FileType }
  readonly file: TakenFile
}
const mayAs = (actor: Actor, permission: string) => permission === 'signedIn' || actor.permissions.has(permission)

/** Notes a file whose bytes are in the store. One that cannot be read is noted apart, and refused. @throws file.unreadable, server.busy */
const upload: Handler = {
  endpoint: attachments.upload,
  admit(actor, { query: { type } }: Upload) {
    const { write } = fileRules[type]
    if (!mayAs(actor, write)) refuse('auth.forbidden', { permission: write })
    if (actor.readOnly) refuse('auth.readOnly')
  },
  async run(ctx, { query: { type }, file }: Upload) {
    const { tx, actor, now } = ctx
    const { name, size, sha256, kind, unreadable, width, height } = file
    await lockUpload(ctx, (unreadable ? quarantineKeyOf : keyOf)(actor.companyId, sha256))
    const row = {
      companyId: actor.companyId,
      type,
      name,
      contentType: fileKinds[kind].mime,
      size,
      sha256: Buffer.from(sha256, 'hex'),
      createdBy: actor.key,
      createdDate: now,
    }
    if (unreadable) {
      const { id } = await tx.insertInto('quarantinedFile').values(row).returning('id').executeTakeFirstOrThrow()
      ctx.audit('file.quarantine', `quarantinedFiles:${id}`, { type, name, size })
      return new Refusal('file.unreadable')
    }
    const { id } = await tx
      .insertInto('attachment')
      .values({ ...row, width: width ?? null, height: height ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    ctx.audit('file.upload', `attachments:${id}`, { type, name, size })
    return { id, url: attachmentUrl(id), name, size }
  },
}

/** From here on nobody takes away what lies under the key. In the blink between putting and noting, somebody might have. */
async function lockUpload({ tx }: Ctx, key: string): Promise<void> {
  await lockKey(tx, key)
  if (!(await files().has(key))) refuse('server.busy')
}

/** Which bytes to hand over. @throws notFound it is another company's, or of a type that is not for the caller */
const give = handle(attachments.file, async ({ tx, actor }, { id }) => {
  const file = await tx
    .selectFrom('attachment')
    .where('id', '=', id)
    .where('companyId', 'in', [...actor.companyIds])
    .select(['companyId', 'type', 'name', 'contentType', 'size', 'createdBy'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .executeTakeFirst()
  const rule = file && fileRules[file.type as FileType]
  const may = rule && (mayAs(actor, rule.read) || file.createdBy === actor.key)
  if (!file || !may) refuse('notFound', { attachment: id })
  return file
})

const listQuarantined = handle(quarantinedFiles.list, async ({ tx, actor }, { query: { page, size } }) => {
  const mine = tx.selectFrom('quarantinedFile').where('companyId', 'in', [...actor.companyIds])
  const { count } = await mine.select(of => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const content = await mine
    .select(['id', 'type', 'name', 'contentType', 'size', 'createdBy', 'createdDate'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .orderBy('createdDate', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  return { content: content as never, totalElements: count }
})

/**
 * Keeps the files that a record names within a document of its own, where no column refers to them, and lets go of those it named
 * before. `subject` is as the audit names it: `dealTasks:12`. @throws notFound one of them is not the company's
 */
export async function useFiles({ tx, actor }: Ctx, subject: string, ids: readonly number[]): Promise<void> {
  const { companyId } = actor
  await tx.deleteFrom('attachmentUse').where('companyId', '=', companyId).where('subject', '=', subject).execute()
  if (ids.length === 0) return
  const own = await tx
    .selectFrom('attachment')
    .where('companyId', '=', companyId)
    .where('id', 'in', [...ids])
    .select('id')
    .execute()
  if (own.length < new Set(ids).size) refuse('notFound', { field: 'attachmentId' })
  await tx
    .insertInto('attachmentUse')
    .values(own.map(({ id }) => ({ companyId, subject, attachmentId: id })))
    .execute()
}

export const file = { name: 'file', handlers: [upload, give, listQuarantined] } satisfies Module
