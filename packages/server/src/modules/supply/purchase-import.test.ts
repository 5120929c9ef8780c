import { baseFuels, purchaseCalls, purchaseContracts } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { supplyWorld, type SupplyWorld } from '../../testing/supply.ts'

const titles = '日期,合同编号,油库,油品,供应商,标准密度,含税单价,税率,数量,说明'
const line = (number: string, over: Partial<Record<string, string>> = {}) => {
  const said = {
    day: '2026-04-10',
    number,
    depot: 'Harbour depot',
    fuel: '0# diesel',
    supplier: 'Refinery',
    density: '838',
    price: '"7,845.50"',
    rate: '13%',
    weight: '31.580',
    description: '',
    ...over,
  }
  return Object.values(said).join(',')
}
const bring = async (it: SupplyWorld, text: string | Buffer, apply = false, name?: string) => {
  const { id } = (await it.putUp(text, name)).json() as { id: number }
  return it.lin.call(purchaseCalls.import, { body: { attachmentId: id, apply } })
}
const count = async (it: SupplyWorld) => (await it.lin.call(purchaseContracts.list, {})).totalElements

// @req SUP-012
test('a file is checked line by line, comes in whole, and the same file again changes nothing', async () => {
  const it = await supplyWorld()
  const text = [titles, line('A-1'), line('A-2', { weight: '1', price: '8000', day: '2026/4/11' })].join('\r\n')
  const dry = await bring(it, text)
  expect(dry).toMatchObject({ total: 2, added: 2, known: 0, refused: 0, applied: false, weightKg: 32_580, amountCents: 255_760_89 })
  expect(await count(it)).toBe(0)
  const done = await bring(it, text, true)
  expect(done).toMatchObject({ added: 2, applied: true })
  expect(done.contractIds).toHaveLength(2)
  const row = await it.lin.call(purchaseContracts.get, { id: done.contractIds[0]! })
  expect(row).toMatchObject({ number: 'A-1', weightKg: 31_580, amountCents: 247_760_89, netCents: 219_257_42, taxRate: 13, density: 838 })
  const before = await it.rows('select count(*)::int as n from stock_move where company_id = $1', [it.company.id])
  expect(await bring(it, text, true)).toMatchObject({ total: 2, added: 0, known: 2, refused: 0 })
  expect(await it.rows('select count(*)::int as n from stock_move where company_id = $1', [it.company.id])).toEqual(before)
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  expect((await it.audits()).filter(({ action }) => action === 'purchaseContracts.import')).toHaveLength(2)
})

// @req SUP-012
test('a file in GBK, in tabs and without titles is read in the order of the form; a fuel also by its code', async () => {
  const it = await supplyWorld()
  const { code } = await it.lin.call(baseFuels.get, { id: it.diesel })
  const text = ['2026年4月1日', 'B-1', 'Harbour depot', code, 'Refinery', '838.5', '7000', '9', '2.5', 'x'].join('\t')
  expect(await bring(it, text, true, 'contracts.txt')).toMatchObject({ added: 1, weightKg: 2_500 })
  // 日期 … in GBK: the bytes of the two titles that a file has to name, and a name of two characters.
  const gbk = Buffer.concat([
    Buffer.from([0xba, 0xcf, 0xcd, 0xac, 0xb1, 0xe0, 0xba, 0xc5, 0x2c, 0xb9, 0xa9, 0xd3, 0xa6, 0xc9, 0xcc, 0x0a]),
    Buffer.from('B-2,Refinery\n'),
  ])
  expect((await bring(it, gbk)).problems).toEqual([{ line: 2, field: 'day', reason: 'missing', value: '' }])
})

// @req SUP-012
test.each([
  ['xlsx', 'contracts.xlsx'],
  ['json', 'contracts.json'],
])('a file that is no csv or txt but %s is refused', async (_, name) => {
  const it = await supplyWorld()
  expect((await it.putUp('a,b', name)).statusCode).not.toBe(200)
})

