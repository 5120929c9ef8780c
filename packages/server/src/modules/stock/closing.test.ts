import { depotCalls, monthProof, monthSettlement, transferDepot } from '@forecourt/contract'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Tx } from '../../platform/postgres/database.ts'
import { proofOf } from '../../testing/access.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { supplyWorld, type SupplyWorld } from '../../testing/supply.ts'
import { noon, owned, setClock, tamper } from '../../testing/world.ts'
import { courseOfDepot, mostThatLeaves, worthsAt } from './index.ts'

afterEach(() => setClock(noon))

async function settle({ lin }: SupplyWorld, month: string) {
  const seen = await lin.call(monthSettlement.preview, { body: { month: `${month}-01` } })
  const pinProof = await proofOf(lin.actor, monthProof(seen.month, seen.sums.closingCents))
  await lin.call(monthSettlement.confirm, { body: { month: seen.month, typed: month, fingerprint: seen.fingerprint, pinProof } })
  return seen
}
const bookOf = async ({ lin, diesel }: SupplyWorld, id: number, to: string, from = to) =>
  (await lin.call(depotCalls.book, { id, query: { from, to } })).fuels.find(({ baseFuelId }) => baseFuelId === diesel)!

test('a depot is worth what its month was settled at, with tax and without, and the days after it go on from there', async () => {
  const it = await supplyWorld()
  const { lin, harbour, hill, diesel } = it
  const send = (day: string, weightKg: number, from = harbour, to = hill) =>
    lin.call(transferDepot, { body: { depotId: from, toDepotId: to, baseFuelId: diesel, weightKg, day } })
  await it.buy({ day: '2026-04-01', weightKg: 1_000, priceCentsPerT: 7_000_00 })
  await send('2026-04-10', 500)
  await it.buy({ day: '2026-04-20', weightKg: 1_000, priceCentsPerT: 9_000_00 })
  // Until it is settled, what had gone on by then has the price of its day.
  expect(await bookOf(it, hill, '2026-04-30')).toMatchObject({ stockKg: 500, valueCents: 3_500_00 })

  const { lines } = await settle(it, '2026-04')
  const settled = (depotId: number) => lines.find(line => line.depotId === depotId)!
  // 2 t for 16,000.00 with tax: of the whole month each ton is worth 8,000.00.
  expect(await bookOf(it, hill, '2026-04-30')).toMatchObject({ valueCents: 4_000_00, netCents: settled(hill).closingCents })
  expect(await bookOf(it, harbour, '2026-04-30')).toMatchObject({ valueCents: 12_000_00, netCents: settled(harbour).closingCents })
  expect((await bookOf(it, harbour, '2026-04-30', '2026-04-09')).days.map(({ stockKg }) => stockKg).slice(0, 3)).toEqual([1_000, 500, 500])

  setClock(new Date('2026-06-03T04:00:00Z'))
  await it.buy({ day: '2026-05-10', weightKg: 500, priceCentsPerT: 6_000_00, depotId: hill })
  expect(await bookOf(it, hill, '2026-05-10')).toMatchObject({ stockKg: 1_000, valueCents: 7_000_00, centsPerT: 7_000_00 })
  expect((await bookOf(it, hill, '2026-05-11', '2026-05-09')).days.map(({ stockKg }) => stockKg)).toEqual([500, 1_000, 1_000])
  await send('2026-05-20', 1_000, hill, harbour)
  expect(
    await lin.refused(transferDepot, { body: { depotId: hill, toDepotId: harbour, baseFuelId: diesel, weightKg: 1, day: '2026-05-15' } }),
  ).toBe('depot.transferTooMuch')
  await settle(it, '2026-05')
  expect(await bookOf(it, hill, '2026-06-01')).toMatchObject({ stockKg: 0, valueCents: 0, netCents: 0 })
  expect(await bookOf(it, harbour, '2026-06-01')).toMatchObject({ stockKg: 2_500, valueCents: 19_000_00 })
  for (const statement of [
    'update depot_closing set net_cents = 0 where company_id = $1',
    'delete from depot_closing where company_id = $1',
  ])
    await expect(owned(statement, [it.company.id])).rejects.toThrow(/final|never/)
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

test('a month that was settled before there were closings is read by its moves, and the next one goes on from its lines', async () => {
  const it = await supplyWorld()
  const { lin, harbour, hill, diesel } = it
  const send = (day: string) =>
    lin.call(transferDepot, { body: { depotId: harbour, toDepotId: hill, baseFuelId: diesel, weightKg: 500, day } })
  await it.buy({ day: '2026-04-01', weightKg: 1_000, priceCentsPerT: 7_000_00 })
  await send('2026-04-10')
  await it.buy({ day: '2026-04-20', weightKg: 1_000, priceCentsPerT: 9_000_00 })
  const april = await settle(it, '2026-04')
  await tamper('delete from depot_closing where company_id = $1', [it.company.id])
  expect(await bookOf(it, hill, '2026-05-01')).toMatchObject({ stockKg: 500, mostKg: 500 })
  expect(await bookOf(it, harbour, '2026-05-01')).toMatchObject({ stockKg: 1_500 })

  setClock(new Date('2026-06-03T04:00:00Z'))
  await it.buy({ day: '2026-05-10', weightKg: 500, priceCentsPerT: 6_000_00, depotId: hill })
  const may = await settle(it, '2026-05')
  const of = ({ lines }: typeof may, depotId: number) => lines.find(line => line.depotId === depotId)!
  for (const depotId of [harbour, hill]) {
    expect(of(may, depotId)).toMatchObject({ opening: of(april, depotId).closing, openingCents: of(april, depotId).closingCents })
    expect(await bookOf(it, depotId, '2026-06-01')).toMatchObject({
      stockKg: of(may, depotId).closing,
      netCents: of(may, depotId).closingCents,
    })
  }
  // A day of the earlier months is read from the first move on.
  expect(await bookOf(it, hill, '2026-04-15')).toMatchObject({ stockKg: 500, valueCents: 3_500_00 })
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

/** What this connection has read of moves so far. */
async function readSoFar(tx: Tx): Promise<number> {
  const { rows } = await sql<{ tuples: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as tuples from pg_stat_xact_user_tables
    where relname = 'stock_move'`.execute(tx)
  return rows[0]!.tuples
}

test('what a depot holds and what that is worth costs the moves since the last settled month, however many there were before', async () => {
  const it = await supplyWorld()
  const { company, harbour, hill, diesel, refinery } = it
  const companyId = company.id
  await tamper(
    `insert into stock_move (company_id, document, document_id, revision, line, day, base_fuel_id, from_place, from_id, to_place, to_id,
       weight_kg, amount_cents, net_cents, created_date)
     select $1, case turn % 3 when 0 then 'purchase' when 1 then 'depotTransfer' else 'load' end, next_id(), 1, 0,
       '2024-01-01'::date + turn % 800, $4, case when turn % 3 = 0 then 'supplier' else 'depot' end,
       case when turn % 3 = 0 then $5::bigint else $2::bigint end,
       case turn % 3 when 2 then 'truck' else 'depot' end, case turn % 3 when 0 then $2::bigint when 1 then $3::bigint else turn end,
       case when turn % 3 = 0 then 2 else 1 end, 100, 100, now()
     from generate_series(1, 30000) turn`,
    [companyId, harbour, hill, diesel, refinery],
  )
  await tamper(
    `insert into depot_closing (company_id, month, depot_id, base_fuel_id, weight_kg, amount_cents, net_cents)
     values ($1, '2026-03-01', $2, $4, 7, 700, 600), ($1, '2026-03-01', $3, $4, 10000, 100, 100)`,
    [companyId, harbour, hill, diesel],
  )
  for (const day of ['2026-04-02', '2026-04-03', '2026-04-20']) await it.buy({ day, weightKg: 10, priceCentsPerT: 1_000_00, taxRate: 0 })
  await owned('analyze stock_move')
  const cost = <T>(of: (tx: Tx) => Promise<T>) =>
    it.within(async ({ tx }) => {
      const before = await readSoFar(tx)
      const answer = await of(tx)
      return { answer, read: (await readSoFar(tx)) - before }
    })
  const worth = await cost(tx => worthsAt(tx, companyId, '2026-04-10'))
  expect(worth.answer.get(diesel)!.get(harbour)).toEqual({ weightKg: 27n, amountCents: 27_00n, netCents: 26_00n })
  expect(worth.answer.get(diesel)!.get(hill)).toMatchObject({ weightKg: 10_000n })
  expect(worth.read).toBeLessThanOrEqual(10)
  const course = await cost(tx => courseOfDepot(tx, companyId, harbour, '2026-04-10'))
  expect(course.answer.openingKg.get(diesel)).toBe(7)
  expect(course.answer.days.map(({ day }) => day)).toEqual(['2026-04-02', '2026-04-03', '2026-04-20'])
  expect(course.read).toBeLessThanOrEqual(10)
  const most = await cost(tx => mostThatLeaves(tx, companyId, { depotId: harbour, baseFuelId: diesel }, '2026-04-10'))
  expect(most.answer).toBe(27)
  expect(most.read).toBeLessThanOrEqual(10)
})
