import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture } from './app-fixture.ts'
import { ask, settled, tell, type Look } from './visitor.ts'

const front = appFixture()
let sent = 0

/** A sale of 100 litres, as the forecourt controller tells it. */
async function sell(): Promise<number> {
  const { url, demo } = front()
  const [station] = demo.companies[0]!.stations
  const [device] = station!.devices
  const body = { sequence: device!.nextSequence + sent++, nozzleControlId: station!.nozzles[0]!.id, lineItems: [{ volumeCl: 10_000 }] }
  const headers = { 'content-type': 'application/json', authorization: `Device ${device!.credential!}` }
  const reply = await fetch(`${url}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { id: number }).id
}

/** A card that asks for its password for more than it has paid today. */
async function guardedCard(page: Page, orderId: number): Promise<{ number: string }> {
  const { content } = await ask<{ content: { number: string }[] }>(
    page,
    '/userCards?search=value>10000,status:normal,heldCents:0,limitProfile:null,passwordFromCents>10000&sort=value,desc&size=50',
  )
  for (const card of content) {
    const free = await tell<{ withoutPasswordCents: number }>(page, 'POST', `/orders/${orderId}/cardPay/preview`, {
      cardNumber: card.number,
    })
    if (free.withoutPasswordCents > 20_00) return card
  }
  throw new Error('every card has paid today what it may without its password')
}

// @req CRD-022
test.each([
  [
    'zh',
    {
      pay: '刷卡支付',
      number: '卡号',
      amount: '支付金额',
      ok: '确定',
      part: '部分支付',
      password: '支付密码',
      free: /免密还可支付 (¥[\d,.]+)，超过须输入支付密码/,
    },
  ],
  [
    'en',
    {
      pay: 'Pay by card',
      number: 'Card no.',
      amount: 'Amount',
      ok: 'OK',
      part: 'Partial payment',
      password: 'Payment password',
      free: /Up to (¥[\d,.]+) can still be paid without the password/,
    },
  ],
] as const)(
  'the dialog says up to which amount a card asks for no password, and asks for it above before anything is sent (%s)',
  async (language, w) => {
    const page = await front().enter('station_leader', { language } satisfies Partial<Look>)
    const id = await sell()
    const card = await guardedCard(page, id)
    await page.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${id}`)
    await settled(page)
    const dialog = page.getByRole('dialog')
    const password = dialog.getByLabel(w.password)
    const open = async () => {
      await page.getByRole('button', { name: w.pay }).click()
      await dialog.getByLabel(w.number).fill(card.number)
      const said = await dialog.getByText(w.free).innerText()
      return Math.round(Number(w.free.exec(said)![1]!.replaceAll(/[¥,]/g, '')) * 100)
    }
    const isAsked = async () => (await password.getAttribute('aria-required')) === 'true'
    const freeCents = await open()
    // All that is due is more than that.
    await expect.poll(isAsked).toBe(true)
    await dialog.getByLabel(w.amount).fill((freeCents / 100).toFixed(2))
    await expect.poll(isAsked).toBe(false)
    await dialog.getByLabel(w.amount).fill(((freeCents + 1) / 100).toFixed(2))
    await expect.poll(isAsked).toBe(true)
    // The button is off and says so; a press leads to the field.
    await dialog.getByRole('button', { name: w.ok }).click({ force: true })
    await expect.poll(() => password.evaluate(input => input === document.activeElement)).toBe(true)
    await dialog.getByLabel(w.amount).fill('10')
    await dialog.getByRole('button', { name: w.ok }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.locator('header').getByText(w.part).waitFor()
    // What was paid without it counts against the same limit.
    expect(await open()).toBe(freeCents - 10_00)
  },
)
