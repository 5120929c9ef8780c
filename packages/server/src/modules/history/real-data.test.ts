import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineItems, orders, reports, salesBehind, statistics, transactions, userCardDetails } from '@forecourt/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { db, noon, owned, world } from '../../testing/world.ts'
import { rollUp } from '../../maintenance.ts'
import { importHistory, readMapping } from './index.ts'

const mapping = readMapping(join(import.meta.dirname, '../../../../../mappings/ccs-2012.json'))

/** The real records of a fuel-card issuer, where the folder that holds them is named. */
const realData = process.env['REAL_DATA_DIR'] && join(process.env['REAL_DATA_DIR'], 'fuel-card-ccs')

const cellsOf = (file: string) =>
  readFileSync(join(realData!, file), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map(line => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''))
const table = (file: string) => {
  const [head, ...rows] = cellsOf(file)
  return rows.map(row => Object.fromEntries(head!.map((name, at) => [name, row[at] ?? ''])) as Record<string, string>)
}
const cents = (text: string) => Math.round(Number(text) * 100)
const sold: Record<string, string>[] = []
const source = () => {
  if (sold.length === 0) {
    const customers = new Map(table('customers.csv').map(row => [row['CustomerID'], row]))
    sold.push(...table('transactions_1k.csv').map(row => ({ ...row, ...customers.get(row['CustomerID']) })))
  }
  return sold
}

const nothing = { companies: 0, stations: 0, products: 0, customers: 0, cards: 0, orders: 0, sales: 0 }

interface Sum {
  cents: number
  quantity: number
  rows: number
}

/** Straight from the files. */
function sumsOfFiles(keyOf: (row: Record<string, string>) => string): Map<string, Sum> {
  const expected = new Map<string, Sum>()
  for (const row of source()) {
    const key = `${row['Currency']} ${keyOf(row)}`,
      sum = expected.get(key) ?? { cents: 0, quantity: 0, rows: 0 }
    expected.set(key, { cents: sum.cents + cents(row['Price']!), quantity: sum.quantity + Number(row['Amount']), rows: sum.rows + 1 })
  }
  return expected
}

/** As they were booked. */
async function sumsOfBooks(column: string, codes: readonly string[]): Promise<Map<string, Sum>> {
  const rows = await owned<Sum & { key: string }>(
    `
    select c.currency || ' ' || ${column} as key, sum(l.amount_cents)::bigint as cents,
      (sum(l.volume_cl) / 100 + sum(l.pieces))::bigint as quantity, count(*) as rows
    from order_line l join sale_order o on o.id = l.order_id join company c on c.id = o.company_id join station s on s.id = o.station_id
    join item i on i.id = l.item_id join product p on p.id = i.product_id
    join user_card k on k.id = o.user_card_id join user_account u on u.id = k.user_id
    join daily_state d on d.id = o.shift_id where c.code = any($1) group by 1`,
    [codes],
  )
  return new Map(rows.map(({ key, ...sum }) => [key, sum]))
}

async function keeperOf(code: string) {
  const [{ id: companyId }] = (await owned<{ id: number }>('select id from company where code = $1', [code])) as [{ id: number }]
  const permissions = new Set(['order.sale.read', 'order.transaction.read', 'card.detail.read', 'card.report.read'])
  return (await world()).as({ kind: 'user', companyId, companyIds: [companyId], zone: 'Europe/Prague', permissions })
}

/** What the lists of the product add up to for a company's August. */
async function toldByProduct(code: string) {
  const keeper = await keeperOf(code)
  const august = { query: { search: 'createdDate>=2012-08-01,createdDate<2012-09-01', from: 'history' } } as const
  const { totalCents, paidCents, refundedCents } = await keeper.call(orders.totals, august)
  const { count: rows, amountCents } = await keeper.call(lineItems.totals, august)
  const { amountCents: paid } = await keeper.call(transactions.totals, august)
  const { inCents, outCents } = await keeper.call(userCardDetails.totals, { query: { search: 'createdDate<2012-09-01', from: 'history' } })
  return { totalCents, paidCents, refundedCents, rows, amountCents, paid, inCents, outCents }
}

