import { seed } from '../../testing/sampling.ts'
import { cardStatement } from '@forecourt/contract'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { freeze, payByCard, thaw, topUp } from './index.ts'

afterEach(() => setClock(noon))

const purses = ['principal', 'gift', 'lock', 'debt'] as const
type Purse = (typeof purses)[number]
type Held = Record<Purse, number>
/** One thing that happened, as one would write it down: what came in or went out of each purse, and what only changed its place. */
interface Written {
  readonly at: number
  readonly parts: Partial<Held>
  readonly moved: Partial<Held>
  readonly movements: number
}

const zones = ['Asia/Shanghai', 'America/New_York', 'Pacific/Chatham'] as const
const hourMs = 3_600_000
const cents = fc.integer({ min: 1, max: 9_00 })
const acts = fc.array(
  fc.record({
    /** Milliseconds on either side of midnight matter as much as hours. */
    afterMs: fc.oneof(fc.integer({ min: 1, max: 30 * hourMs }), fc.constant(0)),
    kind: fc.constantFrom('topUp', 'topUp', 'pay', 'delivered', 'freeze', 'thaw'),
    cents,
    gift: fc.integer({ min: 0, max: 2_00 }),
  }),
  { minLength: 5, maxLength: 18 },
)

/** The next midnight of a zone after an instant, or a millisecond before it. */
function toMidnight(ms: number, zone: string, before: boolean): number {
  const day = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().add({ days: 1 })
  return day.toZonedDateTime(zone).epochMilliseconds - (before ? 1 : 0)
}
const startOf = (day: Temporal.PlainDate, zone: string) => day.toZonedDateTime(zone).epochMilliseconds
const iso = (ms: number) => new Date(ms).toISOString()
const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)

type World = Awaited<ReturnType<typeof world>>
type Step = { afterMs: number; kind: string; cents: number; gift: number }
/** The card, and what was written down of it. */
class Clerk {
  readonly written: Written[] = []
  readonly held: Held = { principal: 0, gift: 0, lock: 0, debt: 0 }
  private readonly frozen: { ref: string; principal: number; gift: number }[] = []
  private readonly riverside: World
  private readonly id: number
  clock: number
  constructor(riverside: World, id: number, clock: number) {
    this.riverside = riverside
    this.id = id
    this.clock = clock
  }

  private note(parts: Partial<Held>, moved: Partial<Held>, movements: number): void {
    for (const purse of purses) this.held[purse] += (parts[purse] ?? 0) + (moved[purse] ?? 0)
    this.written.push({ at: this.clock, parts, moved, movements })
  }

  async act({ kind, cents: amountCents, gift: giftCents }: Step, ref: string): Promise<void> {
    const { held, riverside, id: userCardId } = this
    const stationId = riverside.station.id
    const principal = Math.min(amountCents, held.principal)
    const covered = amountCents <= held.principal + held.gift
    if (kind === 'topUp') {
      await riverside.within(ctx => topUp(ctx, { userCardId, amountCents, giftCents, from: { stationId, payType: 'cash' }, ref }))
      const debt = Math.min(amountCents, -held.debt)
      this.note({ principal: amountCents - debt, debt, gift: giftCents }, {}, giftCents > 0 ? 2 : 1)
    } else if (kind === 'freeze' && covered) {
      await riverside.within(ctx => freeze(ctx, { userCardId, amountCents, ref }))
      this.frozen.push({ ref, principal, gift: amountCents - principal })
      this.note({}, { principal: -principal, gift: principal - amountCents, lock: amountCents }, 0)
    } else if (kind === 'delivered' || (kind === 'pay' && held.debt === 0 && covered)) {
      await riverside.within(ctx => payByCard(ctx, { userCardId, amountCents, stationId, ref, delivered: kind === 'delivered' }))
      const gift = Math.min(amountCents - principal, held.gift)
      this.note({ principal: -principal, gift: -gift, debt: principal + gift - amountCents }, {}, 1)
    } else if (kind === 'thaw') await this.thaw()
  }

  private async thaw(): Promise<void> {
    const ice = this.frozen.pop()
    if (!ice) return
    await this.riverside.within(ctx => thaw(ctx, { userCardId: this.id, ref: ice.ref }))
    this.note({}, { principal: ice.principal, gift: ice.gift, lock: -ice.principal - ice.gift }, 0)
  }

  /** What a statement of these instants has to say of each purse. */
  linesOf(from: number, until: number) {
    const of = (which: 'parts' | 'moved', purse: Purse, rows: readonly Written[]) => rows.map(row => row[which][purse] ?? 0)
    const before = this.written.filter(({ at }) => at < from)
    const within = this.written.filter(({ at }) => at >= from && at <= until)
    return purses.map(purse => {
      const openingCents = sum([...of('parts', purse, before), ...of('moved', purse, before)])
      const parts = of('parts', purse, within)
      const [inCents, outCents] = [sum(parts.map(each => Math.max(each, 0))), sum(parts.map(each => Math.max(-each, 0)))]
      const movedCents = sum(of('moved', purse, within))
      return { purse, openingCents, inCents, outCents, movedCents, closingCents: openingCents + inCents - outCents + movedCents }
    })
  }

