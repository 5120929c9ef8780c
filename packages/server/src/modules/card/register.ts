import { allows, cardLife, userCardActs } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { lockReferences } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { findOrAddMember, refuseGone } from '../member/index.ts'
import { refuseOpened } from './prepaid.ts'
import { cardForUpdate, shown } from './card.ts'
import { markToWrite } from './chip-account.ts'

/**
 * Registers the holder of a bearer card (实名登记): from now on it is a personal one. Its chip says so when it is written next.
 * @throws notFound, card.returned, card.alreadyNamed, card.statusForbids, card.identityMissing, card.holderMissing, member.mobileOfStaff,
 * member.merged, member.former
 * @source decisions CD31
 */
export const register = handle(cardLife.register, async (ctx, { id, body: { userId, holderName, holderMobile, identityChecked } }) => {
  const { card } = await cardForUpdate(ctx, id)
  const { number, status, companyId } = card
  if (card.kind !== 'anonymous') refuse('card.alreadyNamed', { number })
  if (!allows(userCardActs.register, status)) refuse('card.statusForbids', { number, status })
  await refuseOpened(ctx, { companyId, kind: 'personal', validUntil: null, identityChecked })
  await lockReferences(ctx, references, { userId })
  const named = holderName && holderMobile ? { companyId, name: holderName, mobile: holderMobile } : undefined
  const holder = userId ?? (named ? await findOrAddMember(ctx, named) : refuse('card.holderMissing'))
  await refuseGone(ctx, [holder])

  const registeredTime = await behindMovements(ctx, id)
  await ctx.tx
    .updateTable('userCard')
    .set({ kind: 'personal', userId: holder, registeredTime, version: card.version + 1 })
    .where('id', '=', id)
    .execute()
  await markToWrite(ctx, [id])

  ctx.audit('card.register', `userCards:${id}`, { number, userId: holder }, companyId)
  ctx.emit('card.registered', { userCardId: id, number, userId: holder }, { companyId })
  return shown(ctx, id)
})

/** What a registration refers to, so that a member of another company is not found. */
const references = { name: 'userCards', body: cardLife.register.body } as never

/** Now, or just behind the newest movement: what moved before was the bearer's, and statistics count it as that. */
async function behindMovements({ tx, now }: Ctx, id: number): Promise<Date> {
  const movements = tx.selectFrom('userCardDetail').where('userCardId', '=', id)
  const { newest } = await movements.select(of => of.fn.max('createdDate').as('newest')).executeTakeFirstOrThrow()
  return newest === null ? now : new Date(Math.max(now.getTime(), Date.parse(newest) + 1))
}
