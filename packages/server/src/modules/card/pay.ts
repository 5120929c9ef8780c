import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { assert, Refusal } from '../../platform/execution/refusal.ts'
import { salesAccount, type Account } from '../ledger/index.ts'
import { byCompany, runRule, type BatchRule, type Decided } from '../../platform/execution/batch-rule.ts'
import { checkPayPassword } from './pay-password.ts'
import { spend, withoutPasswordCents, type Found, type Spent, type Spending } from './spend.ts'
import { planHints } from '../../platform/postgres/client.ts'

export interface CardSale {
  /** The card, by one of the two. */
  userCardId?: number | undefined
  cardNumber?: string | undefined
  amountCents: number
  stationId: number
  /** The payment as a fact, `transaction:12`; booked once. */
  ref: string
  orderId?: number | undefined
  /** Where the money goes; the station's sales when absent. */
  target?: Account
  /** The card was charged at the pump already: booked whatever it holds or is, and what it lacks is owed (decision O14). */
  delivered?: boolean
  payPassword?: string | undefined
  companyId?: number
  /** What is imported brings its own date; now when absent. */
  at?: string | Date
}

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

/** A card as its payment names it, and when it pays; not yet how much. */
export type Payer = Readonly<{ ctx: Ctx; sale: Pick<CardSale, 'userCardId' | 'cardNumber' | 'orderId' | 'delivered' | 'companyId' | 'at'> }>
/** A payment that is asked of a card. */
type Asked = Readonly<{ ctx: Ctx; sale: CardSale }>

/** What is known of the cards of a batch, and what was spent of them in it. */
export interface CardFacts {
  readonly cards: ReadonlyMap<Payer, Found>
  readonly spent: Map<number, Spent[]>
  /** Those whose payment password was right. */
  readonly proven: Set<Payer>
}

/** What a payment takes from its card. */
export interface CardSpending extends Spending {
  readonly card: Found
}

const companyOf = ({ ctx, sale }: Pick<Payer, 'ctx'> & { sale: { companyId?: number } }): number => sale.companyId ?? ctx.actor.companyId
const atOf = ({ ctx, sale: { at = ctx.now } }: Payer): Date => (typeof at === 'string' ? new Date(at) : at)

/**
 * Pays from a card: principal, then gift, or the other way round as its product says; never from what is frozen.
 * Call it before anything else is written: a wrong payment password comes back as a refusal to be returned, so that the try is counted.
 *
 * @throws notFound, card.lost, card.disabled, card.locked, card.overspent, card.notStoredValue, card.serviceExpired, card.paymentLimit,
 * card.dayLimit, card.insufficientBalance, card.passwordRequired, ledger.alreadyBooked
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
  const found = new Map<Payer, Found>()
  for (const [company, its] of byCompany(payers, companyOf)) {
    const questions = its.map((payer, nth) => ({
      nth,
      card: payer.sale.userCardId,
      named: payer.sale.cardNumber,
      at: atOf(payer),
      zone: payer.ctx.actor.zone,
    }))
    const { rows } = await sql<Found & { turn: number }>`${planHints({ genericPlan: true })}
      select * from card_hold(${company}, ${JSON.stringify(questions)})`.execute(payers[0]!.ctx.tx)
    for (const { turn, ...card } of rows) found.set(its[turn]!, card)
  }
  const without = await withoutPassword(found)
  const cards = new Map(
    [...found].map(([payer, card]) => [payer, without.has(payer) ? { ...card, withoutPassword: without.get(payer)! } : card]),
  )
  return { cards, spent: new Map(), proven: new Set() }
}

/** What cards that ask for a password have paid without it; asked once they are locked, so that two payments at once both count. */
async function withoutPassword(found: ReadonlyMap<Payer, Found>) {
  const asking = [...found].filter(([payer, card]) => !payer.sale.delivered && card.passwordFromCents !== null)
  type Paid = NonNullable<Found['withoutPassword']>
  const without = new Map<Payer, Paid>()
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
export function spendingOf(payer: Payer, cents: number, { cards, spent, proven }: CardFacts): CardSpending | Refusal {
  assert(Number.isSafeInteger(cents) && cents > 0, 'a card pays whole, positive cents')
  const { delivered = false, cardNumber } = payer.sale
  const card = cards.get(payer)
  if (!card) return new Refusal('notFound', { field: cardNumber ? 'cardNumber' : 'userCardId' })
  const before = spent.get(card.id) ?? []
  const spending = spend(card, before, { cents, at: atOf(payer), delivered, proven: proven.has(payer) })
  if (spending instanceof Refusal) return spending
  spent.set(card.id, [...before, spending])
  return { ...spending, card }
}

/** Books what was taken, in the order given; who now owes is reported. @throws ledger.alreadyBooked */
export async function bookSpendings(all: readonly Decided<Asked, CardSpending>[]): Promise<CardPayment[]> {
  const rowOf = ({ one: { ctx, sale }, decision: { card, ...spending } }: Decided<Asked, CardSpending>, turn: number) => ({
    turn,
    station: sale.stationId,
    card: card.id,
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
  })
  const details = new Map<Decided<Asked, CardSpending>, number>()
  for (const [company, its] of byCompany(all, ({ one }) => companyOf(one))) {
    const { rows } = await sql<{ turn: number; detailId: number }>`${planHints({ genericPlan: true })}
      select * from card_book(${company}, ${JSON.stringify(its.map(rowOf))})`.execute(all[0]!.one.ctx.tx)
    for (const { turn, detailId } of rows) details.set(its[turn]!, detailId)
  }
  assert(details.size === all.length, 'every payment that was decided is booked')
  return all.map(paid => {
    if (paid.decision.debtCents > 0) reportOverspend(paid)
    const { card, principalCents, giftCents, debtCents, balanceAfterCents } = paid.decision
    const { id: userCardId, number, userId } = card
    return { detailId: details.get(paid)!, userCardId, number, userId, principalCents, giftCents, debtCents, balanceAfterCents }
  })
}

function reportOverspend({ one: { ctx, sale }, decision: { card, debtCents } }: Decided<Asked, CardSpending>) {
  const { stationId, companyId = ctx.actor.companyId } = sale,
    { id, number } = card
  ctx.audit('card.overspend', `userCards:${id}`, { number, debtCents }, companyId)
  ctx.emit('card.overspent', { userCardId: id, number, debtCents }, { companyId, stationId })
}
