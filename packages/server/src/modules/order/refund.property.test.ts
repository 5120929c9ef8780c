import { seed } from '../../testing/sampling.ts'
import { cardMoney, orderPayments, orderRefunds, orders } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { books, shop } from '../../testing/order.ts'
import { refundBody, revokeProof } from '../../testing/refund.ts'
import { freeze } from '../card/index.ts'

/** An order as one would keep it on paper: what was paid how, and what of it went back. */
interface Paper {
  principal: number
  gift: number
  frozen: { principal: number; gift: number }
  adjusted: number
  till: number
  orders: { id: number; total: number; payments: { id: number; way: 'card' | 'cash'; principal: number; gift: number; back: number }[] }[]
}
type Shop = Awaited<ReturnType<typeof shop>>
interface Real {
  it: Shop
  card: number
  facts: number
}
type Act = (paper: Paper, real: Real) => Promise<void>

const sizeOf = ({ principal, gift }: { principal: number; gift: number }) => principal + gift
const paidOf = (order: Paper['orders'][number]) => order.payments.reduce((sum, payment) => sum + sizeOf(payment), 0)
const backOf = (order: Paper['orders'][number]) => order.payments.reduce((sum, payment) => sum + payment.back, 0)
const closed = (order: Paper['orders'][number]) => paidOf(order) < order.total && paidOf(order) > 0 && backOf(order) === paidOf(order)

/** What lies between two places of a card payment, principal first. */
const cut = ({ principal }: { principal: number }, from: number, cents: number) => {
  const ofPrincipal = Math.max(0, Math.min(principal, from + cents) - from)
  return { principal: ofPrincipal, gift: cents - ofPrincipal }
}
const give = (paper: Paper, payment: Paper['orders'][number]['payments'][number], cents: number, cash: boolean) => {
  const part = cut(payment, payment.back, cents)
  payment.back += cents
  if (payment.way === 'cash') paper.till -= cents
  else if (cash) paper.till -= part.principal
  else {
    paper.principal += part.principal
    paper.gift += part.gift
  }
}
const one = <T>(of: readonly T[], pick: number): T | undefined => of[pick % Math.max(1, of.length)]

const sell: Act = async (paper, { it }) => {
  const { id, totalCents } = await it.sell({ lineItems: [{ volumeCl: 5_00 }] })
  paper.orders.push({ id, total: totalCents, payments: [] })
}
const pay =
  (pick: number, cents: number, way: 'card' | 'cash'): Act =>
  async (paper, { it, card }) => {
    const order = one(paper.orders, pick)
    if (!order) return
    const rest = order.total - paidOf(order)
    const sent =
      way === 'card' ? { id: order.id, body: { userCardId: card, amountCents: cents } } : { id: order.id, body: { amountCents: cents } }
    const send = () => (way === 'card' ? it.lin.send(orderPayments.card, sent) : it.lin.send(orderPayments.cash, sent))
    const reply = await send()
    const may = !closed(order) && cents <= rest && (way === 'cash' || cents <= paper.principal + paper.gift)
    expect(reply.statusCode).toBe(may ? 200 : 409)
    if (!may) return
    const principal = way === 'card' ? Math.min(cents, paper.principal) : cents
    order.payments.push({ id: reply.json().transaction.id, way, principal, gift: cents - principal, back: 0 })
    if (way === 'cash') paper.till += cents
    else {
      paper.principal -= principal
      paper.gift -= cents - principal
    }
  }
const refund =
  (pick: number, cents: number, cash: boolean): Act =>
  async (paper, { it }) => {
    const payment = one(
      paper.orders.flatMap(order => order.payments),
      pick,
    )
    if (!payment) return
    const mode = cash ? 'cash' : 'original'
    const body = await refundBody(it.lin, payment.id, { amountCents: cents, mode })
    const reply = await it.lin.send(orderRefunds.refund, { id: payment.id, body })
    const may = cents <= sizeOf(payment) - payment.back
    expect(reply.statusCode).toBe(may ? 200 : 409)
    if (may) give(paper, payment, cents, cash)
  }
