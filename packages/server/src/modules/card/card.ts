import { userCards, type ErrorCode, type UserCardStatus } from '@forecourt/contract'
import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inSlices } from '../../platform/execution/slices.ts'
import { getOf } from '../../platform/search/list.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { dayOf } from '../shift/index.ts'

export type UserCard = Omit<Selectable<Tables['userCard']>, 'status'> & { status: UserCardStatus }
/** A locked card with its product and what its purses hold. */
export interface LockedCard {
  readonly card: UserCard
  readonly product: Selectable<Tables['card']>
  readonly principalCents: number
  readonly giftCents: number
  readonly lockCents: number
  readonly debtCents: number
}

/** What a payment finds besides the statuses: a chip that is still to be written, a card that was returned, a number that was replaced. */
export type OutOfUse = 'unissued' | 'returned' | 'replaced'

/** Why a card of this status neither pays nor is topped up. */
export const stoppedBy: Record<UserCardStatus | OutOfUse, ErrorCode | undefined> = {
  unissued: 'card.notIssued',
  returned: 'card.returned',
  replaced: 'card.replaced',
  normal: undefined,
  lose: 'card.lost',
  disable: 'card.disabled',
  lock: 'card.locked',
  overspend: 'card.overspent',
}

/**
 * The caller's own card, locked until the transaction ends, and its purses as they then stand.
 * Anyone who moves a card's money holds the card first, so what is read here is still so when it is booked.
 * @throws notFound, card.notIssued, card.returned
 */
export async function cardForUpdate(ctx: Ctx, id: number): Promise<LockedCard> {
  return inUse((await cardsForUpdate(ctx, [id])).get(id), id)
}

/** A card that something may be done to. @throws notFound, card.notIssued, card.returned */
export function inUse(found: LockedCard | undefined, id: number): LockedCard {
  const locked = issued(found, id)
  if (locked.card.closedTime !== null) refuse('card.returned', { number: locked.card.number })
  return locked
}

/** @throws notFound, card.notIssued */
function issued(locked: LockedCard | undefined, id: number): LockedCard {
  if (!locked) refuse('notFound', { userCard: id })
  if (locked.card.issueTime === null) refuse('card.notIssued', { number: locked.card.number })
  return locked
}

/** The same of a card that may have been returned since. @throws notFound, card.notIssued */
export async function issuedForUpdate(ctx: Ctx, id: number): Promise<LockedCard> {
  return issued((await cardsForUpdate(ctx, [id])).get(id), id)
}

/** The same of many, in the order of their ids; without those that are not there. */
export const cardsForUpdate = (ctx: Ctx, ids: readonly number[]): Promise<Map<number, LockedCard>> => cardsLoaded(ctx, ids, true)

/** The same, not locked: for those who only say what would happen. */
export const cardsNow = (ctx: Ctx, ids: readonly number[]): Promise<Map<number, LockedCard>> => cardsLoaded(ctx, ids, false)

async function cardsLoaded({ tx, scope }: Ctx, ids: readonly number[], locking: boolean): Promise<Map<number, LockedCard>> {
  const cards: UserCard[] = []
  // All lock their cards in the order of the ids, those that lock many in slices too.
  for await (const some of inSlices(ids.toSorted((one, other) => one - other))) {
    const found = await tx
      .selectFrom('userCard')
      .where(sql<boolean>`id = any(${some}::bigint[])`)
      .where('companyId', 'in', [...scope.companyIds])
      .$if(scope.fleetId !== undefined, of => of.where('groupId', '=', scope.fleetId!))
      .selectAll()
      .orderBy('id')
      .$if(locking, of => of.forNoKeyUpdate())
      .execute()
    cards.push(...(found as UserCard[]))
  }
  if (cards.length === 0) return new Map()
  const billedAs = await fleetBilling(tx, cards)
  const products = await tx
    .selectFrom('card')
    .where('id', 'in', [...new Set(cards.map(({ cardId }) => cardId))])
    .selectAll()
    .execute()
  const productOf = new Map(products.map(product => [product.id, product]))
  const loaded = new Map<number, LockedCard>()
  for await (const some of inSlices(cards)) {
    const purses = some.flatMap(card => [card.principalId, card.giftId, card.lockId, card.debtId])
    const rows = await tx
      .selectFrom('ledgerAccount')
      .where(sql<boolean>`id = any(${purses}::bigint[])`)
      .select(['id', 'balanceCents'])
      .execute()
    const held = new Map(rows.map(row => [row.id, row.balanceCents]))
    const of = (account: number) => held.get(account) ?? 0
    for (const card of some)
      loaded.set(card.id, {
        card: { ...card, billingType: billedAs.get(card.groupId) ?? card.billingType },
        product: productOf.get(card.cardId)!,
        principalCents: of(card.principalId),
        giftCents: of(card.giftId),
        lockCents: of(card.lockId),
        debtCents: of(card.debtId),
      })
  }
  return loaded
}

/** How the fleets of cards are billed; it stands for each of their cards. @source decisions CD23 */
async function fleetBilling(tx: Ctx['tx'], cards: readonly UserCard[]): Promise<Map<number | null, string>> {
  const ids = [...new Set(cards.flatMap(({ groupId }) => groupId ?? []))]
  if (ids.length === 0) return new Map()
  const fleets = await tx.selectFrom('fleet').where('id', 'in', ids).select(['id', 'invoiceType']).execute()
  return new Map(fleets.map(({ id, invoiceType }) => [id, invoiceType]))
}

/** An account of points or of levels holds no money. @throws card.notStoredValue */
export function refuseNoStoredValue({ card: { number }, product }: Pick<LockedCard, 'card' | 'product'>): void {
  if (product.type !== 'debit') refuse('card.notStoredValue', { number })
}

/** Its last day is over, by the calendar of the caller. @throws card.expired @source decisions CD14 */
export function refuseExpired({ actor, now }: Ctx, { number, validUntil }: UserCard): void {
  if (validUntil !== null && validUntil < dayOf(now, actor.zone)) refuse('card.expired', { number, date: validUntil })
}

export const netOf = ({ principalCents, giftCents, lockCents, debtCents }: LockedCard): number =>
  principalCents + giftCents + lockCents + debtCents

export async function setStatus({ tx }: Ctx, { id, version }: UserCard, status: UserCardStatus): Promise<void> {
  await tx
    .updateTable('userCard')
    .set({ status, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** The card as the wire shows it. */
export const shown = (ctx: Ctx, id: number) => getOf(ctx.tx, userCards, id, [], ctx.scope) as never
