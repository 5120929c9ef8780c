import { cardLimitProfiles, items, products, stations, type CardRangeOfUse, type Resource } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { createRow, crud, deleteRow, updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

type Range = CardRangeOfUse | null | undefined

/**
 * What a range of use names has to be the caller's, or stand there before: a station's master keeps what the company said of others.
 * @throws notFound on the field that points beyond the caller's sight
 */
export async function refuseUnknown(ctx: Ctx, range: Range, before?: Range): Promise<void> {
  const named = [
    ['stationIds', stations],
    ['productIds', products],
    ['itemIds', items],
  ] as const
  for (const [field, resource] of named)
    for (const id of (range?.[field] ?? []).filter(each => !before?.[field]?.includes(each))) {
      await getOf(ctx.tx, resource as unknown as Resource, id, [], ctx.scope, { named: true }).catch(thrown =>
        (thrown as { code?: string }).code === 'notFound' ? refuse('notFound', { field: `rangeOfUse.${field}` }) : Promise.reject(thrown),
      )
    }
}

const shown = (ctx: Ctx, id: number) => getOf(ctx.tx, cardLimitProfiles, id, [], ctx.scope)

/** @throws cardLimitProfile.nameTaken, notFound */
const create = handle(cardLimitProfiles.create, async (ctx, { body }) => {
  await refuseUnknown(ctx, body.rangeOfUse)
  return shown(ctx, await createRow(ctx, cardLimitProfiles, body))
})

/** In force with the next payment of every card that has it, on every server. @throws cardLimitProfile.nameTaken, notFound, stale */
const update = handle(cardLimitProfiles.update, async (ctx, { id, body }) => {
  await refuseUnknown(ctx, body.rangeOfUse, (await shown(ctx, id)).rangeOfUse)
  await updateRow(ctx, cardLimitProfiles, id, body)
  return shown(ctx, id)
})

/** What cards still have cannot go: they would pay without limits. @throws cardLimitProfile.inUse, notFound */
const remove = handle(cardLimitProfiles.delete, async (ctx, { id }) => {
  const { name, cardCount } = await shown(ctx, id)
  if (cardCount > 0) refuse('cardLimitProfile.inUse', { name, count: cardCount })
  await deleteRow(ctx, cardLimitProfiles, id)
  return { id }
})

export const limitProfileHandlers = [...crud(cardLimitProfiles, ['list', 'get']), create, update, remove]
