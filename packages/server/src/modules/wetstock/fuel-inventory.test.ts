import { booksWait, daySettlement, fuelInventories, tankBook, type RowOf } from '@forecourt/contract'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { at } from '../../testing/settlement.ts'
import { bookShop, endShift, type BookShop } from '../../testing/tank-book.ts'
import { noon, setClock, world } from '../../testing/world.ts'

afterEach(() => setClock(noon))
const sale = (litres: number) => ({ lineItems: [{ volumeCl: litres * 100 }] })
const dips = (...volumes: (readonly [tankId: number, volumeCl: number])[]) => ({
  tanks: volumes.map(([tankId, volumeCl]) => ({ tankId, volumeCl })),
})
const inventory = async (it: BookShop, search: string) =>
  (await it.lin.call(fuelInventories.list, { query: { search, sort: 'endTime' } })).content

/** Two shifts of a day; the first is dipped, the second is not. */
async function day() {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(10_000_00, { clock: '08:00' })
  await it.open(2_000_00, {}, it.otherTankId)
  await it.sellAt('08:30', sale(100))
  await it.transfer(500_00, { clock: '09:00' })
  await endShift(it, '10:00', dips([it.tankId, 9_398_00], [it.otherTankId, 2_500_00]))
  await it.sellAt('10:30', sale(50))
  await it.adjust(-10_00, { clock: '10:40' })
  await endShift(it, '12:00')
  return it
}

// @req FUE-021
test('each settled shift says of each tank what it moved, where book and measure stood, and what it added to the variance', async () => {
  const it = await day()
  const rows = await inventory(it, `period:shift,by:tank,tank.id:${it.tankId}`)
  const begun = rows.filter(({ openingCl }) => openingCl !== null)
  expect(begun).toMatchObject([
    {
      shiftNumber: expect.any(Number),
      openingCl: 10_000_00,
      receivedCl: 0,
      transferredCl: -500_00,
      adjustedCl: 0,
      meteredCl: 100_00,
      bookCl: 9_400_00,
      measuredCl: 9_398_00,
      varianceCl: -2_00,
      beginVarianceCl: 0,
      ownVarianceCl: -2_00,
      variancePercent: -2,
    },
    // Nobody has measured: unknown, and not nothing.
    {
      openingCl: 9_400_00,
      adjustedCl: -10_00,
      meteredCl: 50_00,
      bookCl: 9_340_00,
      measuredCl: null,
      varianceCl: null,
      variancePercent: null,
    },
  ])
  expect(await inventory(it, `tank.id:${it.tankId}`)).toEqual(rows)
  // What was entered at the close is a measurement as any other.
  const { measuredCl, measuredAt, varianceCl } = await it.lin.call(tankBook, { id: it.tankId, query: { at: at('10:10').toISOString() } })
  expect({ measuredCl, measuredAt, varianceCl }).toEqual({ measuredCl: 9_398_00, measuredAt: at('10:00').toISOString(), varianceCl: -2_00 })
})

// @req FUE-021
test('a day and a month add their shifts up, and connected tanks are one', async () => {
  const it = await day()
  const ofDay = `businessDay:2026-05-01,productId:${it.nozzle.productId}`
  const known = (rows: readonly RowOf<typeof fuelInventories>[]) => rows.filter(({ openingCl }) => openingCl !== null)
  const [one] = known(await inventory(it, `period:day,by:tank,tank.id:${it.tankId},${ofDay}`))
  expect(one).toMatchObject({ openingCl: 10_000_00, transferredCl: -500_00, adjustedCl: -10_00, meteredCl: 150_00, bookCl: 9_340_00 })
  const [month] = known(await inventory(it, `period:month,by:tank,tank.id:${it.tankId},${ofDay}`))
  expect(month).toMatchObject({ businessDay: '2026-05-01', bookCl: 9_340_00, meteredCl: 150_00, shiftNumber: null, classSettleId: null })
  await it.rows(`update tank set manifold = 'A' where id in ($1, $2)`, [it.tankId, it.otherTankId])
  await endShift(it, '13:00', dips([it.tankId, 9_340_00], [it.otherTankId, 2_499_00]))
  const together = await inventory(it, `period:shift,by:manifold,manifold:A`)
  expect(together).toMatchObject([
    { tankId: null, number: null, openingCl: 11_840_00, bookCl: 11_840_00, measuredCl: 11_839_00, varianceCl: -1_00 },
  ])
  expect(await inventory(it, `period:shift,by:tank,manifold:A`)).toHaveLength(2)
  const totals = await it.lin.call(fuelInventories.totals, { query: { search: 'period:day,by:tank' } })
  expect(totals).toMatchObject({ meteredCl: 150_00, transferredCl: 0, adjustedCl: -10_00 })
})

