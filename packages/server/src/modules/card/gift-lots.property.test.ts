import fc from 'fast-check'
import { seed } from '../../testing/sampling.ts'
import { expect, test } from 'vitest'
import { makeCard, pursesOf, returnCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { noon, owned, setClock, tamper, world } from '../../testing/world.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import type { Offered } from '../packages/index.ts'
import { carry, pairForUpdate } from './carry.ts'
import { card as cardModule, freeze, payByCard, refundToCard, thaw, topUp, type CardPayment } from './index.ts'

const day = 86_400_000
type World = Awaited<ReturnType<typeof world>>

/** One cent of a gift, as one would write it on paper: what it buys, and when it ends. */
interface Cent {
  readonly products: readonly number[]
  readonly endsAt: number
  /** The number of the lot that it came in. */
  readonly lot: number
}
interface Model {
  now: number
  principal: [number, number]
  gift: [Cent[], Cent[]]
  frozen: { of: 0 | 1; principal: number; gift: Cent[] }[]
  payments: { of: 0 | 1; principal: number; gift: Cent[]; back: number }[]
  closed: boolean
}
interface Real {
  it: World
  ids: [number, number]
  frozen: string[]
  details: number[]
}

const free: Cent = { products: [], endsAt: Infinity, lot: Infinity }
const isLimited = ({ products, endsAt }: Cent) => products.length > 0 || endsAt !== Infinity
const inOrder = (a: Cent, b: Cent) =>
  Number(isLimited(b)) - Number(isLimited(a)) || (a.endsAt === b.endsAt ? 0 : a.endsAt - b.endsAt) || (a.lot === b.lot ? 0 : a.lot - b.lot)
let facts = 0
let lots = 0
const seen = { passed: 0, ended: 0, moved: 0, back: 0 }

/** Takes so many cents that are allowed, in this order, out of a gift. */
function takeOut(gift: Cent[], cents: number, allowed: (cent: Cent) => boolean, order = inOrder): Cent[] {
  const taken = gift.filter(allowed).toSorted(order).slice(0, cents)
  for (const cent of taken) gift.splice(gift.indexOf(cent), 1)
  return taken
}

async function tell<T>({ it }: Real, model: Model, act: (ctx: Ctx, ref: string) => Promise<T>): Promise<T | string> {
  model.now += 60_000
  setClock(new Date(model.now))
  return it
    .within(ctx => act(ctx, `lots:${++facts}`))
    .catch((thrown: { code?: string }) => {
      if (!(thrown instanceof Refusal)) throw thrown
      return thrown.code
    })
}

/** Every act ends with the same question: do paper and product agree, cent by cent? */
const act = (name: string, run: (model: Model, real: Real) => Promise<void>, check: (model: Readonly<Model>) => boolean = () => true) => ({
  check,
  toString: () => name,
  async run(model: Model, real: Real) {
    await run(model, real)
    for (const turn of [0, 1] as const) {
      const { principal, gift } = await pursesOf(real.ids[turn])
      expect([principal, gift]).toEqual([model.principal[turn], model.gift[turn].length])
      const rows = await owned<{ products: string; ends: string | null; cents: string }>(
        `select array_to_string(products, ',') as products, ends_at as ends, sum(left_cents) as cents from gift_lot
         where user_card_id = $1 and left_cents > 0 group by 1, 2`,
        [real.ids[turn]],
      )
      const kept = Object.fromEntries(
        rows.map(({ products, ends, cents }) => [`${products} ${ends ? Date.parse(ends) : Infinity}`, Number(cents)]),
      )
      const paper: Record<string, number> = {}
      for (const cent of model.gift[turn].filter(isLimited)) {
        const key = `${cent.products.join(',')} ${cent.endsAt}`
        paper[key] = (paper[key] ?? 0) + 1
      }
      expect(kept).toEqual(paper)
    }
  },
})

const which = fc.constantFrom(0 as const, 1 as const)
const toppedUp = ({ of, paid, cents, products, days }: { of: 0 | 1; paid: number; cents: number; products: number[]; days: number }) =>
  act(
    `topUp(${of}, ${paid} + ${cents} for ${products.join()}, ${days} days)`,
    async (model, real) => {
      const endsAt = days === 0 ? null : new Date(noon.getTime() + days * day)
      if (endsAt && endsAt.getTime() <= model.now) return
      const bare = { name: '', priceCents: 1, discountId: null, endTime: null, giftOf: () => cents, hasFixedGift: true, giftPoints: 0 }
      const own = { id: null as unknown as number, giftCoupons: [], productIds: products, giftEndsAt: endsAt }
      const offered = { ...bare, ...own } satisfies Offered
      const from = { stationId: real.it.station.id, payType: 'cash' as const }
      await tell(real, model, (ctx, ref) =>
        topUp(ctx, { userCardId: real.ids[of], amountCents: paid, giftCents: cents, of: offered, from, ref }),
      )
      model.principal[of] += paid
      const lot = ++lots
      const cent = products.length + days > 0 ? { products, endsAt: endsAt?.getTime() ?? Infinity, lot } : free
      model.gift[of].push(...Array.from({ length: cents }, () => ({ ...cent })))
    },
    ({ closed }) => !closed,
  )

const paid = ({ of, cents, product }: { of: 0 | 1; cents: number; product: number }) =>
  act(`pay(${of}, ${cents} for ${product})`, async (model, real) => {
    const lines = product === 0 ? undefined : [{ itemId: 1, productId: product, volumeCl: 1 }]
    const fill = lines && { lines, totalCents: cents, paidCents: 0, byCards: {} }
    const sale = { userCardId: real.ids[of], amountCents: cents, stationId: real.it.station.id, fill }
    const answer = await tell(real, model, (ctx, ref) => payByCard(ctx, { ...sale, ref }))
    const isFor = ({ products, endsAt }: Cent) => endsAt > model.now && (products.length === 0 || products.includes(product))
    const gift = model.gift[of].filter(isFor)
    if (gift.length < model.gift[of].length) seen.passed++
    const principal = Math.min(cents, model.principal[of])
    if (model.closed && of === 0) return expect(answer).toBe('card.returned')
    if (cents > principal + gift.length) return expect(answer).toBe('card.insufficientBalance')
    model.principal[of] -= principal
    model.payments.push({ of, principal, gift: takeOut(model.gift[of], cents - principal, isFor), back: 0 })
    real.details.push((answer as CardPayment).detailId)
  })

const refunded = ({ at, cents, cash }: { at: number; cents: number; cash: boolean }) =>
  act(
    `refund(#${at}, ${cents}${cash ? ', cash' : ''})`,
    async (model, real) => {
      const place = at % model.payments.length
      const { of, principal, gift, back } = model.payments[place]!
      const { id: stationId } = real.it.station
      const answer = await tell(real, model, (ctx, ref) =>
        refundToCard(ctx, { detailId: real.details[place]!, amountCents: cents, cash, stationId, ref }),
      )
      if (back + cents > principal + gift.length) return expect(answer).toBe('card.overRefunded')
      if (model.closed && of === 0 && !cash) return expect(answer).toBe('card.returned')
      expect(answer).toMatchObject({ amountCents: cents })
      const parts = [...Array<null>(principal).fill(null), ...gift].slice(back, back + cents)
      model.payments[place]!.back += cents
      seen.back++
      if (cash) return
      model.principal[of] += parts.filter(part => part === null).length
      model.gift[of].push(...parts.filter(part => part !== null))
    },
    ({ payments }) => payments.length > 0,
  )

const froze = ({ of, cents }: { of: 0 | 1; cents: number }) =>
  act(
    `freeze(${of}, ${cents})`,
    async (model, real) => {
      if (cents > model.principal[of] + model.gift[of].length) return
      const ref = `lots:frozen:${++facts}`
      await tell(real, model, ctx => freeze(ctx, { userCardId: real.ids[of], amountCents: cents, ref }))
      const principal = Math.min(cents, model.principal[of])
      model.principal[of] -= principal
      const freeFirst = (a: Cent, b: Cent) => Number(isLimited(a)) - Number(isLimited(b)) || inOrder(a, b)
      model.frozen.push({ of, principal, gift: takeOut(model.gift[of], cents - principal, () => true, freeFirst) })
      real.frozen.push(ref)
    },
    ({ closed }) => !closed,
  )
const thawed = act(
  'thaw',
  async (model, real) => {
    const { of, principal, gift } = model.frozen.pop()!
    const ref = real.frozen.pop()!
    await tell(real, model, ctx => thaw(ctx, { userCardId: real.ids[of], ref }))
    model.principal[of] += principal
    model.gift[of].push(...gift)
  },
  ({ frozen, closed }) => frozen.length > 0 && !closed,
)

const moved = ({ of, cents }: { of: 0 | 1; cents: number }) =>
  act(
    `move(${of}, gift ${cents})`,
    async (model, real) => {
      const giftCents = Math.min(cents, model.gift[of].length)
      if (giftCents === 0) return
      await tell(real, model, async (ctx, ref) => {
        const [payer, payee] = await pairForUpdate(ctx, real.ids[of], real.ids[1 - of]!)
        await carry(ctx, { payer, payee, kind: 'card.move', ref, principalCents: 0, giftCents, remark: '' })
      })
      const parts = takeOut(model.gift[of], giftCents, () => true)
      const numbers = new Map([...new Set(parts.map(({ lot }) => lot))].map(lot => [lot, ++lots]))
      model.gift[of === 0 ? 1 : 0].push(...parts.map(cent => (isLimited(cent) ? { ...cent, lot: numbers.get(cent.lot)! } : cent)))
      seen.moved++
    },
    ({ closed }) => !closed,
  )

const passed = (days: number) =>
  act(`after ${days} days`, async model => {
    model.now += days * day
    setClock(new Date(model.now))
    await runDueJobs(cardModule.tasks, new Date(model.now))
    expect(await owned(`select last_error from job where task = 'card.giftEnd' and last_error <> ''`)).toEqual([])
    for (const turn of [0, 1] as const) {
      const before = model.gift[turn].length
      model.gift[turn] = model.gift[turn].filter(({ endsAt }) => endsAt > model.now)
      seen.ended += before - model.gift[turn].length
    }
  })

const closed = act(
  'return card 0',
  async (model, real) => {
    expect(await tell(real, model, ctx => returnCard(ctx, real.ids[0], real.it.station.id))).toBeUndefined()
    model.principal[0] = 0
    model.gift[0] = []
    model.closed = true
  },
  ({ closed: is, frozen, payments }) => !is && payments.length > 4 && frozen.every(({ of }) => of !== 0),
)

const cents = (max: number) => fc.integer({ min: 1, max })
const acts = [
  fc
    .record({
      of: which,
      paid: fc.nat(60),
      cents: cents(90),
      products: fc.constantFrom<number[]>([], [1], [1, 2]),
      days: fc.constantFrom(0, 2, 2, 5, 9),
    })
    .map(toppedUp),
  fc.record({ of: which, cents: cents(50), product: fc.nat(3) }).map(paid),
  fc.record({ of: which, cents: cents(50), product: fc.nat(3) }).map(paid),
  fc.record({ at: fc.nat(9), cents: cents(60), cash: fc.boolean() }).map(refunded),
  fc.record({ of: which, cents: cents(80) }).map(froze),
  fc.constant(thawed),
  fc.record({ of: which, cents: cents(50) }).map(moved),
  fc.constantFrom(1, 2, 3).map(passed),
  fc.constant(closed),
] as fc.Arbitrary<fc.AsyncCommand<Model, Real>>[]

test('whatever happens to gifts with products and ends, what is left of them is what a careful clerk wrote down', {
  timeout: 120_000,
}, async () => {
  const it = await world()
  await fc.assert(
    fc.asyncProperty(fc.commands(acts, { maxCommands: 40, size: 'max' }), async commands => {
      setClock(noon)
      const one = await makeCard(it)
      const other = await makeCard(it, { userId: one.userId!, cardId: one.cardId })
      const real: Real = { it, ids: [one.id, other.id], frozen: [], details: [] }
      const bare = { principal: [0, 0] as [number, number], gift: [[], []] as [Cent[], Cent[]], frozen: [], payments: [], closed: false }
      await fc.asyncModelRun(() => ({ model: { now: noon.getTime(), ...bare }, real }), commands)
    }),
    { numRuns: 18, seed, endOnFailure: true },
  )
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0)
  expect((await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)).toEqual([])
})

