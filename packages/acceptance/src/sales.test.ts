import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { appFixture, languages } from './app-fixture.ts'
import { ask, settled, type Look } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    card: '刷卡支付',
    cash: '收款',
    number: '卡号',
    amount: '支付金额',
    ok: '确定',
    paid: '成功',
    unpaid: '未支付',
    part: '部分支付',
    flow: '资金去向',
    columns: '列设置',
  },
  en: {
    card: 'Pay by card',
    cash: 'Take payment',
    number: 'Card no.',
    amount: 'Amount',
    ok: 'OK',
    paid: 'Success',
    unpaid: 'Unpaid',
    part: 'Partial payment',
    flow: 'Received into',
    columns: 'Columns',
  },
}
const sales = '/queryStatistics/salesQuery'
let sequence = 0
beforeAll(() => {
  sequence = front().demo.companies[0]!.stations[0]!.devices[0]!.nextSequence
})

/** A sale as the forecourt controller tells it. */
async function sell(volumeCl: number, as = sequence++): Promise<{ id: number; orderNo: string; totalCents: number }> {
  const { url, demo } = front()
  const [station] = demo.companies[0]!.stations
  const reply = await fetch(`${url}/api/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Device ${station!.devices[0]!.credential!}` },
    body: JSON.stringify({ sequence: as, nozzleControlId: station!.nozzles[0]!.id, lineItems: [{ volumeCl }] }),
  })
  expect(reply.status).toBe(200)
  return reply.json()
}

/** So many days ago, as the picker writes it. */
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const row = (page: Page, text: string) => page.locator('tbody tr', { hasText: text }).first()
async function show(page: Page, path: string) {
  await page.goto(front().url + path)
  await settled(page)
}

