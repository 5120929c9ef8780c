import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { assert, Refusal } from '../../platform/execution/refusal.ts'
import { salesAccount } from '../ledger/index.ts'
import { byCompany, runRule, type BatchRule, type Decided } from '../../platform/execution/batch-rule.ts'
import { checkPayPassword } from './pay-password.ts'
import type { Fill, Found, Spent } from './facts.ts'
import { take } from './gift-lots.ts'
import { judge } from './judge.ts'
import { keptOf, reportAlerts, type Judged } from './judgement.ts'
import { dayOf, spend, usageOf, withoutPasswordCents, type Spending } from './spend.ts'
import type { PayerToBe, CardSale, Payer } from './sale.ts'
import { planHints } from '../../platform/postgres/client.ts'

export interface CardPayment {
  detailId: number
  userCardId: number
  number: string
  userId: number | null
  principalCents: number
  giftCents: number
  debtCents: number
  balanceAfterCents: number
}

/** A payment that is asked of a card. */
type Asked = Readonly<{ ctx: Ctx; sale: CardSale }>

/** What is known of the cards of a batch, and what was spent of them in it. */
export interface CardFacts {
  readonly cards: ReadonlyMap<Payer, Found>
  /** By the card whose purses were spent. */
  readonly spent: Map<number, Spent[]>
  /** Those whose payment password was right. */
  readonly proven: Set<Payer>
  /** Those that were refused, and how they were judged. */
  readonly refused: Map<Payer, Judged>
}

/** What a payment takes from its card. */
export interface CardSpending extends Spending {
  readonly card: Found
  readonly judged: Judged
}

const companyOf = ({ ctx, sale }: Pick<Payer, 'ctx'> & { sale: { companyId?: number } }): number => sale.companyId ?? ctx.actor.companyId
const atOf = ({ ctx, sale: { at = ctx.now } }: PayerToBe): Date => (typeof at === 'string' ? new Date(at) : at)

/**
 * Pays from a card: principal, then gift, or the other way round as its product says; never from what is frozen.
 * Call it before anything else is written: a wrong payment password comes back as a refusal to be returned, so that the try is counted.
 *
 * @throws notFound, card.lost, card.disabled, card.locked, card.overspent, card.notStoredValue, card.notIssued, card.returned,
 * card.replaced, card.serviceExpired, fleet.stopped, fleet.channelForbidden, fleet.expired, card.expired, card.notYetValid,
 * card.placeForbidden, card.timeForbidden, card.productForbidden,
 * card.plateForbidden, card.plateMissing, card.paymentLimit, card.fillLimit, card.fillVolumeLimit, card.dayLimit, card.dayVolumeLimit,
 * card.fillsLimit, card.monthLimit, card.monthVolumeLimit, card.insufficientBalance, card.passwordRequired, ledger.alreadyBooked
 * @returns card.passwordWrong, card.passwordLocked, card.passwordMissing
 */
export async function payByCard(ctx: Ctx, sale: CardSale): Promise<CardPayment | Refusal> {
  const asked = { ctx, sale }
  const facts = await cardsForUpdate([asked])
  let spending = spendingOf(asked, sale.amountCents, facts)
  if (asksPassword(spending) && sale.payPassword !== undefined) {
    const wrong = await provePassword(asked, sale.payPassword, facts)
    if (wrong) return wrong
    spending = spendingOf(asked, sale.amountCents, facts)
  }
  if (spending instanceof Refusal) throw spending
  return (await bookSpendings([{ one: asked, decision: spending }]))[0]!
}

export const asksPassword = (outcome: unknown): boolean => outcome instanceof Refusal && outcome.code === 'card.passwordRequired'

/** Compares the payment password of a card that was loaded. @returns card.passwordWrong, card.passwordLocked, card.passwordMissing */
export async function provePassword(payer: Payer, payPassword: string, { cards, proven }: CardFacts): Promise<Refusal | undefined> {
  const wrong = await checkPayPassword(payer.ctx, cards.get(payer)!.id, payPassword)
  if (!wrong) proven.add(payer)
  return wrong
}

const payments: BatchRule<Asked, CardFacts, CardSpending, CardPayment> = {
  load: cardsForUpdate,
  decide: (asked, facts) => spendingOf(asked, asked.sale.amountCents, facts),
  write: bookSpendings,
}

/**
 * What a card may still pay on an order without its payment password; null where it never asks for one. @throws notFound
 */