test.each([
  ['a lot that was made smaller', 'update gift_lot set left_cents = left_cents - 1 where user_card_id = $1'],
  ['a use that nobody noted', 'delete from gift_lot_use where lot_id in (select id from gift_lot where user_card_id = $1)'],
  ['a gift that is less than its lots', "update ledger_account set balance_cents = 1 where owner_id = $1 and kind = 'gift'"],
  ['a lot that came from nowhere', 'update gift_lot set cents = cents + 1, left_cents = left_cents + 1 where user_card_id = $1'],
  [
    'a use that was given back by nobody',
    'update gift_lot_use set returned_cents = 1 where lot_id in (select id from gift_lot where user_card_id = $1)',
  ],
])('%s is found', async (_, statement) => {
  setClock(noon)
  const it = await world()
  const { id } = await makeCard(it)
  const bare = {
    id: null as unknown as number,
    name: '',
    priceCents: 1,
    discountId: null,
    endTime: null,
    giftOf: () => 50,
    hasFixedGift: true,
    giftPoints: 0,
    giftCoupons: [],
  }
  const offered: Offered = { ...bare, productIds: [], giftEndsAt: new Date(noon.getTime() + day) }
  await it.within(async ctx => {
    const { id: stationId } = it.station
    await topUp(ctx, { userCardId: id, amountCents: 10, giftCents: 50, of: offered, from: { stationId, payType: 'cash' } })
    await payByCard(ctx, { userCardId: id, amountCents: 30, stationId, ref: 'payment:1', target: `stock:${stationId}` })
  })
  const found = async () => (await invariantsOf(it)).filter(({ invariant, breaches }) => invariant === 'I34' && breaches > 0).length
  expect(await found()).toBe(0)
  await tamper(statement, [id])
  expect(await found()).toBeGreaterThan(0)
})
