import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { words } from './cards-words.ts'
import { expectPage, appFixture, languages } from './app-fixture.ts'
import { withoutReceipt } from './money-dialogs.ts'
import { columnsOffered, filtersOffered, tableOf } from './shown.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const money = (cents: number) => `¥${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const grouped = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
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
  // A second press within two seconds is the same press: the button waits for so long, and so does the test.
  await form.getByRole('button', { name: say.issue }).click()
  await form.waitFor({ state: 'detached' })
}

/** A sale that was paid from the card at the pump, as the forecourt controller tells it. */
async function sell(cardNumber: string, sequence: number, volumeCl = 1000): Promise<{ orderNo: string; totalCents: number }> {
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
      lineItems: [{ volumeCl }],
    }),
  })
  expect(reply.status).toBe(200)
  return reply.json()
}

// @req CRD-003 CRD-008 CRD-080
test.each(languages())('the list of cards offers its columns and filters, every status and every kind (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language }, '/stationCards/cardQuery')
  await expectPage(page, say.list)
  const { shown: columns, hidden } = await columnsOffered(page)
  expect([...columns, ...hidden]).toEqual(say.columns)
  expect(await filtersOffered(page)).toEqual(say.filters)
  await page.getByRole('button', { name: say.export }).waitFor()
  const options = page.locator('.ant-select-item-option:visible')
  await page.locator('#f-status').click()
  await expect.poll(() => options.allInnerTexts()).toEqual(say.statuses)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: say.issue }).first().click()
  await page.getByRole('dialog', { name: say.issue }).locator('[data-field=kind]').getByRole('combobox').click()
  await expect.poll(() => options.allInnerTexts()).toEqual(say.kinds)
})

