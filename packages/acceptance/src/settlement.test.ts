import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, languages } from './app-fixture.ts'
import { confirmFigures } from './figures.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()

const words = {
  zh: {
    list: '日结报表',
    settle: '日结',
    statement: / 对账单$/,
    print: '打印',
    title: '日结单',
    paper80: /80 毫米/,
    signed: ['班长', '站长'],
    receipt: '打印小票',
    flow: '资金去向',
  },
  en: {
    list: 'Daily reports',
    settle: 'Settle',
    statement: / Statement$/,
    print: 'Print',
    title: 'Day settlement',
    paper80: /80 mm/,
    signed: ['Shift leader', 'Station manager'],
    receipt: 'Print receipt',
    flow: 'Received into',
  },
} as const

interface Day {
  id: number
  businessDay: string
  salesCents: number
  volumeCl: number
  shifts: number
  paidCents: number
  expectedCents: number
  countedCents: number
  differenceCents: number
  states: { classSettleId: number; dailyStateId: number }[]
  payTypes: { payType: string; expectedCents: number; statementCents: number | null; differenceCents: number | null }[]
}

const firstOn = (page: Page) => async (path: string) => (await ask<{ content: { id: number }[] }>(page, path)).content[0]!.id
const money = (cents: number) => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100)
const mainOf = (page: Page) => page.locator('main').last().innerText()

// @req SET-008 SET-011 SET-014 SET-017 SET-020 SET-021
test.each(languages())(
  '%s: a day is settled with the statement of a platform beside it, opened down to its sales, and printed',
  async language => {
    const say = words[language]
    const page = await front().enter('station_leader', { language }, '/queryStatistics/daySettle')
    await page.getByRole('heading', { level: 1, name: say.list }).waitFor()
    const day = await settleLatest(page, language)
    await findDay(page, language, day)
    await readDay(page, language, day)
    await printDay(page, language, day)
  },
)

/** The latest day that waits; the statement of a platform that was paid through on it says five less than was booked. */
async function settleLatest(page: Page, language: keyof typeof words): Promise<Day> {
  const say = words[language]
  await page
    .getByRole('button', { name: new RegExp(`^${say.settle} 20`) })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const rows = dialog.getByRole('row').filter({ has: page.getByLabel(say.statement) })
  await rows.first().waitFor()
  const booked = await rows.evaluateAll(all =>
    all.map(each => Number(each.querySelector('td')!.innerText.replaceAll(',', '').replace('−', '-'))),
  )
  const at = booked.findIndex(amount => amount > 5)
  const row = rows.nth(at)
  const statement = row.getByLabel(say.statement)
  const bookedCents = Math.round(booked[at]! * 100)
  await statement.fill(String((bookedCents - 5_00) / 100))
  await row.getByText('−5.00').waitFor()
  // Enter leads on and never sends: what is half typed is not settled.
  await statement.press('Enter')
  await expect.poll(() => statement.evaluate(field => field === document.activeElement)).toBe(false)
  await confirmFigures(dialog)
  await dialog.getByRole('button', { name: new RegExp(`^${say.settle} 20`) }).click()
  await page.waitForURL('**/daySettleDetails/*')
  await settled(page)
  const day = await ask<Day>(page, `/daySettles/${page.url().split('/').at(-1)}`)
  expect(day.payTypes.filter(({ differenceCents }) => differenceCents === -5_00)).toMatchObject([
    { expectedCents: bookedCents, statementCents: bookedCents - 5_00 },
  ])
  return day
}

/** The settled day stands in the list with its figures, leads from there to its print, and opens its own page. */
async function findDay(page: Page, language: keyof typeof words, day: Day) {
  const say = words[language]
  const details = page.url()
  await page.goto(new URL('/queryStatistics/daySettle', details).href)
  const row = page.getByRole('table', { name: say.list, exact: true }).locator('tbody tr').filter({ hasText: day.businessDay })
  await row.waitFor()
  const figures = [day.volumeCl, day.salesCents, day.paidCents, day.expectedCents, day.countedCents].map(money)
  const cells = (await row.locator('td').allInnerTexts()).map(text => text.trim())
  const at = cells.indexOf(figures[0]!)
  expect(cells.slice(at - 2, at + 6)).toEqual([
    day.businessDay,
    String(day.shifts),
    ...figures,
    money(day.differenceCents).replace('-', '−'),
  ])
  await row.getByRole('link', { name: say.print }).click()
  await page.waitForURL(`**/printDaySettle/${day.id}`)
  await page.goBack()
  await row.getByText(day.businessDay).click()
  await page.waitForURL(details)
  await settled(page)
}

