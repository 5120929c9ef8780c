import { userCards } from '@forecourt/contract'
import { isDeepStrictEqual } from 'node:util'
import { handle } from '../../platform/execution/command.ts'
import { updateRow } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { refuseGone } from '../member/index.ts'
import { refuseHolders } from './issue.ts'
import { refuseUnknown } from './limit-profile.ts'

/** What stays with the counter: who holds it, when its payment password is asked, and the limits that it shares. */
const ofTheCounter = ['userId', 'passwordFromCents', 'limitProfileId', 'billingType', 'discountId'] as const
/** What decides how much a card may spend, and at what price: not everyone who may edit a card sets it. */
const terms = ['limitProfileId', 'rangeOfUse', 'fuelType', 'discountId', 'billingType'] as const

/**
 * Names and limits of a card. A fleet's leader sets only those of the fleet's cards.
 * @throws notFound, stale, auth.forbidden, card.billingOfFleet, fleet.cardsOfVehicles, member.merged, member.former
 */
export const edit = handle(userCards.update, async (ctx, { id, body }) => {
  const { tx, scope, actor } = ctx
  const before = await getOf(tx, userCards, id, [], scope)
  if (scope.fleetId !== undefined) {
    const field = ofTheCounter.find(name => body[name] !== undefined && before[name] !== body[name])
    if (field) refuse('auth.forbidden', { field })
  }
  const permission = 'card.terms'
  const term = terms.find(name => body[name] !== undefined && !isDeepStrictEqual(body[name], before[name]))
  if (term && actor.kind !== 'system' && !actor.permissions.has(permission)) refuse('auth.forbidden', { permission, field: term })
  if (before.groupId !== null && body.billingType !== undefined && body.billingType !== before.billingType)
    refuse('card.billingOfFleet', { number: before.number })
  if (body.userId && body.userId !== before.userId) {
    await refuseGone(ctx, [body.userId])
    if (before.kind === 'sub' && before.groupId !== null) await refuseHolders(ctx, [before.groupId])
  }
  await refuseUnknown(ctx, body.rangeOfUse, before.rangeOfUse)
  await updateRow(ctx, userCards, id, body)
  return getOf(tx, userCards, id, [], scope)
})
