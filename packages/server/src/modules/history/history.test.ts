import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { db, noon, owned } from '../../testing/world.ts'
import { importHistory, readMapping, worded } from './index.ts'

const root = join(import.meta.dirname, '../../../../..')
const real = readMapping(join(root, 'mappings/ccs-2012.json'))
const folder = mkdtempSync(join(tmpdir(), 'forecourt-history-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = {
  'gasstations.csv': 'GasStationID,ChainID,Country,Segment\n1,13,CZE,Premium\n2,3,SVK,Other\n',
  'products.csv': 'ProductID,Description\n2,Nafta\n5,Natural\n11,"Mytí vozidel"\n12,"Oleje,tuky"\n',
  'customers.csv': 'CustomerID,Segment,Currency\n7,SME,CZK\n8,KAM,EUR\n9,LAM,CZK\n',
  'transactions_1k.csv': `TransactionID,Date,Time,CustomerID,CardID,GasStationID,ProductID,Amount,Price
1,2012-08-24,10:03:00,7,550134,1,2,18,430.72
2,2012-08-24,10:03:00,7,550134,1,11,0,121.99
3,2012-08-24,23:59:00,7,550134,2,5,10,400
4,2012-08-25,00:01:00,8,684220,2,5,5,7.5
`,
}
let turn = 0
function folderOf(change: Partial<Record<keyof typeof files, string | Buffer>> = {}) {
  const made = join(folder, `f${++turn}`)
  cpSync(mkdtempSync(join(folder, 'x')), made, { recursive: true })
  for (const [name, text] of Object.entries({ ...files, ...change })) writeFileSync(join(made, name), text)
  return made
}
/** The same mapping into companies of its own, so that each test begins with nothing. */
const mappingOf = (mark = ++turn) => ({
  ...real,
  source: `test-${mark}`,
  companies: real.companies.map(company => ({ ...company, code: `${company.code}-${mark}` })),
})
const sales = files['transactions_1k.csv']

test('a history comes in once: places, cards with opening balances, orders with their lines and payments', async () => {
  const mapping = mappingOf(),
    at = folderOf()
  const { brought, problems } = await importHistory(db, mapping, at, noon)
  expect(problems).toEqual([])
  expect(brought).toEqual({ companies: 2, stations: 3, products: 8, customers: 2, cards: 2, orders: 3, sales: 4 })

  expect(await allOrders(mapping)).toMatchObject([
    {
      total_cents: 55271,
      status: 'success',
      pay_type: 'card',
      lines: 2,
      name: 'CZE 13-1',
      business_day: '2012-08-24',
      is_nature_day: true,
    },
    { total_cents: 40000, lines: 1, name: 'SVK 3-2', business_day: '2012-08-24' },
    { total_cents: 750, lines: 1, name: 'SVK 3-2', business_day: '2012-08-25' },
  ])
})

const allOrders = (mapping: ReturnType<typeof mappingOf>) =>
  owned(
    `
  select o.total_cents, o.status, o.pay_type, o.created_date, count(*)::int as lines, s.name, d.business_day::text, d.is_nature_day
  from sale_order o join order_line l on l.order_id = o.id join station s on s.id = o.station_id join daily_state d on d.id = o.shift_id
  join company c on c.id = o.company_id where c.code = any($1)
  group by o.company_id, o.id, s.name, d.company_id, d.id order by o.created_date`,
    [mapping.companies.map(({ code }) => code)],
  )

test('the same files again change nothing; a sale that now says something else is refused', async () => {
  const mapping = mappingOf()
  await importHistory(db, mapping, folderOf(), noon)
  const before = await everything()
  expect((await importHistory(db, mapping, folderOf(), noon)).brought).toMatchObject({
    companies: 0,
    stations: 0,
    cards: 0,
    orders: 0,
    sales: 0,
  })
  const changed = await importHistory(db, mapping, folderOf({ 'transactions_1k.csv': sales.replace('430.72', '430.73') }), noon)
  expect(changed.problems.map(each => worded(each, 'en'))).toEqual([
    'transactions_1k.csv:2 TransactionID: differs from what was imported before: 1',
  ])
  expect(await everything()).toEqual(before)
})

test('what is new in the files comes in beside what is known, and the cards still cover it', async () => {
  const mapping = mappingOf()
  await importHistory(db, mapping, folderOf(), noon)
  const more = await importHistory(
    db,
    mapping,
    folderOf({ 'transactions_1k.csv': `${sales}5,2012-08-26,08:00:00,7,550134,1,2,1,20\n` }),
    noon,
  )
  expect(more.brought).toMatchObject({ stations: 0, cards: 0, orders: 1, sales: 1 })
  expect(
    await owned('select status from user_card u join company c on c.id = u.company_id where c.code = any($1)', [
      mapping.companies.map(({ code }) => code),
    ]),
  ).toEqual([{ status: 'normal' }, { status: 'normal' }])
})

test('a card that went from station to station and back has a statement in the order of its days', async () => {
  const mapping = mappingOf()
  const back = `${sales}5,2012-08-26,08:00:00,7,550134,1,2,1,20\n6,2012-08-26,09:00:00,7,550134,2,2,1,30\n`
  await importHistory(db, mapping, folderOf({ 'transactions_1k.csv': back }), noon)
  const rows = await owned<{ amount: number; after: number }>(
    `select d.amount_cents as amount, d.balance_after_cents as after from user_card_detail d join user_card k on k.id = d.user_card_id
     join company c on c.id = d.company_id where c.code = $1 and k.number = '550134' order by d.created_date`,
    [mapping.companies[0]!.code],
  )
  let balance = 0
  for (const { amount, after } of rows) expect(after).toBe((balance += amount))
  expect([rows.length, balance]).toEqual([5, 0])
})

describe('a row that is wrong stops all, and is named with its line and reason', () => {
  const edit = (from: string, to: string) => ({ 'transactions_1k.csv': sales.replace(from, to) })
  test.each<[string, Parameters<typeof folderOf>[0], string]>([
    ['a date that is none', edit('2012-08-25', '2012-02-30'), 'transactions_1k.csv:5 Date: not a date: 2012-02-30'],
    ['a time that is none', edit('00:01:00', '24:01:00'), 'transactions_1k.csv:5 Time: not a time of day: 24:01:00'],
    ['an unknown product', edit(',1,2,18,', ',1,99,18,'), 'transactions_1k.csv:2 ProductID: no such product: 99'],
    ['an unknown station', edit('684220,2,', '684220,77,'), 'transactions_1k.csv:5 GasStationID: no such station: 77'],
    ['an unknown customer', edit(',8,684220', ',88,684220'), 'transactions_1k.csv:5 CustomerID: no such customer: 88'],
    ['an id twice', edit('\n3,', '\n2,'), 'transactions_1k.csv:4 TransactionID: the number appears twice: 2'],
    ['a negative amount', edit('430.72', '-430.72'), 'transactions_1k.csv:2 Price: must not be negative: -430.72'],
    ['three decimals', edit('430.72', '430.725'), 'transactions_1k.csv:2 Price: has more than two decimals: 430.725'],
    ['an amount in words', edit('430.72', '4e2'), 'transactions_1k.csv:2 Price: not a number: 4e2'],
    ['half a car wash', edit('11,0,', '11,0.5,'), 'transactions_1k.csv:3 Amount: the quantity of goods must be a whole number: 0.5'],
    [
      'a card of two holders',
      edit('3,2012-08-24,23:59:00,7', '3,2012-08-24,23:59:00,9'),
      'transactions_1k.csv:4 CardID: the card belongs to two customers: 550134',
    ],
    [
      'a broken quote',
      edit('10.03:00'.replace('.', ':'), '10:03":00'),
      'transactions_1k.csv:2: a quotation mark or the number of columns is wrong',
    ],
    ['a column too many', edit('430.72', '430.72,x'), 'transactions_1k.csv:2: a quotation mark or the number of columns is wrong'],
    ['a missing column', { 'products.csv': 'ProductID,Name\n2,Nafta\n' }, 'products.csv:1 Description: the column is missing'],
    [
      'a column named twice',
      { 'products.csv': 'ProductID,Description,Description\n2,Nafta,x\n' },
      'products.csv:1 Description: the column appears twice',
    ],
    [
      'another encoding',
      { 'products.csv': Buffer.from('ProductID,Description\n2,Nafta\n11,Myt\xed\n', 'latin1') },
      'products.csv:3: not text in utf-8',
    ],
    ['an empty name', { 'products.csv': files['products.csv'].replace('Nafta', '') }, 'products.csv:2 Description: must not be empty'],
    [
      'a currency without a company',
      { 'customers.csv': files['customers.csv'].replace('SME,CZK', 'SME,PLN') },
      'customers.csv:2 Currency: no company is mapped to it: PLN',
    ],
    ['an empty file', { 'products.csv': 'ProductID,Description\n' }, 'products.csv: there are no rows'],
  ])('%s', async (_what, change, sentence) => {
    const mapping = mappingOf(),
      before = await everything()
    const { problems, brought } = await importHistory(db, mapping, folderOf(change), noon)
    expect(brought).toBeUndefined()
    expect(problems.map(each => worded(each, 'en').replace(/(is wrong).*/, '$1'))).toContain(sentence)
    for (const problem of problems) expect(worded(problem, 'zh')).toMatch(/[一-鿿]/)
    expect(await everything()).toEqual(before)
  })
})

test('every bad row is reported at once, not only the first', async () => {
  const bad = sales.replaceAll('2012-08-2', '2012-13-2')
  const { problems } = await importHistory(db, mappingOf(), folderOf({ 'transactions_1k.csv': bad }), noon)
  expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5])
})

async function everything() {
  const tables = [
    'company',
    'station',
    'product',
    'item',
    'user_account',
    'user_card',
    'ledger_entry',
    'ledger_move',
    'sale_order',
    'order_line',
    'pay_transaction',
    'history_record',
    'daily_state',
  ]
  return Promise.all(tables.map(async table => [table, (await owned<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n]))
}
