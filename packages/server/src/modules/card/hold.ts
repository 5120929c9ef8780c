import { grayMs, type AuthorisationStatus, type JudgedLine, type PriceRuleKind } from '@forecourt/contract'
import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import { book, purseOf, reverse, type Move } from '../ledger/index.ts'
import { giveBack, take } from './gift-lots.ts'
import { keptOf, noteRefused, type Judged } from './judgement.ts'
import { asksPassword, cardsForUpdate, provePassword, spendingOf, type CardFacts, type CardSpending } from './pay.ts'
import type { Payer } from './sale.ts'
import { dayOf } from './spend.ts'

export type Held = Omit<Selectable<Tables['cardAuthorisation']>, 'status'> & { status: AuthorisationStatus }
/** What is wanted of a card, or kept of it. */
export interface Amount {
  readonly cents: number
  readonly cl: number
}
/** A fill that is asked for, at the price that its product has now. */
export interface Wanted extends Amount {
  readonly companyId: number
  readonly stationId: number
  readonly card: { readonly cardNumber: string } | { readonly userCardId: number }
  readonly nozzleControlId: number | null
  readonly productId: number
  readonly itemId: number
  readonly priceCents: number
  /** What a litre of it costs this card, and what lowers it. */
  readonly fillPriceCents: number
  readonly discount: { readonly kind: PriceRuleKind; readonly name: string; readonly sourceId: number } | null
  readonly wantedCents: number | null
  readonly wantedCl: number | null
  readonly plate: string | null
  readonly odometerKm: number | null
  readonly payPassword: string | undefined
  readonly sequence: number | null
  /** Money and litres that fit each other, of at most so much of either. */
  readonly fit: (most: Amount) => Amount
}

export const isLive = ({ status }: { readonly status: string }): boolean => status === 'open' || status === 'gray'
const factOf = (id: number) => `hold:${id}`

/**
 * Keeps money of a card for a fill, as much as it may pay of what is wanted; it is judged as a payment is. A refusal is returned, so that
 * why it was refused is kept, and a wrong payment password counted.
 * @returns the id of the hold, or as payByCard throws @source decisions CD18, CD22
 */
export async function holdOnCard(ctx: Ctx, wanted: Wanted): Promise<number | Refusal> {
  const payer = payerOf(ctx, wanted, wanted)
  const facts = await cardsForUpdate([payer])
  let decision = approve(payer, wanted, facts)
  if (asksPassword(decision) && wanted.payPassword !== undefined) {
    const wrong = await provePassword(payer, wanted.payPassword, facts)
    if (wrong) return wrong
    decision = approve(payer, wanted, facts)
  }
  if (decision instanceof Refusal) {
    await noteRefused([payer], facts)
    return decision
  }
  return keep(ctx, wanted, decision)
}

const payerOf = (ctx: Ctx, { companyId, stationId, card, plate, itemId, productId }: Wanted, { cents, cl }: Amount): Payer => ({
  ctx,
  sale: {
    ...card,
    companyId,
    stationId,
    plate: plate ?? undefined,
    fill: { lines: [{ itemId, productId, volumeCl: cl }], totalCents: cents, paidCents: 0, byCards: {} },
  },
})

interface Approved extends Amount {
  readonly spending: CardSpending
}

/** What is wanted, or what is left of it where only money or litres are short. */
function approve(payer: Payer, wanted: Wanted, facts: CardFacts): Approved | Refusal {
  const whole = spendingOf(payer, wanted.cents, facts)
  if (!(whole instanceof Refusal)) return { cents: wanted.cents, cl: wanted.cl, spending: whole }
  const less = left(wanted, facts.refused.get(payer)?.judgement.lines ?? [])
  if (less === undefined) return whole
  const card = facts.cards.get(payer)!
  const reduced = payerOf(payer.ctx, wanted, less)
  const proven = new Set(facts.proven.has(payer) ? [reduced] : [])
  const part = spendingOf(reduced, less.cents, { ...facts, proven, cards: new Map([[reduced, card]]) })
  if (!(part instanceof Refusal)) return { ...less, spending: part }
  // What refuses even the rest is what it was refused for.
  facts.refused.set(payer, facts.refused.get(reduced)!)
  return part
}

/** Undefined where something else stands against it, or nothing is left. The password is asked for what is left. */
function left({ cents, cl, fit }: Wanted, lines: readonly JudgedLine[]): Amount | undefined {
  const refused = lines.filter(({ verdict, rule }) => verdict === 'refused' && rule !== 'password')
  if (refused.length === 0 || !refused.every(isShort)) return undefined
  const least = (measure: 'cents' | 'volumeCl') =>
    refused.filter(line => line.measure === measure).map(({ value, used }) => (value as number) - (used ?? 0))
  const most = { cents: Math.min(cents, ...least('cents')), cl: Math.min(cl, ...least('volumeCl')) }
  if (most.cents < 1 || most.cl < 1) return undefined
  const amount = fit(most)
  return amount.cents < 1 || amount.cl < 1 ? undefined : amount
}

const isShort = ({ rule, measure }: JudgedLine) =>
  ['fill', 'day', 'month', 'balance'].includes(rule) && (measure === 'cents' || measure === 'volumeCl')