test('a list that does not say shows shifts and tanks; a wrong filter is refused, and no other company sees it', async () => {
  const it = await day()
  const { content, totalElements } = await it.lin.call(fuelInventories.list, { query: { size: 500 } })
  expect(new Set(content.map(({ period, by }) => `${period} ${by}`))).toEqual(new Set(['shift tank']))
  expect(new Set(content.map(({ id }) => id)).size).toBe(totalElements)
  for (const search of ['period:week', 'businessDay:0001-01-01x', 'businessDay>=2026-13-40', 'nothing:1'])
    expect((await it.lin.refused(fuelInventories.list, { query: { search } })).split('_')[0], search).toBe('search')
  const stranger = await (await world()).staff({ role: 'admin' })
  expect((await stranger.call(fuelInventories.list, { query: { search: 'period:month,by:manifold' } })).totalElements).toBe(0)
})

test('at the reference temperature a tank that merely cooled has lost nothing', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  const density = { density: 745, densityKind: 'standard' as const, temperature: 20 }
  await it.record({ ...density, beforeVolumeCl: 0, afterVolumeCl: 5_000_00, beforeTemperature: 20, afterTemperature: 20 })
  await it.open(5_000_00, { clock: '10:00' })
  const measure = async (clock: string, celsius: number, volumeCl: number) => {
    setClock(at(clock))
    await it.within(({ tx }) =>
      sql`insert into tank_reading (company_id, station_id, tank_id, product_id, source, entered_by_id, measured_at, volume_cl, temperature,
        created_date) values (${it.company.id}, ${it.station.id}, ${it.tankId}, ${it.nozzle.productId}, 'dip', 1, ${at(clock)}, ${volumeCl},
        ${celsius}, ${at(clock)})`.execute(tx),
    )
  }
  await measure('10:50', 20, 5_000_00)
  await endShift(it, '11:00', dips([it.tankId, 5_000_00]))
  await measure('11:50', 10, 4_938_00)
  await endShift(it, '12:00', dips([it.tankId, 4_938_00]))
  const rows = await inventory(it, `tank.id:${it.tankId},openingCl>=1`)
  expect(rows.at(-1)).toMatchObject({ ownVarianceCl: -62_00, meteredRefCl: 0, temperature: 10 })
  expect(Math.abs(rows.at(-1)!.ownVarianceRefCl!)).toBeLessThan(3_00)
  expect(rows[0]).toMatchObject({ measuredRefCl: 5_000_00, ownVarianceRefCl: null })
})

test('a field that is none is refused, whatever objects of the language know by its name', async () => {
  const it = await bookShop()
  for (const search of ['constructor:1', 'toString:1', 'nothing:1'])
    expect(await it.lin.refused(fuelInventories.list, { query: { search } })).toBe('search_unknown_field')
})

// @req FUE-035
test('shifts after a day that is not settled are not listed yet, and it is said which day to settle first', async () => {
  const it = await bookShop()
  const waiting = () => it.lin.call(booksWait, { query: { stationId: it.station.id } })
  expect(await waiting()).toEqual({ shifts: 0, since: null, settleFirst: null })
  // The book begins on an evening without a shift, of which nobody thinks as a day to be settled.
  setClock(at('20:00', '2026-04-30'))
  await it.open(10_000_00)
  await it.begin('08:00')
  await it.sellAt('08:30', sale(30))
  await endShift(it, '12:00')
  await it.sellAt('12:30', sale(20))
  await endShift(it, '16:00')
  expect(await inventory(it, 'period:shift')).toEqual([])
  expect(await waiting()).toEqual({ shifts: 2, since: '2026-05-01', settleFirst: '2026-04-30' })
  const settle = (businessDay: string) =>
    it.lin.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay, reason: 'Nobody was there' } })
  await settle('2026-04-30')
  // Of the next day the hours before its first shift wait as well, until it is over.
  expect(await waiting()).toEqual({ shifts: 2, since: '2026-05-01', settleFirst: '2026-05-01' })
  setClock(at('08:00', '2026-05-02'))
  await it.close(await it.running(), 0, { force: true })
  await settle('2026-05-01')
  expect((await inventory(it, `period:shift,tank.id:${it.tankId},meteredCl>0`)).map(({ meteredCl }) => meteredCl)).toEqual([30_00, 20_00])
  expect(await waiting()).toEqual({ shifts: 0, since: null, settleFirst: null })
  const stranger = await (await world()).staff({ role: 'admin' })
  expect(await stranger.refused(booksWait, { query: { stationId: it.station.id } })).toBe('notFound')
})
