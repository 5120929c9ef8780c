import { untilRolledUp } from './rolled-up.ts'
import { busy } from './seeds.ts'
import { tillsOf } from './tills.ts'
import { cardsEach, lanes, openForBusiness } from './w1.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

/** How payments spread over the cards of a company. */
export type Spread = 'uniform' | 'zipf' | 'hot'
/** An order that waits, the till at which it is paid, and the card. */
export type UnpaidOrder = readonly [order: number, till: number, card: number]

/** Orders enough for as long as it lasts, and more than two processors can pay. */
const wantedFor = ({ small, seconds, warmSeconds }: Place) => (small ? 2000 : 4000 * (seconds + warmSeconds))

/** One card is in one company: its payments come from the stations of that one. */
async function openOrders(place: Place, spread: Spread): Promise<void> {
  const company = spread === 'hot' ? '(select company_id from bench.till where n = 1)' : 'null'
  await place.owner.query(`select bench.open_orders(${wantedFor(place)}, ${company})`)
  await place.owner.query('analyze bench.due, sale_order, order_line')
  await untilRolledUp(place)
}

async function rawPay(place: Place, spread: 'uniform' | 'hot'): Promise<Load> {
  await openOrders(place, spread)
  return place.raw({ text: 'select bench.pay(:card)', upTo: { card: spread === 'hot' ? 1 : cardsEach(place) }, lanes })
}

interface Payers {
  /** Of the vehicle, for cards that are for certain ones. */
  readonly plate?: string
  /** Instead of those of the seed: cards of the first company. */
  readonly cards?: readonly number[]
  /** Done again and again while they pay. */
  readonly meanwhile?: () => Promise<unknown>
}

export async function pay(place: Place, spread: Spread, { plate, cards, meanwhile }: Payers = {}): Promise<Load> {
  await openOrders(place, cards ? 'hot' : spread)
  const tills = await tillsOf(place)
  const at = new Map(tills.map(({ stationId }, turn) => [stationId, turn]))
  const { rows: waiting } = await place.owner.query<{ order: number; station: number; company: number }>(
    'select order_id as order, station_id as station, company_id as company from bench.due order by n',
  )
  const { rows: purses } = await place.owner.query<{ company: number; cards: number[] }>(
    'select company_id as company, array_agg(card_id order by nth) as cards from bench.purse where nth > 0 group by company_id',
  )
  const cardsOf = new Map(purses.map(({ company, cards }) => [company, cards.map(Number)]))
  const rank = ranksOf(spread, cards?.length ?? cardsEach(place))
  const dues = waiting.map(
    ({ order, station, company }, turn): UnpaidOrder => [order, at.get(station)!, (cards ?? cardsOf.get(company)!)[rank(turn)]!],
  )
  const facts = { tills: tills.map(({ credential }) => credential), dues, lanes, plate }
  const until = performance.now() + 1000 * (place.warmSeconds + place.seconds)
  const paying = place.load({ source: 'w2-calls.ts', facts, lanes })
  while (meanwhile && performance.now() < until) await meanwhile()
  return paying
}

/** Which card is whose turn: all alike, few of them often (Zipf 0.99), or one. The same in every run. */
function ranksOf(spread: Spread, cards: number): (turn: number) => number {
  if (spread === 'hot') return () => 0
  const part = (turn: number) => ((turn * 2654435761) % 4294967296) / 4294967296
  if (spread === 'uniform') return turn => Math.floor(part(turn) * cards)
  let sum = 0
  const upTo = Array.from({ length: cards }, (_, at) => (sum += 1 / (at + 1) ** 0.99))
  return turn => {
    const wanted = part(turn) * sum
    let [low, high] = [0, cards - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

async function raw(place: Place): Promise<Sample> {
  const [uniform, hot] = [await rawPay(place, 'uniform'), await rawPay(place, 'hot')]
  return { perSecond: uniform.perSecond, databaseUs: uniform.databaseUs, hotPerSecond: hot.perSecond, hotP99Ms: hot.p99Ms }
}

async function product(place: Place): Promise<Sample> {
  const uniform = await pay(place, 'uniform'),
    zipf = await pay(place, 'zipf'),
    hot = await pay(place, 'hot')
  const others = [uniform, zipf, hot].flatMap(load => Object.values(load.others)).reduce((sum, count) => sum + count, 0)
  return {
    perSecond: uniform.perSecond,
    p99Ms: uniform.p99Ms,
    serverUs: uniform.serverUs,
    databaseUs: uniform.databaseUs,
    zipfPerSecond: zipf.perSecond,
    hotPerSecond: hot.perSecond,
    hotP50Ms: hot.p50Ms,
    hotP99Ms: hot.p99Ms,
    others,
  }
}

export const w2: Workload = {
  name: 'w2',
  what: 'card payment: POST /orders/:id/cardPay over all cards, over few (Zipf 0.99), and all from one, 64 at once',
  seed: busy,
  writes: true,
  async prepare(place) {
    await openForBusiness(place)
    await place.owner.query('select bench.top_up()')
  },
  raw,
  product,
  figures: [
    { says: 'one card ÷ all cards', of: (_limit, own) => own['hotPerSecond']! / own['perSecond']!, goal: ['≥', 0.8] },
    { says: 'one card ÷ raw on one card (R1h)', of: (limit, own) => own['hotPerSecond']! / limit['hotPerSecond']!, goal: ['≥', 2.5] },
    { says: 'Zipf 0.99 ÷ all cards', of: (_limit, own) => own['zipfPerSecond']! / own['perSecond']! },
    { says: 'all cards ÷ raw on all cards', of: (limit, own) => own['perSecond']! / limit['perSecond']! },
    { says: 'payments a second, all cards', of: (_limit, own) => own['perSecond']! },
    { says: 'payments a second, one card', of: (_limit, own) => own['hotPerSecond']! },
    { says: 'payments a second, raw on one card (R1h)', of: limit => limit['hotPerSecond']! },
    { says: 'p99 over all cards, ms', of: (_limit, own) => own['p99Ms']! },
    { says: 'p99 of one card, ms', of: (_limit, own) => own['hotP99Ms']!, goal: ['≤', 40] },
    { says: 'processor time of a payment, raw, µs', of: limit => limit['databaseUs']! },
    { says: 'processor time of a payment, database, µs', of: (_limit, own) => own['databaseUs']! },
    { says: 'processor time of a payment, server, µs', of: (_limit, own) => own['serverUs']! },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
