import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture } from './app-fixture.ts'
import { ask } from './visitor.ts'

const front = appFixture()
const path = '/stationMge/vestibuleMge/tankMge'

const words = {
  zh: {
    tank: (number: number) => `${number} 号罐`,
    details: '详情',
    charts: '罐容表',
    repair: '罐容表校正',
    seen: '实测高度（毫米）',
    add: '新增版本',
    addDialog: /新增罐容表版本/,
    save: '保存',
    readings: '液位记录',
    dip: '录入量油',
    dipDialog: /录入量油 ·/,
    strike: '划销',
    strikeDialog: /划销记录/,
    struck: '已划销：读错',
    reason: '读错',
    alarms: '报警',
    open: '未解除的报警',
    high: '高液位',
    acknowledge: '确认',
    acknowledgeDialog: /确认报警/,
    acknowledged: '已确认',
    full: /满罐：2,?500 毫米，27,[\d.,]+ 升/,
  },
  en: {
    tank: (number: number) => `Tank ${number}`,
    details: 'Details',
    charts: 'Tank chart',
    repair: 'Correction of the chart',
    seen: 'Heights measured (mm)',
    add: 'Add version',
    addDialog: /Add chart version/,
    save: 'Save',
    readings: 'Readings',
    dip: 'Enter dip',
    dipDialog: /Enter dip ·/,
    strike: 'Strike out',
    strikeDialog: /Strike out reading/,
    struck: 'Struck out: Misread',
    reason: 'Misread',
    alarms: 'Alarms',
    open: 'Open alarms',
    high: 'High level',
    acknowledge: 'Acknowledge',
    acknowledgeDialog: /Acknowledge alarm/,
    acknowledged: 'Acknowledged',
    full: /Full: 2,?500 mm, 27,[\d.,]+ L/,
  },
} as const

interface Tank {
  id: number
  number: number
  volumeCl: number
  maxVolumeCl: number
}
const tankNo = async (page: Page, number: number) =>
  (await ask<{ content: Tank[] }>(page, `/tanks?search=number:${number}&sort=number`)).content[0]!

async function entersDip(page: Page, language: 'zh' | 'en', heightMm: number): Promise<void> {
  const say = words[language]
  const drawer = page.locator('.ant-drawer:visible')
  await drawer.getByRole('button', { name: say.dip, exact: true }).click()
  const form = page.getByRole('dialog', { name: say.dipDialog })
  await form.locator('[data-field=oilHeightMm] input').fill(String(heightMm))
  await form.locator('[data-field=waterHeightMm] input').fill('0')
  await form.locator('.k-becomes').filter({ hasText: /\d/ }).waitFor()
  await form.getByRole('button', { name: say.save }).click()
  await form.waitFor({ state: 'detached' })
}

// @req FUE-020
test.each(['zh', 'en'] as const)(
  'a tank is charted by its dimensions, dipped by height, a wrong dip struck out, and a high one raises an alarm (%s)',
  { timeout: 180_000 },
  async language => {
    const say = words[language]
    const page = await front().enter('station_master', { language }, path)
    const number = language === 'zh' ? 1 : 2
    const before = await tankNo(page, number)
    const row = page.locator('#content .pane:visible tbody tr').nth(number - 1)
    await row.getByRole('button', { name: say.details, exact: true }).click()
    const drawer = page.locator('.ant-drawer:visible')

    await drawer.getByRole('tab', { name: say.charts }).click()
    await drawer.getByRole('button', { name: say.add }).click()
    const form = page.getByRole('dialog', { name: say.addDialog })
    await form.locator('[data-field=diameterMm] input').fill('2500')
    await form.locator('[data-field=lengthMm] input').fill('5600')
    await form.getByText(say.full).waitFor()
    expect(await a11yIssues(page)).toEqual([])
    await form.getByRole('button', { name: say.save }).click()
    await form.waitFor({ state: 'detached' })

    // Beneath it stands what levels and sales say of the chart.
    await drawer.getByRole('heading', { name: say.repair }).waitFor()
    await drawer.getByText(say.seen).waitFor()
    expect(await a11yIssues(page)).toEqual([])

    await drawer.getByRole('tab', { name: say.readings }).click()
    await entersDip(page, language, 1250)
    const half = Math.round((Math.PI * 1250 ** 2 * 5600) / 2 / 10_000)
    await expect.poll(async () => (await tankNo(page, number)).volumeCl).toBe(half)

    // A wrong one is struck out, and the tank is as it was.
    await entersDip(page, language, 2150)
    await expect.poll(async () => (await tankNo(page, number)).volumeCl * 100).toBeGreaterThan(before.maxVolumeCl * 75)
    await drawer.getByRole('button', { name: say.strike, exact: true }).first().click()
    const strike = page.getByRole('dialog', { name: say.strikeDialog })
    await strike.locator('[data-field=reason]').locator('input, textarea').fill(say.reason)
    await strike.getByRole('button', { name: say.save }).click()
    await strike.waitFor({ state: 'detached' })
    await drawer.getByText(say.struck).first().waitFor()
    await expect.poll(async () => (await tankNo(page, number)).volumeCl).toBe(half)
    expect(await a11yIssues(page)).toEqual([])

    await entersDip(page, language, 2500)
    await drawer.getByRole('tab', { name: say.alarms }).click()
    const alarm = drawer.getByRole('row').filter({ hasText: say.high }).first()
    await alarm.getByRole('button', { name: say.acknowledge }).click()
    const noted = page.getByRole('dialog', { name: say.acknowledgeDialog })
    await noted.getByRole('button', { name: say.save }).click()
    await noted.waitFor({ state: 'detached' })
    await alarm.getByText(say.acknowledged, { exact: true }).waitFor()
    expect(await a11yIssues(page)).toEqual([])
    await page.keyboard.press('Escape')
    const open = page.getByRole('region', { name: say.open })
    const own = open.getByRole('listitem').filter({ hasText: say.tank(number) })
    await own.filter({ hasText: say.high }).filter({ hasText: say.acknowledged }).waitFor()
  },
)
