import mqtt from 'mqtt'
import { expect, onTestFinished, test } from 'vitest'
import { expectPage, appFixture, tell } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()

const toDo = { zh: '待处理', en: 'Needs attention' }

test('a station manager finds at home the days to settle, the dry tank and the water, each with the page where it is done', async () => {
  const page = await front().enter('station_master', { language: 'en' })
  const lines = page.getByRole('list', { name: toDo.en }).getByRole('listitem')
  await expect.poll(async () => (await lines.allInnerTexts()).join('\n')).toMatch(/not settled yet[\s\S]*Low on fuel[\s\S]*Too much water/)
  await lines.filter({ hasText: 'not settled yet' }).getByRole('link', { name: 'Settle the day' }).click()
  await expectPage(page, 'Daily reports')
})

test('a sales assistant finds first what is not paid, and is led to the list to take it', async () => {
  const page = await front().enter('station_salesman')
  const first = page.getByRole('list', { name: toDo.zh }).getByRole('listitem').first()
  await expect.poll(() => first.innerText()).toContain('笔订单未付清')
  await first.getByRole('link', { name: '去收款' }).click()
  await expectPage(page, '全部销售')
  expect(new URL(page.url()).search).toContain('status=')
})

test('an employee, who does not see the list of sales, sees their own sales of the shift and the way to enter a missed one', async () => {
  const page = await front().enter('station_employee', { language: 'en' })
  const own = page.locator('section', { has: page.getByRole('heading', { name: 'My sales this shift' }) })
  await expect.poll(() => own.locator('dd').allInnerTexts()).toHaveLength(3)
  await own.getByRole('link', { name: 'Record a missed sale' }).click()
  await expectPage(page, 'Record a missed sale')
})

test('a book-keeper finds first the days that did not come out even', async () => {
  const page = await front().enter('station_bill', { language: 'en' })
  const first = page.getByRole('list', { name: toDo.en }).getByRole('listitem').first()
  await expect.poll(() => first.innerText()).toContain('closed over or short')
})

