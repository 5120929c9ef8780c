import { orderPayments, type Parsed, type Payment, type PayTypeLine } from '@forecourt/contract'
import { decide, runRule } from '../../platform/execution/batch-rule.ts'
import { handle, type Ctx, type Handler, type Member } from '../../platform/execution/command.ts'
import { assert, Refusal, refuse } from '../../platform/execution/refusal.ts'
import {
  asksPassword,
  bookSpendings,
  cardsForUpdate,
  noteRefused,
  provePassword,
  spendingOf,
  type CardFacts,
  type CardSpending,
  type Payer,
} from '../card/index.ts'
import { bookMany, salesAccount, tenderAccount } from '../ledger/index.ts'
import { refOf } from './delivered.ts'
import { lowerToHold } from './hold-lines.ts'
import { slip, slipsUsed } from './slips.ts'
import { paidByHold } from './pay-hold.ts'
import { refuseTender, tendersAt } from './tenders-taken.ts'
import { payment, type PayCall, type Taken, type TakingOf } from './payment-rule.ts'

type CardPay = Parsed<typeof orderPayments.card>['body']
type CashPay = Parsed<typeof orderPayments.cash>['body']

/** From cards. Which card pays is known when its order is locked; how much, when it is decided. */
const fromCards: TakingOf<CardPay, CardFacts & { payers: ReadonlyMap<number, Payer> }, CardSpending> = {
  filled: true,
  wayOf: () => 'card',
  partOf: ({ body }) => body.amountCents,
  async load(payable) {
    const payers = new Map<number, Payer>()
    for (const { ctx, order, body } of payable) {
      const { id, companyId, stationId, fill } = order
      const { cardNumber, userCardId, plate, authorisationId } = body
      const by = authorisationId === undefined ? { cardNumber, userCardId, plate } : await paidByHold(ctx, order, authorisationId)
      payers.set(id, { ctx, sale: { companyId, stationId, orderId: id, fill: fill ?? undefined, ...by } })
    }
    return { ...(await cardsForUpdate([...payers.values()])), payers }
  },
  decide: ({ order, due }, known) => spendingOf(known.payers.get(order.id)!, due.amountCents, known),
  async write(decided) {
    const paid = await bookSpendings(
      decided.map(({ paying: { ctx, order, due, body }, decision }) => ({
        one: {
          ctx,
          sale: {
            ...body,
            companyId: order.companyId,
            stationId: order.stationId,
            amountCents: due.amountCents,
            target: salesAccount(order.stationId),
            ref: refOf(due.serial),
            orderId: order.id,
          },
        },
        decision,
      })),
    )
    return paid.map(card => ({ payType: 'card', card }))
  },
}

/** Slips that have paid already, and what the stations take. */
interface Tendered {
  readonly used: Set<string>
  readonly taken: ReadonlyMap<number, readonly PayTypeLine[]>
}

/** Into the till, or by slips of banks and platforms, each of which pays once. */
const fromTenders: TakingOf<CashPay, Tendered, Taken> = {
  wayOf: ({ payType }) => (payType === 'cash' ? 'cash' : 'platform'),
  partOf: ({ body }) => body.amountCents,
  async load(payable) {
    if (payable.length === 0) return { used: new Set(), taken: new Map() }
    const { tx } = payable[0]!.ctx
    const slips = payable.map(({ order, body }) => ({ companyId: order.companyId, ...body }))
    const stations = payable.map(({ order }) => order.stationId)
    return { used: await slipsUsed(tx, slips), taken: await tendersAt(tx, stations) }
  },
  decide({ order: { companyId, stationId }, body: { payType, externalSerialNo } }, { used, taken }) {
    refuseTender(taken.get(stationId), payType, externalSerialNo)
    if (externalSerialNo === undefined) return { payType }
    const name = slip(companyId, payType, externalSerialNo)
    if (used.has(name)) refuse('transaction.serialTaken')
    used.add(name)
    return { payType, externalSerialNo }
  },
  async write(decided) {
    await bookMany(
      decided.map(({ paying: { ctx, order, due }, decision: { payType } }) => {
        const { companyId, stationId } = order
        const moves = [{ source: tenderAccount(stationId, payType), target: salesAccount(stationId), amountCents: due.amountCents }]
        return { ctx, fact: { kind: 'order.payment', ref: refOf(due.serial), companyId, moves } }
      }),
    )
    return decided.map(({ decision }) => decision)
  },
}