// @req SUP-012
test.each([
  [{ number: '' }, 'number', 'missing'],
  [{ depot: 'Elsewhere' }, 'depot', 'unknown'],
  [{ fuel: 'Kerosene' }, 'baseFuel', 'unknown'],
  [{ supplier: 'Long haul' }, 'supplier', 'unknown'],
  [{ density: '599.9' }, 'density', 'wrong'],
  [{ density: '1000.1' }, 'density', 'wrong'],
  [{ rate: '100' }, 'taxRate', 'wrong'],
  [{ rate: '-1' }, 'taxRate', 'wrong'],
  [{ price: '1.234' }, 'price', 'wrong'],
  [{ weight: '0' }, 'weight', 'wrong'],
  [{ weight: '1.2345' }, 'weight', 'wrong'],
  [{ day: '2026-02-30' }, 'day', 'wrong'],
  [{ day: '2026-05-02' }, 'day', 'inFuture'],
  [{ number: 'C-0' }, 'number', 'twice'],
])('a line with %j is refused at %s as %s, and nothing of its file comes in', async (over, field, reason) => {
  const it = await supplyWorld()
  const text = [titles, line('C-0'), line('C-1', over)].join('\n')
  const answer = await bring(it, text)
  expect(answer.problems.map(problem => [problem.line, problem.field, problem.reason])).toEqual([[3, field, reason]])
  const { id } = (await it.putUp(text)).json() as { id: number }
  const body = { attachmentId: id, apply: true }
  expect(await it.lin.refused(purchaseCalls.import, { body })).toBe('purchaseContract.importRefused')
  expect(await count(it)).toBe(0)
})

test('another contract of the number, what is ended, a fuel of no depot and a settled month are said of their lines', async () => {
  const it = await supplyWorld()
  await it.buy({ number: 'D-1' })
  await it.rows(`update depot set ended_date = now() where id = $1`, [it.hill])
  await it.rows(`update depot set base_fuels = $2 where id = $1`, [it.harbour, JSON.stringify([{ baseFuelId: it.diesel }])])
  await it.rows(
    `insert into settled_month (company_id, month) values ($1, '2026-03-01') on conflict (company_id) do update set month = excluded.month`,
    [it.company.id],
  )
  const lines = [
    line('D-1', { weight: '9' }),
    line('D-2', { depot: 'Hill depot' }),
    line('D-3', { fuel: '92# petrol' }),
    line('D-4', { day: '2026-03-31' }),
  ]
  const { problems } = await bring(it, [titles, ...lines].join('\n'))
  expect(problems.map(({ reason }) => reason)).toEqual(['differs', 'ended', 'otherFuel', 'monthSettled'])
})

// @req SUP-012
test.each([
  { day: '2026-04-11' },
  { depot: 'Hill depot' },
  { fuel: '92# petrol' },
  { density: '839' },
  { price: '7845.51' },
  { rate: '9%' },
  { weight: '31.581' },
  { description: 'Second delivery' },
])('a contract that is there already is another one where its line says %j', async over => {
  const it = await supplyWorld()
  await bring(it, [titles, line('E-1')].join('\n'), true)
  const { known, problems } = await bring(it, [titles, line('E-1', over)].join('\n'))
  expect([known, problems.map(({ line: at, field, reason }) => [at, field, reason])]).toEqual([0, [[2, 'number', 'differs']]])
})

test.each([
  ['', 'empty'],
  [Buffer.from([0xff, 0xfe, 0x00, 0x00, 0x80]), 'unreadable'],
])('a file of %j is %s as a whole', async (bytes, reason) => {
  const it = await supplyWorld()
  const put = await it.putUp(Buffer.isBuffer(bytes) ? bytes : `${titles}\n`)
  const answer = await it.lin.call(purchaseCalls.import, { body: { attachmentId: put.json().id } })
  expect(answer.problems).toEqual([{ line: 1, field: null, reason, value: '' }])
})
