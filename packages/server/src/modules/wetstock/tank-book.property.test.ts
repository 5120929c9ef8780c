import {
  adjustTankBook,
  daySettlement,
  deliveryCorrectionProof,
  deliveryCorrections,
  oilInfos,
  orderIntake,
  startShift,
  tankBook,
  transferFuel,
} from '@forecourt/contract'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { bookShop, type BookShop } from '../../testing/tank-book.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))
const minute = 60_000
const begun = Date.parse('2026-05-01T08:00:00+08:00')

/** What moved a tank: when it happened, when it was recorded, and from when on it counts. */
interface Fact {
  readonly tank: number
  readonly own: number
  readonly recorded: number
  at: number
  cl: number
  /** A delivery that no settlement has counted yet. */
  open?: boolean
  sold?: true
}
/** A delivery: what is booked of it so far. One without a note comes to what was measured and sold meanwhile. */
interface Delivered {
  readonly id: number
  readonly tank: number
  readonly from: number
  readonly until: number
  readonly blind: boolean
  readonly fact: Fact
  booked: number
  settled: boolean
}
interface State {
  readonly start: number
  end: number
  readonly shift: boolean
  settled: boolean
}
/** The books as one would keep them on paper. */
interface Paper {
  now: number
  readonly facts: Fact[]
  readonly states: State[]
  readonly tanks: readonly number[]
  readonly deliveries: Delivered[]
  readonly entries: { id: number; tankId: number; volumeCl: number; sides: Fact[] }[]
}
type Act = (paper: Paper, it: BookShop) => Promise<void>

const stateOf = ({ states }: Paper, moment: number) => states.find(({ start, end }) => start <= moment && moment < end)!
/** From when on something counts that happened then and is recorded now. */
const counts = (paper: Paper, own: number) => (stateOf(paper, own).settled ? paper.now : own)
const note = (paper: Paper, tank: number, own: number, cl: number, open = false): Fact => {
  const fact = { tank, own, recorded: paper.now, at: counts(paper, own), cl, open }
  paper.facts.push(fact)
  return fact
}
const bookOf = ({ facts }: Paper, tank: number, moment: number) =>
  facts.filter(fact => fact.tank === tank && fact.at <= moment).reduce((sum, { cl }) => sum + cl, 0)
const ago = (paper: Paper, minutes: number) => Math.max(begun + 2 * minute, paper.now - minutes * minute)
const iso = (moment: number) => new Date(moment).toISOString()
const tick = (paper: Paper, minutes = 1) => {
  paper.now += minutes * minute
  setClock(new Date(paper.now))
}

const sell =
  (cl: number, late: number): Act =>
  async (paper, it) => {
    const own = ago(paper, late)
    const body = it.fuelSale({ sequence: it.nextSequence(), createdDate: iso(own), lineItems: [{ volumeCl: cl }] })
    await it.device.call(orderIntake.take, { body })
    note(paper, it.tankId, own, -cl).sold = true
    for (const of of paper.deliveries)
      if (of.blind && of.tank === it.tankId && of.from <= own && own < of.until) addSold(paper, of, own, cl)
  }
/** Until it is settled it is known with the rest; then it is a correction of the shift in which it is told. */
function addSold(paper: Paper, of: Delivered, own: number, cl: number) {
  if (of.settled && !stateOf(paper, own).settled) return
  of.booked += cl
  if (of.settled) note(paper, of.tank, of.until, cl).at = paper.now
  else of.fact.cl += cl
}
const soldIn = ({ facts }: Paper, tank: number, from: number, until: number) =>
  facts.filter(({ tank: of, own, sold }) => sold && of === tank && from <= own && own < until).reduce((sum, { cl }) => sum - cl, 0)
const deliver =
  (turn: number, cl: number, late: number, blind: boolean): Act =>
  async (paper, it) => {
    const tank = paper.tanks[turn % 2]!
    const [from, until] = [Math.max(begun + minute, ago(paper, late) - 40 * minute), ago(paper, late)]
    if (paper.deliveries.some(of => of.tank === tank && of.from < until && from < of.until)) return
    const measured = { deliveryVolumeCl: blind ? null : cl, beforeVolumeCl: 0, afterVolumeCl: cl }
    const { id } = await it.master.call(oilInfos.create, {
      body: it.facts({ tankId: tank, beginTime: iso(from), endTime: iso(until), ...measured }),
    })
    const booked = blind ? cl + soldIn(paper, tank, from, until) : cl
    const fact = note(paper, tank, until, booked, true)
    paper.deliveries.push({ id, tank, from, until, blind, fact, booked, settled: false })
  }
/** A settled delivery is taken back and recorded anew: what it has booked so far, late sales included, becomes the note's litres. */
const correct =
  (pick: number, cl: number): Act =>
  async (paper, it) => {
    const settled = paper.deliveries.filter(of => of.settled)
    const of = settled[pick % Math.max(1, settled.length)]
    if (!of) return
    const measured = { deliveryVolumeCl: cl, beforeVolumeCl: 0, afterVolumeCl: cl, beginTime: iso(of.from), endTime: iso(of.until) }
    const pinProof = await proofOf(it.master.actor, deliveryCorrectionProof(of.id, cl))
    const body = { ...it.facts({ tankId: of.tank, ...measured }), correctionReason: 'Read wrongly', pinProof }
    const { id } = await it.master.call(deliveryCorrections.correct, { id: of.id, body })
    const fact = note(paper, of.tank, of.until, cl - of.booked, true)
    // Where its end was in a day that is not settled, its own shift is all the same: it counts from now on.
    fact.at = paper.now
    paper.deliveries.splice(paper.deliveries.indexOf(of), 1, { ...of, id: Number(id), blind: false, fact, booked: cl, settled: false })
  }
