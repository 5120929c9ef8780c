import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Foreseen } from '@forecourt/contract'
import { closing, foreseeing } from './closing-calls.ts'
import { untilRolledUp } from './rolled-up.ts'
import type { Call } from './http-line.ts'
import { busy } from './seeds.ts'
import { ask, signIn } from './session.ts'
import { tillsOf } from './tills.ts'
import { lanes, openForBusiness } from './w1.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

const ordersOf = ({ small }: Place) => (small ? 500 : 50_000)

interface Station {
  readonly station: number
  readonly company: string
}
async function stationOf({ owner }: Place): Promise<Station> {
  const { rows } = await owner.query<Station>(`select station_id::int8 as station, substr(code, 5) as company from bench.till
    join company on company.id = company_id where n = 1`)
  return rows[0]!
}

/** The shift that runs there, with its sales; it is begun where none runs, filled where it is empty. */
async function fullShift(place: Place, headers: Record<string, string>, station: number): Promise<number> {
  const running = async () => {
    const { rows } = await place.owner.query<{ id: number; sales: number }>(
      `select state.id, (select count(*) from sale_order where shift_id = state.id)::int as sales from daily_state state
       where station_id = $1 and status = 'open' and not is_nature_day`,
      [station],
    )
    return rows[0]
  }
  if (!(await running())) await ask(place, headers, 'POST', '/dailyStates', { stationId: station })
  const { id, sales } = (await running())!
  if (sales < ordersOf(place)) await place.owner.query('select bench.fill_shift($1, $2)', [id, ordersOf(place)])
  await untilRolledUp(place)
  return id
}

/** The same rows by way of payment, item, nozzle and employee, and no more. */
const groups = [
  'select pay_type, count(*), sum(amount_cents) from pay_transaction where shift_id = $1 group by 1',
  `select item_id, nozzle_control_id, count(*), sum(volume_cl), sum(pieces), sum(amount_cents), sum(line.discount_cents)
   from sale_order sale join order_line line on line.order_id = sale.id where shift_id = $1 group by 1, 2`,
  `select employee_id, status, count(*), sum(total_cents), sum(discount_cents), sum(paid_cents)
   from sale_order where shift_id = $1 group by 1, 2`,
]

async function raw(place: Place): Promise<Sample> {
  const { station, company } = await stationOf(place)
  const shift = await fullShift(place, await signIn(place, Number(company)), station)
  const times: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const began = performance.now()
    for (const group of groups) await place.owner.query(group, [shift])
    times.push(performance.now() - began)
  }
  return { groupMs: times.toSorted((one, other) => one - other)[2]! }
}

async function product(place: Place): Promise<Sample> {
  const { station, company } = await stationOf(place)
  const headers = await signIn(place, Number(company))
  const look = await once(
    place,
    { method: 'GET', path: `/api/v1/classSettles/preview?dailyStateId=${await fullShift(place, headers, station)}`, headers },
    5,
  )
  const alone = { headers, dailyStateId: await fullShift(place, headers, station) }
  const foreseen = await once(place, foreseeing(alone))
  const figures = await ask<Foreseen>(place, headers, 'POST', '/classSettles/preview', JSON.parse(foreseeing(alone).body!) as object)
  const quiet = await once(place, closing(alone, figures))

  const shift = await fullShift(place, headers, station)
  const selling = place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place) }, lanes })
  // When about half of them are sold.
  await wait(500 * (place.seconds + 2 * place.warmSeconds))
  const crowded = await place.load({ source: 'closing-calls.ts', facts: { headers, dailyStateId: shift }, lanes: 1, all: true })
  const sold = await selling
  const others = [look, foreseen, quiet, crowded, sold].flatMap(load => Object.values(load.others)).reduce((sum, count) => sum + count, 0)
  return {
    previewMs: look.p50Ms,
    again: crowded.again ?? 0,
    closeMs: quiet.p50Ms,
    foreseenMs: foreseen.p50Ms,
    databaseMs: quiet.databaseUs / 1000,
    serverMs: quiet.serverUs / 1000,
    sellingMs: crowded.p50Ms,
    soldPerSecond: sold.perSecond,
    soldP99Ms: sold.p99Ms,
    others,
  }
}

/** One call, so many times after one another. */
const once = (place: Place, call: Call, times = 1): Promise<Load> =>
  place.load({ source: 'listed-calls.ts', facts: { lists: [Array.from({ length: times }, () => call)] }, lanes: 1, all: true })

export const w9: Workload = {
  name: 'w9',
  what: 'settlement: a shift of 50,000 orders, 12 ways of payment and 24 nozzles is previewed and closed, then while w1 sells everywhere',
  seed: busy,
  writes: true,
  async prepare(place) {
    await openForBusiness(place)
    await place.owner.query(readFileSync(join(import.meta.dirname, 'w9.sql'), 'utf8'))
  },
  raw,
  product,
  figures: [
    { says: 'close, ms', of: (_limit, own) => own['closeMs']!, goal: ['≤', 400] },
    { says: 'close ÷ GROUP BY of the same rows', of: (limit, own) => own['closeMs']! / limit['groupMs']! },
    { says: 'GROUP BY of the same rows, ms', of: limit => limit['groupMs']! },
    { says: 'close with the preview of its count, ms', of: (_limit, own) => own['foreseenMs']! + own['closeMs']! },
    { says: 'close with its previews while sales go on, ms', of: (_limit, own) => own['sellingMs']! },
    { says: 'tries anew, as its figures had changed', of: (_limit, own) => own['again']! },
    { says: 'preview, ms', of: (_limit, own) => own['previewMs']! },
    { says: 'processor time of a close, database, ms', of: (_limit, own) => own['databaseMs']! },
    { says: 'processor time of a close, server, ms', of: (_limit, own) => own['serverMs']! },
    { says: 'sales a second meanwhile', of: (_limit, own) => own['soldPerSecond']! },
    { says: 'p99 of sales meanwhile, ms', of: (_limit, own) => own['soldP99Ms']! },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
