import { seed } from '../../testing/sampling.ts'
import { cardStatement, cardStops } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCard, pursesOf, returnCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { cardForUpdate } from './card.ts'
import { askReplacement, freeze, payByCard, refundToCard, replaceCard, thaw, topUp } from './index.ts'

/** In this order a payment takes from the purses, and a refund fills them. */
const taken = ['principal', 'gift', 'debt'] as const
type How = 'once' | 'crash' | 'twice'
type World = Awaited<ReturnType<typeof world>>
type Purses = { principal: number; gift: number; lock: number; debt: number }

/** A card as one would keep it on paper. */
interface Model {
  held: Purses
  status: 'normal' | 'lose' | 'overspend'
  returned: boolean
  /** What was paid and can be given back: the parts in the order taken, and how much of them went back. */
  payments: { parts: Record<(typeof taken)[number], number>; back: number }[]
  frozen: { principal: number; gift: number; thawed: boolean }[]
  /** What the purses held after each act. */
  history: Purses[]
}

/** The card itself, and the references of its acts. */
interface Real {
  riverside: World
  id: number
  /** How often its plastic was replaced. */
  replaced: number
  staff: Awaited<ReturnType<World['staff']>>
  details: number[]
  frozen: string[]
  clock: number
  instants: string[]
}

let facts = 0
const minute = 60_000

/** Tells a fact to the product, sometimes after a try that dies before it is kept, sometimes twice. */
async function tell<T>(real: Real, how: How, act: (ctx: Ctx, ref: string) => Promise<T>): Promise<T | string> {
  const ref = `fact:${++facts}`
  real.clock += minute
  setClock(new Date(real.clock))
  const once = () =>
    real.riverside
      .within(ctx => act(ctx, ref))
      .catch((thrown: { code?: string; constraint?: string }) => {
        if (!(thrown instanceof Refusal) && !thrown.constraint) throw thrown
        return (thrown.constraint ?? thrown.code)!
      })
  if (how === 'crash') {
    const died = real.riverside.within(async ctx => {
      await act(ctx, ref)
      throw new Error('power cut')
    })
    await died.catch(() => {})
  }
  const answer = await once()
  if (how === 'twice' && typeof answer !== 'string') {
    expect(['ledger.alreadyBooked', 'ledger.alreadyReversed', 'card.insufficientBalance', 'card.overspent', 'card.overRefunded']).toContain(
      await once(),
    )
  }
  return answer
}

const settle = (model: Model) => {
  if (model.status !== 'lose') model.status = model.held.debt < 0 ? 'overspend' : 'normal'
}
const cents = fc.integer({ min: 1, max: 9_00 })
const how = fc.constantFrom('once', 'once', 'crash', 'twice' as const)

/** Every act ends with the same question: do paper and product agree? */
const act = (
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): fc.AsyncCommand<Model, Real> => ({
  check,
  toString: () => name,
  async run(model, real) {
    await run(model, real)
    expect(await pursesOf(real.id)).toEqual(model.held)
    model.history.push({ ...model.held })
    real.instants.push(new Date(real.clock + minute / 2).toISOString())
  },
})

const toppedUp = ({ amountCents, giftCents, how }: { amountCents: number; giftCents: number; how: How }) =>
  act(`topUp(${amountCents}, gift ${giftCents}, ${how})`, async (model, real) => {
    const from = { stationId: real.riverside.station.id, payType: 'cash' as const }
    const answer = await tell(real, how, (ctx, ref) => topUp(ctx, { userCardId: real.id, amountCents, giftCents, from, ref }))
    if (model.returned) return expect(answer).toBe('card.returned')
    const debtPaid = Math.min(amountCents, -model.held.debt)
    model.held.debt += debtPaid
    model.held.principal += amountCents - debtPaid
    model.held.gift += giftCents
    settle(model)
  })

