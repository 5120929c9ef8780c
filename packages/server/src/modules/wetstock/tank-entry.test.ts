import {
  adjustTankBook,
  changeTankProduct,
  openTankBook,
  reverseTankEntry,
  tankBook,
  tankEntries,
  tanks,
  transferFuel,
  nozzleControls,
} from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { at } from '../../testing/settlement.ts'
import { bookShop, endShift, type BookShop } from '../../testing/tank-book.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

afterEach(() => setClock(noon))
const sale = (litres: number) => ({ lineItems: [{ volumeCl: litres * 100 }] })
const broken = async (it: BookShop) => (await invariantsOf(it)).filter(({ invariant, breaches }) => invariant === 'I25' && breaches > 0)

// @req FUE-021
test('the book of a tank is what it began with, and what was delivered, moved, adjusted and sold since, at every moment', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  expect(await it.bookAt()).toBeNull()
  await it.open(10_000_00, { clock: '08:05' })
  await it.open(2_000_00, {}, it.otherTankId)
  await it.sellAt('08:30', sale(30))
  await it.record()
  await it.transfer(500_00, { clock: '10:30' })
  await it.adjust(-12_34, { clock: '10:40', reason: 'Spilt at the dip' })
  await it.sellAt('11:00', sale(40.5))

  const moments = ['08:04', '08:05', '08:29', '08:30', '09:29', '09:30', '10:30', '10:40', '11:00']
  const books = []
  for (const clock of moments) books.push(await it.bookAt(clock))
  expect(books).toEqual([null, 10_000_00, 10_000_00, 9_970_00, 9_970_00, 14_970_00, 14_470_00, 14_457_66, 14_417_16])
  expect(await it.bookAt('11:00', it.otherTankId)).toBe(2_500_00)

  // The same once it is settled, and in the shift after it.
  await endShift(it, '12:00')
  await it.sellAt('13:00', sale(100))
  for (const [turn, clock] of moments.entries()) expect(await it.bookAt(clock)).toBe(books[turn])
  expect(await it.bookAt()).toBe(14_317_16)
  expect(await broken(it)).toEqual([])
})

// @req FUE-021
test('what was measured is shown beside the book of that moment, and books nothing; a book below zero is shown', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(100_00, { clock: '08:05' })
  await it.sellAt('08:30', sale(60))
  await it.dip(35_00, '08:45')
  await it.sellAt('09:00', sale(60))
  expect(await it.master.call(tankBook, { id: it.tankId, query: {} })).toMatchObject({
    bookCl: -20_00,
    measuredCl: 35_00,
    varianceCl: -5_00,
    openedAt: at('08:05').toISOString(),
    measuredAt: at('08:45').toISOString(),
  })
  expect(await it.entries()).toHaveLength(1)
})

// @req FUE-021
test('an entry that comes late for a settled shift counts from now on and names its day; so does a late sale', async () => {
  const it = await bookShop()
  const { id: first } = await it.begin('08:00')
  await it.open(1_000_00, { clock: '08:05' })
  await it.open(1_000_00, {}, it.otherTankId)
  await endShift(it, '12:00')
  await it.sellAt('12:30', { ...sale(10), createdDate: at('11:00').toISOString() })
  const late = await it.adjust(-5_00, { at: '11:30', clock: '13:00' })
  expect(late).toMatchObject({
    at: at('11:30').toISOString(),
    bookedAt: at('13:00').toISOString(),
    belongsStateId: first,
    belongsDay: '2026-05-01',
    dailyStateId: await it.running(),
  })
  const onTime = await it.transfer(7_00, { at: '12:45' })
  expect(onTime).toMatchObject({
    at: at('12:45').toISOString(),
    bookedAt: at('12:45').toISOString(),
    belongsStateId: null,
    belongsDay: null,
  })
  const books = []
  for (const clock of ['11:59', '12:29', '12:30', '12:45', '13:00']) books.push(await it.bookAt(clock))
  expect(books).toEqual([1_000_00, 1_000_00, 990_00, 983_00, 978_00])
  await endShift(it, '14:00')
  expect(await it.bookAt()).toBe(978_00)
  expect(await broken(it)).toEqual([])
})

