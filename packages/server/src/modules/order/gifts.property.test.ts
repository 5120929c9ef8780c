import { cardMoney, orderPayments } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generous } from '../../testing/gifts.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { payByCard, topUp } from '../card/index.ts'

const cents = fc.integer({ min: 1, max: 30_00 })
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      what: fc.integer({ min: 0, max: 2 }),
      pieces: fc.integer({ min: 1, max: 3 }),
      byCard: fc.boolean(),
      late: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      turn: fc.nat(50),
      cents: fc.integer({ min: 1, max: 12_00 }),
      rest: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('spend' as const), cents }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('topUp' as const), cents }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('thaw' as const), cents: fc.integer({ min: 1, max: 5_00 }) }) },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** What the three articles cost and give, as one would write it on paper. */
const articles = [
  { price: 9_99, gift: (paid: number) => Math.round(paid * 0.075), frozen: () => 0, points: 0 },
  { price: 4_50, gift: () => 0, frozen: (_: number, pieces: number) => 1_25 * pieces, points: 3 },
  { price: 7_00, gift: () => 0, frozen: () => 0, points: 0 },
] as const

interface Sold {
  readonly id: number
  readonly paid: number
  readonly gift: number
  readonly frozen: number
  readonly points: number
  /** What the card paid with: principal before gift. */
  readonly principal: number
  refunded: number
  back: { gift: number; frozen: number; points: number }
}
/** The card and the account of points on paper. */
interface Paper {
  principal: number
  gift: number
  lock: number
  debt: number
  points: number
}

function payOnPaper(paper: Paper, amount: number): number {
  const principal = Math.min(paper.principal, amount)
  paper.principal -= principal
  paper.gift -= amount - principal
  return principal
}
const canPay = ({ principal, gift, debt }: Paper, amount: number) => debt === 0 && principal + gift >= amount

/** Money first to where it came from, then the gift back: frozen, gift, principal, and the rest is owed. */
function refundOnPaper(paper: Paper, sale: Sold, amount: number, byCard: boolean): void {
  if (byCard) {
    const principal = Math.max(0, Math.min(sale.principal, sale.refunded + amount) - Math.min(sale.principal, sale.refunded))
    paper.principal += principal
    paper.gift += amount - principal
  }
  sale.refunded += amount
  const share = (full: number) => (sale.refunded === sale.paid ? full : Math.floor((full * sale.refunded) / sale.paid))
  const due = {
    gift: share(sale.gift) - sale.back.gift,
    frozen: share(sale.frozen) - sale.back.frozen,
    points: share(sale.points) - sale.back.points,
  }
  sale.back = { gift: share(sale.gift), frozen: share(sale.frozen), points: share(sale.points) }
  let rest = due.gift + due.frozen
  const lock = Math.min(due.frozen, paper.lock)
  paper.lock -= lock
  rest -= lock
  for (const purse of ['gift', 'principal'] as const) {
    const part = Math.min(rest, paper[purse])
    paper[purse] -= part
    rest -= part
  }
  paper.debt += rest
  paper.points -= due.points
}

async function stage() {
  const it = await generous({ giftPercent: 7.5 }, { priceCents: articles[0].price })
  const second = await it.gifted({ frozenCents: 1_25, giftPoints: 3 }, articles[1].price)
  const third = await it.gifted({}, articles[2].price)
  const goods = [it.article, second, third]
  const paper: Paper = { principal: 1_000_00, gift: 0, lock: 0, debt: 0, points: 0 }
  return { it, goods, paper, sold: [] as (Sold & { byCard: boolean })[] }
}