export async function payableWithoutPassword(ctx: Ctx, sale: Omit<CardSale, 'amountCents' | 'ref'>): Promise<number | null> {
  const payer = { ctx, sale }
  const card = (await cardsForUpdate([payer])).cards.get(payer)
  if (!card) throw new Refusal('notFound', { field: sale.cardNumber ? 'cardNumber' : 'userCardId' })
  return withoutPasswordCents(card)
}

/** Payments that have happened already. @throws notFound, ledger.alreadyBooked */
export async function payDeliveredByCards(sales: readonly Asked[]): Promise<void> {
  for (const paid of (await runRule(payments, sales)).values()) assert(!(paid instanceof Refusal), 'what was delivered is booked')
}

/** The cards that are named, locked until the transaction ends. */
export async function cardsForUpdate(payers: readonly Payer[]): Promise<CardFacts> {
  return { cards: await cardsAsked(payers, true), spent: new Map(), proven: new Set(), refused: new Map() }
}

/**
 * What decides whether cards may pay. Limits and profiles are read here, in the transaction that pays, and nowhere kept: an edit is in
 * force on every server with the next payment.
 */
export async function cardsAsked<Asking extends PayerToBe>(payers: readonly Asking[], locking = false): Promise<Map<Asking, Found>> {
  const found = new Map<Asking, Found>()
  for (const [company, its] of byCompany(payers, companyOf)) {
    const questions = its.map((payer, nth) => ({
      nth,
      card: payer.sale.userCardId,
      named: payer.sale.cardNumber,
      at: atOf(payer),
      zone: payer.ctx.actor.zone,
      station: payer.sale.stationId,
      device: payer.ctx.actor.kind === 'device' ? payer.ctx.actor.id : null,
    }))
    const { rows } = await sql<Found & { turn: number }>`${planHints({ genericPlan: true })}
      select * from card_hold(${company}, ${JSON.stringify(questions)}, ${locking})`.execute(payers[0]!.ctx.tx)
    for (const { turn, ...card } of rows) found.set(its[turn]!, { ...card, passwordFromCents: passwordFrom(card) })
  }
  const without = await withoutPassword(found)
  return new Map([...found].map(([payer, card]) => [payer, without.has(payer) ? { ...card, withoutPassword: without.get(payer)! } : card]))
}

/** The lowest of the card, its range of use and its profile. */
function passwordFrom({ passwordFromCents, ownRange, profileRange }: Found): number | null {
  const told = [passwordFromCents, ownRange?.passwordFromCents, profileRange?.passwordFromCents].filter(cents => typeof cents === 'number')
  return told.length > 0 ? Math.min(...told) : null
}

/** What cards that ask for a password have paid without it; asked once they are locked, so that two payments at once both count. */
async function withoutPassword<Asking extends PayerToBe>(found: ReadonlyMap<Asking, Found>) {
  const asking = [...found].filter(([payer, card]) => !payer.sale.delivered && card.passwordFromCents !== null)
  type Paid = NonNullable<Found['withoutPassword']>
  const without = new Map<Asking, Paid>()
  for (const [company, its] of byCompany(asking, ([payer]) => companyOf(payer))) {
    const questions = its.map(([payer, card], turn) => {
      // What a wrong clock dated further ahead belongs to no day that has begun.
      const until = new Date(atOf(payer).getTime() + apartMaxMs)
      return { turn, card: card.id, since: card.dayBegins, until, order: payer.sale.orderId }
    })
    const { rows } = await sql<Paid & { turn: number }>`
      select * from card_paid_without_password(${company}, ${JSON.stringify(questions)})`.execute(asking[0]![0].ctx.tx)
    for (const { turn, ...paid } of rows) without.set(its[turn]![0], paid)
  }
  return without
}

/** What a payment takes from its card, after those of the batch that came before it. @returns as payByCard throws */
export function spendingOf(payer: Payer, cents: number, { cards, spent, proven, refused }: CardFacts): CardSpending | Refusal {
  assert(Number.isSafeInteger(cents) && cents > 0, 'a card pays whole, positive cents')
  const { cardNumber, delivered = false } = payer.sale
  const card = cards.get(payer)
  if (!card) return new Refusal('notFound', { field: cardNumber ? 'cardNumber' : 'userCardId' })
  const earlier = spent.get(card.payerId) ?? []
  const request = requestOf(payer, card, cents, proven.has(payer))
  const judgement = judge(card, request.fill, usageOf(card, earlier, request))
  const judged = { card, fill: request.fill, judgement }
  refused.delete(payer)
  if (judgement.refusal && !delivered) {
    refused.set(payer, judged)
    return judgement.refusal
  }
  const spending = spend(card, earlier, request)
  spent.set(card.payerId, [...earlier, spending])
  return { ...spending, card, judged }
}