const byCard = payment(fromCards)
const byTender = payment(fromTenders)

/**
 * Pays from a card: principal, then gift, what the station sold against them. A wrong payment password is counted, and pays nothing.
 * @throws notFound, order.alreadyPaid, order.statusForbids, order.partTooLarge, and what stands against the card: card.*, or its hold:
 *   hold.*
 */
const cardPay: Handler = {
  ...handle(orderPayments.card, async (ctx, { id, body, query }) => {
    if (body.authorisationId !== undefined) await lowerToHold(ctx, id, body.authorisationId)
    return payFromCard(ctx, id, body, query.expand)
  }),
  batchKey: ({ id }: { id: number }) => id,
  async batch(members: readonly Member<Parsed<typeof orderPayments.card>>[]) {
    const all = members.map(callOf)
    // What ends a hold, and is refused afterwards, is undone: it has a transaction of its own.
    const calls = all.filter(({ body }) => body.authorisationId === undefined)
    if (calls.length === 0) return all.map(() => undefined)
    let cards: CardFacts & { payers: ReadonlyMap<number, Payer> }
    const load = async (all: readonly PayCall<CardPay>[]) => {
      const facts = await byCard.load(all)
      cards = facts.known
      return facts
    }
    const outcomes = await runRule({ ...byCard, load }, calls)
    // A payment password is compared, and a wrong one counted, in a transaction of its own.
    const needsOwn = (call: PayCall<CardPay>) => call.body.payPassword !== undefined && asksPassword(outcomes.get(call))
    await noteRefused(
      calls.flatMap(call => (needsOwn(call) ? [] : (cards.payers.get(call.id) ?? []))),
      cards!,
    )
    return all.map(call => (needsOwn(call) ? undefined : outcomes.get(call)))
  },
}

/** Pays one order. @throws as cardPay @returns a refusal where something of it is to be kept: a wrong password, or why it was refused */
export async function payFromCard(ctx: Ctx, id: number, body: CardPay, expand: readonly string[] = []): Promise<Payment | Refusal> {
  const call = { ctx, id, body, expand }
  const facts = await byCard.load([call])
  let decision = decide(byCard, call, facts)
  if (asksPassword(decision) && body.payPassword !== undefined) {
    const wrong = await provePassword(facts.known.payers.get(id)!, body.payPassword, facts.known)
    if (wrong) return wrong
    decision = decide(byCard, call, facts)
  }
  if (decision instanceof Refusal) {
    if (body.authorisationId !== undefined) throw decision
    const payer = facts.known.payers.get(id)
    if (payer) await noteRefused([payer], facts.known)
    return decision
  }
  return (await byCard.write([{ one: call, decision }], facts))[0]!
}

/**
 * Pays with what staff took: cash into the till, or a slip of a bank or platform by its serial number, once.
 * @throws notFound, order.alreadyPaid, order.statusForbids, order.partTooLarge, transaction.payTypeOff, transaction.serialMissing,
 *   transaction.serialTaken
 */
const cashPay: Handler = {
  ...handle(orderPayments.cash, (ctx, { id, body, query }) => payTaken(ctx, id, body, query.expand)),
  batchKey: ({ id }: { id: number }) => id,
  async batch(members: readonly Member<Parsed<typeof orderPayments.cash>>[]) {
    const calls = members.map(callOf)
    const outcomes = await runRule(byTender, calls)
    return calls.map(call => outcomes.get(call))
  },
}

/** Pays one order. @throws as cashPay */
export async function payTaken(ctx: Ctx, id: number, body: CashPay, expand: readonly string[] = []): Promise<Payment> {
  const call = { ctx, id, body, expand }
  const paid = (await runRule(byTender, [call])).get(call)
  if (paid instanceof Refusal) throw paid
  assert(paid, 'a payment is taken or refused')
  return paid
}

const callOf = <Body>({ ctx, input: { id, body, query } }: Member<{ id: number; body: Body; query: { expand: string[] } }>) => ({
  ctx,
  id,
  body,
  expand: query.expand,
})

export const paymentHandlers = [cardPay, cashPay]
