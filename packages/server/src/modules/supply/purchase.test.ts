import { depotCalls, depotTransfers, purchaseCalls, purchaseContracts, transferDepot } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { supplyWorld, type SupplyWorld } from '../../testing/supply.ts'

const stock = async (it: SupplyWorld, depotId: number, day: string, from = day) =>
  (await it.lin.call(depotCalls.book, { id: depotId, query: { from, to: day } })).fuels.find(({ baseFuelId }) => baseFuelId === it.diesel)!
const holds = async (it: SupplyWorld) => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)

// @req SUP-003 SUP-010 SUP-011 SUP-015 SUP-026 SUP-027
test('a contract is reckoned by the server and books its fuel; an edit books anew, then takes back; a deletion takes back', async () => {
  const it = await supplyWorld()
  const { lin, harbour, hill, refinery } = it
  const priced = { priceCentsPerT: 7_845_50, taxRate: 13, weightKg: 31_580 }
  expect(await lin.call(purchaseCalls.preview, { body: priced })).toEqual({
    amountCents: 247_760_89,
    netCents: 219_257_42,
    currency: 'CNY',
  })
  const made = await it.buy({ number: 'HT-1' })
  expect(made).toMatchObject({ number: 'HT-1', weightKg: 31_580, amountCents: 247_760_89, netCents: 219_257_42, density: 838, taxRate: 13 })
  expect(await stock(it, harbour, '2026-04-09')).toMatchObject({ stockKg: 0, valueCents: 0, centsPerT: null })
  expect(await stock(it, harbour, '2026-04-10')).toMatchObject({ stockKg: 31_580, valueCents: 247_760_89, centsPerT: 7_845_50 })

  const { version } = made
  const edited = { ...it.contract({ number: 'HT-1', weightKg: 30_000, day: '2026-04-12', depotId: hill }), version }
  expect(await lin.call(purchaseContracts.update, { id: made.id, body: edited })).toMatchObject({
    weightKg: 30_000,
    amountCents: 235_365_00,
  })
  expect([(await stock(it, harbour, '2026-04-30')).stockKg, (await stock(it, hill, '2026-04-30')).stockKg]).toEqual([0, 30_000])
  const moves = await lin.call(depotTransfers.list, { query: { search: `depotId:${harbour}`, sort: 'id,asc' } })
  expect(moves.content.map(({ type, weightKg, document, isReversal }) => [type, weightKg, document, isReversal])).toEqual([
    ['inbound', 31_580, 'HT-1', false],
    ['inbound', -31_580, 'HT-1', true],
  ])
  const words = { ...it.contract({ ...edited, description: 'By rail' }), version: version + 1 }
  await lin.call(purchaseContracts.update, { id: made.id, body: words })
  expect(await it.rows('select count(*)::int as n from stock_move where document_id = $1', [made.id])).toEqual([{ n: 3 }])

  await lin.call(purchaseContracts.delete, { id: made.id })
  expect((await stock(it, hill, '2026-04-30')).stockKg).toBe(0)
  expect(await lin.call(purchaseContracts.list, { query: { search: `supplierId:${refinery}` } })).toMatchObject({ totalElements: 0 })
  expect(await holds(it)).toEqual([])
})

// Vectors of the calculation reference: weight, price, rate, with tax, without.
test.each([
  [31_580, 7_845_50, 13, 247_760_89, 219_257_42],
  [29_995, 8_123_45, 13, 243_662_88, 215_630_87],
  [1_000, 7_000_05, 9, 7_000_05, 6_422_06],
  [1, 50_000, 0, 50, 50],
  [1, 500, 13, 1, 1],
  [3, 500, 99.99, 2, 1],
])(
  '%s kg at %s cents a ton with %s %% come to %s, without tax %s, by the server and in the table',
  async (weightKg, price, taxRate, amountCents, netCents) => {
    const it = await supplyWorld()
    const made = await it.buy({ weightKg, priceCentsPerT: price, taxRate })
    expect([made.amountCents, made.netCents]).toEqual([amountCents, netCents])
    const said = await it.lin.call(purchaseCalls.preview, { body: { weightKg, priceCentsPerT: price, taxRate } })
    expect(said).toEqual({ amountCents, netCents, currency: 'CNY' })
    const booked = await it.rows('select amount_cents::int as a, net_cents::int as n from stock_move where document_id = $1', [made.id])
    expect(booked).toEqual([{ a: amountCents, n: netCents }])
  },
)

// @req SUP-010 SUP-011
test.each([
  [{ density: 600 }, 'allowed'],
  [{ density: 1000 }, 'allowed'],
  [{ density: 599.9 }, 'validation'],
  [{ density: 1000.1 }, 'validation'],
  [{ taxRate: 0 }, 'allowed'],
  [{ taxRate: 99.99 }, 'allowed'],
  [{ taxRate: 100 }, 'validation'],
  [{ taxRate: -1 }, 'validation'],
  [{ weightKg: 0 }, 'validation'],
  [{ weightKg: -5 }, 'validation'],
  [{ weightKg: 1.5 }, 'validation'],
  [{ day: '2026-05-02' }, 'depot.inFuture'],
  [{ day: '2026-05-01' }, 'allowed'],
])('a contract with %j is %s', async (over, said) => {
  const it = await supplyWorld()
  expect(await it.lin.refused(purchaseContracts.create, { body: it.contract(over) })).toBe(said)
})

