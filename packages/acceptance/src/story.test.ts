import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, type AppFixture, languages } from './app-fixture.ts'
import { confirmFigures } from './figures.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()

/** What a shift leader reads, in each language. */
const words = {
  zh: {
    list: '班结报表',
    open: '未支付',
    success: '成功',
    cardPay: '刷卡支付',
    paid: '支付成功',
    cardNumber: '卡号',
    ok: '确定',
    card: '加油卡',
    close: /^班结第/,
    counted: '现金 实点',
    force: /^强制班结并结转/,
    forceWord: '强制班结',
    over: '长款 ¥5.00',
    print: '打印',
    title: '班结单',
    cash: '现金',
    signed: ['收银员', '班长', '站长'],
  },
  en: {
    list: 'Shift reports',
    open: 'Unpaid',
    success: 'Success',
    cardPay: 'Pay by card',
    paid: 'Paid',
    cardNumber: 'Card no.',
    ok: 'OK',
    card: 'Fuel card',
    close: /^Close shift/,
    counted: 'Cash Counted',
    force: /^To force the close/,
    forceWord: 'force',
    over: '¥5.00 over',
    print: 'Print',
    title: 'Shift settlement',
    cash: 'Cash',
    signed: ['Cashier', 'Shift leader', 'Station manager'],
  },
} as const

