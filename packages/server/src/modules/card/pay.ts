import type { ErrorCode } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/command.ts'
import { assert, Refusal } from '../../platform/refusal.ts'
import { salesAccount, type Account } from '../ledger/index.ts'
import { checkPayPassword } from './pay-password.ts'

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
  /** The status that would have refused it, had it not been delivered. */
  overStatus: string | null
}

interface Paid {
  refusal: ErrorCode | null
  limitCents: number | null
  cardId: number
  cardNumber: string
  holderId: number | null
  detailId: number
  principalPart: number
  giftPart: number
  debtPart: number
  balanceAfter: number
  wasStatus: string
}

/**
 * Pays from a card: principal, then gift, or the other way round as its product says; never from what is frozen. One round trip.
 * Call it before anything else is written: a wrong payment password comes back as a refusal to be returned, so that the try is counted.
 *
 * @throws notFound, card.lost, card.disabled, card.locked, card.overspent, card.notStoredValue, card.serviceExpired, card.paymentLimit,
 * card.dayLimit, card.insufficientBalance, card.passwordRequired, ledger.alreadyBooked
 * @returns card.passwordWrong, card.passwordLocked, card.passwordMissing
 */
export async function payByCard(ctx: Ctx, sale: CardSale): Promise<CardPayment | Refusal> {
  let paid = await attempt(ctx, sale)
  if (paid.refusal === 'card.passwordRequired' && sale.payPassword !== undefined) {
    const wrong = await checkPayPassword(ctx, paid.cardId, sale.payPassword)
    if (wrong) return wrong
    paid = await attempt(ctx, sale, true)
  }
  const outcome = outcomeOf(ctx, sale, paid)
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/**
 * The same for many, in one round trip: each pays or is refused for itself, of one card in the order given. A payment password is not
 * compared here: whoever needs one is refused with card.passwordRequired. In the order of the cards, so that two who share some wait for
 * each other instead of deadlocking. @throws ledger.alreadyBooked
 */
export async function payByCards(sales: readonly { ctx: Ctx; sale: CardSale }[]): Promise<(CardPayment | Refusal)[]> {
  const paid = await attemptAll(sales)
  return sales.map(({ ctx, sale }, at) => outcomeOf(ctx, sale, paid[at]!))
}

/** Many that have happened already. @throws notFound, ledger.alreadyBooked */
export async function payDeliveredByCards(sales: readonly { ctx: Ctx; sale: CardSale }[]): Promise<void> {
  for (const paid of await payByCards(sales)) assert(!(paid instanceof Refusal), 'what was delivered is booked')
}

const attempt = async (ctx: Ctx, sale: CardSale, proven = false): Promise<Paid> => (await attemptAll([{ ctx, sale }], proven))[0]!

async function attemptAll(sales: readonly { ctx: Ctx; sale: CardSale }[], proven = false): Promise<Paid[]> {
  const rows = sales.map(({ ctx: { actor, now }, sale }, turn) => {
    assert(Number.isSafeInteger(sale.amountCents) && sale.amountCents > 0, 'a card pays whole, positive cents')
    return {
      turn,
      company: sale.companyId ?? actor.companyId,
      card: sale.userCardId,
      number: sale.cardNumber,
      cents: sale.amountCents,
      target: sale.target ?? salesAccount(sale.stationId),
      ref: sale.ref,
      at: sale.at ?? now,
      dated: sale.at !== undefined,
      actor: actor.key,
      station: sale.stationId,
      order: sale.orderId,
      operator: actor.kind === 'user' ? actor.id : null,
      zone: actor.zone,
      delivered: sale.delivered ?? false,
      proven,
    }
  })
  const { rows: paid } = await sql<Paid & { turn: number }>`
    select turn, paid.* from (
      select sale.*, coalesce(card, (select id from user_card where company_id = company and user_card.number = sale.number)) as wanted
      from jsonb_to_recordset(${JSON.stringify(rows)}) as sale (turn int, company bigint, card bigint, number text, cents bigint,
        target text, ref text, at timestamptz, dated boolean, actor text, station bigint, "order" bigint, operator bigint, zone text,
        delivered boolean, proven boolean)
      order by wanted, turn
    ) as sale
    cross join lateral card_pay(company, wanted, number, cents, target, ref, at, dated, actor, station, "order", operator, zone, delivered,
      proven) as paid`.execute(sales[0]!.ctx.tx)
  return paid.toSorted((a, b) => a.turn - b.turn)
}

/** What became of it, in the words of the caller; who now owes is told. */
function outcomeOf(ctx: Ctx, sale: CardSale, paid: Paid): CardPayment | Refusal {
  const { refusal, cardNumber: number, limitCents } = paid
  if (refusal === 'notFound') return new Refusal('notFound', { field: sale.cardNumber ? 'cardNumber' : 'userCardId' })
  if (refusal) return new Refusal(refusal, { number, ...(limitCents !== null && { limitCents }) })
  if (paid.debtPart > 0) tellOverspend(ctx, sale, paid)
  return {
    detailId: paid.detailId,
    userCardId: paid.cardId,
    number,
    userId: paid.holderId,
    principalCents: paid.principalPart,
    giftCents: paid.giftPart,
    debtCents: paid.debtPart,
    balanceAfterCents: paid.balanceAfter,
    overStatus: paid.wasStatus === 'normal' ? null : paid.wasStatus,
  }
}

function tellOverspend(ctx: Ctx, { stationId, companyId = ctx.actor.companyId }: CardSale, { cardId, cardNumber, debtPart }: Paid): void {
  ctx.audit('card.overspend', `userCards:${cardId}`, { number: cardNumber, debtCents: debtPart }, companyId)
  ctx.emit('card.overspent', { userCardId: cardId, number: cardNumber, debtCents: debtPart }, { companyId, stationId })
}
