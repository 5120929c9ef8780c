import { allows, userCardActs, type UserCardStatus } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import type { MemberHoldings } from '../../platform/module.ts'
import { netOf } from './card.ts'
import { cardToClose, closeEmpty, pointsOn } from './close.ts'

type Holder = Parameters<MemberHoldings['of']>[1]

/** Cards of a member that have not been returned. */
const openCards = ({ tx }: Ctx, { id, companyId }: Holder) =>
  tx
    .selectFrom('userCardState')
    .where('companyId', '=', companyId)
    .where('userId', '=', id)
    .where('closedTime', 'is', null)
    .select(['id', 'number', 'kind', 'status', 'physicalNumber', 'issueTime', 'value', 'lockValue', 'debtCents'])
    .orderBy('id')
    .execute()

const lockCards = ({ tx }: Ctx, { id, companyId }: Holder) =>
  tx
    .selectFrom('userCard')
    .where('companyId', '=', companyId)
    .where('userId', '=', id)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

type OpenCard = Awaited<ReturnType<typeof openCards>>[number]

/** What is to be done with a card before its holder leaves. */
function standsBy(card: OpenCard) {
  if (Number(card.debtCents) < 0) return 'debt'
  if (Number(card.lockValue) > 0) return 'frozen'
  if (Number(card.value) > 0) return 'money'
  if (card.kind === 'sub' || card.kind === 'master') return 'fleet'
  if (card.physicalNumber !== null || card.issueTime === null) return 'chip'
  return allows(userCardActs.cardReturn, card.status as UserCardStatus) ? null : 'lost'
}

/** Cards of a member: they change their holder when two are merged, and end, when empty, with the membership. @source decisions ME14 */
export const memberHoldings: MemberHoldings = {
  of: async (ctx, member) =>
    (await openCards(ctx, member)).map(({ id, number, value, lockValue }) => ({
      id: id!,
      number: number!,
      valueCents: Number(value) + Number(lockValue),
    })),

  /** Those that were returned go along: the record of a card leads to whom it would be. */
  async move(ctx, member, into) {
    const ids = (await lockCards(ctx, member)).map(({ id }) => id)
    if (ids.length > 0) await ctx.tx.updateTable('userCard').set({ userId: into }).where('id', 'in', ids).execute()
    return ids.length
  },

  async open(ctx, member) {
    const cards = await openCards(ctx, member)
    const points = await pointsOn(
      ctx,
      member.companyId,
      cards.map(({ id }) => id!),
    )
    return cards.map(card => ({
      id: card.id!,
      number: card.number!,
      valueCents: Number(card.value),
      lockCents: Number(card.lockValue),
      debtCents: Number(card.debtCents),
      points: points.get(card.id!) ?? 0,
      stands: standsBy(card),
    }))
  },

  async end(ctx, member, remark) {
    for (const { id, number } of await openCards(ctx, member)) {
      const closing = await cardToClose(ctx, id!)
      // Topped up since it was looked at.
      if (netOf(closing.locked) !== 0) refuse('member.holdsAccounts', { cards: number })
      await closeEmpty(ctx, closing, remark)
    }
  },
}