/** The page says what was settled, its sales open those of all its shifts, and each shift its own settlement. */
async function readDay(page: Page, language: keyof typeof words, day: Day) {
  await page.getByRole('heading', { level: 1, name: `${words[language].title} · ${day.businessDay}` }).waitFor()
  const said = await mainOf(page)
  for (const cents of [day.salesCents, ...day.payTypes.map(({ expectedCents }) => expectedCents)]) expect(said).toContain(money(cents))
  const main = page.locator('#content .pane:visible')
  await main
    .getByRole('link', { name: money(day.salesCents) })
    .first()
    .click()
  await page.waitForURL('**/allQuery?*')
  await settled(page)
  // The sum of all that was found is the day's.
  await expect.poll(() => page.locator('#content .pane:visible tfoot').innerText()).toContain(money(day.salesCents))
  await page.goBack()
  await settled(page)
  await page
    .locator('#content .pane:visible')
    .getByRole('link', { name: new RegExp(day.businessDay) })
    .first()
    .click()
  await page.waitForURL(`**/classSettleDetails/${day.states[0]!.classSettleId}`)
  await page.goBack()
  await settled(page)
}

/** A4 and the roll hold the same numbers, and lines to sign on. */
async function printDay(page: Page, language: keyof typeof words, day: Day) {
  const say = words[language]
  await page.locator('#content .pane:visible').getByRole('button', { name: say.print }).click()
  await page.waitForURL(`**/printDaySettle/${day.id}`)
  await sheetSays(page, say.title, [...say.signed, money(day.salesCents), '−5.00'])
  expect(await paperOf(page)).toEqual([595, 842])
  await page.goto(new URL(`/previewPrint?document=daySettle:${day.id}`, page.url()).href)
  await page.getByRole('button', { name: say.paper80 }).click()
  await sheetSays(page, say.title, [...say.signed, money(day.salesCents), '−5.00'])
  expect((await paperOf(page))[0], '80 mm in points').toBe(227)
}

async function sheetSays(page: Page, title: string, what: readonly string[]) {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  const sheet = page.locator('main')
  for (const each of what) await expect.poll(() => sheet.innerText()).toContain(each)
}

/** Width and height of what the printer gets, in points. */
async function paperOf(page: Page): Promise<[number, number]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!.map(Number)
  return [Math.round(width!), Math.round(height!)]
}

/** In Shanghai, where the station is. */
const minuteOf = (instant: string) => new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

type Shift = Record<'businessDay' | 'startTime' | 'endTime' | 'employeeName', string> &
  Record<'id' | 'salesCents' | 'volumeCl' | 'paidCents' | 'topUpCents' | 'unpaidCents', number> & {
    forced: boolean
    items: { name: string }[]
    employees: { name: string | null }[]
    unpaid: { orderNo: string }[]
    cash: { valueCents: number; pieces: number }[]
    tanks: { number: number; receivedCl: number; document: string; endCl: number }[]
  }