const revoke =
  (pick: number): Act =>
  async (paper, { it }) => {
    const order = one(paper.orders, pick)
    if (!order) return
    const rest = paidOf(order) - backOf(order)
    const reply = await it.lin.send(orderRefunds.revoke, { id: order.id, body: { pinProof: await revokeProof(it.lin, order.id, rest) } })
    expect(reply.statusCode).toBe(rest > 0 ? 200 : 409)
    for (const payment of order.payments) give(paper, payment, sizeOf(payment) - payment.back, false)
  }
const adjust =
  (cents: number): Act =>
  async (paper, { it, card }) => {
    const boss = it.lin.actor
    const pinProof = await proofOf(boss, { action: 'card.adjust', subject: `userCards:${card}`, amountCents: cents })
    const master = it.as({ ...boss, permissions: new Set(['card.adjust']) })
    const reply = await master.send(cardMoney.adjust, { id: card, body: { amountCents: cents, remark: 'Recount', pinProof } })
    const may = cents !== 0 && paper.principal + cents >= 0
    expect(reply.statusCode).toBe(may ? 200 : cents === 0 ? 400 : 409)
    if (!may) return
    paper.principal += cents
    paper.adjusted += cents
  }
const ice =
  (cents: number): Act =>
  async (paper, real) => {
    if (cents > paper.principal + paper.gift) return
    await real.it.within(ctx => freeze(ctx, { userCardId: real.card, amountCents: cents, ref: `freeze:${++real.facts}` }))
    const principal = Math.min(cents, paper.principal)
    paper.frozen.principal += principal
    paper.frozen.gift += cents - principal
    paper.principal -= principal
    paper.gift -= cents - principal
  }
const thaw =
  (cents: number): Act =>
  async (paper, { it, card }) => {
    const reply = await it.lin.send(cardMoney.thaw, { id: card, body: { amountCents: cents, remark: 'In order' } })
    const may = cents <= sizeOf(paper.frozen)
    expect(reply.statusCode).toBe(may ? 200 : 409)
    if (!may) return
    const principal = Math.min(cents, paper.frozen.principal)
    paper.frozen.principal -= principal
    paper.frozen.gift -= cents - principal
    paper.principal += principal
    paper.gift += cents - principal
  }

const cents = fc.integer({ min: 1, max: 60_00 })
const pick = fc.nat(9)
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.constant(sell),
  fc.tuple(pick, cents, fc.constantFrom('card' as const, 'cash' as const)).map(given => pay(...given)),
  fc.tuple(pick, cents, fc.constantFrom('card' as const, 'cash' as const)).map(given => pay(...given)),
  fc.tuple(pick, cents, fc.boolean()).map(given => refund(...given)),
  pick.map(revoke),
  fc.integer({ min: -30_00, max: 30_00 }).map(adjust),
  cents.map(ice),
  cents.map(thaw),
)

test('whatever is paid, given back, revoked, corrected and thawed, the books are what a careful clerk would have written', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 8, maxLength: 25 }), async acts => {
      const it = await shop()
      const { id: card } = await makeCard(it, { principalCents: 60_00, giftCents: 25_00 })
      const paper: Paper = { principal: 60_00, gift: 25_00, frozen: { principal: 0, gift: 0 }, adjusted: 0, till: 60_00, orders: [] }
      const real = { it, card, facts: 0 }
      await sell(paper, real)
      for (const act of acts) await act(paper, real)

      const { principal, gift, frozen } = paper
      expect(await pursesOf(card)).toEqual({ principal, gift, lock: sizeOf(frozen), debt: 0 })
      const held = await books(it)
      expect([held['tender:cash'] ?? 0, held['adjustment'] ?? 0].map(cents => 0 - cents)).toEqual([paper.till, paper.adjusted])
      for (const order of paper.orders) {
        const [paid, back] = [paidOf(order), backOf(order)]
        const status = paid === order.total ? 'success' : closed(order) ? 'close' : paid > 0 ? 'partiallyPaid' : 'open'
        expect(await it.lin.call(orders.get, { id: order.id })).toMatchObject({ paidCents: paid, refundedCents: back, status })
      }
      const results = await invariantsOf(it)
      expect(results.filter(invariant => invariant.breaches > 0)).toEqual([])
    }),
    { numRuns: 25, seed, endOnFailure: true },
  )
})
