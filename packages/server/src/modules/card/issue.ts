import { issueUserCard, transferUserCard, type CardFuelType, type CardRangeOfUse, type UserCardKind } from '@forecourt/contract'
import { also } from '../../platform/execution/also.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { companyOf, lockReferences } from '../../platform/execution/crud.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { hashSixDigits, isWeakPin } from '../access/index.ts'
import { openPurses } from '../ledger/index.ts'
import { dayOf } from '../shift/index.ts'
import { findOrAddMember, refuseGone } from '../member/index.ts'
import { shown } from './card.ts'
import { refuseOpened } from './prepaid.ts'
import { refuseUsed } from './replacement.ts'

export interface NewCard {
  companyId: number
  number: string
  kind: UserCardKind
  cardId: number
  userId?: number | null
  parentId?: number | null
  /** The fleet of a master card; a sub card's is its master's. */
  groupId?: number | null
  /** It is the account of points or of levels that a fleet has: beside its master card, and without a holder. */
  service?: 'score' | 'level'
  name?: string
  fuelType?: CardFuelType
  paymentCentsMax?: number | null
  dayCentsMax?: number | null
  passwordFromCents?: number | null
  payPasswordHash?: string | null
  remark?: string
  /** Now when absent; what is imported was issued before. */
  issueTime?: string | Date
  /** It is issued when its chip is. */
  awaitsChip?: boolean
  /** The last day on which it pays. */
  validUntil?: string | null
}

/**
 * Makes the account of a card and its purses.
 * @throws card.numberTaken, service.ofMember, service.alreadyJoined, card.returned, fleet.hasMaster, card.holderMissing,
 * card.holderForbidden, card.parentMissing, fleet.cardsOfVehicles, member.merged, member.former
 */
export const issueCard = async (ctx: Ctx, card: NewCard): Promise<number> => (await issueCards(ctx, card.companyId, [card]))[0]!

/** The same for many cards of a company, whose ids are said in turn. @throws as issueCard */
export async function issueCards(ctx: Ctx, companyId: number, cards: readonly Omit<NewCard, 'companyId'>[]): Promise<number[]> {
  if (cards.length === 0) return []
  await refuseGone(
    ctx,
    cards.flatMap(({ userId }) => userId ?? []),
  )
  const ids = await nextIds(ctx.tx, cards.length)
  const purses = await openPurses(ctx, companyId, ids)
  const fleetOf = await fleetsOf(ctx, cards)
  await refuseSecondMasters(ctx, cards)
  await refuseServices(ctx, cards)
  await refuseHolders(
    ctx,
    cards.flatMap(card => (card.kind === 'sub' && (card.userId ?? null) !== null ? (fleetOf(card) ?? []) : [])),
  )
  const stoppedAt = await stoppedFleets(ctx, cards.map(fleetOf))
  const lastDayOf = await lastDays(ctx, cards)
  const rows = cards.map(({ awaitsChip = false, ...card }, turn) => {
    const id = ids[turn]!
    const groupId = fleetOf(card)
    return {
      ...unsaid,
      issueTime: awaitsChip ? null : ctx.now,
      createdDate: ctx.now,
      ...card,
      ...purses.get(id)!,
      id,
      companyId,
      groupId,
      stoppedAt: card.service ? null : (stoppedAt.get(groupId) ?? null),
      validUntil: lastDayOf(card),
    }
  })
  await insertRows(ctx.tx, 'userCard', rows)
  await refuseUsed(
    ctx,
    rows.map(({ number }) => number),
  )
  for (const { id, number, kind, issueTime } of rows)
    ctx.audit(issueTime === null ? 'card.open' : 'card.issue', `userCards:${id}`, { number, kind }, companyId)
  return ids
}

/** The last day of cards of which nothing is said: as many months from now as their product says, by the calendar of the caller. */
async function lastDays({ tx, now, actor }: Ctx, cards: readonly Omit<NewCard, 'companyId'>[]) {
  const ids = [...new Set(cards.flatMap(({ cardId, validUntil = null }) => (validUntil === null ? [cardId] : [])))]
  const products = ids.length > 0 ? await tx.selectFrom('card').where('id', 'in', ids).select(['id', 'validMonths']).execute() : []
  const months = new Map(products.map(({ id, validMonths }) => [id, validMonths]))
  const today = Temporal.PlainDate.from(dayOf(now, actor.zone))
  return ({ cardId, validUntil = null }: Omit<NewCard, 'companyId'>): string | null => {
    const given = months.get(cardId) ?? null
    return validUntil ?? (given === null ? null : today.add({ months: given }).subtract({ days: 1 }).toString())
  }
}

/** What a card is where nothing is said of it. */
const unsaid = {
  userId: null,
  parentId: null,
  name: '',
  fuelType: 'general',
  paymentCentsMax: null,
  dayCentsMax: null,
  passwordFromCents: null,
  payPasswordHash: null,
  remark: '',
  validUntil: null,
}

/**
 * A fleet has one master card that is not returned. It is locked, so that two are not issued at once.
 * @throws fleet.hasMaster @source decisions FL2
 */
async function refuseSecondMasters({ tx }: Ctx, cards: readonly Omit<NewCard, 'companyId'>[]): Promise<void> {
  const masters = cards.filter(({ kind, groupId = null, service }) => kind === 'master' && groupId !== null && !service)
  const ids = [...new Set(masters.map(({ groupId }) => groupId!))]
  if (ids.length === 0) return
  await tx.selectFrom('fleet').where('id', 'in', ids).select('id').orderBy('id').forNoKeyUpdate().execute()
  const held = tx.selectFrom('userCard').where('groupId', 'in', ids).where('kind', '=', 'master').where('service', 'is', null)
  const open = held.where('closedTime', 'is', null)
  const first = (await open.select('number').limit(1).executeTakeFirst())?.number
  const second = first ?? (masters.length > ids.length ? masters[0]!.number : undefined)
  if (second !== undefined) refuse('fleet.hasMaster', { number: second })
}

