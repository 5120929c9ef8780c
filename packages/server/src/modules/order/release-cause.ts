import { releaseCauses } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { crud, deleteRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import type { NozzleRecord } from '../forecourt/index.ts'

/** One that was given for a release stays with it; it is switched off. @throws notFound, releaseCause.used */
const remove = handle(releaseCauses.delete, async (ctx, { id }) => {
  const { releaseCount } = await getOf(ctx.tx, releaseCauses, id, [], ctx.scope)
  if (releaseCount > 0) refuse('releaseCause.used')
  await deleteRow(ctx, releaseCauses, id)
  return { id }
})

export const releaseCauseHandlers = [...crud(releaseCauses, ['list', 'get', 'create', 'update']), remove]

/**
 * The names of the cause that is given for a release, for the log. A company that has no cause in use gives a note alone.
 * @throws notFound, release.causeRequired, release.noteRequired, releaseCause.off
 */
export async function causeGiven({ tx }: Ctx, companyId: number, causeId: number | null, note: string) {
  const ofCompany = tx.selectFrom('releaseCause').where('companyId', '=', companyId)
  if (causeId === null) {
    if (await ofCompany.where('inUse', '=', true).select('id').executeTakeFirst()) refuse('release.causeRequired')
    if (note === '') refuse('release.noteRequired')
    return null
  }
  // Held, so that it is neither deleted nor switched off until the release is done.
  const cause = await ofCompany.where('id', '=', causeId).forShare().selectAll().executeTakeFirst()
  if (!cause) refuse('notFound', { field: 'causeId' })
  if (!cause.inUse) refuse('releaseCause.off')
  if (cause.wantsNote && note === '') refuse('release.noteRequired')
  return { zh: cause.nameZh, en: cause.nameEn }
}

export async function noteRelease(
  { tx, now }: Ctx,
  { id, companyId, stationId }: NozzleRecord,
  releaseCauseId: number | null,
  note: string,
): Promise<void> {
  await tx
    .insertInto('nozzleRelease')
    .values({
      companyId,
      stationId,
      nozzleControlId: id,
      releaseCauseId,
      note,
      createdDate: now,
    })
    .execute()
}