// @req CRD-018 CRD-019 CRD-020 MEM-005 MEM-010 MEM-016
test.each([
  ['zh', 0],
  ['en', 1],
] as const)('a card is issued, topped up, lost and found (%s)', async (language, turn) => {
  const say = words[language]
  const number = `62009900000${turn}`,
    shown = grouped(number)
  const page = await front().enter('station_master', { language }, '/stationCards/cardQuery')
  await issue(page, say, number, `1390000000${turn}`)
  const row = rowOf(page, shown)
  await row.getByText(say.normal, { exact: true }).waitFor()

  await row.getByRole('button', { name: say.topUp }).click()
  const dialog = page.getByRole('dialog', { name: shown, exact: false })
  await dialog.locator('[data-field=payType] .ant-select').click()
  await expect.poll(() => page.locator('.ant-select-item-option:visible').allInnerTexts()).toEqual(say.payTypes)
  await page.locator('.ant-select-item-option:visible').first().click()
  await dialog.locator('[data-field=amountCents] input').first().fill('200')
  await dialog.locator('[data-field=giftCents] input').first().fill('10')
  await withoutReceipt(dialog)
  await dialog.getByRole('row', { name: say.after }).waitFor()
  await dialog.getByRole('button', { name: say.topUp }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('210.00', { exact: true }).waitFor()
  await row.getByText('10.00', { exact: true }).waitFor()

  await row.getByRole('button', { name: say.more }).click()
  await page.getByRole('menuitem', { name: say.loss }).click()
  const report = page.getByRole('dialog', { name: shown, exact: false })
  await report.getByRole('button', { name: say.loss }).click()
  await row.getByText(say.lost, { exact: true }).waitFor()
  await expect.poll(() => row.getByRole('button', { name: say.topUp }).count()).toBe(0)
  for (const [act, state] of [
    [say.unhook, say.normal],
    [say.disable, say.disabled],
    [say.enable, say.normal],
  ] as const) {
    await row.getByRole('button', { name: say.more }).click()
    await page.getByRole('menuitem', { name: act, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
    await row.getByText(state, { exact: true }).waitFor()
    await expect.poll(() => row.getByRole('button', { name: say.topUp }).count()).toBe(state === say.normal ? 1 : 0)
  }
})

// @req CRD-008 CRD-078 SAL-022 SAL-048
test.each([
  ['zh', 0],
  ['en', 1],
] as const)('a card pays at the pump: its statement and the list of all movements tell it (%s)', async (language, turn) => {
  const { url, demo, enter } = front()
  const say = words[language]
  const page = await enter('station_master', { language })
  const {
    content: [card],
  } = await ask<{ content: { id: number; number: string; value: number }[] }>(
    page,
    '/userCards?search=kind:personal,value>50000,status:normal,heldCents:0,limitProfile:null&sort=value,desc&size=1',
  )
  const found = `/userCardDetails/statistics?search=userCard.number:${card!.number}`
  const before = await ask<{ count: number; outCents: number }>(page, found)
  const { orderNo, totalCents } = await sell(card!.number, demo.companies[0]!.stations[0]!.devices[0]!.nextSequence + turn)

  await page.goto(`${url}/stationCards/cardQuery?number=${card!.number}`)
  await page.locator('tbody tr').first().getByText(grouped(card!.number)).click()
  await page.waitForURL(`**/stationCards/cardCostHistory/${card!.id}`)
  await expectPage(page, grouped(card!.number))
  await page.locator('#content .pane:visible .page-meta').getByText(say.normal, { exact: true }).waitFor()
  for (const act of [say.topUp, say.loss, say.disable, say.resetPassword])
    await page.locator('#content .pane:visible').getByRole('button', { name: act, exact: true }).waitFor()
  await page
    .getByText(money(card!.value - totalCents))
    .first()
    .waitFor()
  const statement = page.locator('#content .pane:visible').getByRole('table', { name: say.statement, exact: true })
  const movement = statement.locator('tbody tr', { hasText: orderNo })
  await expect.poll(() => movement.innerText()).toContain(`−${money(totalCents).slice(1)}`)
  expect(await movement.innerText()).toContain(say.consume)
  expect(await movement.innerText()).toContain(money(card!.value - totalCents).slice(1))
  const { heads, rows } = await tableOf(page.locator('#content .pane:visible'), say.statement)
  expect(heads).toEqual(say.movement)
  // The newest stands first, with its moment at the station.
  expect(rows[0]![0]).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/)
  expect(rows[0]).toContain(orderNo)
  for (const [at, [when]] of rows.entries()) expect(rows[at - 1]?.[0] ?? '9').toSatisfy((after: string) => after >= when!)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: say.export, exact: true }).click()])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(rows.length + 1)
  expect(lines.join()).toContain(orderNo)
  await movement.getByText(orderNo).click()
  await page.waitForURL('**/salesQuery/allDetails/*')

  await page.goto(`${url}/queryStatistics/userCardDetails?userCard.number=${card!.number}`)
  await settled(page)
  await expect.poll(() => page.locator('.k-figures > div', { hasText: say.out }).innerText()).toContain(money(before.outCents + totalCents))
  const newest = page.locator('tbody tr').first()
  for (const part of [say.consume, `−${money(totalCents).slice(1)}`, orderNo, grouped(card!.number)])
    expect(await newest.innerText()).toContain(part)
})

// @req MEM-003 MEM-038
test('a card’s balance is what can be spent and what is frozen, and its statement begins with the newest twenty', async () => {
  const { url, demo, enter } = front()
  const page = await enter('station_master')
  const search = 'kind:personal,value>50000,status:normal,heldCents:0,limitProfile:null'
  const { content } = await ask<{ content: { id: number; number: string }[] }>(page, `/userCards?search=${search}&sort=value,desc&size=1`)
  const { id, number } = content[0]!
  const next = demo.companies[0]!.stations[0]!.devices[0]!.nextSequence + 2
  for (let turn = 0; turn < 21; turn++) await sell(number, next + turn, 100)
  await page.route(new RegExp(`/api/v1/userCards/${id}(\\?|$)`), async route => {
    const card = await (await route.fetch()).json()
    await route.fulfill({ json: { ...card, value: 100_00, lockValue: 30_05, debtCents: 0 } })
  })
  await page.goto(`${url}/stationCards/cardCostHistory/${id}`)
  await settled(page)
  await page.locator('.k-figures > div', { hasText: '当前余额' }).getByText('130.05').waitFor()
  await expect.poll(() => page.getByRole('table', { name: '对账单', exact: true }).locator('tbody tr').count()).toBe(20)
  await page.getByText(/仅显示最近 20 笔，共 \d+ 笔/).waitFor()
})
