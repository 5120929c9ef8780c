import { issueUserCard, type UserCardKind } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/command.ts'
import { companyOf, holdReferences } from '../../platform/crud.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashSixDigits, isWeakPin } from '../access/index.ts'
import { openPurses } from '../ledger/index.ts'
import { findOrAddMember } from '../member/index.ts'
import { shown } from './card.ts'
import { sql } from 'kysely'

export interface NewCard {
  companyId: number
  number: string
  kind: UserCardKind
  cardId: number
  userId?: number | null
  parentId?: number | null
  /** The fleet of a master card; a sub card's is its master's. */
  groupId?: number | null
  name?: string
  physicalNumber?: string | null
  paymentCentsMax?: number | null
  dayCentsMax?: number | null
  passwordFromCents?: number | null
  payPasswordHash?: string | null
  remark?: string
  /** Now when absent; what is imported was issued before. */
  issueTime?: string | Date
}

/**
 * Makes a card's account and its purses.
 * @throws card.numberTaken, card.physicalNumberTaken, card.holderMissing, card.holderForbidden, card.parentMissing
 */
export async function issueCard(ctx: Ctx, card: NewCard): Promise<number> {
  const {
    rows: [next],
  } = await sql<{ id: number }>`select next_id() as id`.execute(ctx.tx)
  const { id } = next!
  const accounts = await openPurses(ctx, card.companyId, id)
  await ctx.tx
    .insertInto('userCard')
    .values({ issueTime: ctx.now, createdDate: ctx.now, ...card, id, ...accounts, groupId: await fleetOf(ctx, card) })
    .execute()
  ctx.audit('card.issue', `userCards:${id}`, { number: card.number, kind: card.kind }, card.companyId)
  return id
}

/** @throws card.groupForbidden a card that is no master names a fleet */
async function fleetOf({ tx }: Ctx, { kind, parentId, groupId = null }: NewCard): Promise<number | null> {
  if (kind === 'master') return groupId
  if (groupId !== null) refuse('card.groupForbidden')
  if (!parentId) return null
  const master = await tx.selectFrom('userCard').where('id', '=', parentId).select('groupId').executeTakeFirst()
  return master?.groupId ?? null
}

/**
 * Issues a card over the counter.
 * @throws as issueCard, and card.passwordWeak, member.mobileOfStaff, notFound for what it refers to
 * @source spec 1 §4 "Card actions", decisions.md section H
 */
export const issue = handle(issueUserCard, async (ctx, { body: { holderName, holderMobile, payPassword, ...facts } }) => {
  const companyId = companyOf(ctx)
  await holdReferences(ctx, issueReferences, facts)
  if (payPassword && isWeakPin(payPassword, holderMobile ?? null)) refuse('card.passwordWeak')

  const userId =
    facts.userId ?? (holderName && holderMobile ? await findOrAddMember(ctx, { companyId, name: holderName, mobile: holderMobile }) : null)
  const id = await issueCard(ctx, { ...facts, companyId, userId, payPasswordHash: payPassword ? await hashSixDigits(payPassword) : null })

  ctx.emit('card.issued', { userCardId: id, number: facts.number }, { companyId })
  return shown(ctx, id)
})

/** What an issue refers to, so that a record of another company is not found. */
const issueReferences = { name: 'userCards', body: issueUserCard.body } as never
