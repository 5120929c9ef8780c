import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  foundDeliveries,
  openTankBook,
  pastDeliveries,
  pastDeliveryCalls,
  productBooks,
  tankBook,
  tankEntryProof,
  tankReadings,
} from '@forecourt/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { db, noon, owned, setClock, unique, world } from '../../testing/world.ts'
import { scanAll } from '../../testing/found-delivery.ts'
import { importWetStock, readWetStockMapping, withoutOf } from './index.ts'
import { WetStockMapping } from './wet-stock-mapping.ts'

const folderOf = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'wet-stock-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
/** Semicolons, decimal commas with points between thousands, days first, and the clocks of another zone. */
const mappingOf = (code: string) =>
  WetStockMapping.parse({
    source: `made-${code}`,
    delimiter: ';',
    decimal: ',',
    thousands: '.',
    dates: 'DD.MM.YYYY HH:mm',
    timeZone: 'Europe/Berlin',
    company: { code, name: 'Made', currency: 'EUR', currencyName: '€', symbol: '€' },
    stations: { file: 'stationen.csv', id: 'Nr', name: 'Name' },
    products: {
      rows: [
        { id: 'SUP', name: 'Super', kind: 'gasoline' },
        { id: 'DSL', name: 'Diesel', kind: 'diesel' },
      ],
    },
    tanks: { file: 'tanks.csv', station: 'Nr', id: 'Tank', product: 'Sorte', litres: 'Inhalt' },
    readings: { file: 'peil.csv', date: 'Datum', time: 'Zeit', station: 'Nr', tank: 'Tank', volume: 'Liter', temperature: 'Temp' },
    deliveries: { file: 'lief.csv', at: 'Wann', station: 'Nr', tank: 'Tank', product: 'Sorte', volume: 'Liter', document: 'LS' },
  })
const linesOf = (...lines: readonly string[]) => lines.map(line => `${line}\n`).join('')
const files = {
  'stationen.csv': 'Nr;Name\n7;Werk Süd\n8;Werk Nord\n',
  'tanks.csv': 'Nr;Tank;Sorte;Inhalt\n7;1;SUP;20.000,00\n7;2;DSL;30.000\n7;3;DSL;30.000\n8;1;DSL;10.000\n',
  'peil.csv':
    'Datum;Zeit;Nr;Tank;Liter;Temp\n27.10.2024;02:30;7;1;9.511,405;15,2\n27.10.2024;02:30;7;1;9.500,00;\n28.10.2024;08:00;8;1;0;\n',
  'lief.csv': linesOf(
    'Wann;Nr;Tank;Sorte;Liter;LS',
    '28.10.2024 09:00;7;1;;7.518,37742164287;A1',
    '28.10.2024 09:00;7;;DSL;5.000,005;A2',
    '28.10.2024 09:00;7;;DSL;5.000,005;A2',
    '29.10.2024 10:00;8;;DSL;3.333,333;',
  ),
}
const code = () => `made-${unique()}`
const load = (of: WetStockMapping, changed: Partial<typeof files> = {}, without: readonly string[] = []) =>
  importWetStock(db, of, folderOf({ ...files, ...changed }), noon, withoutOf(without))
const said = ({ problems }: Awaited<ReturnType<typeof load>>) =>
  problems.map(({ file, line, column, reason }) => [file, line, column, reason].filter(each => each !== undefined && each !== '').join(' '))

async function keeper(companyCode: string) {
  const [{ id: companyId }] = (await owned<{ id: number }>('select id from company where code = $1', [companyCode])) as [{ id: number }]
  const it = await world()
  const permissions = new Set(['oilInfo.read', 'oilInfo.write', 'tankEntry.read', 'tankEntry.write', 'forecourt.tank.read'])
  const lin = it.as({ kind: 'user', id: 1, key: 'user:1', companyId, companyIds: [companyId], zone: 'Europe/Berlin', permissions })
  return { ...it, lin, companyId }
}

// @req FUE-020 FUE-021
test('files with semicolons, decimal commas, days first and another zone come in to the centilitre, and again bring nothing', async () => {
  setClock(noon)
  const of = mappingOf(code())
  const { brought, problems, left } = await load(of)
  expect([problems, left]).toEqual([[], []])
  const deliveredCl = 7518_38 + 2 * 5000_01 + 3333_33
  expect(brought).toMatchObject({ companies: 1, stations: 2, products: 2, tanks: 4, readings: 3, deliveries: 4, deliveredCl })
  expect(Object.values((await load(of)).brought!).every(count => count === 0)).toBe(true)

  const { lin } = await keeper(of.company.code)
  const { content } = await lin.call(tankReadings.list, { query: { sort: 'measuredAt', from: 'history' } })
  expect(content.map(({ measuredAt, volumeCl, temperature }) => [measuredAt, volumeCl, temperature])).toEqual([
    // The clocks showed this hour twice.
    ['2024-10-27T00:30:00.000Z', 9511_41, 15.2],
    ['2024-10-27T01:30:00.000Z', 9500_00, null],
    ['2024-10-28T07:00:00.000Z', 0, null],
  ])
  expect(await lin.call(pastDeliveries.totals, { query: {} })).toMatchObject({ count: 4, volumeCl: deliveredCl })
  const { content: came } = await lin.call(pastDeliveries.list, { query: { search: 'docNo:A2' } })
  expect(came).toMatchObject([
    { tankId: null, placed: null, said: '5.000,005', volumeCl: 5000_01, at: '2024-10-28T08:00:00.000Z' },
    { tankId: null, placed: null, said: '5.000,005' },
  ])
})

