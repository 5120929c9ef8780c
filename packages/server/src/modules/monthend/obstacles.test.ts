import { daySettlement, monthSettlement } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { filledShop } from '../../testing/delivery.ts'
import { at } from '../../testing/settlement.ts'
import { bookShop, endShift } from '../../testing/tank-book.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))

// @req SUP-014
test('settled shifts that the books of tanks do not hold yet stand against a month: what they sold would be in none', async () => {
  const it = await bookShop()
  const boss = await it.staff({ role: 'company_user' })
  const settle = (businessDay: string) =>
    it.lin.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay, reason: 'Nobody was there' } })
  // The books begin on the evening before the first shift, a day on which nothing is sold and which nobody thinks of.
  setClock(at('20:00', '2026-04-30'))
  await it.open(10_000_00)
  await it.begin('08:00')
  await it.sellAt('08:30', { lineItems: [{ volumeCl: 30_00 }] })
  await endShift(it, '20:00')
  setClock(at('08:00', '2026-05-02'))
  await it.close(await it.running(), 0, { force: true })
  await settle('2026-05-01')
  const may = async () => {
    const { against, lines, blocking } = await boss.call(monthSettlement.preview, { body: { month: '2026-05-01', carriedOver: [] } })
    return { blocking, against: against.map(({ kind, day, stationId }) => [kind, day, stationId]), sold: lines.map(({ sold }) => sold) }
  }
  expect(await may()).toEqual({ blocking: 1, against: [['booksBehind', '2026-04-30', it.station.id]], sold: [] })
  await settle('2026-04-30')
  expect(await may()).toMatchObject({ blocking: 0, sold: [30_00, 0] })
})

// @req SUP-013 SUP-014
test('a shift that is closed without a next one: its measurement carries to the end of the month, with what is sold since', async () => {
  const it = await bookShop()
  const boss = await it.staff({ role: 'company_user' })
  setClock(at('08:00'))
  await it.begin('08:00')
  await it.open(10_000_00)
  await it.sellAt('08:30', { lineItems: [{ volumeCl: 300_00 }] })
  // 5 L less than the book says; the other tank of this fuel is empty.
  const tanks = [
    { tankId: it.tankId, volumeCl: 9_695_00 },
    { tankId: it.otherTankId, volumeCl: 0 },
  ]
  setClock(at('20:00'))
  await it.close(await it.running(), 0, { force: true, tanks })
  await it.sellAt('21:00', { lineItems: [{ volumeCl: 80_00 }] })
  setClock(at('08:00', '2026-05-02'))
  await it.lin.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay: '2026-05-01' } })
  const { against, lines } = await boss.call(monthSettlement.preview, { body: { month: '2026-05-01', carriedOver: [] } })
  const of = { stationId: it.station.id, productId: it.nozzle.productId }
  expect(lines).toMatchObject([{ ...of, measured: true, sold: 380_00, closing: 9_615_00 }, {}])
  expect(against.filter(({ kind }) => kind === 'measuredEarlier')).toMatchObject([
    { stationId: it.station.id, day: '2026-05-01', quantity: 80_00 },
  ])
})

// @req SUP-014
test('a delivery whose note nobody has entered stands against its month; with the note it does no more', async () => {
  const it = await filledShop()
  const boss = await it.staff({ role: 'company_user' })
  const waiting = async (month: string) => {
    const { against, blocking } = await boss.call(monthSettlement.preview, { body: { month, carriedOver: [] } })
    return [
      blocking,
      ...against.filter(({ kind }) => kind === 'noteMissing').map(({ recordId, day, quantity }) => [recordId, day, quantity]),
    ]
  }
  const { id } = await it.record({ deliveryVolumeCl: null, docNo: '' })
  setClock(at('12:00', '2026-06-02'))
  expect(await waiting('2026-05-01')).toEqual([1, [id, '2026-05-01', 5_000_00]])
  await it.edit(id, {})
  expect(await waiting('2026-05-01')).toEqual([0])
})
