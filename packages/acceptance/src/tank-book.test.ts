import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture } from './app-fixture.ts'
import { ask } from './visitor.ts'

const front = appFixture()
const path = '/stationMge/vestibuleMge/tankMge'
const words = {
  zh: {
    details: '详情',
    tab: '账存',
    adjust: '调整',
    adjustDialog: /调整账存/,
    ok: '确定',
    reason: '量油杯溢出',
    reverse: '冲销',
    reverseDialog: /冲销 ·/,
    reversal: '冲销：调整',
  },
  en: {
    details: 'Details',
    tab: 'Book stock',
    adjust: 'Adjust',
    adjustDialog: /Adjust book stock/,
    ok: 'OK',
    reason: 'Spilt at the dip',
    reverse: 'Reverse',
    reverseDialog: /Reverse ·/,
    reversal: 'Reversal: Adjustment',
  },
} as const
type Say = (typeof words)[keyof typeof words]

const bookOf = async (page: Page, id: number) => (await ask<{ bookCl: number }>(page, `/tanks/${id}/book`)).bookCl
const pin = () => front().demo.companies[0]!.accounts.find(account => account.role === 'station_master')!.pin

async function enter(page: Page, say: Say, dialog: Locator, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) await dialog.locator(`[data-field=${name}] :is(input, textarea)`).first().fill(value)
  await dialog.locator('button[type=submit]').click()
  await page.locator('input[autocomplete=one-time-code]').fill(pin())
  await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

// @req FUE-021
test.each(['zh', 'en'] as const)('the master adjusts the book of a tank with the PIN, and takes it back (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language }, path)
  const number = language === 'zh' ? 1 : 2
  const { content } = await ask<{ content: { id: number }[] }>(page, `/tanks?search=number:${number}&sort=number`)
  const { id } = content[0]!
  const row = page.locator('#content .pane:visible tbody tr').nth(number - 1)
  await row.getByRole('button', { name: say.details, exact: true }).click()
  const drawer = page.locator('.ant-drawer:visible')
  await drawer.getByRole('tab', { name: say.tab }).click()
  const before = await bookOf(page, id)

  await drawer.getByRole('button', { name: say.adjust, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: say.adjustDialog })
  await dialog.locator('[data-field=volumeCl] input').fill('-10')
  await dialog.locator('.k-becomes').filter({ hasText: /\d/ }).waitFor()
  expect(await a11yIssues(page)).toEqual([])
  await enter(page, say, dialog, { reason: say.reason })
  await expect.poll(() => bookOf(page, id)).toBe(before - 10_00)

  const entry = drawer.getByRole('row').filter({ hasText: say.reason })
  await entry.getByRole('button', { name: say.reverse, exact: true }).click()
  await enter(page, say, page.getByRole('dialog', { name: say.reverseDialog }), { reason: say.reason })
  await drawer.getByText(say.reversal).first().waitFor()
  expect(await bookOf(page, id)).toBe(before)
  expect(await a11yIssues(page)).toEqual([])
})