test('a number is there once with its supplier; a carrier sells no fuel; a depot takes only what it holds', async () => {
  const it = await supplyWorld()
  const other = await supplyWorld()
  await it.buy({ number: 'HT-9' })
  const refused = (over: object) => it.lin.refused(purchaseContracts.create, { body: it.contract(over) })
  expect(await refused({ number: 'HT-9' })).toBe('purchaseContract.numberTaken')
  expect(await refused({ supplierId: it.carrier })).toBe('supplier.sellsNoFuel')
  expect(await refused({ supplierId: other.refinery })).toBe('notFound')
  expect(await refused({ depotId: other.harbour })).toBe('notFound')
  await it.rows(`update depot set base_fuels = $2 where id = $1`, [it.hill, JSON.stringify([{ baseFuelId: it.petrol }])])
  expect(await refused({ depotId: it.hill })).toBe('depot.otherFuel')
})

test('a contract that is sent again under its key is there once, and so is its edit; under the key of another it is refused', async () => {
  const it = await supplyWorld()
  const body = it.contract({ number: 'HT-77', weightKg: 1_000 })
  const key = { 'idempotency-key': 'office-1-417' }
  const [first, again] = await Promise.all([
    it.lin.send(purchaseContracts.create, { body }, key),
    it.lin.send(purchaseContracts.create, { body }, key),
  ])
  expect([first.statusCode, again.statusCode, again.json().id]).toEqual([200, 200, first.json().id])
  expect(await it.lin.refused(purchaseContracts.create, { body: it.contract() }, key)).toBe('idempotency.reused')
  const { id } = first.json() as { id: number }
  const edit = { id, body: { ...body, weightKg: 900, version: 1 } }
  const edited = { 'idempotency-key': 'office-1-418' }
  for (const _ of [1, 2]) expect(await it.lin.refused(purchaseContracts.update, edit, edited)).toBe('allowed')
  expect(await it.lin.refused(purchaseContracts.update, edit)).toBe('stale')
  expect((await stock(it, it.harbour, '2026-04-30')).stockKg).toBe(900)
  const gone = { 'idempotency-key': 'office-1-419' }
  for (const _ of [1, 2]) expect(await it.lin.refused(purchaseContracts.delete, { id }, gone)).toBe('allowed')
  expect(await holds(it)).toEqual([])
})

// @req SUP-028
test('an edit or a deletion that would leave a later day short is refused and changes nothing; so is one in a settled month', async () => {
  const it = await supplyWorld()
  const { lin, harbour, hill, diesel } = it
  const made = await it.buy({ day: '2026-04-10', weightKg: 20_000 })
  await lin.call(transferDepot, { body: { depotId: harbour, toDepotId: hill, baseFuelId: diesel, weightKg: 15_000, day: '2026-04-15' } })
  const change = (over: object) =>
    lin.refused(purchaseContracts.update, {
      id: made.id,
      body: { ...it.contract({ number: made.number, ...over }), version: made.version },
    })
  expect(await change({ weightKg: 14_999 })).toBe('depot.stockShort')
  expect(await change({ weightKg: 20_000, day: '2026-04-16' })).toBe('depot.stockShort')
  expect(await change({ weightKg: 20_000, depotId: hill })).toBe('depot.stockShort')
  expect(await lin.refused(purchaseContracts.delete, { id: made.id })).toBe('depot.stockShort')
  expect(await lin.call(purchaseContracts.get, { id: made.id })).toMatchObject({ version: 1, weightKg: 20_000, day: '2026-04-10' })
  expect(await change({ weightKg: 15_000, day: '2026-04-15' })).toBe('allowed')

  await it.rows(
    `insert into settled_month (company_id, month) values ($1, '2026-04-01') on conflict (company_id) do update set month = excluded.month`,
    [it.company.id],
  )
  const settled = { ...it.contract({ number: made.number, weightKg: 99_000 }), version: 2 }
  expect(await lin.refused(purchaseContracts.update, { id: made.id, body: settled })).toBe('stock.monthSettled')
  expect(await lin.refused(purchaseContracts.delete, { id: made.id })).toBe('stock.monthSettled')
  expect(await lin.refused(purchaseContracts.create, { body: it.contract() })).toBe('stock.monthSettled')
  await it.buy({ day: '2026-05-01' })
  expect(await holds(it)).toEqual([])
})

test('totals say tons and money of all that is filtered', async () => {
  const it = await supplyWorld()
  await it.buy({ weightKg: 1_000, priceCentsPerT: 100_00 })
  await it.buy({ weightKg: 2_000, priceCentsPerT: 100_00, depotId: it.hill, day: '2026-04-20' })
  const sum = (search: string) => it.lin.call(purchaseContracts.totals, { query: { search } })
  expect(await sum('')).toMatchObject({ count: 2, weightKg: 3_000, amountCents: 300_00 })
  expect(await sum(`depotId:${it.hill}`)).toMatchObject({ count: 1, weightKg: 2_000 })
  expect(await sum('day<=2026-04-15')).toMatchObject({ count: 1, weightKg: 1_000 })
})