/** A payment as it is judged. Of an order that is paid in parts each part has its share of the fuel; all shares are the fuel, exactly. */
function requestOf(payer: Payer, { id }: Found, cents: number, proven: boolean) {
  const { stationId, plate = null, fill: sold, delivered = false, proven: askedFor = false, askedAt } = payer.sale
  const wholeCl = sold ? sold.lines.reduce((sum, { volumeCl }) => sum + volumeCl, 0) : 0
  const upTo = (paidCents: number) => (sold?.totalCents ? Number((BigInt(wholeCl) * BigInt(paidCents)) / BigInt(sold.totalCents)) : 0)
  const paidCents = sold?.paidCents ?? 0,
    own = sold?.byCards[id] ?? 0
  const volumeCl = sold ? upTo(paidCents + cents) - upTo(paidCents) : null
  const fill: Fill & { cents: number } = {
    at: atOf(payer),
    askedAt,
    stationId,
    cents,
    volumeCl,
    lines: sold?.lines ?? null,
    plate,
    delivered,
    proven: proven || askedFor,
  }
  return { fill, before: { cents: own, volumeCl: upTo(own) } }
}

/** Books what was taken, in the order given; who now owes is reported. @throws ledger.alreadyBooked */
export async function bookSpendings(all: readonly Decided<Asked, CardSpending>[]): Promise<CardPayment[]> {
  const rowOf = ({ one: { ctx, sale }, decision: { card, judged, ...spending } }: Decided<Asked, CardSpending>, turn: number) => ({
    turn,
    station: sale.stationId,
    card: card.payerId,
    spender: card.master ? card.id : null,
    holder: card.userId,
    order: sale.orderId,
    operator: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    principal: spending.principalCents,
    gift: spending.giftCents,
    debt: spending.debtCents,
    after: spending.balanceAfterCents,
    proven: spending.proven,
    kind: 'card.consume',
    ref: sale.ref,
    at: spending.at,
    dated: sale.at !== undefined,
    actor: ctx.actor.key,
    target: sale.target ?? salesAccount(sale.stationId),
    day: dayOf(card),
    cl: spending.volumeCl,
    fills: spending.fills,
    billing: card.billingType,
    judged: keptOf(judged, ctx.now),
  })
  const details = new Map<Decided<Asked, CardSpending>, number>()
  for (const [company, its] of byCompany(all, ({ one }) => companyOf(one))) {
    const { rows } = await sql<{ turn: number; detailId: number }>`${planHints({ genericPlan: true })}
      select * from card_book(${company}, ${JSON.stringify(its.map(rowOf))})`.execute(all[0]!.one.ctx.tx)
    for (const { turn, detailId } of rows) details.set(its[turn]!, detailId)
    const uses = its.flatMap(paid => paid.decision.lots.map(part => ({ ...part, detail: details.get(paid)! })))
    await take(all[0]!.one.ctx, company, uses)
  }
  assert(details.size === all.length, 'every payment that was decided is booked')
  return all.map(paid => {
    if (paid.decision.debtCents > 0) reportOverspend(paid)
    reportAlerts(paid.one, paid.decision.judged)
    const { card, principalCents, giftCents, debtCents, balanceAfterCents } = paid.decision
    const { id: userCardId, number, userId } = card
    return { detailId: details.get(paid)!, userCardId, number, userId, principalCents, giftCents, debtCents, balanceAfterCents }
  })
}

function reportOverspend({ one: { ctx, sale }, decision: { card, debtCents } }: Decided<Asked, CardSpending>) {
  const { stationId, companyId = ctx.actor.companyId } = sale,
    { payerId: userCardId, master } = card
  const number = master?.number ?? card.number
  const spentBy = master ? { spentBy: card.number } : {}
  ctx.audit('card.overspend', `userCards:${userCardId}`, { number, debtCents, ...spentBy }, companyId)
  ctx.emit('card.overspent', { userCardId, number, debtCents, ...spentBy }, { companyId, stationId })
}