test('head office sees its stations beside each other, also a new one that has sold nothing, and goes to one from there', async () => {
  const { enter, demo } = front()
  const stations = demo.companies[0]!.stations.map(({ name }) => name)
  const admin = await enter('admin')
  await tell(admin, 'POST', '/stations', { code: 'NEW001', name: 'Northern Ring' })
  const page = await enter('company_user', { language: 'en' })
  const table = page.getByRole('table', { name: 'Stations today' })
  await expect
    .poll(async () => (await table.getByRole('button').allInnerTexts()).toSorted())
    .toEqual([...stations.slice(1), 'Northern Ring'].toSorted())
  const fresh = table.getByRole('row').filter({ hasText: 'Northern Ring' })
  expect(await fresh.getByRole('cell').allInnerTexts()).toEqual(['Northern Ring', '0.00', '0.00', '—', '0', '0', '0', '0'])
  await table.getByRole('button', { name: stations[1]! }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
})

// @req SCR-002 SCR-003 SCR-004 SCR-006 SCR-022
test('the chart goes from today to 24 hours, 30 days and 12 months, and what it is made of leads to the sales behind it', async () => {
  const { enter, demo } = front()
  const page = await enter('station_master', { language: 'en' })
  const bars = async (range: string, title: string) => {
    await page.getByText(range, { exact: true }).click()
    const chart = page.getByRole('figure', { name: title })
    await chart.waitFor()
    return chart.getByRole('rowheader').allInnerTexts()
  }
  expect(await bars('24 hours', 'Sales of the last 24 hours')).toHaveLength(24)
  expect((await bars('12 months', 'Sales of the last 12 months')).every(month => /^\d{4}-\d\d$/.test(month))).toBe(true)
  expect(await bars('30 days', 'Sales of the last 30 days')).toHaveLength(30)

  const fuels = page.locator('section', { has: page.getByRole('heading', { name: 'Fuels' }) })
  await fuels.getByRole('link').first().click()
  await expectPage(page, 'Fuel sales')
  expect(new URL(page.url()).searchParams.get('createdDate')).toMatch(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/)

  // Home stays where it is: its tab cannot be closed. At another station it shows that one's figures.
  const tabs = page.locator('.tag')
  // The name, and what closes the tab.
  expect(await tabs.evaluateAll(all => all.map(tab => tab.querySelectorAll('button').length))).toEqual([1, 2])
  await tabs.first().locator('.tag-name').click()
  const other = demo.companies[0]!.stations[1]!.name
  await page.getByRole('banner').getByText(demo.companies[0]!.stations[0]!.name).click()
  const chooser = page.getByRole('dialog', { name: 'Choose a station' })
  await chooser.getByText(other).click()
  await chooser.getByRole('button', { name: 'OK' }).click()
  await page
    .getByRole('dialog')
    .filter({ hasText: `Switch to “${other}”?` })
    .getByRole('button', { name: 'Continue' })
    .click()
  await expectPage(page, other)
  await page.getByRole('figure', { name: 'Sales by hour' }).waitFor()
})

// @req LIM-005 SCR-001
test('every ten minutes home tells the other pages of its station that it is there, and no sooner', async () => {
  const page = await front().enter('station_master')
  await page.clock.install()
  await page.reload()
  await settled(page)
  await expect.poll(() => page.getByRole('img', { name: /^实时更新/ }).getAttribute('data-state')).toBe('connected')
  const stationId = front().demo.companies[0]!.stations[0]!.id
  const { ticket, username, port, path } = await tell<Ticket>(page, 'POST', '/live/tickets', { stationId })
  const own = { username, password: ticket, protocolVersion: 4, reconnectPeriod: 0 } as const
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}${path}`, own)
  onTestFinished(() => client.endAsync(true))
  const heard: unknown[] = []
  client.on('message', (_, bytes) => heard.push(JSON.parse(bytes.toString())))
  await client.subscribeAsync(`stations/${stationId}/broadcast`, { qos: 1 })

  await page.clock.fastForward(9 * 60_000)
  await settled(page)
  expect(heard).toEqual([])
  await page.clock.fastForward(60_000)
  await expect.poll(() => heard).toEqual([{ method: 'updateView', client: 'web', page: 'home', timestamp: expect.any(String) }])
})

// @req ORG-039 ORG-040
test('a user’s shortcut menu is what the role begins with until they choose, and is theirs on any machine', async () => {
  const { enter } = front()
  const page = await enter('station_bill', { language: 'en' })
  const menu = page.getByRole('navigation', { name: 'Shortcuts' })
  expect(await menu.getByRole('link').allInnerTexts()).toContain('Daily reports')
  await menu.getByRole('button', { name: 'Choose shortcuts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose shortcuts' })
  await dialog.getByRole('checkbox', { checked: true }).first().waitFor()
  while ((await dialog.getByRole('checkbox', { checked: true }).count()) > 0)
    await dialog.getByRole('checkbox', { checked: true }).first().uncheck()
  await dialog.getByRole('checkbox', { name: 'Sales statistics', exact: true }).check()
  await dialog.getByRole('checkbox', { name: 'Overview' }).check()
  const kept = page.waitForResponse(reply => reply.url().endsWith('/userSettings') && reply.request().method() === 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await kept).status()).toBe(200)
  await expect.poll(() => menu.getByRole('link').allInnerTexts()).toEqual(['Sales statistics', 'Overview'])

  const elsewhere = await enter('station_bill', { language: 'zh' })
  const there = elsewhere.getByRole('navigation', { name: '快捷菜单' })
  await expect.poll(() => there.getByRole('link').allInnerTexts()).toEqual(['销售统计', '经营分析'])
  await there.getByRole('link', { name: '经营分析' }).click()
  await expectPage(elsewhere, '经营分析')
})

// @req SCR-003 SCR-006
test('on a phone the overview shows 30 days of the station, its figures open their sales, and another station shows its own', async () => {
  const page = await front().enter('station_master', { language: 'en', width: 390 }, '/mobile/analyse')
  const chart = page.getByRole('figure', { name: 'Sales of the last 30 days' })
  await chart.waitFor()
  expect(await chart.getByRole('rowheader').allInnerTexts()).toHaveLength(30)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const sales = page.locator('section', { has: chart })
  const orders = sales.locator('dd').first()
  const told = await orders.innerText()
  expect(Number(told.replace(/\D/g, ''))).toBeGreaterThan(0)
  await orders.getByRole('link').click()
  await expectPage(page, 'All sales')
  expect(new URL(page.url()).searchParams.get('createdDate')).toMatch(/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/)
})

test('a station whose service ends soon is among what waits, and those who can renew it are led there', async () => {
  const { enter, demo } = front()
  const admin = await enter('admin', { language: 'en' })
  const stationId = demo.companies[0]!.stations[0]!.id
  const { endTime: fromTime = null } = await ask<{ endTime?: string | null }>(admin, `/stations/${stationId}`)
  const endTime = new Date(Date.now() + 3 * 86_400_000 - 60_000).toISOString()
  await tell(admin, 'POST', '/renewals', { stationId, fromTime, endTime })
  const page = await enter('admin', { language: 'en' })
  const line = page.getByRole('list', { name: toDo.en }).getByRole('listitem').filter({ hasText: '3 days of service left' })
  await line.getByRole('link', { name: 'Renew' }).click()
  await expect.poll(() => page.url()).toContain('renewMge')
})

interface Ticket {
  readonly ticket: string
  readonly username: string
  readonly port: number
  readonly path: string
}