/** 20.00 litres from a nozzle, sent by the device that stands there. */
async function sell({ url, demo }: AppFixture) {
  const station = demo.companies[0]!.stations[0]!
  const device = station.devices.find(({ credential }) => credential)!
  const headers = { authorization: device.credential!, 'content-type': 'application/json' }
  const { lastSequence } = (await (await fetch(`${url}/api/v1/devices/${device.id}/gaps`, { headers })).json()) as { lastSequence: number }
  const sale = { sequence: lastSequence + 1, nozzleControlId: station.nozzles[0]!.id, lineItems: [{ volumeCl: 20_00, priceCents: 7_65 }] }
  const reply = await fetch(`${url}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(sale) })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return (await reply.json()) as { id: number; orderNo: string; totalCents: number }
}

/** A card that holds enough and asks for no password. */
async function fullCard(page: Page): Promise<string> {
  const { content } = await ask<{ content: { number: string; hasPayPassword: boolean; dayCentsMax: number | null }[] }>(
    page,
    '/userCards?size=100&search=status:normal,heldCents:0,limitProfile:null,value>30000,kind:personal',
  )
  return content.find(({ hasPayPassword, dayCentsMax }) => !hasPayPassword && dayCentsMax === null)!.number
}

/** The rows of a list in the browser, under a filter of its address. */
async function rowsAt(page: Page, path: string): Promise<string[]> {
  await page.goto(new URL(path, page.url()).href)
  return rowsOf(page)
}
async function rowsOf(page: Page): Promise<string[]> {
  const rows = page.locator(shownRows)
  await rows.first().waitFor()
  return rows.allInnerTexts()
}
/** Pages that are open behind the one in front keep their rows. */
const shownRows = 'main tbody tr[data-id]:visible'

// @req SET-001 SET-007 SET-013 SET-018 SET-019
test.each(languages())(
  '%s: a sale from the nozzle is paid by card, found everywhere, and settled on a sheet that is signed',
  async language => {
    const say = words[language],
      shop = front()
    const page = await shop.enter('station_leader', { language })
    const { id, orderNo, totalCents } = await sell(shop)
    expect(totalCents).toBe(153_00)

    expect((await rowsAt(page, `/queryStatistics/salesQuery/allQuery?orderNo=${orderNo}&status=open`)).join()).toContain(say.open)
    await page.locator(shownRows).getByRole('link').first().click()
    await page.waitForURL(`**/allDetails/${id}`)
    const number = await fullCard(page)
    await page.getByRole('button', { name: say.cardPay }).click()
    const payment = page.getByRole('dialog')
    await payment.getByLabel(say.cardNumber).fill(number)
    await payment.getByRole('button', { name: say.ok, exact: true }).click()
    await payment.waitFor({ state: 'hidden' })
    await page.locator('header').getByText(say.success, { exact: true }).waitFor()

    for (const list of [
      `salesQuery/allQuery?orderNo=${orderNo}&status=success`,
      `salesQuery/fuelQuery?orderNo=${orderNo}`,
      `transactions?order.orderNo=${orderNo}`,
    ]) {
      const rows = await rowsAt(page, `/queryStatistics/${list}`)
      expect(rows, list).toHaveLength(1)
      expect(rows[0]).toContain('153.00')
      expect(rows[0]).toContain(say.card)
    }
    const [movement] = await rowsAt(page, `/queryStatistics/userCardDetails?order.orderNo=${orderNo}`)
    expect(movement).toContain('−153.00')

    const shift = await closeShift(page, language)
    await readSettlement(page, language, shift, { orderNo, totalCents })
    await printSettlement(page, language, shift)
    await front().leave(page)
  },
)

interface Settled {
  id: number
  dailyStateId: number
  salesCents: number
  volumeCl: number
  countedCents: number
  expectedCents: number
  differenceCents: number
}

/** Counts five too many, closes, and is led to what was settled. */
async function closeShift(page: Page, language: keyof typeof words): Promise<Settled> {
  const say = words[language]
  await page.goto(new URL('/queryStatistics/classSettle', page.url()).href)
  await page.getByRole('heading', { level: 1, name: say.list }).waitFor()
  await page.getByRole('button', { name: say.close }).click()
  const dialog = page.getByRole('dialog')
  const cash = dialog.getByRole('row').filter({ hasText: say.cash })
  const expectedCents = centsOf(await cash.locator('td').first().innerText())
  await dialog.getByLabel(say.counted, { exact: true }).fill(String((expectedCents + 5_00) / 100))
  await dialog.getByText(say.over).waitFor()
  const force = dialog.getByLabel(say.force)
  if (await force.isVisible()) await force.fill(say.forceWord)
  await confirmFigures(dialog)
  await dialog.getByRole('button', { name: say.close }).click()
  await page.waitForURL('**/classSettleDetails/*')
  await settled(page)
  const shift = await ask<Settled>(page, `/classSettles/${page.url().split('/').at(-1)}`)
  expect(shift).toMatchObject({ expectedCents, countedCents: expectedCents + 5_00, differenceCents: 5_00 })
  return shift
}

/** The page says what was counted, and its numbers lead to what they are made of. */
async function readSettlement(page: Page, language: keyof typeof words, shift: Settled, sale: { orderNo: string; totalCents: number }) {
  const main = page.locator('main')
  await main.getByRole('heading', { name: words[language].title }).waitFor()
  const said = await main.innerText()
  for (const cents of [shift.salesCents, shift.countedCents, shift.expectedCents]) expect(said).toContain(money(cents))
  expect(said).toContain('+¥5.00')
  const cards = main.getByRole('row').filter({ hasText: words[language].card })
  await cards.getByRole('link').first().click()
  const behind = page.getByRole('dialog').getByRole('row').filter({ hasText: sale.orderNo })
  await behind.filter({ hasText: money(sale.totalCents) }).waitFor()
  await page.goBack()
  await settled(page)
}

/** The sheet holds the numbers, who printed it and the lines to sign on; on paper it is A4, black on white, without buttons. */
async function printSettlement(page: Page, language: keyof typeof words, shift: Settled) {
  const say = words[language]
  await page.locator('main').getByRole('button', { name: say.print }).click()
  await page.waitForURL(`**/printClassSettle/${shift.id}`)
  await page.getByRole('heading', { name: say.title }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('main')
  for (const cents of [shift.salesCents, shift.countedCents]) await expect.poll(() => sheet.innerText()).toContain(money(cents))
  const read = await sheet.innerText()
  for (const signed of ['+5.00', ...say.signed]) expect(read).toContain(signed)
  await expect.poll(() => page.getByRole('button').first().isVisible()).toBe(false)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!.map(Number)
  expect([Math.round(width!), Math.round(height!)], 'A4 in points').toEqual([595, 842])
  expect(
    await page.evaluate(() =>
      [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]).some(rule => rule.cssText.includes('counter(pages)')),
    ),
  ).toBe(true)
}

const money = (cents: number) => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100)
const centsOf = (shown: string) => Math.round(Number(shown.replaceAll(',', '').replace('−', '-')) * 100)
