import { cardLife, cardStops, massCards, userCards, type MassAct, type Parsed } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { lockReferences, updateRow } from '../../platform/execution/crud.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { cardsForUpdate, inUse, type LockedCard, type UserCard } from './card.ts'
import { askToWrite } from './chip-account.ts'
import { extendCard } from './extend.ts'
import { stops } from './stop.ts'

type Body = Parsed<typeof massCards>['body']

/** What each act does to one card that is locked and in use, and who may do that to a single one. */
const acts: Record<MassAct, { permission: string; run: (ctx: Ctx, locked: LockedCard, body: Body) => Promise<void> }> = {
  loss: {
    permission: cardStops.loss.permission,
    run: (ctx, locked, { reason = 'lost', remark }) => stops.loss(ctx, locked, { reason, remark }),
  },
  unhook: { permission: cardStops.unhook.permission, run: (ctx, locked, { remark }) => stops.unhook(ctx, locked, { remark }) },
  disable: { permission: cardStops.disable.permission, run: (ctx, locked, { remark }) => stops.disable(ctx, locked, { remark }) },
  enable: { permission: cardStops.enable.permission, run: (ctx, locked, { remark }) => stops.enable(ctx, locked, { remark }) },
  extend: {
    permission: cardLife.extend.permission,
    run: (ctx, locked, { validUntil = null, remark }) => extendCard(ctx, locked, { validUntil, remark }),
  },
  sync: { permission: cardLife.sync.permission, run: (ctx, { card }) => askToWrite(ctx, card) },
  limits: {
    permission: 'card.terms',
    run: (ctx, { card }, { limitProfileId = null }) => shareLimits(ctx, card, limitProfileId),
  },
}

async function shareLimits(ctx: Ctx, { id, version, ...card }: UserCard, limitProfileId: number | null): Promise<void> {
  if (card.limitProfileId !== limitProfileId) await updateRow(ctx, userCards, id, { version, limitProfileId })
}

/**
 * Does one act to many cards in one transaction. Each is refused by itself, as a single act is: a refusal of these acts is thrown before
 * anything is written. They are locked together, in the order of their ids, so that two such calls never wait for each other.
 * @throws auth.forbidden, notFound of a limit profile @source decisions CD31
 */
const massAct = handle(massCards, async (ctx, { body }) => {
  const { permission, run } = acts[body.act]
  if (ctx.actor.kind !== 'system' && !ctx.actor.permissions.has(permission)) refuse('auth.forbidden', { permission })
  // Limits that many share stay with the counter.
  if (body.act === 'limits' && ctx.scope.fleetId !== undefined) refuse('auth.forbidden', { field: 'limitProfileId' })
  await refuseUnknownProfile(ctx, body)
  const locked = await cardsForUpdate(ctx, body.ids)
  const refusals = new Map<number, Refusal>()
  for (const id of body.ids) {
    try {
      await run(ctx, inUse(locked.get(id), id), body)
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      refusals.set(id, thrown)
    }
  }
  const rows = body.ids.map(id => {
    const { code = null, message = null } = refusals.get(id)?.worded(ctx.meta.language) ?? {}
    return { id, number: locked.get(id)?.card.number ?? null, code, message }
  })
  return { done: rows.length - refusals.size, refused: refusals.size, rows }
})

/** @throws notFound on the field */
async function refuseUnknownProfile(ctx: Ctx, { limitProfileId }: Body): Promise<void> {
  if (typeof limitProfileId !== 'number') return
  await lockReferences(ctx, references, { limitProfileId })
}
const references = { name: 'userCards', body: massCards.body } as never

export const massHandlers = [massAct]