test('one bad line brings nothing; every one is named by file, line and column', async () => {
  const of = mappingOf(code())
  const bad = {
    'peil.csv': linesOf(
      files['peil.csv'].trimEnd(),
      '31.02.2024;08:00;7;1;1,0;',
      '28.10.2024;08:00;7;9;1,0;',
      '28.10.2024;08:00;7;1;viel;',
      '28.10.2024;08:00;7;1;20.000,01;',
    ),
    'lief.csv': `${files['lief.csv']}29.10.2024 10:00;7;1;DSL;1,0;\n29.10.2024 10:00;9;;DSL;0;\n01.01.2099 10:00;7;;XX;5;\n`,
  }
  const answer = await load(of, bad)
  expect(answer.brought).toBeUndefined()
  expect(said(answer)).toEqual([
    'peil.csv 5 Datum notDate',
    'peil.csv 6 Tank unknownTank',
    'peil.csv 7 Liter notNumber',
    'peil.csv 8 Liter aboveTank',
    'lief.csv 6 Sorte otherProduct',
    'lief.csv 7 Nr unknownStation',
    'lief.csv 7 Liter notPositive',
    'lief.csv 8 Sorte unknownProduct',
    'lief.csv 8 Wann inFuture',
  ])
  expect(await owned('select from company where code = $1', [of.company.code])).toEqual([])

  const { brought, left } = await load(of, bad, ['peil.csv:5-8', 'lief.csv:6,7', 'lief.csv:8'])
  expect(brought).toMatchObject({ readings: 3, deliveries: 4 })
  expect(left).toEqual([
    { file: 'peil.csv', lines: [5, 6, 7, 8], sums: { litres: 1_00 + 1_00 + 20_000_01 }, unread: [7] },
    { file: 'lief.csv', lines: [6, 7, 8], sums: { litres: 1_00 + 5_00 }, unread: [] },
  ])
})

test('a line that is not there is not left out, nor one of a file that is not read; a row that differs is refused', async () => {
  const of = mappingOf(code())
  expect(said(await load(of, {}, ['peil.csv:99']))).toEqual(['peil.csv 99 noLine'])
  expect(said(await load(of, {}, ['peil2.csv:1']))).toEqual(['peil2.csv noFile'])
  expect(withoutOf(['peil.csv:x'])).toBeUndefined()
  await load(of)
  const changed = { 'peil.csv': files['peil.csv'].replace('9.500,00', '9.400,00') }
  expect(said(await load(of, changed))).toEqual(['peil.csv 3 nothingNew'])
})

// @req FUE-021
test('a delivery of no tank counts for the fuel, until a person places it into a tank; then it counts there', async () => {
  setClock(noon)
  const of = mappingOf(code())
  await load(of)
  const { lin, companyId } = await keeper(of.company.code)
  const tanks = await owned<{ id: number; number: number; stationId: number }>(
    `select tank.id, number, station_id as "stationId" from tank join station on station.id = station_id
      where tank.company_id = $1 and station.code = '7' order by number`,
    [companyId],
  )
  const [stationId, [sup, second, third]] = [tanks[0]!.stationId, tanks.map(({ id }) => id) as [number, number, number]]
  const book = async () =>
    (await lin.call(productBooks, { query: { stationId } })).content.map(({ productName, ...row }) => [
      productName,
      row.tanksCl,
      row.unplacedCl,
      row.bookCl,
    ])
  expect(await book()).toEqual([
    ['Diesel', null, 10_000_02, null],
    ['Super', null, 0, null],
  ])
  const at = '2024-10-28T00:00:00.000Z'
  for (const tankId of [second, third]) {
    const pinProof = await proofOf(lin.actor, tankEntryProof(tankId, 1000_00))
    await lin.call(openTankBook, { body: { tankId, at, volumeCl: 1000_00, reason: 'Dipped', pinProof } })
  }
  expect((await book())[0]).toEqual(['Diesel', 2000_00, 10_000_02, 12_000_02])

  const { content } = await lin.call(pastDeliveries.list, { query: { search: 'docNo:A2' } })
  const [first, other] = content as [(typeof content)[0], (typeof content)[0]]
  expect(await lin.refused(pastDeliveryCalls.place, { id: first.id, body: { tankId: sup } })).toBe('pastDelivery.otherTank')
  expect(await lin.call(pastDeliveryCalls.place, { id: first.id, body: { tankId: second } })).toMatchObject({
    tankId: second,
    placed: 'person',
  })
  expect(await lin.refused(pastDeliveryCalls.place, { id: first.id, body: { tankId: third } })).toBe('pastDelivery.placed')
  expect((await book())[0]).toEqual(['Diesel', 7000_01, 5000_01, 12_000_02])
  expect(await lin.call(tankBook, { id: second, query: {} })).toMatchObject({ bookCl: 6000_01 })

  await lin.call(pastDeliveryCalls.takeBack, { id: first.id })
  expect(await lin.refused(pastDeliveryCalls.takeBack, { id: other.id })).toBe('pastDelivery.notPlaced')
  expect((await book())[0]).toEqual(['Diesel', 2000_00, 10_000_02, 12_000_02])
})

