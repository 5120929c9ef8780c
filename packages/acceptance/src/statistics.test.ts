import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fundTable, inCents, overDays, rest, type Money } from './fund-tables.ts'
import { appFixture, languages } from './app-fixture.ts'
import { tableOf } from './shown.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    sales: '销售额',
    paid: '实收净额',
    made: '构成',
    by: '分组',
    payType: '支付方式',
    table: '统计表，按油品',
    export: '导出',
    day: '日',
    tooLong: '一次最多统计 1 个月',
    closing: '期末余额',
    print: '打印',
    roll: '改用 80 毫米小票',
    report: '卡充值消费报表',
    change: '资金变动报表',
    refunded: '退款状态',
    topUps: '充值查询',
    together: '本次充值的全部变动',
    lines: '卡资金明细表',
    to: '至',
    heads: { day: '日', kind: '卡类型' },
    personal: '个人卡',
    purses: '卡内资金',
    purse: '资金账户',
    tenders: '各支付方式收款',
    taken: ['销售收款', '已退款', '充值收款', '净收款'],
    unit: '（元）',
  },
  en: {
    sales: 'Sales',
    paid: 'Net takings',
    made: 'Made of',
    by: 'Grouped by',
    payType: 'Payment method',
    table: 'Figures by Product',
    export: 'Export',
    day: 'Day',
    tooLong: 'One query covers 1 month(s) at most',
    closing: 'Closing balance',
    print: 'Print',
    roll: 'Use 80 mm roll',
    report: 'Card activity report',
    change: 'Money movements',
    refunded: 'Refund status',
    topUps: 'Top-ups',
    together: 'All movements of this top-up',
    lines: 'Money on cards',
    to: '–',
    heads: { day: 'Day', kind: 'Card type' },
    personal: 'Personal',
    purses: 'Money on cards',
    purse: 'Purse',
    tenders: 'Taken by payment method',
    taken: ['For sales', 'Refunded', 'For top-ups', 'Net'],
    unit: ' (¥)',
  },
}
const pane = (page: Page) => page.locator('#content .pane:visible')
const plain = (text: string | null) => (text ?? '').replaceAll(',', '').replace('−', '-').trim()
async function show(page: Page, path: string) {
  await page.goto(front().url + path)
  await settled(page)
}

/** Presses a number and reads what its rows come to. */
async function behind(page: Page, number: ReturnType<Page['locator']>, column: number): Promise<string> {
  await number.click()
  const drawer = page.getByRole('dialog')
  await drawer.locator('tbody tr').first().waitFor()
  await settled(page)
  const sum = plain(await drawer.locator('tfoot td, tfoot th').nth(column).textContent())
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  return sum
}

// @req SAL-045 SAL-046
test.each(languages())('the answer comes first, and every number opens the rows it was made of (%s)', async language => {
  const page = await front().enter('station_master', { language }, '/queryStatistics/salesStatistic')
  const w = words[language]
  const answer = pane(page).locator('.statistic-answer .statistic-number')
  const shown = plain(await answer.textContent())
  expect(Number(shown)).toBeGreaterThan(0)
  expect(await behind(page, answer, 3)).toBe(shown)

  const table = pane(page).getByRole('table', { name: w.table })
  const first = table.locator('tbody tr').first().locator('.statistic-number').first()
  await first.click()
  await page.getByRole('dialog').locator('tbody tr').first().waitFor()
  expect(page.url()).toContain('drill=')
  await page.keyboard.press('Escape')

  await show(page, '/queryStatistics/transactionsStatistic?by=payType')
  expect(await pane(page).locator('.statistic-answer').innerText()).toContain(w.paid)
  const paid = pane(page).locator('.statistic-headline > div').nth(1).locator('.statistic-number')
  const amount = plain(await paid.textContent())
  expect(await behind(page, paid, 3)).toBe(amount)
})

