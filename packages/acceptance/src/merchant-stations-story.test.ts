import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    ratios: '账户分配比例',
    edit: '编辑',
    notWhole: '各账户合计须为 100%，现为 90%',
    saved: '保存成功',
    templates: '支付模板',
    apply: '应用到油站',
    stations: '油站（可多选）',
    applyTo: '应用到 1 个油站',
    applied: '支付模板已应用',
    others: '其他支付方式',
    nameOf: '团油的本站名称',
    on: '启用滴滴加油',
    up: '抖音上移',
    save: '保存',
  },
  en: {
    ratios: 'Account split',
    edit: 'Edit',
    notWhole: 'The accounts come to 100% together; now it is 90%',
    saved: 'Saved',
    templates: 'Payment templates',
    apply: 'Apply to stations',
    stations: 'Stations (one or more)',
    applyTo: 'Apply to 1 stations',
    applied: 'Payment template applied',
    others: 'Other payment methods',
    nameOf: 'Name of Tuanyou here',
    on: 'Take DiDi',
    up: 'Move Douyin up',
    save: 'Save',
  },
}
const drawer = (page: Page) => page.locator('.ant-drawer:visible, [role=dialog]:visible').last()
const field = (page: Page, name: string) => drawer(page).locator(`[data-field=${name}]`).locator('input, textarea').first()
const send = (page: Page) => page.locator('form:visible button[type=submit]:not([aria-disabled])').last().press('Enter')

// @req PAY-004
test.each(languages())('a master sets how the money of the station is divided, by a link (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/ext/extAccountRatio')
  await expectPage(page, say.ratios)
  await pane(page).locator('tbody tr').first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await pane(page).getByRole('button', { name: say.edit, exact: true }).first().press('Enter')
  await field(page, 'ratio1').fill('60')
  await drawer(page).getByText(say.notWhole).first().waitFor()
  await field(page, 'ratio2').fill('40')
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.saved)
  const { content } = await ask<{ content: { ratio1: number; ratio2: number }[] }>(page, '/accountRatios')
  expect(content.some(({ ratio1, ratio2 }) => ratio1 === 60 && ratio2 === 40)).toBe(true)
})

// @req PAY-003 PAY-015
test.each(languages())('a template is shown with what it would change, and put on a station (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/stationMge/payTemplate')
  await expectPage(page, say.templates)
  await pane(page).locator('tbody tr').first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await pane(page).getByRole('button', { name: say.apply, exact: true }).first().press('Enter')
  const [east] = front().demo.companies[0]!.stations
  await drawer(page).getByLabel(say.stations).last().press('ArrowDown')
  await page.locator('.ant-select-item-option:visible', { hasText: east!.name }).first().click()
  await drawer(page).locator('tbody tr', { hasText: east!.name }).waitFor()
  await page.keyboard.press('Escape')
  expect(await issuesInEveryLook(page)).toEqual([])
  await drawer(page).getByRole('button', { name: say.applyTo }).press('Enter')
  await expectToast(page, say.applied)
})

// @req PAY-002 PAY-014
test.each(languages())('a station names, orders and switches off its payment methods, and its till offers them so (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/stationMge/otherPay')
  await expectPage(page, say.others)
  await pane(page).getByLabel(say.nameOf, { exact: true }).fill('团油卡')
  await pane(page).getByLabel(say.on, { exact: true }).press('Space')
  await pane(page).getByRole('button', { name: say.up, exact: true }).press('Enter')
  expect(await issuesInEveryLook(page)).toEqual([])
  await pane(page).getByRole('button', { name: say.save, exact: true }).press('Enter')
  await expectToast(page, say.saved)

  await page.goto(`${front().url}/oilOperate/recordOrder`)
  await pane(page).locator('[data-field=payType] input').first().press('ArrowDown')
  const offered = page.locator('.ant-select-item-option:visible')
  await offered.first().waitFor()
  const [east] = front().demo.companies[0]!.stations
  const { config } = await ask<{ config: { payTypes: { payType: string; disabled: boolean }[]; otherTradeType: object } }>(
    page,
    `/stations/${east!.id}?expand=config`,
  )
  expect(config.otherTradeType).toMatchObject({ tuanYou: '团油卡' })
  const order = config.payTypes.map(({ payType }) => payType)
  expect(config.payTypes.find(({ payType }) => payType === 'didi')).toMatchObject({ disabled: true })
  expect(order.indexOf('douyin')).toBe(order.indexOf('other') - 2)
})