const paid = ({ amountCents, delivered, how }: { amountCents: number; delivered: boolean; how: How }) =>
  act(`pay(${amountCents}${delivered ? ', delivered' : ''}, ${how})`, async (model, real) => {
    const stationId = real.riverside.station.id
    const answer = await tell(real, how, (ctx, ref) => payByCard(ctx, { userCardId: real.id, amountCents, stationId, ref, delivered }))
    const { held, status } = model
    const tooLittle = amountCents > held.principal + held.gift && 'card.insufficientBalance'
    const stopped = model.returned ? 'card.returned' : undefined
    const refusal = !delivered && (stopped ?? ({ lose: 'card.lost', overspend: 'card.overspent', normal: tooLittle } as const)[status])
    if (refusal) return expect(answer).toBe(refusal)
    const principal = Math.min(amountCents, held.principal)
    const gift = Math.min(amountCents - principal, held.gift)
    const parts = { principal, gift, debt: amountCents - principal - gift }
    for (const purse of taken) held[purse] -= parts[purse]
    model.payments.push({ parts, back: 0 })
    real.details.push((answer as { detailId: number }).detailId)
    settle(model)
  })

const refunded = ({ which, amountCents, how }: { which: number; amountCents: number; how: How }) =>
  act(
    `refund(#${which}, ${amountCents}, ${how})`,
    async (model, real) => {
      const place = which % model.payments.length
      const payment = model.payments[place]!
      const answer = await tell(real, how, (ctx, ref) => refundToCard(ctx, { detailId: real.details[place]!, amountCents, ref }))
      // One cent after the other, as they were taken; a debt that is no longer owed comes back as principal.
      const cents = taken.flatMap(purse => Array<string>(payment.parts[purse]).fill(purse))
      if (payment.back + amountCents > cents.length) return expect(answer).toBe('card.overRefunded')
      const back = cents.slice(payment.back, payment.back + amountCents)
      const gift = back.filter(purse => purse === 'gift').length
      const debt = Math.min(back.filter(purse => purse === 'debt').length, -model.held.debt)
      if (model.returned && debt < amountCents) return expect(answer).toBe('card.returned')
      model.held.debt += debt
      model.held.gift += gift
      model.held.principal += amountCents - gift - debt
      payment.back += amountCents
      settle(model)
    },
    model => model.payments.length > 0,
  )

const froze = (amountCents: number) =>
  act(`freeze(${amountCents})`, async ({ held, frozen, returned }, real) => {
    let fact = ''
    const answer = await tell(real, 'once', (ctx, ref) => freeze(ctx, { userCardId: real.id, amountCents, ref: (fact = ref) }))
    if (returned) return expect(answer).toBe('card.returned')
    if (amountCents > held.principal + held.gift) return expect(answer).toBe('card.insufficientBalance')
    const principal = Math.min(amountCents, held.principal)
    frozen.push({ principal, gift: amountCents - principal, thawed: false })
    real.frozen.push(fact)
    held.principal -= principal
    held.gift -= amountCents - principal
    held.lock += amountCents
  })

const thawed = (which: number) =>
  act(
    `thaw(#${which})`,
    async ({ held, frozen, returned }, real) => {
      const place = which % frozen.length
      const ice = frozen[place]!
      const answer = await tell(real, 'once', ctx => thaw(ctx, { userCardId: real.id, ref: real.frozen[place]! }))
      if (returned) return expect(answer).toBe('card.returned')
      if (ice.thawed) return expect(answer).toMatch(/^ledger\.already/)
      ice.thawed = true
      held.lock -= ice.principal + ice.gift
      held.principal += ice.principal
      held.gift += ice.gift
    },
    model => model.frozen.length > 0,
  )

const lost = () =>
  act('lose', async (model, { staff, id }) => {
    const code = model.returned ? 'card.returned' : model.status === 'lose' ? 'card.alreadyLost' : 'allowed'
    expect(await staff.refused(cardStops.loss, { id, body: {} })).toBe(code)
    if (!model.returned) model.status = 'lose'
  })

const found = () =>
  act('unhook', async (model, { staff, id }) => {
    const code = model.returned ? 'card.returned' : model.status === 'lose' ? 'allowed' : 'card.notLost'
    expect(await staff.refused(cardStops.unhook, { id, body: {} })).toBe(code)
    if (model.status === 'lose') model.status = 'normal'
    settle(model)
  })

