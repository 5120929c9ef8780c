import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { assert, Refusal } from '../../platform/execution/refusal.ts'
import { salesAccount, type Account } from '../ledger/index.ts'
import { checkPayPassword } from './pay-password.ts'
import { spend, withoutPasswordCents, type Found, type Spent, type Spending } from './spend.ts'

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

type Asked = Readonly<{ ctx: Ctx; sale: CardSale }>
const atOf = ({ ctx, sale: { at = ctx.now } }: Asked): Date => (typeof at === 'string' ? new Date(at) : at)

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
  const [card] = await hold([asked])
  let taking = takingOf(asked, card, [])
  if (card && taking instanceof Refusal && taking.code === 'card.passwordRequired' && sale.payPassword !== undefined) {
    const wrong = await checkPayPassword(ctx, card.id, sale.payPassword)
    if (wrong) return wrong
    taking = takingOf(asked, card, [], true)
  }
  if (taking instanceof Refusal) throw taking
  return (await keep([{ ...asked, card: card!, taking }]))[0]!
}

/**
 * The same for many, in two round trips: each pays or is refused for itself, of one card in the order given. A payment password is not
 * compared here: anyone who needs one is refused with card.passwordRequired. @throws ledger.alreadyBooked
 */
export async function payByCards(sales: readonly Asked[]): Promise<(CardPayment | Refusal)[]> {
  const cards = await hold(sales)
  const before = new Map<number, Spent[]>()
  const paying: Paying[] = []
  const outcomes = sales.map((asked, at): Refusal | undefined => {
    const card = cards[at]
    const taken = (card && before.get(card.id)) ?? []
    const taking = takingOf(asked, card, taken)
    if (taking instanceof Refusal) return taking
    before.set(card!.id, [...taken, taking])
    paying.push({ ...asked, card: card!, taking })
    return undefined
  })
  const paid = (await keep(paying)).values()
  return outcomes.map(refusal => refusal ?? paid.next().value!)
}

/**
 * What a card may still pay on an order without its payment password; null where it never asks for one. @throws notFound
 */
export async function payableWithoutPassword(ctx: Ctx, sale: Omit<CardSale, 'amountCents' | 'ref'>): Promise<number | null> {
  const [card] = await hold([{ ctx, sale: { ...sale, amountCents: 1, ref: '' } }])
  if (!card) throw new Refusal('notFound', { field: sale.cardNumber ? 'cardNumber' : 'userCardId' })
  return withoutPasswordCents(card)
}

/** Many that have happened already. @throws notFound, ledger.alreadyBooked */
export async function payDeliveredByCards(sales: readonly Asked[]): Promise<void> {
  for (const paid of await payByCards(sales)) assert(!(paid instanceof Refusal), 'what was delivered is booked')
}

/** The cards asked for, held until the transaction ends; none where there is no such card. */
async function hold(asked: readonly Asked[]): Promise<(Found | undefined)[]> {
  const questions = asked.map((each, nth) => ({
    nth,
    company: each.sale.companyId ?? each.ctx.actor.companyId,
    card: each.sale.userCardId,
    named: each.sale.cardNumber,
    at: atOf(each),
    zone: each.ctx.actor.zone,
  }))
  const { rows } = await sql<Found & { turn: number }>`select * from card_hold(${JSON.stringify(questions)})`.execute(asked[0]!.ctx.tx)
  const found = new Map(rows.map(({ turn, ...card }) => [turn, card]))
  const without = await withoutPassword(asked, found)
  return asked.map((_, turn) => {
    const card = found.get(turn)
    return card && without.has(turn) ? { ...card, withoutPassword: without.get(turn)! } : card
  })
}

/** What cards that ask for a password have paid without it; asked once they are held, so that two payments at once both count. */
async function withoutPassword(asked: readonly Asked[], found: ReadonlyMap<number, Found>) {
  const questions = asked.flatMap((each, turn) => {
    const card = each.sale.delivered ? undefined : found.get(turn)
    if (!card || card.passwordFromCents === null) return []
    // What a wrong clock dated further ahead belongs to no day that has begun.
    const until = new Date(atOf(each).getTime() + apartMaxMs)
    return [{ turn, card: card.id, since: card.dayBegins, until, order: each.sale.orderId }]
  })
  type Paid = NonNullable<Found['withoutPassword']>
  if (!questions.length) return new Map<number, Paid>()
  const { rows } = await sql<Paid & { turn: number }>`
    select * from card_paid_without_password(${JSON.stringify(questions)})`.execute(asked[0]!.ctx.tx)
  return new Map(rows.map(({ turn, ...paid }) => [turn, paid]))
}

function takingOf(asked: Asked, card: Found | undefined, before: readonly Spent[], proven = false): Spending | Refusal {
  const { amountCents: cents, delivered = false, cardNumber } = asked.sale
  assert(Number.isSafeInteger(cents) && cents > 0, 'a card pays whole, positive cents')
  if (!card) return new Refusal('notFound', { field: cardNumber ? 'cardNumber' : 'userCardId' })
  return spend(card, before, { cents, at: atOf(asked), delivered, proven })
}

/** A sale, the card that pays it, and what it takes of that card. */
interface Paying extends Asked {
  readonly card: Found
  readonly taking: Spending
}

/** Books what was taken, in the order given; who now owes is reported. */
async function keep(paying: readonly Paying[]): Promise<CardPayment[]> {
  if (!paying.length) return []
  const rows = paying.map(({ ctx, sale, card, taking }, turn) => ({
    turn,
    company: sale.companyId ?? ctx.actor.companyId,
    station: sale.stationId,
    card: card.id,
    holder: card.userId,
    order: sale.orderId,
    operator: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    principal: taking.principalCents,
    gift: taking.giftCents,
    debt: taking.debtCents,
    after: taking.balanceAfterCents,
    proven: taking.proven,
    kind: 'card.consume',
    ref: sale.ref,
    at: taking.at,
    dated: sale.at !== undefined,
    actor: ctx.actor.key,
    target: sale.target ?? salesAccount(sale.stationId),
  }))
  const { rows: noted } = await sql<{ turn: number; detailId: number }>`select * from card_book(${JSON.stringify(rows)})`.execute(
    paying[0]!.ctx.tx,
  )
  assert(noted.length === paying.length, 'every payment that was judged is booked')
  const details = new Map(noted.map(({ turn, detailId }) => [turn, detailId]))
  return paying.map((paid, turn) => {
    if (paid.taking.debtCents > 0) tellOverspend(paid)
    const { card, taking } = paid
    return {
      detailId: details.get(turn)!,
      userCardId: card.id,
      number: card.number,
      userId: card.userId,
      principalCents: taking.principalCents,
      giftCents: taking.giftCents,
      debtCents: taking.debtCents,
      balanceAfterCents: taking.balanceAfterCents,
    }
  })
}

function tellOverspend({ ctx, sale: { stationId, companyId = ctx.actor.companyId }, card: { id, number }, taking: { debtCents } }: Paying) {
  ctx.audit('card.overspend', `userCards:${id}`, { number, debtCents }, companyId)
  ctx.emit('card.overspent', { userCardId: id, number, debtCents }, { companyId, stationId })
}
