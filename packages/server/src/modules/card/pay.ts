import type { ErrorCode } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/command.ts'
import { assert, refuse, type Refusal } from '../../platform/refusal.ts'
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
  assert(Number.isSafeInteger(sale.amountCents) && sale.amountCents > 0, 'a card pays whole, positive cents')
  let paid = await attempt(ctx, sale, false)
  if (paid.refusal === 'card.passwordRequired' && sale.payPassword !== undefined) {
    const wrong = await checkPayPassword(ctx, paid.cardId, sale.payPassword)
    if (wrong) return wrong
    paid = await attempt(ctx, sale, true)
  }
  const { refusal, cardNumber: number, limitCents } = paid
  if (refusal === 'notFound') refuse('notFound', { field: sale.cardNumber ? 'cardNumber' : 'userCardId' })
  if (refusal) refuse(refusal, { number, ...(limitCents !== null && { limitCents }) })
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

/**
 * The same for many that have happened already, in one round trip. In the order of the cards, so that two who share some wait for each
 * other instead of deadlocking; of one card in the order given. @throws notFound, ledger.alreadyBooked
 */
export async function payDeliveredByCards(sales: readonly { ctx: Ctx; sale: CardSale & { userCardId: number } }[]): Promise<void> {
  const inOrder = sales.toSorted((a, b) => a.sale.userCardId - b.sale.userCardId)
  const rows = inOrder.map(({ ctx: { actor, now }, sale }, turn) => ({
    turn,
    company: sale.companyId ?? actor.companyId,
    card: sale.userCardId,
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
  }))
  const { rows: paid } = await sql<Paid & { turn: number }>`
    select turn, paid.* from jsonb_to_recordset(${JSON.stringify(rows)}) as sale (turn int, company bigint, card bigint, cents bigint,
      target text, ref text, at timestamptz, dated boolean, actor text, station bigint, "order" bigint, operator bigint, zone text)
    cross join lateral card_pay(company, card, null, cents, target, ref, at, dated, actor, station, "order", operator, zone, true, false)
      as paid`.execute(sales[0]!.ctx.tx)
  for (const each of paid) {
    const { ctx, sale } = inOrder[each.turn]!
    assert(each.refusal === null, 'what was delivered is booked')
    if (each.debtPart > 0) tellOverspend(ctx, sale, each)
  }
}

async function attempt({ tx, actor, now }: Ctx, sale: CardSale, proven: boolean): Promise<Paid> {
  const {
    userCardId = null,
    cardNumber = null,
    amountCents,
    stationId,
    ref,
    orderId = null,
    target = salesAccount(stationId),
    delivered = false,
  } = sale
  const { companyId = actor.companyId, at = now } = sale
  const {
    rows: [paid],
  } = await sql<Paid>`
    select * from card_pay(${companyId}, ${userCardId}, ${cardNumber}, ${amountCents}, ${target}, ${ref}, ${at}, ${sale.at !== undefined},
      ${actor.key}, ${stationId}, ${orderId}, ${actor.kind === 'user' ? actor.id : null}, ${actor.zone}, ${delivered}, ${proven})`.execute(
    tx,
  )
  return paid!
}

function tellOverspend(ctx: Ctx, { stationId, companyId = ctx.actor.companyId }: CardSale, { cardId, cardNumber, debtPart }: Paid): void {
  ctx.audit('card.overspend', `userCards:${cardId}`, { number: cardNumber, debtCents: debtPart }, companyId)
  ctx.emit('card.overspent', { userCardId: cardId, number: cardNumber, debtCents: debtPart }, { companyId, stationId })
}
