import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, table, wordsOf } from './list-reader.ts'
import { drawn } from '../../server/src/testing/sampling.ts'
import { appFixture, languages } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()
const pane = (page: Page) => page.locator('#content .pane:visible')
const words = {
  zh: { periods: ['今天', '昨天', '本月'], units: ['小时', '日', '周', '月'], unit: '时间单位' },
  en: { periods: ['Today', 'Yesterday', 'This month'], units: ['Hour', 'Day', 'Week', 'Month'], unit: 'Unit of time' },
}

/** `npm test` chooses on one of the pages, `npm run check:long` on each. */
const pagesOfFigures = drawn('pages of figures', ['salesStatistic', 'transactionsStatistic', 'consumeStatistic'], 1)

test.each(pagesOfFigures.flatMap(name => languages().map(language => [name, language] as const)))(
  'every period and every unit of time of %s can be chosen one after the other (%s)',
  async (name, language) => {
    const page = await front().enter('station_master', { language }, `/queryStatistics/${name}`)
    const { periods, units, unit } = words[language]
    // The rows of the unit before are still on the screen when the next one is chosen.
    for (const period of periods) {
      await pane(page).getByRole('button', { name: period, exact: true }).click()
      await settled(page)
      await pane(page).getByRole('figure').first().waitFor()
      for (const each of units) {
        await pane(page).getByRole('radiogroup', { name: unit }).getByText(each, { exact: true }).click()
        await settled(page)
        await expect.poll(() => pane(page).getByRole('figure').count(), { message: `${period}, ${each}` }).toBeGreaterThan(0)
      }
    }
  },
)

/** The figures of a chart as its table says them: what each period is called, and its first number. */
async function tableOf(page: Page): Promise<[string, string][]> {
  const chart = pane(page).getByRole('figure').first()
  await chart.getByText(/^(表格|Table)$/).click()
  const rows = await chart
    .locator('tbody tr')
    .evaluateAll(lines => lines.map(line => [...line.children].map(cell => cell.textContent ?? '')))
  return rows.map(([name = '', figure = '']) => [name, figure])
}

// @req LIM-015 LIM-018
test('the axis has each of the last thirty days and of the hours of a day, also those without a sale', async () => {
  const page = await front().enter('station_master', {}, '/queryStatistics/salesStatistic?period=last30Days')
  const days = await tableOf(page)
  expect(days.length).toBe(30)
  // The month is not over: what it is compared with ends at the same time of day.
  await pane(page)
    .getByText(/同样截至 \d\d:\d\d/)
    .waitFor()
  await page.goto(`${front().url}/queryStatistics/transactionsStatistic?period=yesterday`)
  await settled(page)
  expect((await tableOf(page)).map(([name]) => name.slice(-5))).toEqual(
    Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
  )
})

// @req LIM-014
test.each(languages())('one of the previous twelve months is chosen by its name, and stays marked (%s)', async language => {
  const page = await front().enter('station_master', { language }, '/queryStatistics/salesStatistic')
  const months = () => pane(page).getByRole('combobox', { name: language === 'zh' ? '按月' : 'Month' })
  const today = Temporal.Now.plainDateISO('Asia/Shanghai')
  const before = today.with({ day: 1 }).subtract({ months: 2 })
  const words = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { year: 'numeric', month: 'long' })
  const name = words.format(new Date(before.toString()))
  await months().click()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  const nameOf = (back: number) => words.format(new Date(today.with({ day: 1 }).subtract({ months: back }).toString()))
  await expect.poll(() => options.first().innerText()).toBe(nameOf(1))
  // Up from the first is the last.
  await page.keyboard.press('ArrowUp')
  const last = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active')
  await expect.poll(() => last.innerText()).toBe(nameOf(12))
  await page.keyboard.press('ArrowDown')
  await page.getByTitle(name, { exact: true }).click()
  await settled(page)
  const end = before.with({ day: before.daysInMonth })
  expect(decodeURIComponent(page.url())).toContain(`period=${before.toString()}..${end.toString()}`)
  await pane(page).getByTitle(name, { exact: true }).waitFor()
})

