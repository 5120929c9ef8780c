import { userCards } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'

/** What stays with the counter: the plastic, who holds it, and when its payment password is asked. */
const ofTheCounter = ['physicalNumber', 'userId', 'passwordFromCents'] as const

/** Names and limits of a card. A fleet's leader sets only those of the fleet's cards. @throws notFound, stale, auth.forbidden */
export const edit = handle(userCards.update, async (ctx, { id, body }) => {
  const { tx, scope } = ctx
  if (scope.fleetId !== undefined) {
    const before = await getOf(tx, userCards, id, [], scope)
    const field = ofTheCounter.find(name => before[name] !== body[name])
    if (field) refuse('auth.forbidden', { field })
  }
  await updateRow(ctx, userCards, id, body)
  return getOf(tx, userCards, id, [], scope)
})
