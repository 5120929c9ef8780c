import { orders, setCompanyConfig, setStationConfig } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'

// @req SAL-035
test('an order says whether its station issues invoices: as the station says, else as its company', async () => {
  const it = await shop()
  const boss = await it.staff()
  const { id } = await it.sell()
  const disabled = async () => (await it.lin.call(orders.get, { id })).disableInvoice
  expect(await disabled()).toBe(false)
  await boss.call(setCompanyConfig, { id: it.company.id, body: { version: 1, config: { invoice: { disableInvoice: true } } } })
  expect(await disabled()).toBe(true)
  await boss.call(setStationConfig, { id: it.station.id, body: { version: 1, config: { invoice: { disableInvoice: false } } } })
  expect(await disabled()).toBe(false)
})
