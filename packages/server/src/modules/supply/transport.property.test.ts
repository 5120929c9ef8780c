import { transportCalls, transports } from '@forecourt/contract'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { scaled } from '../../testing/sampling.ts'
import { at } from '../../testing/settlement.ts'
import { supplied } from '../../testing/transport.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))
type It = Awaited<ReturnType<typeof supplied>>
type Status = 'ordered' | 'loaded' | 'signed' | 'cancelled'
/** A load as one would keep it on paper. */
interface Load {
  readonly id: number
  depot: number
  kg: number
  status: Status
  signedKg: number
}
interface Paper {
  readonly loads: Load[]
  /** Kilograms of each depot; one that is full, one that runs out. */
  readonly depots: Map<number, number>
}
type Act = (paper: Paper, it: It) => Promise<void>
const pickOf = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)]

const order =
  (kg: number, pick: number): Act =>
  async ({ loads, depots }, it) => {
    const depot = pickOf([...depots.keys()], pick)!
    const { id } = await it.order({ depotId: depot, deliveredKg: kg })
    loads.push({ id, depot, kg, status: 'ordered', signedKg: 0 })
  }

/** What may be done is done, and refused where the paper says that it may not. */
const load =
  (pick: number): Act =>
  async ({ loads, depots }, it) => {
    const one = pickOf(loads, pick)
    if (!one) return
    const body = { billNo: 'P', deliveryTime: at('07:00').toISOString(), density: 838, deliveredKg: one.kg }
    const held = depots.get(one.depot)!
    const wanted = one.status !== 'ordered' ? 'transport.statusForbids' : held < one.kg ? 'depot.stockShort' : 'allowed'
    expect(await it.boss.refused(transportCalls.load, { id: one.id, body })).toBe(wanted)
    if (wanted !== 'allowed') return
    depots.set(one.depot, held - one.kg)
    one.status = 'loaded'
  }

const sign =
  (pick: number, off: number): Act =>
  async ({ loads }, it) => {
    const one = pickOf(loads, pick)
    if (!one) return
    const signedKg = Math.max(1, one.kg - off)
    const body = it.signature({ signedKg, reason: off < 0 ? 'Weighed anew' : '' })
    const wanted = one.status === 'loaded' ? 'allowed' : one.status === 'cancelled' ? 'notFound' : 'transport.statusForbids'
    expect(await it.leader.refused(transportCalls.sign, { id: one.id, body })).toBe(wanted)
    if (wanted === 'allowed') Object.assign(one, { status: 'signed', signedKg })
  }

const back =
  (pick: number): Act =>
  async ({ loads, depots }, it) => {
    const one = pickOf(loads, pick)
    const reason = { id: one?.id ?? 0, body: { reason: 'Back' } }
    if (one?.status === 'signed') {
      await it.master.call(transportCalls.takeBack, reason)
      Object.assign(one, { status: 'loaded', signedKg: 0 })
    } else if (one?.status === 'loaded') {
      await it.boss.call(transportCalls.takeBackLoading, reason)
      depots.set(one.depot, depots.get(one.depot)! + one.kg)
      one.status = 'ordered'
    } else if (one?.status === 'ordered') {
      await it.boss.call(transportCalls.cancel, reason)
      one.status = 'cancelled'
    }
  }

const edit =
  (pick: number, kg: number, place: number): Act =>
  async ({ loads, depots }, it) => {
    const one = pickOf(loads, pick)
    if (!one) return
    const depot = pickOf([...depots.keys()], place)!
    const { version } = await it.shown(one.id)
    const body = { ...it.terms({ depotId: depot, deliveredKg: kg }), version }
    const back = one.status === 'loaded' && depot === one.depot ? one.kg : 0
    const isShort = one.status === 'loaded' && depots.get(depot)! + back < kg
    const closed = one.status === 'signed' ? 'transport.signed' : one.status === 'cancelled' ? 'transport.statusForbids' : undefined
    const wanted = closed ?? (isShort ? 'depot.stockShort' : 'allowed')
    expect(await it.boss.refused(transports.update, { id: one.id, body })).toBe(wanted)
    if (wanted !== 'allowed') return
    if (one.status === 'loaded') {
      depots.set(one.depot, depots.get(one.depot)! + one.kg)
      depots.set(depot, depots.get(depot)! - kg)
    }
    Object.assign(one, { depot, kg })
  }