async function keep(ctx: Ctx, wanted: Wanted, { cents, cl, spending }: Approved): Promise<number> {
  const { companyId, stationId, nozzleControlId, productId, priceCents, fillPriceCents, discount, wantedCents, wantedCl } = wanted
  const { plate, odometerKm } = wanted
  const { card, judged, principalCents, giftCents, fills, proven } = spending
  const [id] = (await nextIds(ctx.tx, 1)) as [number]
  const cardNumber = 'cardNumber' in wanted.card ? wanted.card.cardNumber : card.number
  const day = dayOf(card)
  await insertRows(ctx.tx, 'cardAuthorisation', [
    {
      companyId,
      id,
      userCardId: card.id,
      masterId: card.master ? card.payerId : null,
      cardNumber,
      stationId,
      deviceId: ctx.actor.kind === 'device' ? ctx.actor.id : null,
      operatorId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
      nozzleControlId,
      productId,
      priceCents,
      fillPriceCents,
      discountKind: discount?.kind ?? null,
      discountId: discount?.sourceId ?? null,
      discountName: discount?.name ?? null,
      wantedCents,
      wantedCl,
      approvedCents: cents,
      approvedCl: cl,
      principalCents,
      giftCents,
      plate,
      odometerKm,
      withPassword: proven,
      useDay: day,
      useFills: fills,
      afterSequence: wanted.sequence,
      createdDate: ctx.now.toISOString(),
    },
  ])
  const target = purseOf('lock', card.payerId)
  const moves = (
    [
      ['principal', principalCents],
      ['gift', giftCents],
    ] as const
  ).flatMap(([purse, amountCents]): Move[] => (amountCents > 0 ? [{ source: purseOf(purse, card.payerId), target, amountCents }] : []))
  const entry = await book(ctx, { kind: 'card.hold', ref: factOf(id), companyId, moves })
  await take(
    ctx,
    companyId,
    spending.lots.map(part => ({ ...part, entry: entry.id })),
  )
  await addUse(ctx, { companyId, userCardId: card.id, useDay: day, approvedCents: cents, approvedCl: cl, useFills: fills }, 1)
  await noteHeld(ctx, judged, { companyId, stationId, authorisationId: id, amountCents: cents, volumeCl: cl })
  ctx.job('card.gray', { id }, { runAt: new Date(ctx.now.getTime() + grayMs), companyId })
  const told = { number: card.number, approvedCents: cents, approvedCl: cl, principalCents, giftCents }
  ctx.audit('card.hold', `authorisations:${id}`, told, companyId)
  ctx.emit('card.held', { authorisationId: id, userCardId: card.id, ...told }, { companyId, stationId })
  return id
}

async function noteHeld(
  { tx, now }: Ctx,
  judged: Judged,
  to: { companyId: number; stationId: number; authorisationId: number; amountCents: number; volumeCl: number },
): Promise<void> {
  const { code, plate, lines } = keptOf(judged, now)!
  const row = { ...to, userCardId: judged.card.id, outcome: 'held', code, plate, lines: lines as never, createdDate: now.toISOString() }
  await insertRows(tx, 'cardJudgement', [row])
}

type Using = Pick<Held, 'companyId' | 'userCardId' | 'useDay' | 'approvedCents' | 'approvedCl' | 'useFills'>
/** While it is open, a hold is use of the limits of its card. */
async function addUse({ tx }: Ctx, { companyId, userCardId, useDay, ...of }: Using, sign: 1 | -1): Promise<void> {
  await sql`select card_use_add(${companyId}::bigint, ${userCardId}::bigint, ${useDay}::date, ${sign * of.approvedCents}::bigint,
    ${sign * of.approvedCl}::bigint, ${sign * of.useFills}::int)`.execute(tx)
}

interface End {
  readonly status: 'captured' | 'voided' | 'released'
  readonly orderId?: number
  readonly capturedCents?: number
  readonly reason?: string
}
const auditActions = { captured: 'card.capture', voided: 'card.void', released: 'card.release' } as const

/**
 * Ends a hold that is locked with its card: each cent goes back to the purse it came from. It ends once: the book reverses a fact once.
 * @throws ledger.alreadyReversed
 */
export async function endHold(ctx: Ctx, held: Held, { status, ...end }: End): Promise<void> {
  const { id, companyId } = held
  const { reversesId } = await reverse(ctx, { kind: auditActions[status], ref: factOf(id), companyId })
  if (held.giftCents > 0) await giveBack(ctx, companyId, reversesId)
  await addUse(ctx, held, -1)
  await ctx.tx
    .updateTable('cardAuthorisation')
    .set({ ...end, status, endedAt: ctx.now, endedBy: ctx.actor.key })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
  const { userCardId, cardNumber: number, approvedCents, stationId } = held
  ctx.audit(auditActions[status], `authorisations:${id}`, { number, approvedCents, ...end }, companyId)
  ctx.emit('card.holdEnded', { authorisationId: id, userCardId, number, status, approvedCents, ...end }, { companyId, stationId })
}

/** What is held of the money of a card, by itself or its sub cards, and of which purses. */
export async function heldOf({ tx }: Ctx, companyId: number, userCardId: number): Promise<{ heldCents: number; principalCents: number }> {
  const {
    rows: [row],
  } = await sql<{ heldCents: number; principalCents: number }>`
    select coalesce(sum(principal_cents + gift_cents), 0)::bigint as held_cents,
      coalesce(sum(principal_cents), 0)::bigint as principal_cents
    from card_authorisation where company_id = ${companyId} and status in ('open', 'gray')
      and (user_card_id = ${userCardId} and master_id is null or master_id = ${userCardId})`.execute(tx)
  return row!
}

/** What these cards hold for fills, of their own money or their master's: those that hold any. */
export async function holdsBy({ tx }: Ctx, companyId: number, userCardIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ userCardId: number; heldCents: number }>`
    select user_card_id, sum(approved_cents)::bigint as held_cents from card_authorisation
    where company_id = ${companyId} and user_card_id = any(${[...userCardIds]}::bigint[]) and status in ('open', 'gray')
    group by user_card_id`.execute(tx)
  return new Map(rows.map(row => [row.userCardId, row.heldCents]))
}