// @req SAL-038 SAL-039 SAL-041 SAL-042 SAL-044
test.each(languages())('a sale from the nozzle is found, paid by card and found again (%s)', async language => {
  const page = await front().enter('station_leader', { language } satisfies Partial<Look>)
  const w = words[language]
  const {
    content: [card],
  } = await ask<{ content: { number: string; value: number }[] }>(
    page,
    '/userCards?search=value>50000,status:normal,heldCents:0,limitProfile:null,passwordFromCents:null&sort=value,desc&size=1',
  )
  const { orderNo, totalCents } = await sell(2000)

  await show(page, `${sales}/allQuery`)
  for (const each of [w.unpaid, (totalCents / 100).toFixed(2)]) expect(await row(page, orderNo).innerText()).toContain(each)
  await show(page, `${sales}/fuelQuery?orderNo=${orderNo}`)
  expect(await row(page, orderNo).innerText()).toContain('20.00')
  await row(page, orderNo).locator('td:not(.k-box)').nth(1).click()
  await page.waitForURL('**/fuelDetails/*')

  await page.getByRole('button', { name: w.card }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w.number).fill(card!.number)
  const left = ((card!.value - totalCents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await dialog.getByRole('cell', { name: `¥${left}`, exact: true }).waitFor()
  await dialog.getByRole('button', { name: w.ok }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.locator('header', { hasText: orderNo }).getByText(w.paid).waitFor()

  await show(page, `/queryStatistics/transactions?serial=${orderNo}-1`)
  expect(await row(page, `${orderNo}-1`).innerText()).toContain((totalCents / 100).toFixed(2))
  await show(page, `${sales}/allQuery?status=success&orderNo=${orderNo}`)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await row(page, orderNo).getByRole('link').first().click()
  await page.waitForURL('**/salesQuery/allDetails/*')
  await page.locator('header', { hasText: orderNo }).getByText(w.paid).waitFor()
})

// @req SAL-004 SAL-025
test('an order is paid in parts; what will be due is said before', async () => {
  const page = await front().enter('station_leader')
  const { id, orderNo, totalCents } = await sell(3000)
  await show(page, `${sales}/allDetails/${id}`)
  await page.getByRole('button', { name: words.zh.cash }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.zh.amount).fill('100')
  await dialog.getByRole('row', { name: `¥${((totalCents - 100_00) / 100).toFixed(2)}` }).waitFor()
  await dialog.getByRole('button', { name: words.zh.ok }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.locator('header', { hasText: orderNo }).getByText(words.zh.part).waitFor()
  expect(await row(page, `${orderNo}-1`).innerText()).toContain('100.00')
})

/** What the terminal at a nozzle tells of an order. */
async function terminal(id: number, act: 'lock' | 'fail', body: object = {}) {
  const { url, demo } = front()
  const { credential } = demo.companies[0]!.stations[0]!.devices[0]!
  const headers = { 'content-type': 'application/json', authorization: `Device ${credential!}` }
  const reply = await fetch(`${url}/api/v1/orders/${id}/${act}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
}

// @req SAL-004
test.each([
  [
    'zh',
    {
      failed: '失败',
      again: '重新开放',
      asks: '的终端支付没有成功',
      open: '未支付',
      cash: '收款',
      ok: '确定',
      paid: '成功',
      noted: '登记支付失败',
    },
  ],
  [
    'en',
    {
      failed: 'Fail',
      again: 'Reopen',
      asks: 'failed at the terminal',
      open: 'Unpaid',
      cash: 'Take payment',
      ok: 'OK',
      paid: 'Success',
      noted: 'Recorded a failed payment',
    },
  ],
] as const)('an order whose payment failed at the terminal says why, is opened again and then paid (%s)', async (language, w) => {
  const page = await front().enter('admin', { language })
  const { id, orderNo } = await sell(1500)
  await terminal(id, 'lock')
  await terminal(id, 'fail', { reason: 'Card reader: no answer' })
  await show(page, `${sales}/allDetails/${id}`)
  const status = (words: string) => page.locator('header', { hasText: orderNo }).getByText(words, { exact: true }).waitFor()
  await status(w.failed)
  const why = page.getByRole('alert').filter({ hasText: 'Card reader: no answer' })
  await why.waitFor()
  const noted = page.getByRole('listitem').filter({ hasText: w.noted })
  await noted.locator('summary').click()
  await noted.getByText('Card reader: no answer').waitFor()
  expect(await page.getByRole('button', { name: w.cash }).count()).toBe(0)

  await page.getByRole('button', { name: w.again }).click()
  const question = page.getByRole('dialog').filter({ hasText: orderNo })
  await question.getByText(w.asks).waitFor()
  await question.getByRole('button', { name: w.again }).click()
  await status(w.open)
  await why.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: w.cash }).click()
  await page.getByRole('dialog').getByRole('button', { name: w.ok }).click()
  await status(w.paid)
})

test('what a device did not send is said until it comes', async () => {
  const page = await front().enter('station_master')
  const { missing } = await ask<{ missing: number }>(page, '/deviceGaps/statistics')
  const said = async () => {
    await show(page, `${sales}/allQuery`)
    const words = await page.locator('.sales-gaps').allInnerTexts()
    return Number(/\d+/.exec(words.join(''))?.[0] ?? 0)
  }
  const skipped = sequence++
  await sell(1000)
  await expect.poll(said).toBe(missing + 1)
  await page.getByRole('button', { name: '查看缺号' }).click()
  await page.getByRole('dialog').getByText(String(skipped)).first().waitFor()
  await sell(1000, skipped)
  await expect.poll(said).toBe(missing)
})

// @req SAL-033
test('anyone who only writes invoices is not offered the money flow', async () => {
  for (const [role, offered] of [
    ['station_leader', 1],
    ['station_bill', 0],
  ] as const) {
    const page = await front().enter(role, {}, `${sales}/allQuery`)
    await page.getByRole('button', { name: words.zh.columns }).click()
    await page.getByText('显示这些列').waitFor()
    const shown = page.locator('.ant-popover').getByText(words.zh.flow, { exact: true })
    await expect.poll(() => shown.count(), { message: role }).toBe(offered)
    if (role === 'station_leader') continue
    for (const list of ['fuelQuery', 'notFuelQuery']) {
      await show(page, `${sales}/${list}`)
      await page.getByRole('button', { name: words.zh.columns }).click()
      await page.getByText('显示这些列').waitFor()
      expect(await shown.count(), list).toBe(0)
    }
    const { content } = await ask<{ content: { id: number }[] }>(page, '/orders?size=1')
    await show(page, `${sales}/allDetails/${content[0]!.id}`)
    await page.locator('.k-facts dt').first().waitFor()
    expect(await page.locator('.k-facts').getByText(words.zh.flow, { exact: true }).count()).toBe(0)
  }
})

// @req SAL-040 SAL-043
test('goods are summed for themselves, whatever else was on the bill', async () => {
  const page = await front().enter('station_master', {}, `${sales}/notFuelQuery`)
  const { amountCents } = await ask<{ amountCents: number }>(page, '/lineItems/statistics?search=categoryType:normal')
  await page
    .locator('.k-figures')
    .getByText((amountCents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }))
    .waitFor()
  await page.locator('tbody tr').first().locator('td:not(.k-box)').nth(1).click()
  await page.waitForURL('**/notFuelDetails/*')
  expect(amountCents).toBeGreaterThan(0)
})

test('all stations are seen together, whose sale it is beside each; an order of the other station opens with its lines', async () => {
  const page = await front().enter('admin', { language: 'en' })
  const [east, west] = front().demo.companies[0]!.stations
  const sum = async (range: string) => {
    await show(page, `${sales}/allQuery${range}`)
    return (await page.locator('tfoot').innerText()).replaceAll(/\s+/g, ' ')
  }
  const here = await sum('')
  await page.getByText('All stations', { exact: true }).click()
  await page.waitForURL('**range=company**')
  await settled(page)
  const all = await sum('?range=company')
  expect(all).not.toBe(here)
  const everything = await ask<{ count: number }>(page, '/orders/statistics')
  const { totalElements } = await page.evaluate(async () => {
    const company = String(JSON.parse(localStorage.getItem('smartAtStation') ?? '{}').company.id)
    const reply = await fetch('/api/v1/orders?size=1', { headers: { authorization: localStorage.getItem('smartToken') ?? '', company } })
    return reply.json() as Promise<{ totalElements: number }>
  })
  expect(totalElements).toBeGreaterThan(everything.count)
  expect(all).toContain(totalElements.toLocaleString('en'))
  expect(await page.locator('thead').innerText()).toContain('Station')

  await show(page, `${sales}/allQuery?range=company&orderNo=west`)
  const theirs = page.locator('tbody tr').first()
  expect(await theirs.innerText()).toContain(west!.name)
  expect(await theirs.innerText()).not.toContain(east!.name)
  await theirs.getByRole('link').first().click()
  await page.waitForURL('**/allDetails/**')
  await settled(page)
  expect(await page.locator('section', { hasText: 'Items' }).locator('tbody tr').count()).toBeGreaterThan(0)
})

// @req SAL-026
test.each([
  ['zh', '一次最多查询 1 个月'],
  ['en', 'At most 1 month(s) at a time'],
] as const)('a list over too long a period says so, and how to have more (%s)', async (language, said) => {
  const page = await front().enter('station_master', { language })
  await show(page, `${sales}/allQuery?createdDate=${ago(100)}..${ago(1)}`)
  const inList = page.locator('#content').getByRole('alert').getByText(said)
  await inList.waitFor()
  await show(page, `${sales}/allQuery?createdDate=${ago(20)}..${ago(1)}`)
  expect(await inList.count()).toBe(0)
})

// @req SAL-027
test('a period of years ago is chosen with the picker and asked for apart, in the list and in its sums', async () => {
  const page = await front().enter('station_master', {}, `${sales}/fuelQuery`)
  const asked: string[] = []
  page.on('request', request => {
    if (/\/(orders|lineItems)(\/statistics)?\?/.test(request.url())) asked.push(decodeURIComponent(request.url()))
  })
  const ends = page.locator('.ant-picker-range').first().locator('input')
  await ends.nth(0).fill(`${ago(800)} 00:00`)
  await ends.nth(0).press('Enter')
  await ends.nth(1).fill(`${ago(790)} 23:59`)
  await ends.nth(1).press('Enter')
  await page.waitForURL('**createdDate**')
  await settled(page)
  const dated = () => asked.filter(url => url.includes(ago(800)))
  await expect.poll(() => dated().length).toBeGreaterThanOrEqual(3)
  expect(dated().filter(url => !url.includes('from=history'))).toEqual([])
  expect(await page.getByRole('alert').filter({ hasText: '历史' }).count()).toBe(0)
})