const adjust =
  (turn: number, cl: number, late: number): Act =>
  async (paper, it) => {
    const [tank, own] = [paper.tanks[turn % 2]!, ago(paper, late)]
    const { body } = await it.adjustBody(cl, {}, tank)
    const { id } = await it.master.call(adjustTankBook, { body: { ...body, at: iso(own) } })
    paper.entries.push({ id, tankId: tank, volumeCl: cl, sides: [note(paper, tank, own, cl)] })
  }
const transfer =
  (turn: number, cl: number, late: number): Act =>
  async (paper, it) => {
    const [from, into] = turn % 2 === 0 ? paper.tanks : paper.tanks.toReversed()
    const own = ago(paper, late)
    const { id } = await it.master.call(transferFuel, { body: { ...it.transferBody(cl, {}, from, into).body, at: iso(own) } })
    paper.entries.push({ id, tankId: from!, volumeCl: -cl, sides: [note(paper, from!, own, -cl), note(paper, into!, own, cl)] })
  }
const takeBack =
  (pick: number): Act =>
  async (paper, it) => {
    const [entry] = paper.entries.splice(pick % Math.max(1, paper.entries.length), 1)
    if (!entry) return
    await it.reverse(entry)
    for (const { tank, own, cl } of entry.sides) note(paper, tank, own, -cl)
  }
/** Ends the running shift, and at once begins the next one, or a while later: what runs between is settled with its day. */
const settle =
  (between: number): Act =>
  async (paper, it) => {
    const state = paper.states.at(-1)!
    await it.close(await it.running(), 0, { force: true, startNext: between === 0 })
    Object.assign(state, { end: paper.now, settled: true })
    for (const fact of paper.facts)
      if (fact.open && fact.own <= paper.now) {
        fact.open = false
        if (fact.own < state.start) fact.at = Math.max(fact.recorded, state.start)
      }
    for (const of of paper.deliveries) if (of.until <= paper.now) of.settled = true
    const [end, start] = [paper.now, paper.now + between * minute]
    if (between > 0) {
      paper.states.push({ start: end, end: start, shift: false, settled: false })
      tick(paper, between)
      await it.lin.call(startShift, { body: { stationId: it.station.id } })
    }
    paper.states.push({ start, end: Infinity, shift: true, settled: false })
  }

const litres = fc.integer({ min: 1, max: 400_00 })
const late = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 }))
const turn = fc.nat({ max: 100 })
const anAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(litres, late).map(given => sell(...given)) },
  { weight: 2, arbitrary: fc.tuple(turn, litres, late, fc.boolean()).map(given => deliver(...given)) },
  { weight: 2, arbitrary: fc.tuple(turn, litres).map(given => correct(...given)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        turn,
        fc.oneof(
          litres,
          litres.map(cl => -cl),
        ),
        late,
      )
      .map(given => adjust(...given)),
  },
  { weight: 2, arbitrary: fc.tuple(turn, litres, late).map(given => transfer(...given)) },
  { weight: 1, arbitrary: turn.map(takeBack) },
  { weight: 2, arbitrary: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 })).map(settle) },
)

async function compare(paper: Paper, it: BookShop, moments: readonly number[]) {
  for (const tank of paper.tanks)
    for (const moment of moments) {
      const { bookCl } = await it.master.call(tankBook, { id: tank, query: { at: iso(moment) } })
      expect(bookCl, `tank ${tank} at ${iso(moment)}`).toBe(bookOf(paper, tank, moment))
    }
}

async function start(): Promise<[Paper, BookShop]> {
  const it = await bookShop()
  await it.begin('08:00')
  const paper: Paper = { now: begun, facts: [], states: [], tanks: [it.tankId, it.otherTankId], deliveries: [], entries: [] }
  paper.states.push({ start: begun, end: Infinity, shift: true, settled: false })
  tick(paper)
  for (const tank of paper.tanks) {
    await it.open(20_000_00, {}, tank)
    note(paper, tank, paper.now, 20_000_00)
  }
  tick(paper, 5)
  return [paper, it]
}

/** The next day settles this one; from then on everything of it is a correction. */
async function settleDay(paper: Paper, it: BookShop) {
  await settle(0)(paper, it)
  tick(paper, (Date.parse('2026-05-02T00:10:00+08:00') - paper.now) / minute)
  await settle(0)(paper, it)
  const [state] = await it.rows<{ businessDay: string }>(
    `select business_day::text as "businessDay" from daily_state where station_id = $1 and status = 'open'`,
    [it.station.id],
  )
  expect(state).toEqual({ businessDay: '2026-05-02' })
  await it.master.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay: '2026-05-01' } })
  for (const each of paper.states) if (!each.shift) each.settled = true
}

// @req FUE-021
test('whatever is sold, delivered, moved, adjusted and settled, in time or late, the book is its sum at every moment', async () => {
  const days = fc.tuple(
    fc.array(anAct, { minLength: 4, maxLength: 22 }),
    fc.array(anAct, { maxLength: 3 }),
    fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
  )
  const day = fc.asyncProperty(days, async ([acts, after, picks]) => {
    const [paper, it] = await start()
    const moments = () => [paper.now, ...picks.map(pick => begun + minute + (pick % (paper.now - begun)))]
    for (const act of acts) {
      await act(paper, it)
      await compare(paper, it, moments())
      tick(paper, 7)
    }
    await settleDay(paper, it)
    await compare(paper, it, [...moments(), ...paper.states.slice(1).map(({ start: moment }) => moment + 1)])
    for (const act of after) {
      tick(paper, 3)
      await act(paper, it)
      await compare(paper, it, moments())
    }
    expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  })
  await fc.assert(day, { numRuns: 10, seed: 25, endOnFailure: true })
}, 60_000)