/** Other plastic: a loss is over, and no purse has changed. */
const replaced = () =>
  act('replace', async (model, real) => {
    const number = `R${real.id}-${++real.replaced}`
    const answer = await tell(real, 'once', async ctx => {
      const locked = await cardForUpdate(ctx, real.id)
      await askReplacement(ctx, locked.card, { number, reason: 'damaged', remark: '' })
      await replaceCard(ctx, locked, null)
    })
    if (model.returned) return expect(answer).toBe('card.returned')
    expect(answer).toBeUndefined()
    if (model.status === 'lose') model.status = 'normal'
    settle(model)
  })

/** Its end, once enough has happened to it. */
const returned = () =>
  act(
    'return',
    async (model, real) => {
      const answer = await tell(real, 'once', ctx => returnCard(ctx, real.id, real.riverside.station.id))
      const { held, status } = model
      if (model.returned) return expect(answer).toBe('card.returned')
      if (held.debt < 0) return expect(answer).toBe('card.owes')
      if (status !== 'normal') return expect(answer).toBe('card.statusForbids')
      if (held.lock > 0) return expect(answer).toBe('card.frozen')
      expect(answer).toBeUndefined()
      model.returned = true
      held.principal = held.gift = 0
    },
    model => model.history.length > 12,
  )

const acts = [
  fc.record({ amountCents: fc.oneof(fc.constant(0), cents), giftCents: fc.integer({ min: 1, max: 2_00 }), how }).map(toppedUp),
  fc.record({ amountCents: cents, delivered: fc.boolean(), how }).map(paid),
  fc.record({ which: fc.nat(9), amountCents: fc.integer({ min: 1, max: 4_00 }), how }).map(refunded),
  cents.map(froze),
  fc.nat(9).map(thawed),
  fc.constant(null).map(lost),
  fc.constant(null).map(found),
  fc.constant(null).map(replaced),
  fc.constant(null).map(returned),
]

/** Paid up, found again and thawed, a card can be returned, and takes nothing from then on. */
async function close(model: Model, real: Real) {
  if (model.returned) return
  await toppedUp({ amountCents: 1_00 - model.held.debt, giftCents: 1, how: 'once' }).run(model, real)
  if (model.status === 'lose') await found().run(model, real)
  for (const place of model.frozen.keys()) await thawed(place).run(model, real)
  await returned().run(model, real)
  expect(model).toMatchObject({ returned: true, held: { principal: 0, gift: 0, lock: 0, debt: 0 } })
  await paid({ amountCents: 1, delivered: false, how: 'once' }).run(model, real)
}

test('whatever happens to a card, its purses are what a careful clerk would have written down', { timeout: 300_000 }, async () => {
  const riverside = await world()
  const staff = await riverside.staff('card.loss', 'card.unhook', 'card.detail.read', 'card.userCard.read')
  await fc.assert(
    fc.asyncProperty(fc.commands(acts, { maxCommands: 40, size: 'max' }), async commands => {
      setClock(noon)
      const { id } = await makeCard(riverside)
      const real: Real = { riverside, id, replaced: 0, staff, details: [], frozen: [], clock: noon.getTime(), instants: [] }
      const model: Model = {
        held: { principal: 0, gift: 0, lock: 0, debt: 0 },
        status: 'normal',
        returned: false,
        payments: [],
        frozen: [],
        history: [],
      }
      await fc.asyncModelRun(() => ({ model, real }), commands)
      await close(model, real)

      // The statement at every past instant is what the clerk had on paper then.
      for (const [place, at] of real.instants.entries()) {
        const { closing } = await staff.call(cardStatement, { id, query: { at, size: 1 } })
        const { principal, gift, lock, debt } = model.history[place]!
        expect(closing).toMatchObject({ principalCents: principal, giftCents: gift, lockCents: lock, debtCents: debt })
      }
    }),
    { numRuns: 40, seed, endOnFailure: true },
  )
  const results = await invariantsOf(riverside)
  expect(results.filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)).toEqual([])
})
