import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { filtersOf, firstRow } from './list-reader.ts'
import { appFixture, languages } from './app-fixture.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
const serious = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  )

/** What the download centre says of the file of a list. */
async function listed(page: Page, count: number) {
  expect(await filtersOf(page)).toEqual(['创建时间', '内容', '状态', '格式'])
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const times = { 创建时间: time, 开始时间: time, 完成时间: time, 保留至: time }
  const shown = await firstRow(page)
  expect(shown).toEqual({
    内容: '全部销售',
    格式: 'CSV',
    状态: '已完成',
    行数: String(count),
    大小: expect.stringMatching(/KB$/),
    ...times,
    操作: '下载',
  })
  const [from, to] = ['完成时间', '保留至'].map(name => Temporal.PlainDateTime.from(shown[name]!.replace(' ', 'T')))
  expect(from!.until(to!).total('days')).toBe(7)
}

// @req EXP-002 EXP-004 EXP-005 EXP-006 EXP-007 EXP-010
test('a list is exported in the background, found in the download centre, fetched and deleted', async () => {
  const page = await front().enter('admin', {}, '/queryStatistics/salesQuery/allQuery')
  await page.getByRole('button', { name: '导出' }).click()
  const dialog = page.getByRole('dialog', { name: '导出：全部销售' })
  await dialog.getByText('只能导出 3 个月以内的数据').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: '后台导出' }).isDisabled()).toBe(true)
  expect(await serious(page)).toEqual([])
  await dialog.getByRole('checkbox').check()
  const asked = page.waitForRequest(request => request.method() === 'POST' && request.url().includes('/export?'))
  await dialog.getByRole('button', { name: '后台导出' }).click()
  const sent = await asked
  const query = Object.fromEntries(new URL(sent.url()).searchParams)
  expect(query).toEqual({ background: 'true', type: 'orders', sort: 'createdDate,desc', search: expect.stringMatching(/^createdDate>=\d/) })
  const heads = (await page.locator('.k-table thead th').allInnerTexts())
    .map(head => head.split('\n')[0]!)
    .filter(head => head && head !== '操作')
  const { columns, ...body } = sent.postDataJSON() as { columns: { title: string }[]; name: string; format: string }
  expect([body.name, body.format, columns.map(({ title }) => title)]).toEqual(['全部销售', 'csv', heads])

  const prompt = page.getByRole('dialog', { name: '提示' })
  await prompt.getByText('正在后台导出，是否查看导出详情？').waitFor()
  expect(await page.locator('.ant-modal-confirm-success').count()).toBe(1)
  expect(await prompt.getByRole('button').allInnerTexts()).toEqual(['取消', '确定'])
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
  await listed(page, count)

  // What does not come is not spoken of.
  await page.route('**/exports/*/file*', route => route.fulfill({ status: 500, json: { code: 'internal', message: 'x' } }))
  await row.getByRole('button', { name: '下载' }).click()
  await settled(page)
  expect(await page.locator('.ant-message-notice').count()).toBe(0)

  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '删除' }).click()
  await row.waitFor({ state: 'detached' })
})

/** The file travels under the name and the type that its head says. */
function bearsItsName(reply: Response, saved: string, name: string) {
  expect([reply.request().method(), new URL(reply.url()).search]).toEqual(['GET', '?download=true'])
  expect(reply.headers()['content-type']).toBe('text/csv; charset=utf-8')
  expect(saved).toMatch(new RegExp(`^${name}-\\d{8}-\\d{4}\\.csv$`))
  expect(decodeURIComponent(reply.headers()['content-disposition']!)).toContain(saved)
}

// @req EXP-001 EXP-003 EXP-004 EXP-005 EXP-008 EXP-009
test.each(languages())('what is written at once, what is written in the background, and the screen say the same (%s)', async language => {
  const w =
    language === 'zh'
      ? {
          out: '导出',
          now: '立即下载 CSV',
          later: '后台导出',
          get: '下载',
          title: '提示',
          asks: '是否查看导出详情',
          answers: ['取消', '确定'],
          name: '全部销售',
        }
      : {
          out: 'Export',
          now: 'Download CSV now',
          later: 'Export in background',
          get: 'Download',
          title: 'Please confirm',
          asks: 'View export details?',
          answers: ['Cancel', 'OK'],
          name: 'All sales',
        }
  const page = await front().enter('admin', { language }, '/queryStatistics/salesQuery/allQuery?createdDate=last7Days')
  const shown = await page
    .locator('.k-table tbody tr')
    .evaluateAll(rows => rows.map(row => [...row.querySelectorAll('td:not(.k-box)')].map(cell => (cell as HTMLElement).innerText.trim())))
  expect(shown.length).toBeGreaterThan(5)
  await page.getByRole('button', { name: w.out, exact: true }).click()
  const [atOnce] = await Promise.all([page.waitForEvent('download'), page.getByRole('dialog').getByRole('button', { name: w.now }).click()])
  await page.getByRole('button', { name: w.out, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: w.later }).click()
  const prompt = page.getByRole('dialog', { name: w.title })
  await prompt.getByText(w.asks).waitFor()
  expect(await prompt.getByRole('button').allInnerTexts()).toEqual(w.answers)
  // Declined, the list stays; the file is found all the same.
  await prompt.getByRole('button', { name: w.answers[language === 'zh' ? 0 : 1]!, exact: true }).click()
  await prompt.waitFor({ state: 'detached' })
  if (language === 'zh') {
    expect(page.url()).toContain('/allQuery')
    await page.goto(`${front().url}/download`)
  }
  await page.waitForURL(/\/download/)
  const button = page.locator('#content .pane:visible tbody tr').first().getByRole('button', { name: w.get })
  const fetched = page.waitForResponse(reply => /\/exports\/\d+\/file/.test(reply.url()))
  const [later] = await Promise.all([page.waitForEvent('download'), button.click()])
  bearsItsName(await fetched, later.suggestedFilename(), w.name)
  const [first, second] = [readFileSync(await atOnce.path(), 'utf8'), readFileSync(await later.path(), 'utf8')]
  expect(second).toBe(first)
  // Nozzles and shifts are worded there as they are here.
  const words = shown.flat().filter(text => /号枪|自然日|第 \d+ 班|Nozzle|natural day|shift \d/.test(text))
  expect(words.length).toBeGreaterThan(5)
  expect(words.filter(text => !first.includes(text))).toEqual([])
})

test('an export that was asked for elsewhere stands in the list when it is done, though the page never asks by itself', async () => {
  const page = await front().enter('admin', {}, '/download')
  await expect.poll(() => page.locator('.live-mark').getAttribute('data-state')).toBe('connected')
  await settled(page)
  const body = { name: '另一处', columns: [{ path: 'orderNo', title: '订单号' }] }
  const since = Temporal.Now.plainDateISO('UTC').subtract({ days: 2 })
  await tell(page, 'POST', `/export?type=orders&search=${encodeURIComponent(`createdDate>=${since.toString()}`)}`, body)
  await page
    .getByRole('row', { name: /另一处/ })
    .getByText('已完成')
    .waitFor()
})
