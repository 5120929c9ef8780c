import { median } from './median.ts'
import { busy } from './seeds.ts'
import { tillsOf } from './tills.ts'
import { lanes, openForBusiness } from './w1.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

const pairs = ({ small }: Place) => (small ? 1 : 3)
/** Of so many sales one has an article of the shop. */
const each = 4

/** All shops count their stock from here on: no article runs out while it is measured. */
async function open(place: Place): Promise<void> {
  await openForBusiness(place)
  await place.owner.query(
    `insert into item_stock (company_id, item_id, station_id, opening, pieces)
     select company_id, id, station_id, 1000000, 1000000 from item where product_id is null on conflict do nothing`,
  )
}

/** How many lines of sales have taken pieces from a shelf. */
async function taken({ owner }: Place): Promise<number> {
  const { rows } = await owner.query<{ taken: number }>('select count(*)::int as taken from order_line where took_stock')
  return rows[0]!.taken
}

/** The same sales with goods and without any; which of them comes first changes with each pair. */
async function product(place: Place): Promise<Sample> {
  const before = await taken(place)
  const load = async (goodsEach: number) => place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place), goodsEach }, lanes })
  const [on, off]: [Load[], Load[]] = [[], []]
  for (let turn = 0; turn < pairs(place); turn++) {
    if (turn % 2 === 0) off.push(await load(0))
    on.push(await load(each))
    if (turn % 2 === 1) off.push(await load(0))
  }
  return {
    ratio: median(on.map(({ perSecond }, turn) => perSecond / off[turn]!.perSecond)),
    perSecond: median(on.map(({ perSecond }) => perSecond)),
    withoutPerSecond: median(off.map(({ perSecond }) => perSecond)),
    usMore: median(on.map((own, turn) => own.serverUs + own.databaseUs - off[turn]!.serverUs - off[turn]!.databaseUs)),
    p99Ms: median(on.map(({ p99Ms }) => p99Ms)),
    withoutP99Ms: median(off.map(({ p99Ms }) => p99Ms)),
    taken: ((await taken(place)) - before) / on.reduce((sum, { all }) => sum + all, 0),
    others: [...on, ...off].flatMap(({ others }) => Object.values(others)).reduce((sum, count) => sum + count, 0),
  }
}

export const w1Goods: Workload = {
  name: 'w1-goods',
  what: 'order intake by turns: each fourth sale has an article whose stock is counted, and none has',
  seed: busy,
  writes: true,
  prepare: open,
  raw: () => Promise.resolve({}),
  product,
  figures: [
    { says: 'sales a second, with goods ÷ without (median of pairs)', of: (_, own) => own['ratio']! },
    { says: 'sales a second, with goods', of: (_, own) => own['perSecond']! },
    { says: 'sales a second, without goods', of: (_, own) => own['withoutPerSecond']! },
    { says: 'processor time that goods add to a sale on average, µs', of: (_, own) => own['usMore']! },
    { says: 'p99 with goods, ms', of: (_, own) => own['p99Ms']! },
    { says: 'p99 without goods, ms', of: (_, own) => own['withoutP99Ms']! },
    { says: 'sales that took from a shelf, part of those with goods', of: (_, own) => own['taken']! },
    { says: 'answers other than 200', of: (_, own) => own['others']!, goal: ['≤', 0] },
  ],
}