// @req SAL-046
test('what is saved as a file is what is shown, and what the server says', async () => {
  const page = await front().enter('station_master', { language: 'en' }, '/queryStatistics/salesStatistic?by=product&compare=none')
  const [download] = await Promise.all([page.waitForEvent('download'), pane(page).getByRole('button', { name: 'Export' }).click()])
  const file = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
    .map(line => line.split(','))
  const rows = await pane(page)
    .getByRole('table', { name: 'Figures by Product' })
    .locator('tbody tr')
    .evaluateAll(lines =>
      lines.map(line =>
        [...line.querySelectorAll('td')].map(cell => (cell.textContent ?? '').replaceAll(',', '').replace('−', '-').trim()),
      ),
    )
  // What a spreadsheet might run is kept text by a quote.
  expect(file.slice(1, -1).map(line => line.map(cell => cell.replace(/^'/, '')))).toEqual(rows)
  const total = file.at(-1)![1]
  expect(total).toBe(plain(await pane(page).locator('.statistic-answer .statistic-number').textContent()))
})

// @req SAL-026
test.each(languages())('a period that is too long is refused in words, and a shorter one is chosen (%s)', async language => {
  const page = await front().enter('station_master', { language }, '/queryStatistics/salesStatistic?period=2026-01-01..2026-06-30')
  await pane(page).getByText(words[language].tooLong).waitFor()
})

// @req SAL-047 SAL-050
test.each(languages())('top-ups are listed with their gifts, and one is opened (%s)', async language => {
  const page = await front().enter('station_employee', { language }, '/queryStatistics/rechargeHistory')
  const w = words[language]
  await pane(page).getByRole('heading', { level: 1, name: w.topUps }).waitFor()
  // Whether it was refunded is in sight without scrolling.
  const [frame, head] = await Promise.all(
    [pane(page).locator('.k-scroll'), pane(page).getByRole('columnheader', { name: w.refunded })].map(box => box.first().boundingBox()),
  )
  expect(head!.x + head!.width).toBeLessThanOrEqual(frame!.x + frame!.width)
  await pane(page).locator('tbody tr').first().locator('td').nth(1).click()
  await page.waitForURL('**/rechargeDetails/*')
  await pane(page).getByRole('heading', { name: w.together }).waitFor()
})

// @req SAL-049
test('card figures are broken down by kind of movement, and each opens its movements', async () => {
  const page = await front().enter('station_master', {}, '/queryStatistics/consumeStatistic')
  const headline = pane(page).locator('.statistic-headline')
  expect(await headline.locator('dt').allInnerTexts()).toEqual(['充值（元）', '充值赠送（元）', '消费（元）', '消费退款（元）'])
  const number = pane(page).locator('.k-table tbody tr').first().locator('.statistic-number').first()
  const shown = plain(await number.textContent())
  expect(await behind(page, number, 2)).toBe(shown)
})

/** The report of eight days, on the page and on the paper that it leads to, without the shell: the same lines. */
async function fundLines(page: Page, language: 'zh' | 'en', query: string) {
  const w = words[language]
  const { from, to } = overDays()
  await show(page, `/queryStatistics/reportQuery/rechargeConsume?period=${from}..${to}&${query}`)
  type Report = { content: Money[]; totals: Money[] }
  const { content, totals } = await ask<Report>(page, `/reports/rechargeConsume?from=${from}&to=${to}&${query}`)
  const { paper, ...page1 } = fundTable(language, content, totals[0]!)
  expect(rest(await tableOf(pane(page), w.lines))).toEqual(page1)
  await pane(page).getByRole('button', { name: w.print, exact: true }).click()
  await page.waitForURL('**/printRechargeConsume?*')
  const by = w.heads[query.startsWith('group=kind') ? 'kind' : 'day']
  expect(rest(await tableOf(page, by))).toEqual({ ...page1, heads: paper })
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.locator('.k-sheet-facts').innerText()).toContain(`${from} ${w.to} ${to}`)
  if (query.includes('kind=personal')) expect(await page.locator('.k-sheet-facts').innerText()).toContain(w.personal)
}

// @req SET-009 SET-015 SET-023
test.each(languages())('the card report stands by day, by kind and of one kind, on its page and on paper (%s)', async language => {
  const page = await front().enter('station_master', { language }, '/queryStatistics/reportQuery/rechargeConsume')
  const w = words[language]
  await pane(page).getByRole('heading', { level: 1, name: w.report }).waitFor()
  expect(await pane(page).getByRole('radiogroup', { name: w.by }).innerText()).toBe(`${w.heads.day}\n${w.heads.kind}`)
  for (const query of ['group=day', 'group=kind', 'group=day&kind=personal']) await fundLines(page, language, query)
  await show(page, `/queryStatistics/reportQuery/rechargeConsume?group=kind`)
  const { heads, rows } = await tableOf(pane(page), w.lines)
  expect(await fileOf(page, w.export)).toMatchObject([
    heads,
    ...rows.map(cells => cells.map(cell => plain(cell))),
    { length: heads.length },
  ])
})

/** What the page in front saves as a file, cell by cell; what a spreadsheet might run is kept text by a quote. */
async function fileOf(page: Page, press: string): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    pane(page).getByRole('button', { name: press, exact: true }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
  return lines.map(line => line.split(',').map(cell => cell.replace(/^'/, '')))
}

// @req SET-009 SET-016 SET-024
test.each(languages())('the funds report stands by purse and by way of payment, on its page and on paper (%s)', async language => {
  const page = await front().enter('station_master', { language })
  const w = words[language]
  const { from, to } = overDays()
  await show(page, `/queryStatistics/reportQuery/moneyChange?period=${from}..${to}`)
  await pane(page).getByRole('heading', { level: 1, name: w.change }).waitFor()
  type Report = { purses: Money[]; totals: Money[]; tenders: Money[] }
  const { purses, totals, tenders } = await ask<Report>(page, `/reports/moneyChange?from=${from}&to=${to}`)
  const { paper, ...shown } = fundTable(language, purses, totals[0]!)
  const taken = {
    rows: tenders.map(line => tenderFields.map(field => inCents(Number(line[field])))),
    sums: tenderFields.map(field => inCents(tenders.reduce((sum, line) => sum + Number(line[field]), 0))),
  }
  expect(rest(await tableOf(pane(page), w.purses))).toEqual(shown)
  expect(rest(await tableOf(pane(page), w.tenders))).toEqual({ ...taken, heads: w.taken.map(head => `${head}${w.unit}`) })
  const file = await fileOf(page, w.export)
  expect(file[0]!.slice(1)).toEqual(shown.heads)
  expect(file).toHaveLength(purses.length + tenders.length + 3)
  await pane(page).getByRole('button', { name: w.print, exact: true }).click()
  await page.waitForURL('**/printMoneyChange?*')
  expect(rest(await tableOf(page, w.purse))).toEqual({ ...shown, heads: paper })
  expect(rest(await tableOf(page, w.tenders))).toEqual({ ...taken, heads: w.taken })
  expect(await page.getByRole('navigation').count()).toBe(0)
})
const tenderFields = ['salesCents', 'refundedCents', 'topUpCents', 'netCents'] as const

// @req SET-009 SET-015 SET-016 SET-022 SET-023 SET-024
test.each(languages())('the fund reports lead from what was held to what is held, and are printed (%s)', async language => {
  const page = await front().enter('station_master', { language }, '/queryStatistics/reportQuery')
  const w = words[language]
  await page.waitForURL('**/reportQuery/rechargeConsume')
  for (const [name, title, paper] of [
    ['rechargeConsume', w.report, 'printRechargeConsume'],
    ['moneyChange', w.change, 'printMoneyChange'],
  ] as const) {
    await show(page, `/queryStatistics/reportQuery/${name}`)
    const closing = pane(page).locator('.statistic-answer .statistic-number')
    const held = plain(await closing.textContent())
    expect(await behind(page, closing, 2)).toBe(held)
    await pane(page).getByRole('button', { name: w.print, exact: true }).click()
    await page.waitForURL(`**/${paper}?*`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(
      plain(
        await page
          .locator('tfoot td')
          .last()
          .textContent()
          .then(text => text),
      ),
    ).not.toBe('')
    expect(plain(await page.locator('main').innerText())).toContain(held)
    await page.getByRole('button', { name: w.roll }).click()
    expect(plain(await page.locator('.k-sheet-80').innerText())).toContain(held)
  }
})

// @req ACC-076
test('a bill clerk has the card report; the funds report is neither in their menu nor open to them', async () => {
  const page = await front().enter('station_bill', {}, '/queryStatistics/reportQuery/rechargeConsume')
  await pane(page).getByRole('heading', { level: 1, name: words.zh.report }).waitFor()
  expect(await page.getByRole('link', { name: words.zh.change }).count()).toBe(0)
  await page.goto(`${front().url}/queryStatistics/reportQuery/moneyChange`)
  await page.waitForURL('**/noAccess?*')
  expect(await ask<{ code: string }>(page, '/reports/moneyChange?from=2026-05-01&to=2026-05-02')).toMatchObject({ code: 'auth.forbidden' })
})