const weight = fc.integer({ min: 1, max: 40_000 })
const anAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(weight, fc.nat()).map(([kg, pick]) => order(kg, pick)) },
  { weight: 5, arbitrary: fc.nat().map(load) },
  { weight: 5, arbitrary: fc.tuple(fc.nat(), fc.integer({ min: -300, max: 900 })).map(([pick, off]) => sign(pick, off)) },
  { weight: 3, arbitrary: fc.nat().map(back) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(), weight, fc.nat()).map(([pick, kg, place]) => edit(pick, kg, place)) },
)

/** Litres of the book beside those of the engine: what came into a truck is what left it, and what is in it now. */
async function compare({ loads, depots }: Paper, it: It): Promise<void> {
  for (const [depot, kg] of depots) expect(await it.stock(depot), 'a depot').toBe(kg)
  const sums = await it.rows<{ id: number; kg: number; cl: number; at_station: number }>(
    `select document_id as id,
       sum(case when to_place = 'truck' then weight_kg when from_place = 'truck' then -weight_kg else 0 end)::int as kg,
       sum(case when to_place = 'truck' then volume_cl when from_place = 'truck' then -volume_cl else 0 end)::int as cl,
       sum(case when to_place = 'station' then weight_kg when from_place = 'station' then -weight_kg else 0 end)::int as at_station
     from stock_move where company_id = $1 and document in ('load', 'signature') group by document_id`,
    [it.companyId],
  )
  const byLoad = new Map(sums.map(each => [each.id, each]))
  for (const { id, kg, status, signedKg } of loads) {
    const booked = byLoad.get(id) ?? { kg: 0, cl: 0, at_station: 0 }
    const { loadedCl } = await it.shown(id)
    expect(booked, `${status} load of ${kg} kg`).toMatchObject({
      kg: status === 'loaded' ? kg : 0,
      cl: status === 'loaded' ? loadedCl : 0,
      at_station: signedKg,
    })
  }
}

// @req SUP-004
test(
  'whatever is ordered, loaded, edited, signed for and taken back: tons and litres balance, nothing signed is on the road',
  async () => {
    const acts = fc.array(anAct, { minLength: 20, maxLength: 45 })
    const month = fc.asyncProperty(acts, async all => {
      const it = await supplied()
      setClock(at('11:00'))
      const small = await it.depot(it.baseFuelId)
      await it.bring(45_000, '2026-04-01', small)
      const paper: Paper = {
        loads: [],
        depots: new Map([
          [it.depotId, 100_000],
          [small, 45_000],
        ]),
      }
      for (const act of all) {
        setClock(at('11:00'))
        await act(paper, it)
      }
      await compare(paper, it)
      expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
    })
    await fc.assert(month, { numRuns: scaled(6, 300), seed: 19, endOnFailure: true })
  },
  scaled(60_000, 1_800_000),
)

test('of ten trucks that are loaded at once as many leave as the depot can fill', async () => {
  const it = await supplied()
  const loads = []
  for (let one = 0; one < 10; one++) loads.push(await it.order({ deliveredKg: 30_000 }))
  setClock(at('11:00'))
  const body = { billNo: 'P', deliveryTime: at('07:00').toISOString(), density: 838, deliveredKg: 30_000 }
  const codes = await Promise.all(loads.map(({ id }) => it.boss.refused(transportCalls.load, { id, body })))
  expect(codes.filter(code => code === 'allowed')).toHaveLength(3)
  expect(codes.filter(code => code === 'depot.stockShort')).toHaveLength(7)
  expect(await it.stock()).toBe(10_000)
})