// @req SET-001 SET-005 SET-010
test('a shift is counted by notes and dipped with the keyboard alone, and what will differ is said before it is closed', async () => {
  const page = await front().enter('station_leader', { language: 'en' }, '/queryStatistics/classSettle')
  await page.getByRole('button', { name: /^Close shift/ }).click()
  const dialog = page.getByRole('dialog')
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const stands = async (on: string) => {
    await expect.poll(label).toBe(on)
  }
  await stands('Cash Counted')
  await page.keyboard.press('Enter')
  await stands('Denomination 100.00')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await stands('Denomination 20.00')
  expect(await dialog.getByLabel('Cash Counted').inputValue()).toBe('750.00')

  await dialog.locator('summary').filter({ hasText: 'Tanks' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Tank 1 Delivered', { exact: true }).fill('8000')
  await page.keyboard.press('Enter')
  await stands('Tank 1 Delivery note')
  await page.keyboard.type('BL-7')
  await page.keyboard.press('Enter')
  await stands('Tank 1 Closing stock')
  await page.keyboard.type('12345.67')
  await dialog.getByText('Cash: expected and counted').waitFor()
  const cash = dialog.locator('article').filter({ hasText: 'Cash: expected and counted' })
  await cash.getByText('counted ¥750.00').waitFor()
  const foreseen = await cash.innerText()

  const force = dialog.getByLabel(/^To force the close/)
  if (await force.isVisible()) await force.fill('force')
  await confirmFigures(dialog)
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/classSettleDetails/*')
  await settled(page)
  await page.getByRole('heading', { level: 1, name: /^Shift settlement/ }).waitFor()
  const shift = await ask<Shift>(page, `/classSettles/${page.url().split('/').at(-1)}`)
  expect(shift.cash).toEqual([
    { valueCents: 100_00, pieces: 7 },
    { valueCents: 50_00, pieces: 1 },
  ])
  expect(shift.tanks[0]).toMatchObject({ number: 1, receivedCl: 8_000_00, document: 'BL-7', endCl: 12_345_67 })
  const settlement = page.locator('#content .pane:visible')
  // Its head says which shift, from when until when, and who closed it; its figures are those of the call.
  const said = [shift.businessDay, shift.employeeName, ...[shift.startTime, shift.endTime].map(minuteOf)]
  const figures = [shift.salesCents, shift.volumeCl, shift.paidCents, shift.topUpCents, shift.unpaidCents].map(money)
  const names = [...shift.items, ...shift.employees].flatMap(({ name }) => name ?? [])
  for (const each of [...said, ...figures, ...names]) await expect.poll(() => settlement.innerText()).toContain(each)
  for (const { orderNo } of shift.unpaid) await settlement.getByText(orderNo).first().waitFor()
  if (shift.forced) await settlement.getByText('Forced').first().waitFor()
  for (const each of ['BL-7', '12,345.67', '750.00']) await expect.poll(() => settlement.innerText()).toContain(each)
  const [sum] = /[+−]¥[\d,.]+/.exec(foreseen)!
  expect(await page.locator('article').filter({ hasText: 'Cash: expected and counted' }).innerText()).toContain(sum)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await sheetSays(page, 'Shift settlement', ['BL-7', '12,345.67', 'Cash counted', '750.00', sum.replace('¥', '')])
})

// @req SET-017
test('a receipt is printed from its order on the roll; a document that nobody named is no page', async () => {
  const page = await front().enter('station_leader', { language: 'zh' })
  const { content } = await ask<{ content: { id: number; orderNo: string; totalCents: number }[] }>(
    page,
    '/orders?size=1&search=status:success,type:0',
  )
  const [order] = content
  await page.goto(new URL(`/queryStatistics/salesQuery/allDetails/${order!.id}`, page.url()).href)
  await page.getByRole('button', { name: words.zh.receipt }).click()
  await page.waitForURL('**/previewPrint?document=receipt*')
  await sheetSays(page, '小票', [order!.orderNo, `¥${money(order!.totalCents)}`])
  expect((await paperOf(page))[0]).toBe(227)
  for (const [kind, id, title] of [
    ['classSettle', await firstOn(page)('/classSettles?size=1'), '班结单'],
    ['daySettle', await firstOn(page)('/daySettles?size=1'), '日结单'],
    ['order', order!.id, '销售单'],
    ['topUp', await firstOn(page)('/userCardDetails?size=1&search=type:charge'), '充值凭证'],
  ] as const) {
    await page.goto(new URL(`/previewPrint?document=${kind}:${id}`, page.url()).href)
    await sheetSays(page, title, [])
  }
  for (const document of ['', 'receipt', 'receipt:x', 'toString:7', 'receipt:-1']) {
    await page.goto(new URL(`/previewPrint?document=${document}`, page.url()).href)
    await page.getByText('404').waitFor()
  }
})

// @req ACC-076
test('anyone who writes the bills reads settlements, their prints and receipts, and learns of no flow of money', async () => {
  const page = await front().enter('station_bill', { language: 'zh' })
  const first = firstOn(page)
  const [shift, day, order] = [await first('/classSettles?size=1'), await first('/daySettles?size=1'), await first('/orders?size=1')]
  const paths = [
    '/queryStatistics/classSettle',
    `/queryStatistics/classSettleDetails/${shift}`,
    `/printClassSettle/${shift}`,
    '/queryStatistics/daySettle',
    `/queryStatistics/daySettleDetails/${day}`,
    `/printDaySettle/${day}`,
    `/queryStatistics/salesQuery/allDetails/${order}`,
    `/previewPrint?document=order:${order}`,
    `/previewPrint?document=classSettle:${shift}`,
  ]
  for (const path of paths) {
    await page.goto(new URL(path, page.url()).href)
    await settled(page)
    expect(new URL(page.url()).pathname, path).toBe(path.split('?')[0])
    expect(await page.locator('body').innerText(), path).not.toContain(words.zh.flow)
  }
})
