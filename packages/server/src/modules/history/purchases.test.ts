import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monthSettlement, purchaseSums, transports } from '@forecourt/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { db, noon, owned, setClock, unique, world } from '../../testing/world.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { chanceOf, chainOf, sumsOf } from '../../testing/purchases.ts'
import { importWetStock, withoutOf } from './index.ts'
import { WetStockMapping } from './wet-stock-mapping.ts'

afterEach(() => setClock(noon))

const folderOf = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'purchases-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
const fuels = [
  { id: 'SUP', name: 'Super', kind: 'gasoline' },
  { id: 'DSL', name: 'Diesel', kind: 'diesel' },
  { id: 'GAS', name: 'LPG', kind: 'gas' },
]
/** One file that names its stations in each row: semicolons, decimal commas, points between thousands, days first. */
const mappingOf = (code: string, purchases: object = {}) =>
  WetStockMapping.parse({
    source: `bought-${code}`,
    delimiter: ';',
    decimal: ',',
    thousands: '.',
    dates: 'DD.MM.YYYY',
    timeZone: 'Europe/Berlin',
    company: { code, name: 'Chain', currency: 'EUR', currencyName: '€', symbol: '€' },
    stations: { file: 'einkauf.csv', repeated: true, id: 'Tankstelle', name: 'Tankstelle' },
    products: { rows: fuels },
    purchases: {
      file: 'einkauf.csv',
      date: 'Tag',
      station: 'Tankstelle',
      product: 'Sorte',
      supplier: 'Lieferant',
      volume: 'Liter',
      price: 'Preis',
      amount: 'Betrag',
      taxRate: { value: '19' },
      document: 'LS',
      ...purchases,
    },
  })
const head = 'Tag;Tankstelle;Sorte;Liter;Preis;Betrag;Lieferant;LS'
const fileOf = (...lines: readonly string[]) => [head, ...lines].map(line => `${line}\n`).join('')
const rows = [
  // 12,345.675 L are 12,345.68; the amount is that of the litres as they are written: 17,654.315…
  '01.03.2026;Werk Süd;SUP;12.345,675;1,43;;Raffinerie Nord;A1',
  // The document says what is paid, whatever litres times price come to.
  '31.03.2026;Werk Süd;SUP;10.000,00;1,43;14.299,99;Raffinerie Nord;A2',
  '01.04.2026;Werk Süd;SUP;5.000;1,5;;Tanklager West;A3',
  '01.03.2026;Werk Nord;DSL;20.000;;30.000,005;Raffinerie Nord;',
]
const code = () => `bought-${unique()}`
const load = (of: WetStockMapping, text: string, without: readonly string[] = []) =>
  importWetStock(db, of, folderOf({ 'einkauf.csv': text }), noon, withoutOf(without))
const said = ({ problems }: Awaited<ReturnType<typeof load>>) =>
  problems.map(({ file, line, column, reason }) => [file, line, column, reason].filter(each => each !== undefined && each !== '').join(' '))

async function buyer(companyCode: string) {
  const [{ id: companyId }] = (await owned<{ id: number }>('select id from company where code = $1', [companyCode])) as [{ id: number }]
  const it = await world()
  const permissions = new Set(['supply.transport.read', 'supply.transport.write', 'monthEnd.read'])
  const boss = it.as({ kind: 'user', id: 1, key: 'user:1', companyId, companyIds: [companyId], zone: 'Europe/Berlin', permissions })
  return { ...it, boss, companyId }
}
type Buyer = Awaited<ReturnType<typeof buyer>>
async function listed({ boss }: Buyer) {
  const expand = ['station', 'product']
  const all = []
  for (let page = 0; ; page++) {
    const { content } = await boss.call(purchaseSums.list, { query: { page, size: 500, sort: ['month', 'id'], expand } })
    all.push(...content)
    if (content.length < 500) break
  }
  return all.map(({ month, station, product, loads, loadedCl, amountCents, pricePerLitre }) => {
    return [`${station!.name} ${product!.name} ${month.slice(0, 7)}`, [loads, loadedCl, amountCents, pricePerLitre]] as const
  })
}