function stepOf({ it, goods, paper, sold }: Awaited<ReturnType<typeof stage>>) {
  let facts = 0
  const buy = async ({ what, pieces, byCard: asked, late }: Extract<Act, { kind: 'buy' }>) => {
    const { price, gift, frozen, points } = articles[what]!
    const paid = price * pieces
    const byCard = asked && canPay(paper, paid)
    const sale = { lineItems: [{ itemId: goods[what]!.id, pieces }], userCardId: it.buyer.id }
    const { id } = await it.buys({ ...sale, payType: late ? undefined : byCard ? 'card' : 'cash' })
    if (late && byCard) await it.lin.call(orderPayments.card, { id, body: { userCardId: it.buyer.id } })
    else if (late) await it.lin.call(orderPayments.cash, { id, body: {} })
    const principal = byCard ? payOnPaper(paper, paid) : 0
    const given = { gift: gift(paid), frozen: frozen(paid, pieces), points: points * pieces }
    paper.gift += given.gift
    paper.lock += given.frozen
    paper.points += given.points
    sold.push({ id, paid, ...given, principal, refunded: 0, back: { gift: 0, frozen: 0, points: 0 }, byCard })
  }
  const refund = async ({ turn, cents: wanted, rest }: Extract<Act, { kind: 'refund' }>) => {
    const open = sold.filter(sale => sale.refunded < sale.paid)
    const sale = open[turn % open.length]
    if (!sale) return
    const left = sale.paid - sale.refunded
    const amount = rest ? left : Math.min(wanted, left)
    await it.givesBack(sale.id, amount)
    refundOnPaper(paper, sale, amount, sale.byCard)
  }
  const thaw = async (wanted: number) => {
    const amountCents = Math.min(wanted, paper.lock)
    if (amountCents === 0) return
    await it.boss.call(cardMoney.thaw, { id: it.buyer.id, body: { amountCents, remark: 'Released' } })
    paper.lock -= amountCents
    paper.gift += amountCents
  }
  return async (next: Act): Promise<void> => {
    if (next.kind === 'buy') return buy(next)
    if (next.kind === 'refund') return refund(next)
    if (next.kind === 'thaw') return thaw(next.cents)
    const ref = `paper:${++facts}`
    if (next.kind === 'topUp') {
      await it.within(ctx =>
        topUp(ctx, { userCardId: it.buyer.id, amountCents: next.cents, from: { stationId: it.station.id, payType: 'cash' }, ref }),
      )
      const repaid = Math.min(paper.debt, next.cents)
      paper.debt -= repaid
      paper.principal += next.cents - repaid
      return
    }
    const amountCents = facts % 4 === 0 ? paper.principal + paper.gift : next.cents
    if (amountCents === 0) return
    const paid = it.within(ctx =>
      payByCard(ctx, { userCardId: it.buyer.id, amountCents, stationId: it.station.id, ref, target: 'elsewhere:1' }),
    )
    const outcome = await paid.then(
      () => 'paid',
      thrown => (thrown instanceof Refusal ? thrown.code : Promise.reject(thrown)),
    )
    expect(outcome).toBe(paper.debt > 0 ? 'card.overspent' : canPay(paper, amountCents) ? 'paid' : 'card.insufficientBalance')
    if (outcome === 'paid') payOnPaper(paper, amountCents)
  }
}

test('whatever is bought, paid, spent, unfrozen and given back in parts: the card and the points are what paper says', async () => {
  const [story] = fc.sample(fc.array(act, { minLength: 140, maxLength: 140 }), { numRuns: 1, seed: 106 })
  const on = await stage()
  const { it, paper } = on
  const step = stepOf(on)
  let [owed, spent] = [0, 0]
  for (const next of story!) {
    await step(next)
    const { principal, gift, lock, debt } = paper
    expect(await it.purses(), JSON.stringify(next)).toEqual({ principal, gift, lock, debt: debt === 0 ? 0 : -debt })
    expect(await it.points()).toBe(paper.points)
    if (debt > 0) owed++
    if (next.kind === 'spend') spent++
  }
  // A story in which nothing was owed would prove less.
  expect(owed).toBeGreaterThan(0)
  expect(spent).toBeGreaterThan(10)
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