/** A week of four tanks as their gauges told it, where the folder that holds it is named. */
const realData = process.env['REAL_DATA_DIR'] && join(process.env['REAL_DATA_DIR'], 'tank-gauge')
describe.runIf(realData && existsSync(realData))('a real week of four tanks', () => {
  const usual = readWetStockMapping(join(import.meta.dirname, '../../../../../mappings/tank-gauge-2014.json'))
  const ownCode = code()
  const mapping = { ...usual, source: ownCode, company: { ...usual.company, code: ownCode } }
  const cellsOf = (name: string, column: number) =>
    readFileSync(join(realData!, name), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map(row => row.split(';')[column]!)
  const cl = (text: string) => Math.round(Number(text.replace(',', '.')) * 100)
  const sum = (of: readonly number[]) => of.reduce((all, each) => all + each, 0)

  beforeAll(async () => {
    setClock(noon)
    const { brought, problems } = await importWetStock(db, mapping, realData!, noon)
    expect(problems).toEqual([])
    const litres = cellsOf('refuel.log', 2).map(cl)
    expect(brought).toMatchObject({ tanks: 4, readings: 8060, deliveries: 9, deliveredCl: sum(litres) })
    expect((await importWetStock(db, mapping, realData!, noon)).brought).toMatchObject({ readings: 0, deliveries: 0, deliveredCl: 0 })
  }, 120_000)

  test('the readings of each tank add up to those of the file, to the centilitre', async () => {
    const { companyId } = await keeper(ownCode)
    const rows = await owned<{ number: string; cl: number; count: number }>(
      `select number::text, sum(reading.volume_cl)::bigint as cl, count(*)::int as count
        from tank_reading reading join tank on tank.company_id = reading.company_id and tank.id = reading.tank_id
        where reading.company_id = $1 group by number order by number`,
      [companyId],
    )
    const [named, told] = [cellsOf('tankMeasures.log', 3), cellsOf('tankMeasures.log', 5).map(cl)]
    for (const { number, cl: booked, count } of rows) {
      const own = told.filter((_, at) => named[at] === number)
      expect([booked, count], `tank ${number}`).toEqual([sum(own), own.length])
    }
  })

  test('the gauges show all nine deliveries, each is matched with its row, and nothing else stands open', async () => {
    const { lin, companyId } = await keeper(ownCode)
    await scanAll([companyId])
    const { content } = await lin.call(foundDeliveries.list, { query: { size: 50, from: 'history' } })
    expect(content.map(({ state }) => state)).toEqual(Array(9).fill('matched'))
    expect(new Set(content.map(({ pastDeliveryId }) => pastDeliveryId)).size).toBe(9)
  }, 60_000)

  test('deliveries that name the fuel and no tank are placed by the gauge', async () => {
    const blind = code()
    const { tank: _tank, ...deliveries } = mapping.deliveries!
    const of = { ...mapping, source: blind, company: { ...mapping.company, code: blind }, deliveries: { ...deliveries, product: 2 } }
    expect((await importWetStock(db, of, realData!, noon)).problems).toEqual([])
    const { lin, companyId } = await keeper(blind)
    expect(await lin.call(pastDeliveries.list, { query: { search: 'tank:null', from: 'history' } })).toMatchObject({ totalElements: 9 })
    await scanAll([companyId])
    const { content } = await lin.call(pastDeliveries.list, { query: { size: 50, from: 'history', expand: ['tank'] } })
    expect(content.map(({ placed }) => placed)).toEqual(Array(9).fill('gauge'))
    // Fuel 1 lies in tank 1, and so on.
    expect(content.map(({ tank }) => String(tank!.number)).toSorted()).toEqual(cellsOf('refuel.log', 1).toSorted())
  }, 120_000)
})
