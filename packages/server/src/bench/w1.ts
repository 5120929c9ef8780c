import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { busy } from './seeds.ts'
import { tillsOf } from './tills.ts'
import type { Load, Place, Sample, Workload } from './workload.ts'

export const lanes = 64

/** Every station sells once, so that its day has begun; then stands what the raw limit needs. */
export async function openForBusiness(place: Place): Promise<void> {
  await place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place), once: true }, lanes, all: true })
  for (const file of ['raw.sql', 'lean.sql']) await place.owner.query(readFileSync(join(import.meta.dirname, file), 'utf8'))
}

/** Sales take half of a company's cards, and leave them overspent; payments take the other half. */
export const cardsEach = ({ seed: { cards, companies } }: Place) => Math.floor(cards / companies / 2)

async function raw(place: Place): Promise<Sample> {
  const upTo = { till: place.seed.stations, card: cardsEach(place), way: 5 }
  const one = await place.raw({ text: 'select bench.take(:till, :card, :way)', upTo, lanes })
  const many = `select bench.take_many(:till, ${place.seed.stations}, ${cardsEach(place)})`
  const batches = await place.raw({ text: many, upTo: { till: place.seed.stations }, lanes: 2, each: 100 })
  const lean = await place.raw({ text: 'select bench.take_lean(:till)', upTo: { till: place.seed.stations }, lanes })
  return {
    perSecond: one.perSecond,
    p99Ms: one.p99Ms,
    databaseUs: one.databaseUs,
    batchPerSecond: batches.perSecond,
    leanPerSecond: lean.perSecond,
  }
}

/** Rows that have been inserted or changed, as far as the connections have reported them. */
async function rowsWritten({ owner }: Place): Promise<number> {
  const { rows } = await owner.query<{ written: string }>('select sum(n_tup_ins + n_tup_upd) as written from pg_stat_user_tables')
  return Number(rows[0]!.written)
}

async function product(place: Place): Promise<Sample> {
  const before = await rowsWritten(place)
  const measured = await place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place) }, lanes })
  const rows = (await rowsWritten(place)) - before
  const others = Object.values(measured.others).reduce((sum, count) => sum + count, 0)
  const { perSecond, p50Ms, p99Ms, p999Ms, serverUs, databaseUs } = measured
  const bare = await withoutStatistics(place)
  return {
    perSecond,
    p50Ms,
    p99Ms,
    p999Ms,
    serverUs,
    databaseUs,
    others,
    rows: rows / measured.all,
    bareUs: bare.serverUs + bare.databaseUs,
  }
}

const notes = { sale_order: 'note_orders', order_line: 'note_lines', pay_transaction: 'note_payments', user_card_detail: 'note_movements' }

/** The same load while nothing is noted for the statistics; afterwards they are built anew from the rows. */
async function withoutStatistics(place: Place): Promise<Load> {
  const all = (what: 'enable' | 'disable') =>
    Object.entries(notes)
      .map(([table, trigger]) => `alter table ${table} ${what} trigger ${trigger};`)
      .join('')
  await place.owner.query(all('disable'))
  try {
    return await place.load({ source: 'w1-calls.ts', facts: { tills: await tillsOf(place) }, lanes })
  } finally {
    await place.owner.query(all('enable'))
    await place.owner.query('select statistic_rebuild(company_id, station_id) from statistic_site')
  }
}

export const w1: Workload = {
  name: 'w1',
  what: 'order intake: POST /orders by devices, two lines, paid, 64 at once',
  seed: busy,
  writes: true,
  prepare: openForBusiness,
  raw,
  product,
  figures: [
    { says: 'sales a second ÷ raw, one call each (R1)', of: (limit, own) => own['perSecond']! / limit['perSecond']!, goal: ['≥', 0.5] },
    { says: 'sales a second ÷ raw, calls of 100 (R1b)', of: (limit, own) => own['perSecond']! / limit['batchPerSecond']! },
    {
      says: 'sales a second ÷ lean schema, one call each (R0)',
      of: (limit, own) => own['perSecond']! / limit['leanPerSecond']!,
      goal: ['≥', 0.25],
    },
    { says: 'sales a second', of: (_limit, own) => own['perSecond']! },
    { says: 'sales a second, raw (R1)', of: limit => limit['perSecond']! },
    { says: 'p50, ms', of: (_limit, own) => own['p50Ms']! },
    { says: 'p99, ms', of: (_limit, own) => own['p99Ms']!, goal: ['≤', 60] },
    { says: 'p99.9, ms', of: (_limit, own) => own['p999Ms']! },
    { says: 'p99 raw (R1), ms', of: limit => limit['p99Ms']! },
    {
      says: 'processor time of a sale: raw ÷ server and database',
      of: (limit, own) => limit['databaseUs']! / Math.max(1, own['serverUs']! + own['databaseUs']!),
    },
    { says: 'processor time of a sale, raw, µs', of: limit => limit['databaseUs']! },
    { says: 'processor time of a sale, database, µs', of: (_limit, own) => own['databaseUs']! },
    { says: 'processor time of a sale, server, µs', of: (_limit, own) => own['serverUs']! },
    {
      says: 'maintenance of the statistics, part of a sale’s processor time',
      of: (_limit, own) => 1 - own['bareUs']! / Math.max(1, own['serverUs']! + own['databaseUs']!),
      goal: ['≤', 0.2],
    },
    { says: 'rows written for a sale', of: (_limit, own) => own['rows']! },
    { says: 'answers other than 200', of: (_limit, own) => own['others']!, goal: ['≤', 0] },
  ],
}
