import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shopFront } from './shop-front.ts'
import { settled } from './visitor.ts'

const front = shopFront()
const words = {
  zh: {
    issue: '发卡',
    number: '卡号',
    product: '卡产品',
    name: '新持卡人姓名',
    mobile: '新持卡人手机号',
    topUp: '充值',
    amount: '充值金额',
    gift: '赠金',
    more: '更多',
    loss: '挂失',
    unhook: '解挂',
    normal: '正常',
    lost: '挂失',
    after: /本金.*¥0\.00.*¥200\.00/,
    consume: '消费',
    out: '支出合计',
    weak: '支付密码过于简单',
    password: '支付密码',
  },
  en: {
    issue: 'Issue a card',
    number: 'Card number',
    product: 'Card product',
    name: 'New holder’s name',
    mobile: 'New holder’s mobile number',
    topUp: 'Top up',
    amount: 'Amount',
    gift: 'Gift',
    more: 'More',
    loss: 'Report loss',
    unhook: 'Cancel loss report',
    normal: 'Normal',
    lost: 'Loss',
    after: /Principal.*¥0\.00.*¥200\.00/,
    consume: 'Consume',
    out: 'Out',
    weak: 'This password is too simple',
    password: 'Payment password',
  },
}
const rowOf = (page: Page, number: string) => page.locator('tbody tr', { hasText: number }).first()

/** Fills in the form beside the list, first with a password that everybody tries. */
async function issue(page: Page, say: (typeof words)['zh'], number: string, mobile: string) {
  await page.getByRole('button', { name: say.issue }).first().click()
  const form = page.getByRole('dialog', { name: say.issue })
  await form.getByLabel(say.number).first().fill(number)
  await form.getByLabel(say.product).first().click()
  await page.getByTitle('储值卡', { exact: false }).first().click()
  await form.getByLabel(say.name).fill('王芳 Wang Fang')
  await form.getByLabel(say.mobile).fill(mobile)
  await form.getByLabel(say.password, { exact: false }).first().fill('123456')
  await form.getByRole('button', { name: say.issue }).click()
  await form.getByText(say.weak, { exact: false }).waitFor()
  await form.getByLabel(say.password, { exact: false }).first().fill('274913')
  // A second press within two seconds is the same press: the button waits for so long, and whoever presses it waits too.
  await form.getByRole('button', { name: say.issue }).click()
  await form.waitFor({ state: 'detached' })
}

/** A sale that was paid from the card at the pump, as the forecourt controller tells it. */
async function sell(cardNumber: string, sequence: number): Promise<{ orderNo: string; totalCents: number }> {
  const { url, demo } = front()
  const station = demo.companies[0]!.stations[0]!
  const reply = await fetch(`${url}/api/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Device ${station.devices[0]!.credential!}` },
    body: JSON.stringify({
      sequence,
      nozzleControlId: station.nozzles[0]!.id,
      payType: 'card',
      cardNumber,
      lineItems: [{ volumeCl: 1000 }],
    }),
  })
  expect(reply.status).toBe(200)
  return reply.json()
}

// @req CRD-018 CRD-019 CRD-078 CRD-080 MEM-003 MEM-016 MEM-038 SAL-022 SAL-028 SAL-048
test.each([
  ['zh', 0],
  ['en', 1],
] as const)('a card is issued, topped up, lost and found, pays at the pump, and every yuan of it is told (%s)', async (language, turn) => {
  const { url, demo, enter } = front()
  const say = words[language]
  const number = `62009900000${turn}`,
    shown = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  const page = await enter('station_master', { language }, '/stationCards/cardQuery')
  await issue(page, say, number, `1390000000${turn}`)
  const row = rowOf(page, shown)
  await row.getByText(say.normal, { exact: true }).waitFor()

  await row.getByRole('button', { name: say.topUp }).click()
  const dialog = page.getByRole('dialog', { name: shown, exact: false })
  await dialog.getByLabel(say.amount).first().fill('200')
  await dialog.getByLabel(say.gift).first().fill('10')
  await dialog.getByRole('row', { name: say.after }).waitFor()
  await dialog.getByRole('button', { name: say.topUp }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('210.00', { exact: true }).waitFor()

  await row.getByRole('button', { name: say.more }).click()
  await page.getByRole('menuitem', { name: say.loss }).click()
  const report = page.getByRole('dialog', { name: shown, exact: false })
  await report.getByRole('button', { name: say.loss }).click()
  await row.getByText(say.lost, { exact: true }).waitFor()
  await expect.poll(() => row.getByRole('button', { name: say.topUp }).count()).toBe(0)
  await row.getByRole('button', { name: say.more }).click()
  await page.getByRole('menuitem', { name: say.unhook }).click()
  await page.getByRole('dialog').getByRole('button', { name: say.unhook }).click()
  await row.getByText(say.normal, { exact: true }).waitFor()

  const { orderNo, totalCents } = await sell(number, demo.companies[0]!.stations[0]!.devices[0]!.nextSequence + turn)
  const left = ((210_00 - totalCents) / 100).toFixed(2)
  await row.getByText(shown).click()
  await page.waitForURL('**/stationCards/cardCostHistory/*')
  await page.getByText(`¥${left}`).first().waitFor()
  const movement = page.locator('tbody tr', { hasText: say.consume })
  await expect.poll(() => movement.innerText()).toContain(`−${(totalCents / 100).toFixed(2)}`)
  await movement.getByText(orderNo).click()
  await page.waitForURL('**/salesQuery/allDetails/*')

  await page.goto(`${url}/queryStatistics/userCardDetails?userCard.number=${number}`)
  await settled(page)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(3)
  await expect.poll(() => page.locator('.k-figures > div', { hasText: say.out }).innerText()).toContain((totalCents / 100).toFixed(2))
})