  countOf = (from: number, until: number) =>
    sum(this.written.filter(({ at }) => at >= from && at <= until).map(({ movements }) => movements))
}

/** A card in a zone, to which all this happens. */
async function played(zone: string, steps: readonly Step[]) {
  const riverside = await world({ timeZone: zone })
  setClock(new Date(begin))
  const { id } = await makeCard(riverside)
  const clerk = new Clerk(riverside, id, begin)
  for (const [turn, step] of steps.entries()) {
    // Never at the instant of the entry before: the book dates the entries of one card one after another.
    clerk.clock = step.afterMs === 0 ? Math.max(toMidnight(clerk.clock, zone, turn % 2 === 0), clerk.clock + 1) : clerk.clock + step.afterMs
    setClock(new Date(clerk.clock))
    await clerk.act(step, `fact:${id}:${turn}`)
  }
  setClock(new Date(clerk.clock + 40 * 24 * hourMs))
  const lin = await riverside.staff('card.detail.read', 'card.userCard.read')
  const statementOf = (from: number, until: number) =>
    lin.call(cardStatement, { id, query: { from: iso(from), at: iso(until), size: 500 } })
  return { clerk, statementOf }
}

const begin = Date.parse('2026-03-06T20:00:00.000Z')
const spans = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { minLength: 3, maxLength: 3 })

test('opening + in − out = closing, purse by purse, over any days of the station, as somebody wrote it down', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), acts, spans, async (zone, steps, asked) => {
      const { clerk, statementOf } = await played(zone, steps)
      const first = Temporal.Instant.fromEpochMilliseconds(begin).toZonedDateTimeISO(zone).toPlainDate()
      for (const [skip, length] of asked) {
        const [from, until] = [startOf(first.add({ days: skip }), zone), startOf(first.add({ days: skip + length + 1 }), zone) - 1]
        const statement = await statementOf(from, until)
        const { opening, closing, inCents, outCents, movements } = statement
        expect(statement.purses).toEqual(clerk.linesOf(from, until))
        expect(opening!.balanceCents + inCents - outCents).toBe(closing.balanceCents)
        expect(statement.totalElements).toBe(clerk.countOf(from, until))
        expect(sum(movements.map(({ amountCents }) => amountCents))).toBe(inCents - outCents)
        expect((movements[0]?.balanceAfterCents ?? opening!.balanceCents) - closing.balanceCents).toBe(0)
      }
    }),
    { numRuns: 15, seed, endOnFailure: true },
  )
})

// @req CRD-078
test('a long statement is read page by page, each movement once', async () => {
  const riverside = await world()
  const { id } = await makeCard(riverside, { principalCents: 100_00 })
  for (let turn = 0; turn < 24; turn++)
    await riverside.within(ctx =>
      payByCard(ctx, { userCardId: id, amountCents: 1_00 + turn, stationId: riverside.station.id, ref: `sale:${turn}` }),
    )
  const lin = await riverside.staff('card.detail.read', 'card.userCard.read')
  const query = { from: iso(noon.getTime() - hourMs), at: iso(noon.getTime() + hourMs), size: 10 }
  const pages = []
  for (const page of [0, 1, 2, 3]) pages.push((await lin.call(cardStatement, { id, query: { ...query, page } })).movements)
  expect(pages.map(({ length }) => length)).toEqual([10, 10, 5, 0])
  expect(new Set(pages.flat().map(row => row.id)).size).toBe(25)
})

test('for anyone who may look back only some days a statement begins there, and opens with what the card held then', async () => {
  const riverside = await world()
  setClock('2026-01-01T02:00:00.000Z')
  const card = await makeCard(riverside, { principalCents: 100_00 })
  setClock('2026-04-20T02:00:00.000Z')
  await riverside.within(ctx => payByCard(ctx, { userCardId: card.id, amountCents: 30_00, stationId: riverside.station.id, ref: 'sale:1' }))
  setClock(noon)
  const since = iso(noon.getTime() - 30 * 24 * hourMs)
  const over = { since: { cardDetailDays: new Date(since) } }
  const lin = await riverside.staff('card.detail.read', 'card.userCard.read', { over })
  const statement = await lin.call(cardStatement, { id: card.id, query: { from: '2026-01-01T00:00:00.000Z', at: iso(noon.getTime()) } })
  expect(statement).toMatchObject({
    from: since,
    opening: { balanceCents: 100_00 },
    closing: { balanceCents: 70_00 },
    inCents: 0,
    outCents: 30_00,
    totalElements: 1,
  })
})
