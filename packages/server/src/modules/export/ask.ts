import { exports } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { homeOf, type Actor } from '../../platform/execution/ctx.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { readOut } from '../../platform/search/read-out.ts'
import { exportable, isTold, listOut } from './lists.ts'
import { tellOwner } from './tell.ts'
import { refuseLongWindow } from './window.ts'

/** So many of one user wait or are written at a time. */
const waitingMost = 10

/**
 * Notes what is to be written and by whose eyes, and asks for it to be done.
 * @throws export.type, auth.forbidden, export.window, export.column, export.tooMany, the refusals of search and sort
 */
export const ask = handle(
  exports.ask,
  async (ctx, { query: { type, search = '', sort }, body: { name, format, columns, zone: given } }) => {
    const { tx, actor, scope, now, meta } = ctx
    const zone = given ?? actor.zone
    const of = exportable(type, actor)
    const out = listOut(of, actor)
    const text = [search].flat().join(',')
    const readable = columns.filter(({ path }) => isTold(out, path, actor.role))
    if (readable.length === 0) refuse('export.column', { path: columns[0]!.path })
    // What cannot be read is said now, not in an hour.
    const order = [sort ?? []].flat()[0] ?? of.sort
    readOut(of, { columns: readable, search: text, sort: order, zone, language: meta.language }, scope, out)
    refuseLongWindow(of, text, actor.zone, now)
    await refuseTooMany(ctx)

    const { id } = await tx
      .insertInto('export')
      .values({
        companyId: actor.companyId,
        userId: actor.id,
        ...signedInAs(actor),
        name,
        type,
        format,
        search: text,
        sort: order,
        columns: JSON.stringify(readable),
        zone,
        language: meta.language,
        createdDate: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()

    await tellOwner(tx, { userId: actor.id, id, status: 'waiting', rows: 0, rowsTotal: null })
    ctx.job('export.write', { id })
    ctx.audit('export.ask', `exports:${id}`, { name, type, format, search: text, columns: readable.map(({ path }) => path) })
    return { id }
  },
)

/** The account of the sign-in, and the selected station. */
const signedInAs = (actor: Actor) => ({
  userCompany: homeOf(actor),
  role: actor.role ?? '',
  chosenCompany: actor.chosenCompanyId ?? null,
  stationId: actor.stationId ?? null,
})

async function refuseTooMany({ tx, actor }: Ctx): Promise<void> {
  const { count } = await tx
    .selectFrom('export')
    .where('userId', '=', actor.id)
    .where('status', 'in', ['waiting', 'running'])
    .select(of => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= waitingMost) refuse('export.tooMany', { most: waitingMost })
}