function toldByFiles(currency: string) {
  const rows = source().filter(row => row['Currency'] === currency),
    all = rows.reduce((sum, row) => sum + cents(row['Price']!), 0)
  return { totalCents: all, paidCents: all, refundedCents: 0, rows: rows.length, amountCents: all, paid: all, inCents: all, outCents: all }
}

/** The statistics of August beside the files, each line beside the sales behind it, and the money of the cards: on how many days. */
async function augustAgrees(code: string, currency: string): Promise<number> {
  const keeper = await keeperOf(code)
  const range = { from: '2012-08-01', to: '2012-08-31' }
  const { content, totals } = await keeper.call(statistics.sales, { query: { ...range, group: 'day' } })
  const ofFiles = [...sumsOfFiles(row => row['Date']!)].filter(([key]) => key.startsWith(currency))
  expect(content.map(line => [`${line.currency} ${line.period}`, line.totalCents])).toEqual(
    ofFiles.map(([key, sum]) => [key, sum.cents]).toSorted(([one], [other]) => String(one).localeCompare(String(other))),
  )
  expect(totals[0]!.totalCents).toBe(ofFiles.reduce((all, [, sum]) => all + sum.cents, 0))
  for (const { period, stationId, station, key, totalCents } of [...content, ...totals]) {
    const group = period ? ['day'] : []
    const { search } = salesBehind({ range, group, period, stationId, station, key, measure: 'totalCents' })
    expect((await keeper.call(orders.totals, { query: { search, from: 'history' } }))['totalCents']).toBe(totalCents)
  }
  const products = await keeper.call(statistics.sales, { query: { ...range, group: 'product' } })
  expect(products.content.reduce((all, line) => all + line.amountCents, 0)).toBe(totals[0]!.amountCents)
  const report = await keeper.call(reports.rechargeConsume, { query: { ...range, group: 'kind' } })
  expect(report.totals.map(line => [line.closingCents, line.currency])).toEqual([[0, currency]])
  return content.length
}

describe.runIf(realData && existsSync(realData))('August 2012 of a Czech fuel-card issuer', () => {
  let codes: string[]

  beforeAll(async () => {
    codes = mapping.companies.map(({ code }) => code)
    const { brought, problems } = await importHistory(db, mapping, realData!, noon)
    expect(problems).toEqual([])
    expect(brought).toMatchObject({ companies: 2, products: 2 * 591, sales: 1000, cards: 902, customers: 517, orders: 921 })
    // Five places where a card was used outside its company's own stations stand in both books.
    expect(brought!.stations).toBe(5716 + 5)
    expect((await importHistory(db, mapping, realData!, noon)).brought).toEqual(nothing)
  }, 300_000)

  test.each([
    ['currency', 'c.currency', (row: Record<string, string>) => row['Currency']!],
    ['station', 's.code', (row: Record<string, string>) => row['GasStationID']!],
    ['product', 'p.code', (row: Record<string, string>) => row['ProductID']!],
    ['segment', 'u.remark', (row: Record<string, string>) => row['Segment']!],
    ['day', 'd.business_day::text', (row: Record<string, string>) => row['Date']!],
  ])('totals by %s are those of the files, to the cent and to the litre', async (_by, column, keyOf) => {
    expect(await sumsOfBooks(column, codes)).toEqual(sumsOfFiles(keyOf))
  })

  test('every card was topped up once and has used it up; the lists and totals of the product say the same', async () => {
    const cards = await owned<{ left: number; charges: number }>(
      `select sum(a.balance_cents)::bigint as left,
      (select count(*) from user_card_detail where user_card_id = k.id and type = 'charge') as charges
      from user_card k join company c on c.id = k.company_id join ledger_account a on a.owner_id = k.id and a.is_purse
      where c.code = any($1) group by k.id`,
      [codes],
    )
    expect(cards.length).toBe(902)
    expect(cards.filter(({ left, charges }) => left !== 0 || charges !== 1)).toEqual([])

    for (const [at, currency] of ['CZK', 'EUR'].entries()) {
      expect(await toldByProduct(codes[at]!)).toEqual(toldByFiles(currency))
    }
  })

  // @req SAL-046 SAL-027
  test('the statistics of August say what the files say, and every line is the total of the sales behind it', async () => {
    await rollUp(db)
    for (const [at, currency] of ['CZK', 'EUR'].entries()) expect(await augustAgrees(codes[at]!, currency)).toBeGreaterThan(1)
  }, 60_000)
})