test('purchases come in each rounded once, and again bring nothing; their months are read by station and product', async () => {
  setClock(noon)
  const of = mappingOf(code())
  const { brought, problems, left } = await load(of, fileOf(...rows))
  expect([problems, left]).toEqual([[], []])
  const [purchasedCl, purchasedCents] = [12_345_68 + 10_000_00 + 5_000_00 + 20_000_00, 17_654_32 + 14_299_99 + 7_500_00 + 30_000_01]
  const none = { tanks: 0, readings: 0, deliveries: 0, deliveredCl: 0 }
  const counts = { companies: 1, stations: 2, products: 3, suppliers: 2, purchases: 4, purchasedCl, purchasedCents }
  expect(brought).toEqual({ ...counts, ...none })
  const again = await load(of, fileOf(...rows))
  expect(Object.values(again.brought!).every(count => count === 0)).toBe(true)

  const it = await buyer(of.company.code)
  expect(new Map(await listed(it))).toEqual(
    new Map([
      ['Werk Süd Super 2026-03', [2, 22_345_68, 31_954_31, 1.43]],
      ['Werk Süd Super 2026-04', [1, 5_000_00, 7_500_00, 1.5]],
      ['Werk Nord Diesel 2026-03', [1, 20_000_00, 30_000_01, 1.5]],
    ]),
  )
  expect(await it.boss.call(purchaseSums.totals, { query: {} })).toMatchObject({ count: 3, loads: 4, loadedCl: purchasedCl })
  const { content } = await it.boss.call(transports.list, { query: { search: 'billNo:A1' } })
  expect(content).toMatchObject([
    { status: 'settled', depotId: null, signedCl: 12_345_68, ownAmountCents: 17_654_32, netCents: 14_835_56, priceCents: 143_000 },
  ])
  const [load1] = content as [(typeof content)[0]]
  expect(await it.boss.refused(transports.delete, { id: load1.id })).toBe('transport.settled')
  await expect(owned('update transport set remark = $2 where id = $1', [load1.id, 'x'])).rejects.toThrow('transport.settled')
  expect(
    await it.rows('select from_place, to_place, day::text, volume_cl::int from stock_move where document_id = $1', [load1.id]),
  ).toEqual([{ from_place: 'supplier', to_place: 'station', day: '2026-03-01', volume_cl: 12_345_68 }])
  // A history begins no month: the first to settle is that of the first fuel that moves here.
  expect((await it.boss.call(monthSettlement.next, {})).month).toBe('2026-04-01')
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

test('a row that came before and says something else now is refused; further rows come in beside', async () => {
  const of = mappingOf(code(), { id: ['LS', 'Sorte'] })
  await load(of, fileOf(...rows.slice(0, 3)))
  expect(said(await load(of, fileOf(rows[0]!, rows[1]!.replace('14.299,99', '14.300,00'))))).toEqual(['einkauf.csv 3 nothingNew'])
  expect((await load(of, fileOf(...rows.slice(0, 3), rows[3]!.replace(/;$/, ';A4')))).brought).toMatchObject({
    purchases: 1,
    purchasedCl: 20_000_00,
  })
  expect(said(await load(of, fileOf(rows[0]!, rows[0]!)))).toEqual(['einkauf.csv 3 LS sameId'])
})

test('one bad line brings nothing; it is left out by its number alone, and what stood in it is added up', async () => {
  const of = mappingOf(code())
  const bad = [
    '31.02.2026;Werk Süd;SUP;1,00;1;;Raffinerie Nord;B1',
    '01.03.2026;Werk Süd;XYZ;1,00;1;;Raffinerie Nord;B2',
    '01.03.2026;Werk Süd;GAS;1,00;1;;Raffinerie Nord;B3',
    '01.03.2026;Werk Süd;SUP;-5,00;1;;Raffinerie Nord;B4',
    '01.03.2026;Werk Süd;SUP;5,00;;;Raffinerie Nord;B5',
    '01.03.2026;Werk Süd;SUP;5,00;1;;;B6',
    '01.03.2099;Werk Süd;SUP;5,00;1;;Raffinerie Nord;B7',
    '01.03.2026;;SUP;5,00;1;;Raffinerie Nord;B8',
  ]
  const answer = await load(of, fileOf(...rows, ...bad))
  expect(answer.brought).toBeUndefined()
  expect(said(answer)).toEqual([
    'einkauf.csv 6 Tag notDate',
    'einkauf.csv 7 Sorte unknownProduct',
    'einkauf.csv 8 Sorte noFuel',
    'einkauf.csv 9 Liter negative',
    'einkauf.csv 10 Betrag empty',
    'einkauf.csv 11 Lieferant empty',
    'einkauf.csv 12 Tag inFuture',
    'einkauf.csv 13 Tankstelle unknownStation',
  ])
  expect(await owned('select id from company where code = $1', [of.company.code])).toEqual([])
  const { brought, left } = await load(of, fileOf(...rows, ...bad), ['einkauf.csv:6-13'])
  expect(brought).toMatchObject({ purchases: 4 })
  expect(left).toEqual([{ file: 'einkauf.csv', lines: [6, 7, 8, 9, 10, 11, 12, 13], sums: { litres: 18_00, total: 13_00 }, unread: [10] }])
})

test('tons are paid by the ton, and become litres by the density of the row or of the base fuel', async () => {
  const of = mappingOf(code(), { volume: undefined, weight: 'Liter', pricePer: 'ton', density: { value: '838' } })
  const { problems } = await load(of, fileOf('05.05.2025;Werk Süd;DSL;31,58;7845,5;;Raffinerie Nord;T1'))
  expect(problems).toEqual([])
  const it = await buyer(of.company.code)
  const { content } = await it.boss.call(transports.list, { query: {} })
  expect(content).toMatchObject([{ loadedKg: 31_580, loadedCl: 37_734_50, amountCents: 247_760_89, pricedBy: 'ton', priceCents: 7_845_50 }])
  const bare = mappingOf(code(), { volume: undefined, weight: 'Liter', pricePer: 'ton' })
  const nothing = await load(bare, fileOf('05.05.2025;Werk Süd;DSL;31,58;7845,5;;Raffinerie Nord;T1'))
  expect(said(nothing)).toEqual(['einkauf.csv 2 Liter noDensity'])
})

test.each([19, 20, 21])(
  'sums of a made chain equal those of its file, to the cent and centilitre (seed %i)',
  async seed => {
    const chain = chainOf(chanceOf(seed), { stations: 5, fuels: 3, months: 36, every: 9 })
    const of = mappingOf(code())
    const { brought, problems } = await load(of, fileOf(...chain))
    expect(problems).toEqual([])
    expect(brought!.purchases).toBe(chain.length)
    const it = await buyer(of.company.code)
    expect(new Map(await listed(it))).toEqual(sumsOf(chain))
    expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  },
  60_000,
)

const real = process.env['REAL_DATA_DIR'] && join(process.env['REAL_DATA_DIR'], 'tank-gauge/refuel.log')
describe.skipIf(!real)('real deliveries', () => {
  test('what a station was delivered in a year, bought at one price, equals the sums of its file', async () => {
    const own = WetStockMapping.parse({
      source: 'real-purchases',
      delimiter: ';',
      decimal: ',',
      dates: 'YYYY-MM-DD HH:mm:ss',
      timeZone: 'UTC',
      company: { code: code(), name: 'Real', currency: 'EUR', currencyName: '€', symbol: '€' },
      stations: { rows: [{ id: '1', name: 'Real' }] },
      products: { rows: ['1', '2', '3', '4'].map(id => ({ id, name: `F${id}`, kind: 'gasoline' })) },
      purchases: {
        file: 'refuel.log',
        header: false,
        at: 1,
        station: { value: '1' },
        product: 2,
        supplier: { value: 'Refinery' },
        volume: 3,
        price: { value: '1,2345' },
      },
    })
    const { problems } = await importWetStock(db, own, join(String(real), '..'), noon)
    expect(problems).toEqual([])
    const sums = new Map<string, [number, bigint, bigint, number]>()
    for (const line of readFileSync(String(real), 'utf8').trim().split('\n')) {
      const [at, product, litres] = line.split(';') as [string, string, string]
      const [whole, fraction = ''] = litres.split(',') as [string, string?]
      const [units, scale] = [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
      const half = (over: bigint, under: bigint) => (over * 2n + under) / (under * 2n)
      const key = `Real F${product} ${at.slice(0, 7)}`
      const [loads, cl, cents] = sums.get(key) ?? [0, 0n, 0n]
      sums.set(key, [loads + 1, cl + half(units * 100n, scale), cents + half(units * 12_345n, scale * 100n), 0])
    }
    const it = await buyer(own.company.code)
    expect(new Map((await listed(it)).map(([key, [loads, cl, cents]]) => [key, [loads, BigInt(cl), BigInt(cents)]]))).toEqual(
      new Map([...sums].map(([key, [loads, cl, cents]]) => [key, [loads, cl, cents]])),
    )
  })
})
