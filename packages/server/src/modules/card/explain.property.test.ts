import { cardLimits, CardRangeOfUse } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { limitedShop } from '../../testing/card-limits.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { noon, setClock } from '../../testing/world.ts'
import { handlerOf } from '../../platform/module.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { payByCard } from './index.ts'

beforeEach(() => setClock(noon))

const fills = scaled(250, 10_000)
/** So many fills lie in the same month. */
const perMonth = 100
/** A card with few movements is judged as one with many. */
const perShop = 500
const hour = 3_600_000
type Explained = { code: string | null; deciding: number | null; lines: { verdict: string; code: string | null }[] }

type Shop = Awaited<ReturnType<typeof limitedShop>> & { west: { id: number } }

const roll = dice(seed)
/** Drawn from few values, so that they often touch. */
const one = <T>(...of: readonly T[]): T => of[Math.floor(roll() * of.length)]!
const maybe = <T>(chance: number, value: () => T): T | undefined => (roll() < chance ? value() : undefined)
const cents = () => one(100_00, 100_01, 240_00, 500_00)
const breach = () => maybe(0.2, () => 'alert' as const)
const moment = (day: number) => `2026-05-0${day}T${one('00:00:00', '12:00:00', '18:30:00')}`

/** What a range says besides its figures. */
const sets = ({ station, west, nozzle, goods }: Shop) => ({
  validFrom: maybe(0.1, () => moment(1)),
  validUntil: maybe(0.1, () => moment(one(2, 3))),
  stationIds: maybe(0.2, () => one([station.id], [west.id], [station.id, west.id])),
  weekdays: maybe(0.2, () => one([5], [5, 6], [1, 7])),
  hours: maybe(0.2, () => [one({ from: '06:00', until: '13:00' }, { from: '22:00', until: '14:00' }, { from: '12:00', until: '12:30' })]),
  productIds: maybe(0.2, () => [nozzle.productId]),
  itemIds: maybe(0.1, () => [goods.id]),
  plates: maybe(0.2, () => one(['京A12345'], ['京A12345', '京B12345'])),
})
const figures = () => ({
  fillCentsMax: maybe(0.2, cents),
  fillClMax: maybe(0.2, () => one(10_00, 30_00)),
  dayCentsMax: maybe(0.2, () => one(500_00, 1_000_00)),
  dayClMax: maybe(0.2, () => one(60_00, 100_00)),
  dayFillsMax: maybe(0.2, () => one(2, 5)),
  monthCentsMax: maybe(0.2, () => one(800_00, 2_000_00)),
  monthClMax: maybe(0.2, () => one(80_00, 200_00)),
  passwordFromCents: maybe(0.1, () => one(240_00, 600_00)),
})
const breaches = () => ({
  validityBreach: breach(),
  placeBreach: breach(),
  timeBreach: breach(),
  productBreach: breach(),
  plateBreach: breach(),
  fillBreach: breach(),
  dayBreach: breach(),
  monthBreach: breach(),
})
function range(it: Shop): CardRangeOfUse {
  const drawn = CardRangeOfUse.safeParse(JSON.parse(JSON.stringify({ ...sets(it), ...figures(), ...breaches() })))
  return drawn.success ? drawn.data : {}
}

async function newLimits(it: Shop, name: string) {
  const [profile] = await it.rows<{ id: number }>(
    'insert into card_limit_profile (company_id, name, range_of_use) values ($1, $2, $3) returning id',
    [it.company.id, name, JSON.stringify(range(it))],
  )
  await it.rows('update user_card set range_of_use = $2, limit_profile_id = $3, day_cents_max = $4 where id = $1', [
    it.card.id,
    JSON.stringify(range(it)),
    profile!.id,
    one(null, 500_00),
  ])
}

async function newShop() {
  const shop = await limitedShop({ principalCents: 1_000_000_00 })
  return { ...shop, west: await shop.addStation('Riverside West') }
}

/** A fill as it is paid, and as it is asked about. */
function drawFill({ station, west, nozzle, goods, card }: Shop, turn: number) {
  const days = Math.floor(turn / perMonth) * 40
  const at = new Date(noon.getTime() + days * 24 * hour + Math.floor(roll() * 60) * hour)
  const stationId = one(station.id, west.id)
  const isFuel = roll() < 0.8
  const amountCents = one(50_00, 100_00, 100_01, 240_00)
  const volumeCl = isFuel ? one(6_00, 10_00, 30_00, 30_01) : 0
  const plate = one(undefined, '京A12345', '京B12345', '京C12345')
  const sold = isFuel ? { itemId: nozzle.itemId, productId: nozzle.productId } : { itemId: goods.id, productId: null }
  const fill = { lines: [{ ...sold, volumeCl }], totalCents: amountCents, paidCents: 0, byCards: {} }
  const sale = { userCardId: card.id, amountCents, stationId, ref: `sale:${turn}`, at, plate, fill }
  const asked = { itemId: sold.itemId, ...(isFuel && { productId: nozzle.productId, volumeCl }), ...(plate && { plate }) }
  return { sale, query: { stationId, amountCents, at: at.toISOString(), ...asked } }
}

test(`what is explained beforehand is what a payment finds: ${fills} fills drawn at random`, { timeout: 900_000 }, async () => {
  let it = await newShop()
  const explain = handlerOf(cardLimits.explain)
  const seen = new Map<string, number>()

  for (let turn = 0; turn < fills; turn++) {
    if (turn % perShop === perShop - 1) it = await newShop()
    if (turn % 5 === 0 || turn % perShop === perShop - 1) await newLimits(it, `Drivers ${turn}`)
    const { sale, query } = drawFill(it, turn)
    const { explained, paid } = await it.within(async (ctx: Ctx) => {
      const asked = (await explain.run(ctx, { id: it.card.id, query })) as Explained
      const outcome = await payByCard(ctx, sale).catch((thrown: unknown) => {
        if (thrown instanceof Refusal) return thrown
        throw thrown
      })
      return { explained: asked, paid: outcome }
    })
    const code = paid instanceof Refusal ? paid.code : null
    expect(explained.code, JSON.stringify({ turn, query })).toBe(code)
    expect(explained.deciding === null ? null : explained.lines[explained.deciding]!.code).toBe(code)
    seen.set(code ?? 'paid', (seen.get(code ?? 'paid') ?? 0) + 1)
  }
  // Drawn so that it tries what it is about.
  expect(seen.get('paid')).toBeGreaterThan(fills / 20)
  expect(seen.size).toBeGreaterThan(8)
})
