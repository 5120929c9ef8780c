import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { ask, settled, stationHere } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    docNo: 'BL-20391',
    ok: '确定',
    correct: '更正',
    edit: '编辑进油',
    corrected: '已更正',
    before: '查看原记录',
    after: '查看更正后的记录',
    devices: '前庭设备',
    simulate: '模拟订单',
    send: '模拟下单',
    tooLow: '模拟订单的单价须高于 1.00',
    differs: '单价与挂牌价不同：将按实收入账并标记',
    list: '进油管理',
    past: '历史进油',
  },
  en: {
    docNo: 'BL-20417',
    ok: 'OK',
    correct: 'Correct',
    edit: 'Edit delivery',
    corrected: 'Corrected',
    before: 'Open the original record',
    after: 'Open the corrected record',
    devices: 'Forecourt devices',
    simulate: 'Simulate an order',
    send: 'Simulate',
    tooLow: 'The unit price must be above 1.00',
    differs: 'Another price than the list’s: it would be booked as charged and marked',
    list: 'Deliveries',
    past: 'Imported',
  },
}
const pane = (page: Page) => page.locator('#content .pane:visible')
const serious = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  )
interface Delivery {
  readonly id: number
  readonly status: string
  readonly deliveryVolumeCl: number
  readonly correctsId: number | null
}

// @req FUE-001 FUE-028 FUE-029
test.each(languages())(
  'a settled delivery is corrected with a reason and the PIN, and both records lead to each other (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('station_master', { language }, '/oilOperate/oilTaking')
    await expectPage(page, say.list)
    const found = async () => (await ask<{ content: Delivery[] }>(page, `/oilInfos?sort=id&search=docNo:${say.docNo}`)).content
    const [first] = (await found()) as [Delivery]
    expect(first.status).toBe('settled')
    await pane(page).getByText(say.docNo, { exact: true }).first().click()
    await page.waitForURL(`**/oilInfoDetails/${first.id}`)
    await settled(page)
    await pane(page).getByRole('button', { name: say.correct, exact: true }).press('Enter')
    await expectPage(page, say.edit)
    const field = (name: string) => pane(page).locator(`[data-field=${name}]`).locator('input, textarea').first()
    const noteCl = first.deliveryVolumeCl - 60_00
    await field('deliveryVolumeCl').fill((noteCl / 100).toFixed(2))
    await field('correctionReason').fill('Note read wrongly')
    expect(await serious(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    const { pin } = front().demo.companies[0]!.accounts.find(({ role }) => role === 'station_master')!
    await page.locator('input[autocomplete=one-time-code]').fill(pin)
    await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
    await expectToast(page, say.corrected)
    await pane(page).getByText(say.before).waitFor()
    const [settledOne, correction] = (await found()) as [Delivery, Delivery]
    expect([settledOne.status, settledOne.deliveryVolumeCl]).toEqual(['corrected', first.deliveryVolumeCl])
    expect(correction).toMatchObject({ correctsId: first.id, deliveryVolumeCl: noteCl })
    expect(await serious(page)).toEqual([])
    await pane(page).getByText(say.before).click()
    await pane(page).getByText(say.after).waitFor()
  },
)

// @req FUE-022
test.each(languages())('a device is tried with a simulated order: a price of 1.00 is refused at its field (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language }, '/stationMge/vestibuleMge/deviceMge?tab=devices')
  await expectPage(page, say.devices)
  await pane(page).getByRole('button', { name: say.simulate }).first().press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-field=nozzleControlId] input').press('Enter')
  await page.locator('.ant-select-item-option:visible').first().click()
  const fill = async (name: string, text: string) => dialog.locator(`[data-field=${name}] input`).fill(text)
  await fill('priceCents', '1.00')
  await fill('volumeCl', '30')
  await dialog.getByRole('button', { name: say.send, exact: true }).click()
  await dialog.locator('[data-field=priceCents]').getByText(say.tooLow).waitFor()
  expect(await serious(page)).toEqual([])
  const stationId = await stationHere(page)
  const count = async () => (await ask<{ totalElements: number }>(page, `/orders?size=1&search=station.id:${stationId}`)).totalElements
  const before = await count()
  await fill('priceCents', '1.01')
  await dialog.getByRole('button', { name: say.send, exact: true }).click()
  await dialog.getByText(say.differs).waitFor()
  await dialog.getByText('30.30').first().waitFor()
  expect(await count()).toBe(before)
})

test.each(languages())('deliveries that were imported stand beside those that were recorded (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language }, '/oilOperate/oilTaking')
  await pane(page).getByRole('tab', { name: say.past }).press('Enter')
  await pane(page)
    .getByText(/BL-2018/)
    .first()
    .waitFor()
  expect(await serious(page)).toEqual([])
})
