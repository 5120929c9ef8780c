import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { appFixture, languages } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    title: '扫码收款',
    cash: '收现金',
    card: '加油卡',
    cardNumber: '卡号',
    slip: '其他凭证',
    slipNumber: '凭证流水号',
    success: '支付成功',
    failure: '支付失败',
    again: '请重新扫码。',
    none: '未找到订单',
    paid: '订单已付清，无需再收款',
    next: '扫下一单',
    other: (orderNo: string, station: string) => `订单 ${orderNo} 属于${station}`,
    switch: (station: string) => `切换到${station}并重新扫码`,
    move: '继续',
  },
  en: {
    title: 'Scan to pay',
    cash: 'Take ¥',
    card: 'Fuel card',
    cardNumber: 'Card no.',
    slip: 'Other slip',
    slipNumber: 'Serial no. of the slip',
    success: 'Payment succeeded',
    failure: 'Payment failed',
    again: 'Please scan again.',
    none: 'not found',
    paid: 'This order is already paid in full',
    next: 'Scan the next order',
    other: (orderNo: string, station: string) => `Order ${orderNo} belongs to ${station}`,
    switch: (station: string) => `Switch to ${station} and scan again`,
    move: 'Continue',
  },
}
const sequences: number[] = []
beforeAll(() => {
  for (const { devices } of front().demo.companies[0]!.stations) sequences.push(devices[0]!.nextSequence)
})

interface Sold {
  id: number
  orderNo: string
  totalCents: number
}
/** A sale as the controller of a station tells it; its number stands on the slip. */
async function sell(at = 0): Promise<Sold> {
  const { url, demo } = front()
  const { devices, nozzles } = demo.companies[0]!.stations[at]!
  const reply = await fetch(`${url}/api/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Device ${devices[0]!.credential!}` },
    body: JSON.stringify({ sequence: sequences[at]!++, nozzleControlId: nozzles[0]!.id, lineItems: [{ volumeCl: 2000 }] }),
  })
  expect(reply.status).toBe(200)
  return reply.json()
}