/** @throws service.ofMember */
async function refuseServices({ tx }: Ctx, cards: readonly Omit<NewCard, 'companyId'>[]): Promise<void> {
  const ids = [...new Set(cards.flatMap(({ kind, cardId, service }) => (kind === 'personal' || service ? [] : [cardId])))]
  if (ids.length === 0) return
  const service = tx.selectFrom('card').where('id', 'in', ids).where('type', 'in', ['score', 'level']).select('id').limit(1)
  if (await service.executeTakeFirst()) refuse('service.ofMember')
}

/**
 * Fleets whose sub cards are to be held by somebody allow it.
 * @throws fleet.cardsOfVehicles @source decisions FL5
 */
export async function refuseHolders({ tx }: Ctx, fleetIds: readonly number[]): Promise<void> {
  if (fleetIds.length === 0) return
  const ofVehicles = tx
    .selectFrom('fleet')
    .where('id', 'in', [...new Set(fleetIds)])
    .where('employeeCards', '=', false)
  const name = (await ofVehicles.select('name').limit(1).executeTakeFirst())?.name
  if (name !== undefined) refuse('fleet.cardsOfVehicles', { name })
}

/** Since when the fleets of cards are stopped; nothing of those that are not. */
async function stoppedFleets({ tx }: Ctx, groups: readonly (number | null)[]): Promise<Map<number | null, string>> {
  const ids = [...new Set(groups.flatMap(id => id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('fleet').where('id', 'in', ids).select(['id', 'stoppedAt']).execute()
  return new Map(rows.flatMap(({ id, stoppedAt }) => (stoppedAt === null ? [] : [[id, stoppedAt] as const])))
}

/**
 * The fleets of cards: a master names its own, a sub card's is its master's.
 * @throws card.groupForbidden another card names one; card.returned of a master
 */
async function fleetsOf({ tx }: Ctx, cards: readonly Omit<NewCard, 'companyId'>[]) {
  if (cards.some(({ kind, groupId = null }) => kind !== 'master' && groupId !== null)) refuse('card.groupForbidden')
  const masters = [...new Set(cards.flatMap(({ kind, parentId }) => (kind === 'master' ? [] : (parentId ?? []))))]
  // Held, so that a master is not returned while it gets another sub card.
  const held = () =>
    tx.selectFrom('userCard').where('id', 'in', masters).select(['id', 'number', 'groupId', 'closedTime']).forShare().execute()
  const rows = masters.length > 0 ? await held() : []
  for (const { number, closedTime } of rows) if (closedTime !== null) refuse('card.returned', { number })
  const fleets = new Map(rows.map(({ id, groupId }) => [id, groupId]))
  return ({ kind, groupId, parentId }: Omit<NewCard, 'companyId'>) =>
    (kind === 'master' ? groupId : parentId && fleets.get(parentId)) ?? null
}

/**
 * Issues a card over the counter.
 * @throws as issueCard, refuseOpened and transfer, and card.passwordWeak, member.mobileOfStaff, member.disabled,
 * notFound for what it refers to
 * @source spec 1 §4 "Card actions", decisions.md section H; FLT-002
 */
export const issue = handle(issueUserCard, async (ctx, { body }) => {
  const { holderName, holderMobile, payPassword, identityChecked, plates, assignCents, confirmAmountCents, ...facts } = body
  const companyId = companyOf(ctx)
  await lockReferences(ctx, issueReferences, facts)
  await refuseOpened(ctx, { ...facts, companyId, identityChecked })
  if (payPassword && isWeakPin(payPassword, holderMobile ?? null)) refuse('card.passwordWeak')

  if (facts.userId) await refuseDisabled(ctx, facts.userId)
  const userId =
    facts.userId ?? (holderName && holderMobile ? await findOrAddMember(ctx, { companyId, name: holderName, mobile: holderMobile }) : null)
  const id = await issueCard(ctx, { ...facts, companyId, userId, payPasswordHash: payPassword ? await hashSixDigits(payPassword) : null })

  if (plates.length > 0) await limitToPlates(ctx, id, plates)

  if (!facts.awaitsChip) ctx.emit('card.issued', { userCardId: id, number: facts.number }, { companyId })
  if (assignCents !== undefined)
    await also(ctx, transferUserCard, {
      id: facts.parentId!,
      body: { toId: id, type: 'assign', amountCents: assignCents, confirmAmountCents },
    })
  return shown(ctx, id)
})

/** What a card may spend is not for everyone to say who issues it. @throws auth.forbidden */
async function limitToPlates({ tx, actor }: Ctx, id: number, plates: readonly string[]): Promise<void> {
  const permission = 'card.terms'
  if (!actor.permissions.has(permission)) refuse('auth.forbidden', { permission, field: 'plates' })
  const rangeOfUse = JSON.stringify({ plates: [...new Set(plates)] } satisfies CardRangeOfUse)
  await tx.updateTable('userCard').set({ rangeOfUse }).where('id', '=', id).execute()
}

/** @throws member.disabled */
async function refuseDisabled({ tx }: Ctx, userId: number): Promise<void> {
  const member = tx.selectFrom('userAccount').where('id', '=', userId).where('isStaff', '=', false).where('disabled', '=', true)
  const disabled = await member.select('name').executeTakeFirst()
  if (disabled) refuse('member.disabled', disabled)
}

/** What an issue refers to, so that a record of another company is not found. */
const issueReferences = { name: 'userCards', body: issueUserCard.body } as never
