import { byTurns, compared, comparison, done } from './by-turns.ts'
import { busy } from './seeds.ts'
import { tillsOf } from './tills.ts'
import { lanes, openForBusiness } from './w1.ts'
import type { Place, Sample, Workload } from './workload.ts'

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

async function product(place: Place): Promise<Sample> {
  const before = await taken(place)
  const pairs = await byTurns(place, async on =>
    place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place), goodsEach: on ? each : 0 }, lanes }),
  )
  return { ...compared(pairs), taken: ((await taken(place)) - before) / done(pairs.on) }
}

export const w1Goods: Workload = {
  name: 'w1-goods',
  what: 'order intake by turns: each fourth sale has an article whose stock is counted, and none has',
  seed: busy,
  writes: true,
  prepare: open,
  raw: () => Promise.resolve({}),
  product,
  figures: [...comparison('goods'), { says: 'sales that took from a shelf, part of those with goods', of: (_, own) => own['taken']! }],
}