// @req FUE-021
test('a wrong entry is taken back by an opposite one, of a transfer on both sides, and stays in the list', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  const opening = await it.open(1_000_00, { clock: '08:05' })
  await it.reverse(opening)
  expect(await it.bookAt()).toBeNull()
  await it.open(2_000_00, { clock: '08:10' })
  await it.open(500_00, {}, it.otherTankId)
  const moved = await it.transfer(300_00, { clock: '08:20' })
  await endShift(it, '12:00')
  setClock(at('12:30'))
  const back = await it.reverse(moved)
  expect(back).toMatchObject({ volumeCl: 300_00, reversesId: moved.id, at: moved.at, bookedAt: at('12:30').toISOString() })
  expect([await it.bookAt('12:00'), await it.bookAt('12:30')]).toEqual([1_700_00, 2_000_00])
  expect(await it.bookAt('12:30', it.otherTankId)).toBe(500_00)
  expect((await it.entries()).map(({ kind, volumeCl }) => [kind, volumeCl])).toEqual([
    ['opening', 1_000_00],
    ['opening', -1_000_00],
    ['opening', 2_000_00],
    ['transfer', -300_00],
    ['transfer', 300_00],
  ])
  expect(await it.master.refused(reverseTankEntry, await it.reverseBody(moved))).toBe('tankEntry.reversed')
  expect(await it.master.refused(reverseTankEntry, await it.reverseBody(back))).toBe('tankEntry.isReversal')
  await endShift(it, '14:00')
  expect(await broken(it)).toEqual([])
})

// @req FUE-021
test('an emptied tank gets another product by an act: a new book begins, and what was sold before keeps its fuel', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(100_00, { clock: '08:05' })
  await it.sellAt('08:30', sale(98))
  const refused = async () => it.master.refused(changeTankProduct, await it.changeBody(it.dieselId))
  expect(await refused()).toBe('tankEntry.notEmptied')
  await it.dip(1_00, '08:40')
  expect(await refused()).toBe('tankEntry.notEmptied')
  await it.dip(0, '08:45')
  setClock(at('09:00'))
  await it.change(it.dieselId)
  expect(await it.bookAt()).toBe(0)
  expect(await it.bookAt('08:59')).toBe(2_00)
  const { itemId } = await it.master.call(nozzleControls.get, { id: it.nozzle.id })
  expect(itemId).not.toBe(it.nozzle.itemId)
  await it.sellAt('09:30', sale(5))
  // Of before the change: the new book does not know it.
  await it.sellAt('09:40', { ...sale(1), createdDate: at('08:50').toISOString(), lineItems: [{ volumeCl: 1_00 }] })
  expect(await it.bookAt()).toBe(-5_00)
  expect(await it.bookAt('08:59')).toBe(1_00)
  await endShift(it, '12:00')
  const rows = await it.rows(
    `select product_id, opening_cl, metered_cl, book_cl, measured_cl from tank_book
      where tank_id = $1 and opening_id is not null order by id`,
    [it.tankId],
  )
  expect(rows).toMatchObject([
    { product_id: it.nozzle.productId, opening_cl: 100_00, metered_cl: 99_00, book_cl: 1_00, measured_cl: 0 },
    { product_id: it.dieselId, opening_cl: 0, metered_cl: 5_00, book_cl: -5_00, measured_cl: 0 },
  ])
  expect(await broken(it)).toEqual([])
})

test('the form of a tank leaves the product of one alone that holds fuel or has a book', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  const changed = async (id: number) => {
    const { itemId: _item, measuredAt: _at, createdDate: _created, id: _id, ...body } = await it.master.call(tanks.get, { id })
    return it.master.refused(tanks.update, { id, body: { ...body, productId: it.dieselId } })
  }
  await it.dip(3_00, '08:10', it.otherTankId)
  expect(await changed(it.otherTankId)).toBe('tank.holdsFuel')
  await it.dip(0, '08:20', it.otherTankId)
  await it.open(0, {}, it.otherTankId)
  expect(await changed(it.otherTankId)).toBe('tank.holdsFuel')
  // Never measured and without a book: it is still being set up.
  expect(await changed(it.tankId)).toBe('allowed')
})

test('what a nozzle sold before it was connected to another tank stays in the book of the first', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(1_000_00, { clock: '08:05' })
  await it.open(1_000_00, {}, it.otherTankId)
  await it.sellAt('08:30', sale(10))
  const { itemId: _item, createdDate: _created, id, ...nozzle } = await it.master.call(nozzleControls.get, { id: it.nozzle.id })
  setClock(at('09:00'))
  const body = Object.fromEntries(Object.keys(nozzleControls.update.body!.shape).map(name => [name, nozzle[name as never]]))
  await it.master.call(nozzleControls.update, { id, body: { ...body, tankId: it.otherTankId } as never })
  await it.sellAt('09:30', sale(20))
  await it.sellAt('09:40', { ...sale(1), createdDate: at('08:50').toISOString() })
  const both = async () => [await it.bookAt(), await it.bookAt(undefined, it.otherTankId)]
  expect(await both()).toEqual([989_00, 980_00])
  await endShift(it, '12:00')
  expect(await both()).toEqual([989_00, 980_00])
  expect(await broken(it)).toEqual([])
})