async function open(page: Page) {
  await page.goto(`${front().url}/queryStatistics/salesQuery/allQuery`)
  await settled(page)
  await page.keyboard.press('s')
  await page.getByRole('dialog').locator('input:focus').waitFor()
}
/** A scanner types what it reads, and Enter. */
async function scan(page: Page, text: string) {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
/** Whether the next line has the focus in the very moment in which the one that has it now gives way: a scanner does not wait. */
const keepsFocus = (page: Page) =>
  page.evaluateHandle(() => {
    const line = document.activeElement
    const kept = new Promise<boolean>(done => {
      const observer = new MutationObserver(() => {
        if (line?.isConnected) return
        observer.disconnect()
        done(document.activeElement instanceof HTMLInputElement)
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    return { kept }
  })
const statusOf = async (page: Page, { id }: Sold) => (await ask<{ status: string; paidCents: number }>(page, `/orders/${id}`)).status
const amount = ({ totalCents }: Sold) => (totalCents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })

// @req SAL-032
test.each(languages())('an order is scanned and paid in cash, and the next one scanned at once (%s)', async language => {
  const w = words[language]
  const page = await front().enter('station_leader', { language })
  const [first, second] = [await sell(), await sell()]
  await open(page)
  const dialog = page.getByRole('dialog', { name: w.title })
  await scan(page, 'no-such-order')
  await dialog.getByRole('alert').filter({ hasText: w.none }).getByText(w.again).waitFor()

  await scan(page, first.orderNo)
  await dialog.getByText(amount(first)).first().waitFor()
  const figures = (await dialog.locator('.k-before-after tbody td').allInnerTexts()).map(text => text.replace(/[¥\s]/g, ''))
  expect(figures).toEqual(['0.00', amount(first), `+${amount(first)}`, amount(first), '0.00', `−${amount(first)}`])
  // The Enter at the end of a second scan of the same slip takes nothing.
  await scan(page, first.orderNo)
  expect(await statusOf(page, first)).toBe('open')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('.ant-modal').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await dialog.getByRole('button', { name: new RegExp(w.cash) }).click()
  await dialog.getByRole('status').filter({ hasText: w.success }).getByText(first.orderNo).waitFor()
  expect(await statusOf(page, first)).toBe('success')

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').locator('input:focus').waitFor()
  const focus = await keepsFocus(page)
  await scan(page, first.orderNo)
  await dialog.getByText(w.paid).waitFor()
  expect(await focus.evaluate(({ kept }) => kept)).toBe(true)
  await scan(page, second.orderNo)
  await dialog.getByText(amount(second)).first().waitFor()
})

// @req SAL-031 SAL-032
test.each(languages())('a card or slip that cannot be read is scanned again, and then the order is paid (%s)', async language => {
  const w = words[language]
  const page = await front().enter('station_leader', { language })
  const [byCard, bySlip] = [await sell(), await sell()]
  const {
    content: [card],
  } = await ask<{ content: { number: string }[] }>(
    page,
    '/userCards?search=value>50000,status:normal,heldCents:0,limitProfile:null,passwordFromCents:null&sort=value,desc&size=1',
  )
  await open(page)
  const dialog = page.getByRole('dialog', { name: w.title })
  const failed = dialog.getByRole('alert').filter({ hasText: w.failure })
  await scan(page, byCard.orderNo)
  await dialog.getByText(w.card, { exact: true }).click()
  await dialog.getByLabel(w.cardNumber, { exact: true }).and(page.locator(':focus')).waitFor()
  await scan(page, '0000000000000000')
  await failed.getByText(w.again).waitFor()
  expect(await statusOf(page, byCard)).toBe('open')
  await dialog.getByLabel(w.cardNumber, { exact: true }).and(page.locator(':focus')).waitFor()
  await scan(page, card!.number)
  await dialog.getByRole('status').filter({ hasText: w.success }).waitFor()
  expect(await statusOf(page, byCard)).toBe('success')

  const taken = (
    await ask<{ content: { externalSerialNo: string }[] }>(page, '/transactions?search=payType:wx,externalSerialNo<>null&size=1')
  ).content[0]!.externalSerialNo
  await dialog.getByRole('button', { name: w.next }).click()
  await page.getByRole('dialog').locator('input:focus').waitFor()
  await scan(page, bySlip.orderNo)
  await dialog.getByText(w.slip, { exact: true }).click()
  await dialog.getByLabel(w.slipNumber).and(page.locator(':focus')).waitFor()
  await scan(page, taken)
  await failed.getByText(w.again).waitFor()
  await dialog.getByLabel(w.slipNumber).and(page.locator(':focus')).waitFor()
  await scan(page, `slip-${bySlip.orderNo}`)
  await dialog.getByRole('status').filter({ hasText: w.success }).waitFor()
})

// @req SAL-030
test.each(languages())('an order of another station is paid there, after the station was switched (%s)', async language => {
  const w = words[language]
  const page = await front().enter('admin', { language })
  const west = front().demo.companies[0]!.stations[1]!
  const order = await sell(1)
  await open(page)
  const dialog = page.getByRole('dialog', { name: w.title })
  await scan(page, order.orderNo)
  await dialog.getByRole('alert').getByText(w.other(order.orderNo, west.name)).waitFor()
  expect(await dialog.getByRole('button', { name: new RegExp(w.cash) }).count()).toBe(0)

  await dialog.getByRole('button', { name: w.switch(west.name) }).click()
  await page.getByRole('button', { name: w.move, exact: true }).click()
  // It is looked for again by itself, and is at home now.
  await dialog.getByRole('button', { name: new RegExp(w.cash) }).click()
  await dialog.getByRole('status').filter({ hasText: w.success }).waitFor()
  expect(await page.getByRole('banner').innerText()).toContain(west.name)
  const paid = await ask<{ content: { stationId: number }[] }>(page, `/transactions?search=order.id:${order.id}`)
  expect(paid.content.map(({ stationId }) => stationId)).toEqual([west.id])
})

// @req SAL-032
test('when no answer came, it is found out whether the money was taken; nothing is taken twice', async () => {
  const page = await front().enter('station_leader', { language: 'en' })
  const order = await sell()
  await open(page)
  const dialog = page.getByRole('dialog', { name: words.en.title })
  await scan(page, order.orderNo)
  await page.route('**/cashPay*', route => route.abort())
  await dialog.getByRole('button', { name: new RegExp(words.en.cash) }).click()
  await dialog.getByText('It is not certain whether the payment was taken').waitFor()
  expect(await statusOf(page, order)).toBe('open')

  await page.unroute('**/cashPay*')
  await page.route('**/cashPay*', async route => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: new RegExp(words.en.cash) }).click()
  await dialog.getByText('the money was taken').waitFor()
  expect((await ask<{ totalElements: number }>(page, `/transactions?search=order.id:${order.id}`)).totalElements).toBe(1)
})