// @req LIM-018
test.each(languages())('the calendar names months and days in the language, and its weeks begin on Monday (%s)', async language => {
  const page = await front().enter('station_master', { language }, '/queryStatistics/salesStatistic?period=thisMonth')
  await pane(page).locator('.ant-picker').first().click()
  const calendar = page.locator('.ant-picker-dropdown:visible')
  const [first] = await calendar.locator('thead').first().locator('th').allInnerTexts()
  expect(first).toBe(language === 'zh' ? '一' : 'Mo')
  expect(await calendar.locator('.ant-picker-header-view').first().innerText()).toMatch(
    language === 'zh' ? /^\d{4}年\s*\d{1,2}月$/ : /^[A-Z][a-z]{2}\s*\d{4}$/,
  )
  expect(await calendar.locator('[aria-current=true]').innerText()).toContain(language === 'zh' ? '本月' : 'This month')
})

// @req LIM-016
test('a list is narrowed to the last twenty-four hours, which stay so in its address', async () => {
  const page = await front().enter('station_master', {}, '/queryStatistics/salesQuery/allQuery?createdDate=last24Hours')
  await pane(page).locator('.ant-picker').first().click()
  await page.locator('.ant-picker-dropdown:visible [aria-current=true]', { hasText: '最近 24 小时' }).waitFor()
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => decodeURIComponent(name).replaceAll('+', ' ')),
  )
  const bounds = asked.flatMap(url => /\/orders\?.*createdDate>=([\d-]+ [\d:]+),createdDate<=([\d-]+ [\d:]+)/.exec(url)?.slice(1) ?? [])
  const hour = (back: number) => {
    const at = Temporal.Now.zonedDateTimeISO('Asia/Shanghai').subtract({ hours: back })
    return `${at.toPlainDate().toString()} ${String(at.hour).padStart(2, '0')}`
  }
  // The hour that is running and the twenty-three before it; an hour may have begun since the list was asked for.
  expect([`${hour(23)}:00:00 ${hour(0)}:59:59`, `${hour(24)}:00:00 ${hour(1)}:59:59`]).toContain(bounds.slice(0, 2).join(' '))
  const times = await pane(page).locator('tbody tr').allInnerTexts()
  const since = Temporal.Now.instant().subtract({ hours: 24 }).toZonedDateTimeISO('Asia/Shanghai').toString().slice(0, 16).replace('T', ' ')
  expect(times.length).toBeGreaterThan(0)
  for (const row of times) expect((/\d{4}-\d\d-\d\d \d\d:\d\d/.exec(row)?.[0] ?? '') >= since, row).toBe(true)
})

const pressed = (page: Page) => pane(page).locator('.k-period-quick button[aria-pressed=true]').allInnerTexts()

test.each(languages())(
  'a list is asked for its period by the same buttons as figures are, the one in force is marked, and pressed again it lets go (%s)',
  async language => {
    const page = await front().enter('station_master', { language }, '/queryStatistics/transactionsStatistic')
    const buttons = () => pane(page).locator('.k-period-quick button').allInnerTexts()
    const ofFigures = await buttons()
    const { periods } = words[language]
    for (const list of ['salesQuery/allQuery', 'transactions', 'rechargeHistory', 'userCardDetails', 'classSettle', 'daySettle']) {
      await page.goto(`${front().url}/queryStatistics/${list}`)
      await settled(page)
      expect((await buttons()).slice(0, ofFigures.length), list).toEqual(ofFigures)
    }
    await page.goto(`${front().url}/queryStatistics/salesQuery/allQuery`)
    await settled(page)
    expect(await pressed(page)).toEqual([])
    await pane(page).getByRole('button', { name: periods[2]!, exact: true }).click()
    await page.waitForURL('**createdDate=thisMonth')
    await settled(page)
    expect(await pressed(page)).toEqual([periods[2]])
    const month = Temporal.Now.plainDateISO('Asia/Shanghai').toString().slice(0, 7)
    const rows = await pane(page).locator('tbody tr[data-id]').allInnerTexts()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toContain(`${month}-`)
    await pane(page).getByRole('button', { name: periods[2]!, exact: true }).click()
    await page.waitForURL(url => !url.search.includes('createdDate'))
    expect(await pressed(page)).toEqual([])
  },
)

test('on a phone the same buttons stand beside the one for all filters', async () => {
  const page = await front().enter('station_master', { width: 390 }, '/queryStatistics/transactions')
  await pane(page).getByRole('button', { name: words.zh.periods[1]!, exact: true }).click()
  await page.waitForURL('**createdDate=yesterday')
  await expect.poll(() => pressed(page)).toEqual([words.zh.periods[1]])
})

const silence = {
  zh: { none: /没有销售/, failed: /销售统计（.*）读取失败/, again: '重试', usual: '最近 30 天' },
  en: { none: /^No sales at /, failed: /could not be read/, again: 'Try again', usual: 'Last 30 days' },
}

