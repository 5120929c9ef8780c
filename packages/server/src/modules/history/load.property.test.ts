import { seed } from '../../testing/sampling.ts'
import { settlement, startShift } from '@forecourt/contract'
import fc from 'fast-check'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { proveEveryCompany } from '../../every-invariant.ts'
import { historyBooks } from '../../testing/history-books.ts'
import { db, noon, setClock, unique, world } from '../../testing/world.ts'
import { takePastSales } from '../order/index.ts'
import { loadStaged } from './load.ts'
import { readHistory } from './check.ts'
import { Mapping } from './mapping.ts'
import { clearStaged, compare, layOut, stage } from './stage.ts'

vi.setConfig({ testTimeout: 600_000 })
const folder = mkdtempSync(join(tmpdir(), 'forecourt-bring-'))
afterAll(() => rmSync(folder, { recursive: true }))

const mapping = Mapping.parse({
  source: 'old-system',
  timeZone: 'Asia/Shanghai',
  companies: [{ key: 'own', code: 'own', name: 'Own', currency: 'CNY', currencyName: 'Yuan', symbol: '¥' }],
  stations: { file: 'stations.csv', id: 'id', name: '{id} East' },
  products: { file: 'products.csv', id: 'id', name: 'name', kinds: [{ kind: 'gasoline', names: ['92*'] }] },
  customers: { file: 'customers.csv', id: 'id', name: 'Customer {id}' },
  sales: {
    file: 'sales.csv',
    id: 'id',
    date: 'date',
    time: 'time',
    customer: 'customer',
    card: 'card',
    station: 'station',
    product: 'product',
    quantity: 'quantity',
    total: 'total',
    order: ['card', 'station', 'date', 'time'],
  },
})

/** Days long gone, the day before, a shift of it that is closed, and the running day, of which the last hours are still to come. */
const moments = ['2012-08-24,23:59', '2012-08-25,00:00', '2012-08-25,12:30', '2026-04-30,08:00', '2026-04-30,20:30', '2026-05-01,09:00']
const Sale = fc.record({
  card: fc.nat(7),
  station: fc.nat(2),
  moment: fc.constantFrom(...moments),
  product: fc.constantFrom('1', '2'),
  pieces: fc.integer({ min: 0, max: 50 }),
  cents: fc.oneof(fc.integer({ min: 1, max: 90_000 }), fc.constant(0)),
})
type Sale = typeof Sale extends fc.Arbitrary<infer S> ? S : never

const opening: Sale = { card: 0, station: 0, moment: '2012-08-24,23:59', product: '1', pieces: 10, cents: 70_00 }

/** What happens to a card between two imports. */
const Fate = fc.record({ card: fc.nat(7), how: fc.constantFrom('overspends', 'is locked', 'is lost') })
type Fate = typeof Fate extends fc.Arbitrary<infer F> ? F : never

function filesOf(sales: readonly Sale[]): string {
  const at = join(folder, `f${unique()}`)
  const put = (name: string, head: string, rows: readonly string[]) => writeFileSync(`${at}-${name}.csv`, [head, ...rows, ''].join('\n'))
  put('stations', 'id', ['1', '2', '3'])
  put('products', 'id,name', ['1,92# petrol', '2,Car wash'])
  put('customers', 'id', ['1', '2', '3'])
  const rows = sales.map(({ card, station, moment, product, pieces, cents }, turn) =>
    [turn, moment, 1 + (card % 3), 7700 + card, 1 + station, product, pieces, (cents / 100).toFixed(2)].join(),
  )
  put('sales', 'id,date,time,customer,card,station,product,quantity,total', rows)
  return at
}

type World = Awaited<ReturnType<typeof world>>