test('what is entered, delivered or sold while a shift is closed is counted once', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(10_000_00, { clock: '08:05' })
  for (const [turn, clock] of ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'].entries()) {
    const adjustment = await it.adjustBody(-1_00, { clock })
    const state = await it.running()
    const end = at(clock).getTime() - 60_000
    const times = { beginTime: new Date(end - 60_000).toISOString(), endTime: new Date(end).toISOString() }
    await Promise.all([
      it.master.call(adjustTankBook, adjustment),
      it.record({ ...times, docNo: `R-${turn}`, deliveryVolumeCl: 20_00 }, clock),
      it.close(state, 0, { force: true, startNext: true }),
      it.sellAt(clock, sale(10)),
      it.sellAt(clock, sale(5)),
    ])
    setClock(new Date(at(clock).getTime() + 1000))
    expect(await it.bookAt()).toBe(10_000_00 + (turn + 1) * (20_00 - 1_00 - 15_00))
  }
  await endShift(it, '15:00')
  expect(await it.bookAt()).toBe(10_000_00 + 6 * 4_00)
  expect(await broken(it)).toEqual([])
})

type Attempt = (it: BookShop) => Promise<string>
const openAt =
  (over: Parameters<BookShop['openBody']>[1], volumeCl = 1_00): Attempt =>
  async it =>
    it.master.refused(openTankBook, await it.openBody(volumeCl, over))
const move =
  (over: (it: BookShop) => object, volumeCl = 1_00): Attempt =>
  async it => {
    const { body } = it.transferBody(volumeCl)
    return it.master.refused(transferFuel, { body: { ...body, ...over(it) } })
  }
test.each<[string, string, Attempt]>([
  ['a second opening', 'tankEntry.opened', openAt({})],
  ['an adjustment of nothing', 'tankEntry.nothing', async it => it.master.refused(adjustTankBook, await it.adjustBody(0))],
  [
    'an adjustment in the future',
    'tankEntry.inFuture',
    async it => it.master.refused(adjustTankBook, await it.adjustBody(1, { at: '23:00' })),
  ],
  [
    'an adjustment from before the book',
    'tankEntry.notOpened',
    async it => it.master.refused(adjustTankBook, await it.adjustBody(1, { at: '08:01' })),
  ],
  [
    'an adjustment with the proof of another amount',
    'pin.proof',
    async it => it.master.refused(adjustTankBook, { body: { ...(await it.adjustBody(1_00)).body, volumeCl: 2_00 } }),
  ],
  ['a transfer into the tank itself', 'tankEntry.sameTank', move(it => ({ otherTankId: it.tankId }))],
  ['a transfer into another fuel', 'tankEntry.otherProduct', move(it => ({ otherTankId: it.dieselTankId }))],
  ['a transfer into a tank without a book', 'tankEntry.notOpened', move(() => ({}))],
  [
    'the product that it holds',
    'tankEntry.productSame',
    async it => it.master.refused(changeTankProduct, await it.changeBody(it.nozzle.productId)),
  ],
  ['an adjustment by a shift leader', 'auth.forbidden', async it => it.lin.refused(adjustTankBook, await it.adjustBody(1))],
])('a tank book refuses %s: %s', async (_what, code, attempt) => {
  const it = await bookShop()
  await it.begin('08:00')
  await it.open(1_000_00, { clock: '08:05' })
  setClock(at('09:00'))
  expect(await attempt(it)).toBe(code)
})

test.each<[string, string, Attempt]>([
  ['in a settled shift', 'tankEntry.openingLate', openAt({ at: '08:30', clock: '13:00' })],
  ['with more than the tank holds', 'tankEntry.beyondTank', openAt({}, 30_000_01)],
])('a book does not begin %s: %s', async (_what, code, attempt) => {
  const it = await bookShop()
  await it.begin('08:00')
  await endShift(it, '12:00')
  expect(await attempt(it)).toBe(code)
})

test('an opening that is settled is not reversed; nothing of a book is edited or deleted, and no other company sees it', async () => {
  const it = await bookShop()
  await it.begin('08:00')
  const opening = await it.open(1_000_00, { clock: '08:05' })
  await endShift(it, '12:00')
  expect(await it.master.refused(reverseTankEntry, await it.reverseBody(opening))).toBe('tankEntry.openingSettled')
  for (const table of ['tank_entry', 'tank_book'])
    for (const statement of [`update ${table} set station_id = station_id`, `delete from ${table}`])
      await expect(owned(statement)).rejects.toThrow('final')
  const stranger = await (await world()).staff({ role: 'admin' })
  expect(await stranger.refused(tankBook, { id: it.tankId, query: {} })).toBe('notFound')
  expect((await stranger.call(tankEntries.list, {})).totalElements).toBe(0)
  expect(await stranger.refused(reverseTankEntry, await it.reverseBody(opening))).toBe('notFound')
})