test.each(languages())('figures that are empty or fail say which, and offer the way on (%s)', async language => {
  const said = silence[language]
  const page = await front().enter('station_master', { language }, '/queryStatistics/salesStatistic?period=2020-01-01..2020-01-05')
  await pane(page).getByText(said.none).waitFor()
  await pane(page).getByRole('button', { name: said.usual }).last().click()
  await page.waitForURL('**period=last30Days**')
  await pane(page).getByRole('table').first().waitFor()

  const broken = (url: URL) => url.pathname.endsWith('/statistics/sales')
  await page.route(broken, route =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"internal","message":"—"}' }),
  )
  await page.reload()
  await pane(page).getByRole('alert').getByText(said.failed).waitFor()
  await page.unroute(broken)
  await pane(page).getByRole('button', { name: said.again }).click()
  await pane(page).getByRole('table').first().waitFor()
})

// @req SAL-049
test('card figures are given for each card and each member, of one kind of card alone, and each number opens its movements', async () => {
  const page = await front().enter('station_master', {}, '/queryStatistics/consumeStatistic?by=card&period=last30Days')
  const table = () => pane(page).getByRole('table', { name: '统计表，按卡' })
  await table().waitFor()
  expect((await table().locator('thead th').allInnerTexts()).slice(0, 3)).toEqual(['卡', '充值（元）', '消费（元）'])
  const first = table().locator('tbody tr').first()
  const [number, topUps] = await Promise.all([first.locator('td').first().innerText(), first.locator('td').nth(1).innerText()])
  await first.locator('td').nth(1).getByRole('button').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(number).first().waitFor()
  await settled(page)
  expect(await drawer.locator('tfoot').innerText()).toContain(topUps)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  await pane(page).getByRole('combobox', { name: '卡类型' }).click()
  await page.getByTitle('不记名卡', { exact: true }).click()
  await page.waitForURL('**kind=anonymous**')
  await page.goto(`${front().url}/queryStatistics/consumeStatistic?by=member&period=last30Days`)
  await pane(page).getByRole('table', { name: '统计表，按会员' }).waitFor()
})

// @req SAL-045 SAL-046 SAL-049
test.each([
  ['salesStatistic', ['日', '油品', '分类', '商品', '支付方式', '油枪', '加油员', '设备'], '油品', ['销售额（元）', '油量（升）', '件数']],
  ['transactionsStatistic', ['日', '支付方式', '加油员', '设备'], '支付方式', ['实收净额（元）', '支付金额（元）', '支付笔数']],
  [
    'consumeStatistic',
    ['日', '交易类型', '卡类型', '卡', '会员', '支付方式'],
    '交易类型',
    ['净变动（元）', '本金（元）', '赠金（元）', '交易笔数'],
  ],
] as const)(
  '%s is broken down by each thing it is made of, over the period that is chosen, and saved as it is shown',
  async (name, things, first, figures) => {
    const page = await front().enter('station_master', {}, `/queryStatistics/${name}?period=last30Days`)
    const choice = pane(page).getByRole('combobox', { name: '分组' })
    await choice.click()
    expect(await page.locator('.ant-select-dropdown:visible .ant-select-item-option').allInnerTexts()).toEqual(things)
    await page.keyboard.press('Escape')
    expect(await wordsOf(table(page, `统计表，按${first}`).locator('thead th'))).toEqual(expect.arrayContaining([first, ...figures]))
    const last = things.at(-1)!
    await choice.click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(last, { exact: true }).click()
    await table(page, `统计表，按${last}`).locator('tbody tr').first().waitFor()
    await settled(page)
    const shown = await rowsOf(page, `统计表，按${last}`)
    const [download] = await Promise.all([page.waitForEvent('download'), pane(page).getByRole('button', { name: '导出' }).click()])
    const file = readFileSync(await download.path(), 'utf8')
      .slice(1)
      .trimEnd()
      .split('\r\n')
    expect(file[0]!.split(',')).toEqual(shown[0])
    expect(file).toHaveLength(shown.length + 1)

    const asked = page.waitForRequest(request => request.url().includes('/statistics/'))
    await pane(page).getByRole('button', { name: '昨天', exact: true }).click()
    const day = Temporal.Now.plainDateISO('Asia/Shanghai').subtract({ days: 1 }).toString()
    const query = new URL((await asked).url()).searchParams
    expect([query.get('from'), query.get('to')]).toEqual([day, day])
  },
)
