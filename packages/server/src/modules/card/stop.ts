import { allows, cardStops, userCardActs, type Parsed, type UserCardStatus } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { settingsOfCompany } from '../org/index.ts'
import { cardForUpdate, setStatus, shown, type LockedCard, type UserCard } from './card.ts'

type Body<Act extends keyof typeof cardStops> = Parsed<(typeof cardStops)[Act]>['body']

/** What a card is once nothing stops it. */
export const freeStatus = ({ debtCents }: LockedCard): UserCardStatus => (debtCents < 0 ? 'overspend' : 'normal')

/**
 * Reports a card lost (挂失): no pump takes it; its money stays where it is.
 * @throws card.alreadyLost, card.statusForbids, card.bearerLoss, card.notNewestReceipt
 */
async function lose(ctx: Ctx, { card }: LockedCard, { receiptId, ...body }: Body<'loss'>): Promise<void> {
  const { id } = card
  if (card.status === 'lose') refuse('card.alreadyLost', { number: card.number })
  if (!allows(userCardActs.loss, card.status)) refuse('card.statusForbids', { number: card.number, status: card.status })
  if (card.kind === 'anonymous') await refuseBearer(ctx, card, receiptId)

  await ctx.tx
    .insertInto('cardLoss')
    .values({
      ...body,
      companyId: card.companyId,
      userCardId: id,
      reportedAt: ctx.now,
      reportedBy: ctx.actor.key,
    })
    .execute()
  await setStatus(ctx, card, 'lose')

  tell(ctx, 'card.loss', card, 'card.lost', body)
}

/**
 * A bearer card is whose it is in the hand: it is reported lost only where the company says so, by the holder of the receipt of its
 * newest top-up. @throws card.bearerLoss, card.notNewestReceipt @source decisions CD13
 */
async function refuseBearer(ctx: Ctx, { id, number, companyId }: UserCard, receiptId: number | undefined): Promise<void> {
  const { loss } = (await settingsOfCompany(ctx, companyId)).bearerCards
  if (!loss) refuse('card.bearerLoss', { number })
  const topUps = ctx.tx.selectFrom('userCardDetail').where('userCardId', '=', id).where('type', '=', 'charge')
  const newest = await topUps.where('payType', 'is not', null).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!newest || newest.id !== receiptId) refuse('card.notNewestReceipt', { number })
}

/** Ends a loss (解挂). @throws card.notLost */
async function unhook(ctx: Ctx, locked: LockedCard, body: Body<'unhook'>): Promise<void> {
  const { id } = locked.card
  if (!allows(userCardActs.unhook, locked.card.status)) refuse('card.notLost', { number: locked.card.number })

  await ctx.tx
    .updateTable('cardLoss')
    .set({ closedAt: ctx.now, closedBy: ctx.actor.key })
    .where('userCardId', '=', id)
    .where('closedAt', 'is', null)
    .execute()
  await setStatus(ctx, locked.card, freeStatus(locked))

  tell(ctx, 'card.unhook', locked.card, 'card.found', body)
}

/** Takes a card out of use (停用). @throws card.statusForbids */
async function disable(ctx: Ctx, { card }: LockedCard, body: Body<'disable'>): Promise<void> {
  if (!allows(userCardActs.disable, card.status)) refuse('card.statusForbids', { number: card.number, status: card.status })

  await setStatus(ctx, card, 'disable')

  tell(ctx, 'card.disable', card, 'card.disabled', body)
}

/** Puts a disabled card, or one locked by wrong payment passwords, back into use (启用). @throws card.statusForbids */
async function enable(ctx: Ctx, locked: LockedCard, body: Body<'enable'>): Promise<void> {
  const { id } = locked.card
  if (!allows(userCardActs.enable, locked.card.status))
    refuse('card.statusForbids', { number: locked.card.number, status: locked.card.status })

  await ctx.tx
    .updateTable('userCard')
    .set({ payPasswordTries: 0, payPasswordLocks: 0, payPasswordLockedUntil: null })
    .where('id', '=', id)
    .execute()
  await setStatus(ctx, locked.card, freeStatus(locked))

  tell(ctx, 'card.enable', locked.card, 'card.enabled', body)
}

function tell(ctx: Ctx, action: string, { id, number, companyId }: LockedCard['card'], topic: string, detail: object): void {
  ctx.audit(action, `userCards:${id}`, { number, ...detail }, companyId)
  ctx.emit(topic, { userCardId: id, number }, { companyId })
}

/** For who finds a card misused and has locked it. @throws card.statusForbids */
export const stopCard = disable

/** What is done to a card that is locked and in use. */
export const stops = { loss: lose, unhook, disable, enable }

/** @throws notFound, card.notIssued, card.returned */
async function single(ctx: Ctx, id: number, act: (locked: LockedCard) => Promise<void>) {
  await act(await cardForUpdate(ctx, id))
  return shown(ctx, id)
}

export const stopHandlers = [
  handle(cardStops.loss, (ctx, { id, body }) => single(ctx, id, locked => lose(ctx, locked, body))),
  handle(cardStops.unhook, (ctx, { id, body }) => single(ctx, id, locked => unhook(ctx, locked, body))),
  handle(cardStops.disable, (ctx, { id, body }) => single(ctx, id, locked => disable(ctx, locked, body))),
  handle(cardStops.enable, (ctx, { id, body }) => single(ctx, id, locked => enable(ctx, locked, body))),
]
