import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, expectPage, languages } from './app-fixture.ts'
import { sizes, switchTo, themes } from './themes.ts'
import { settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    page: '油品库存',
    month: '30 天',
    table: '表格',
    delivery: /进油 BL-20417，卸油/,
    tab: '盘点对账',
    within: '未超限',
    tight: '紧密：未发现渗漏',
    notCertified: /未经第三方认证/,
    manifold: '按连通油罐组',
    quiet: '静态检漏',
    power: '检出概率曲线',
    used: '采用的时段',
    stock: '油罐',
    third: '3 号罐',
    again: '重试',
  },
  en: {
    page: 'Fuel stock',
    month: '30 days',
    table: 'Table',
    delivery: /Delivery BL-20417, .* L offloaded/,
    tab: 'Reconciliation',
    within: 'Within the limit',
    tight: 'Tight: no leak found',
    notCertified: /Not certified by a third party/,
    manifold: 'By manifold',
    quiet: 'Quiet-hours test',
    power: 'Chance of detection',
    used: 'Stretches used',
    stock: 'Tank',
    third: 'Tank 3',
    again: 'Try again',
  },
}
const pane = (page: Page) => page.locator('#content .pane:visible')
const serious = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  )

// @req FUE-035
test.each(languages())('a leader sees when a load came into a tank, and that the tank does not leak (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language }, '/oilOperate/fuelInventory')
  await expectPage(page, say.page)
  await pane(page).getByText(say.month, { exact: true }).click()
  await pane(page).getByText(say.table, { exact: true }).click()
  await pane(page).getByRole('cell', { name: say.delivery }).waitFor()
  expect(await serious(page)).toEqual([])

  await pane(page).getByRole('tab', { name: say.tab }).press('Enter')
  await settled(page)
  await pane(page).getByText(say.tight).waitFor()
  await pane(page).getByText(say.within).first().waitFor()
  await pane(page).getByText(say.notCertified).waitFor()
  expect(await serious(page)).toEqual([])
  expect(await pane(page).getByRole('row').count()).toBeGreaterThan(10)

  await pane(page).getByText(say.manifold, { exact: true }).click()
  await settled(page)
  expect(new URL(page.url()).searchParams.get('by')).toBe('manifold')
})

// @req FUE-035
test.each(languages())('a leader tests a tank in its quiet hours, and sees what the test can find (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language }, '/oilOperate/fuelInventory?tab=leakTest')
  await expectPage(page, say.page)
  expect(await pane(page).getByRole('tab', { name: say.quiet }).getAttribute('aria-selected')).toBe('true')
  await pane(page).getByText(say.tight).waitFor()
  await pane(page).getByRole('combobox', { name: say.stock, exact: true }).click()
  await page.locator('.ant-select-item-option:visible', { hasText: say.third }).click()
  await pane(page).getByText(say.tight).waitFor()
  await pane(page).getByText(say.notCertified).waitFor()
  await pane(page).getByRole('heading', { name: say.power }).first().waitFor()
  expect(await pane(page).getByRole('region', { name: say.used }).getByRole('row').count()).toBeGreaterThan(5)
  await settled(page)
  expect(await serious(page)).toEqual([])
})

// @req FUE-035
test.each(languages())('tanks that could not be read are said to be, and are read with another try (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language }, '/oilOperate/fuelInventory')
  const failed = { code: 'unexpected', message: 'Out of order' }
  const asked = /\/api\/v1\/tanks\?/
  await page.route(asked, route => route.fulfill({ status: 500, json: failed }))
  await pane(page).getByRole('tab', { name: say.quiet }).press('Enter')
  const said = pane(page).getByRole('alert').filter({ hasText: failed.message })
  await said.waitFor()
  await page.unroute(asked)
  await said.getByRole('button', { name: say.again }).press('Enter')
  await pane(page).getByText(say.tight).waitFor()
})

const lossWords = {
  zh: {
    tab: '损耗原因',
    table: '损溢按原因分解',
    byShift: '按班次',
    month: '按月',
    day: '按日',
    rest: '原因不明',
    variance: '损溢',
    exact: '确切',
  },
  en: {
    tab: 'Causes of loss',
    table: 'Variance by cause',
    byShift: 'Shift by shift',
    month: 'By month',
    day: 'By day',
    rest: 'Unexplained',
    variance: 'Variance',
    exact: 'exact',
  },
}
const centilitres = (shown: string) => Math.round(Number(shown.split('±')[0]!.replaceAll(/[,\s]/g, '').replace('−', '-')) * 100)

// @req FUE-021
test.each(languages())(
  'a leader sees why a tank lost what it lost: causes, what is left, and the variance that they add up to (%s)',
  async language => {
    const say = lossWords[language]
    const page = await front().enter('station_leader', { language, mode: 'auto' }, '/oilOperate/fuelInventory?tab=losses&period=month')
    await expectPage(page, words[language].page)
    const table = pane(page).getByRole('region', { name: say.table })
    await table.getByRole('rowheader', { name: say.rest }).waitFor()
    const figures = await table.locator('tr > td:nth-child(2)').allInnerTexts()
    const known = figures.filter(text => text !== '—').map(centilitres)
    if (known.length === figures.length) expect(known.slice(0, -1).reduce((sum, cl) => sum + cl, 0)).toBe(known.at(-1))
    await pane(page).getByRole('region', { name: say.byShift }).waitFor()
    for (const size of sizes)
      for (const light of themes) {
        await switchTo(page, size, light)
        expect(await a11yIssues(page, { but: light === 'dark' ? 'colours' : undefined })).toEqual([])
      }
    await switchTo(page, sizes[0], 'light')
    await pane(page).getByText(say.day, { exact: true }).click()
    await settled(page)
    expect(new URL(page.url()).searchParams.get('period')).toBe('day')
    await table.getByRole('rowheader', { name: say.variance, exact: true }).waitFor()
  },
)