/** The sales as an import brings them in, so many of them at a time. */
async function bringIn(it: World, sales: readonly Sale[], atOnce: number) {
  const at = filesOf(sales)
  const target = { key: 'own', id: it.company.id, code: it.company.code }
  const named = (part: 'stations' | 'products' | 'customers' | 'sales') => ({
    ...mapping[part],
    file: `${at.split('/').at(-1)}-${part}.csv`,
  })
  const files = { stations: named('stations'), products: named('products'), customers: named('customers'), sales: named('sales') }
  const of = { id: unique(), companyId: it.company.id, mapping: { ...mapping, ...files } as Mapping, targets: [target] }
  await it.within(async ctx => {
    for await (const portion of readHistory(of.mapping, folder)) await stage(ctx, of, portion)
    expect(await compare(ctx, of)).toBe(0)
    await layOut(ctx, of)
  })
  await loadStaged(it.within, of, target, async () => {}, { atOnce, ahead: atOnce > 1 })
  await it.within(ctx => clearStaged(ctx, of))
}

/** A shift of the evening before is settled: whatever comes for it now corrects it. */
async function settleShift(it: World) {
  const [site] = await it.rows<{ id: number }>(
    `update station set enable_shift_settle = true where company_id = $1 and code = '1' returning id`,
    [it.company.id],
  )
  const lin = await it.staff({ role: 'station_leader', over: { key: 'user:leader' } })
  setClock('2026-04-30T12:00:00Z')
  const { id } = await lin.call(startShift, { body: { stationId: site!.id } })
  setClock('2026-04-30T13:00:00Z')
  await lin.call(settlement.close, { body: { dailyStateId: id, counted: [{ payType: 'cash', countedCents: 0 }] } })
  setClock(noon)
}

async function befall(it: World, { card: turn, how }: Fate) {
  const [found] = await it.rows<{ id: number; number: string; stationId: number; itemId: number }>(
    `select card.id, card.number, station.id as "stationId", item.id as "itemId" from user_card card
     join station on station.company_id = card.company_id and station.code = '1' join item on item.station_id = station.id
     where card.company_id = $1 and card.number = $2 order by item.id limit 1`,
    [it.company.id, String(7700 + turn)],
  )
  if (!found) return
  const { id, number, ...shelf } = found
  const status = { 'is locked': 'lock', 'is lost': 'lose' }[how as string]
  if (status) return void (await it.rows('update user_card set status = $2 where id = $1', [id, status]))
  // Each opening balance was used up.
  const line = { itemId: shelf.itemId, categoryType: 'fuel' as const, volumeCl: 10_00, pieces: 0, amountCents: 77_00 }
  const sale = { at: noon, stationId: shelf.stationId, userCardId: id, cardNumber: number, lines: [line] }
  await it.within(ctx => takePastSales(ctx, [sale]))
}

const withoutNumbers = ({ orders, ...rest }: Awaited<ReturnType<typeof historyBooks>>) => ({
  ...rest,
  orders: orders.map(order => JSON.stringify({ ...order, order_no: '' })).toSorted(),
})

test('a history that comes in card by card and one that comes in by many cards at a time leave the same books', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Sale, { minLength: 1, maxLength: 40 }),
      fc.array(Sale, { maxLength: 20 }),
      fc.array(Fate, { maxLength: 4 }),
      fc.integer({ min: 2, max: 50 }),
      async (first, more, fates, many) => {
        const results: unknown[] = []
        for (const atOnce of [1, many]) {
          const it = await world()
          setClock('2026-04-30T11:00:00Z')
          await bringIn(it, [opening], atOnce)
          await settleShift(it)
          await bringIn(it, [opening, ...first], atOnce)
          for (const fate of fates) await befall(it, fate)
          await bringIn(it, [opening, ...first, ...more], atOnce)
          const books = await historyBooks(it.company.id)
          for (const { code, orders } of books.counters)
            expect(books.orders.filter(order => order.code === code).map(({ order_no: no }) => no)).toEqual(
              Array.from({ length: orders }, (_, turn) => `${code}-${String(turn + 1).padStart(8, '0')}`),
            )
          results.push(withoutNumbers(books))
        }
        expect(results[1]).toEqual(results[0])
      },
    ),
    { numRuns: 25, seed, endOnFailure: true },
  )
  const said: string[] = []
  await proveEveryCompany(db, line => void said.push(line))
  expect(said.filter(line => line.startsWith('BROKEN'))).toEqual([])
})
