import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shopFront } from './shop-front.ts'
import { ask, settled } from './visitor.ts'

const front = shopFront()
const serious = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  )

// @req EXP-002 EXP-004 EXP-005 EXP-006 EXP-010
test('a list is exported in the background, found in the download centre, fetched and deleted', async () => {
  const page = await front().enter('admin', {}, '/queryStatistics/salesQuery/allQuery')
  await page.getByRole('button', { name: '导出' }).click()
  const dialog = page.getByRole('dialog', { name: '导出：全部销售' })
  await dialog.getByText('只能导出 3 个月以内的数据').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: '后台导出' }).isDisabled()).toBe(true)
  expect(await serious(page)).toEqual([])
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '后台导出' }).click()

  const prompt = page.getByRole('dialog', { name: '提示' })
  await prompt.getByText('正在后台导出，是否查看导出详情？').waitFor()
  await prompt.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/\/download/)
  const row = page.getByRole('row', { name: /全部销售/ })
  await row.getByText('已完成').waitFor()
  expect(await serious(page)).toEqual([])

  const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: '下载' }).click()])
  expect(download.suggestedFilename()).toMatch(/^全部销售-\d{8}-\d{4}\.csv$/)
  const { count } = await ask<{ count: number }>(page, '/orders/statistics')
  expect(
    readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(count + 1)

  // What does not come is not spoken of.
  await page.route('**/exports/*/file*', route => route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } }))
  await row.getByRole('button', { name: '下载' }).click()
  await settled(page)
  expect(await page.locator('.ant-message-notice').count()).toBe(0)

  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '删除' }).click()
  await row.waitFor({ state: 'detached' })
})

// @req EXP-003
test.each(['zh', 'en'] as const)(
  'what is written at once, what is written in the background, and the screen say the same (%s)',
  async language => {
    const w =
      language === 'zh'
        ? { out: '导出', now: '立即下载 CSV', later: '后台导出', ok: '确定', get: '下载' }
        : { out: 'Export', now: 'Download CSV now', later: 'Export in background', ok: 'OK', get: 'Download' }
    const page = await front().enter('admin', { language }, '/queryStatistics/salesQuery/allQuery?createdDate=last7Days')
    const shown = await page
      .locator('.k-table tbody tr')
      .evaluateAll(rows => rows.map(row => [...row.querySelectorAll('td:not(.k-box)')].map(cell => (cell as HTMLElement).innerText.trim())))
    expect(shown.length).toBeGreaterThan(5)
    await page.getByRole('button', { name: w.out, exact: true }).click()
    const [atOnce] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: w.now }).click(),
    ])
    await page.getByRole('button', { name: w.out, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: w.later }).click()
    await page.getByRole('button', { name: w.ok, exact: true }).click()
    await page.waitForURL(/\/download/)
    const button = page.locator('#content .pane:visible tbody tr').first().getByRole('button', { name: w.get })
    const [later] = await Promise.all([page.waitForEvent('download'), button.click()])
    const [first, second] = [readFileSync(await atOnce.path(), 'utf8'), readFileSync(await later.path(), 'utf8')]
    expect(second).toBe(first)
    // Nozzles and shifts are worded there as they are here.
    const words = shown.flat().filter(text => /号枪|自然日|第 \d+ 班|Nozzle|natural day|shift \d/.test(text))
    expect(words.length).toBeGreaterThan(5)
    expect(words.filter(text => !first.includes(text))).toEqual([])
  },
)
