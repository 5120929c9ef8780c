import { orderPayments, salesByHour } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

const hourMs = 3_600_000
const dawn = new Date(noon.getTime() - 6 * hourMs).toISOString()
const dusk = new Date(noon.getTime() + 6 * hourMs).toISOString()
const today = { from: dawn, to: dusk }

beforeEach(() => setClock(noon))

test('a day of sales is shown by the hour, in litres and money, each order once', async () => {
  const it = await shop()
  await it.sell()
  await it.sell({ lineItems: [{ volumeCl: 10_00 }, { itemId: it.goods.id, pieces: 2 }] })
  setClock(new Date(noon.getTime() + 2 * hourMs))
  const { id } = await it.sell()
  await it.lin.call(orderPayments.cash, { id, body: {} })

  expect(await it.lin.call(salesByHour, { query: today })).toEqual({
    content: [
      { hour: 6, currency: 'CNY', count: 2, totalCents: 240_00 + 80_00 + 10_00, volumeCl: 40_00 },
      { hour: 8, currency: 'CNY', count: 1, totalCents: 240_00, volumeCl: 30_00 },
    ],
  })
})

test('only the chosen station counts, and another company never', async () => {
  const [ours, others] = [await shop(), await shop()]
  await others.sell()
  expect(await ours.lin.call(salesByHour, { query: today })).toEqual({ content: [] })

  await ours.sell()
  const elsewhere = await ours.addStation('Riverside West')
  const master = await ours.staff({ role: 'company_user' })
  expect(await master.call(salesByHour, { query: today })).toMatchObject({ content: [{ count: 1 }] })
  expect(await master.call(salesByHour, { query: today }, { station: String(elsewhere.id) })).toEqual({ content: [] })
})

test.each([
  ['the end is the beginning', { from: dawn, to: dawn }, 'validation'],
  ['it is longer than a week', { from: dawn, to: new Date(Date.parse(dawn) + 169 * hourMs).toISOString() }, 'validation'],
  ['it is no instant', { from: '2026-05-01', to: dusk }, 'validation'],
])('a span is refused when %s', async (_, query, code) => {
  const { lin } = await shop()
  expect(await lin.refused(salesByHour, { query })).toBe(code)
})
