import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from './http-line.ts'
import { companiesOf } from './list-load.ts'
import { signIn } from './session.ts'
import type { Place, Sample, Workload } from './workload.ts'

/** A year of readings every five minutes is 105,000 of a tank: 96 tanks make ten million. */
const gauged = ({ small }: Place) => (small ? 4 : 96)
const days = ({ small }: Place) => (small ? 40 : 366)
const dayMs = 86_400_000

async function fillWithReadings(place: Place): Promise<void> {
  const client = await place.owner.connect()
  try {
    const { rows } = await client.query<{ filled: boolean }>(`select to_regproc('bench.stock') is not null as filled`)
    if (rows[0]!.filled) return
    await client.query('begin')
    await client.query(readFileSync(join(import.meta.dirname, 'stock.sql'), 'utf8'))
    await client.query('set local session_replication_role = replica')
    await client.query('select bench.stock($1, $2, $3)', [(await companiesOf(place))[0], gauged(place), days(place)])
    await client.query('commit')
    await client.query('vacuum analyze tank_reading, tank_level_hour, tank_book')
  } finally {
    client.release()
  }
}

/** Curves of the tanks whose gauge has told a year, that end now. */
async function curves(place: Place, over: number): Promise<(headers: Call['headers']) => Call[]> {
  const { rows } = await place.owner.query<{ tank: number; until: string }>(
    'select tank_id as tank, max(hour) as until from tank_level_hour group by tank_id order by tank_id',
  )
  const instant = (ms: number) => encodeURIComponent(new Date(ms).toISOString())
  return headers =>
    rows.map(({ tank, until }) => {
      const end = Date.parse(until)
      const path = `/api/v1/tanks/${tank}/levels?startTime=${instant(end - over * dayMs)}&endTime=${instant(end)}`
      return { method: 'GET', path, headers }
    })
}

async function product(place: Place): Promise<Sample> {
  const headers = await signIn(place)
  const ask = async (calls: readonly Call[], lanes: number) => {
    const load = await place.load({ source: 'listed-calls.ts', facts: { lists: [calls], again: true }, lanes })
    return { ...load, p99Ms: load.done > 0 ? load.p99Ms : Infinity }
  }
  const { rows } = await place.owner.query<{ month: string; count: number }>(
    `select to_char(business_month, 'YYYY-MM-DD') as month, count(distinct station_id)::int as count
     from tank_book group by business_month order by count(*) desc limit 1`,
  )
  const { month, count } = rows[0]!
  const monthly = (path: string): Call => {
    const search = encodeURIComponent(`period:month,by:tank,businessDay:${month}`)
    return { method: 'GET', path: `/api/v1/fuelInventories${path}?search=${search}${path ? '' : '&size=500'}`, headers }
  }
  const [thirty, year] = [await ask((await curves(place, 30))(headers), 1), await ask((await curves(place, 365))(headers), 1)]
  const [list, totals] = [await ask([monthly('')], 1), await ask([monthly('/statistics')], 1)]
  const readings = await place.owner.query<{ count: number }>('select count(*)::int as count from tank_reading')
  return {
    readings: readings.rows[0]!.count,
    stations: count,
    thirtyMs: thirty.p99Ms,
    yearMs: year.p99Ms,
    monthMs: list.p99Ms,
    totalsMs: totals.p99Ms,
    others: [thirty, year, list, totals].flatMap(({ others }) => Object.values(others)).reduce((sum, each) => sum + each, 0),
  }
}

export const stock: Workload = {
  name: 'stock',
  what: 'level curves out of ten million gauge readings, and the month of 300 stations, one call at a time',
  // A database of its own: the books of its tanks are nobody's.
  seed: small => ({ companies: 1, stations: small ? 3 : 300, orders: 400, cards: 200, days: 7 }),
  writes: false,
  prepare: fillWithReadings,
  raw: () => Promise.resolve({}),
  product,
  figures: [
    { says: 'gauge readings', of: (_, own) => own['readings']! },
    { says: 'level curve of 30 days: p99, ms', of: (_, own) => own['thirtyMs']!, goal: ['≤', 100] },
    { says: 'level curve of a year: p99, ms', of: (_, own) => own['yearMs']!, goal: ['≤', 300] },
    { says: 'stations of the month', of: (_, own) => own['stations']! },
    { says: 'first 500 rows of the month of all stations: p99, ms', of: (_, own) => own['monthMs']!, goal: ['≤', 5000] },
    { says: 'totals of the month of all stations: p99, ms', of: (_, own) => own['totalsMs']!, goal: ['≤', 5000] },
    { says: 'answers other than 200', of: (_, own) => own['others']!, goal: ['≤', 0] },
  ],
}
