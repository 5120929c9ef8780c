import { pageOf, pagesOf } from '@forecourt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectToast, appFixture } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()

async function openBox(page: Page) {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: /搜索与命令|Search and commands/ })
  await box.waitFor()
  await expect.poll(() => box.evaluate(input => input === document.activeElement)).toBe(true)
  return box
}
const options = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option')

test('a card, its holder and an order are found by their numbers, as they are read out, and open with Enter', async () => {
  const { enter } = front()
  const page = await enter('admin', { language: 'en' })
  const { content: cards } = await ask<{ content: { id: number; number: string; user: { mobile: string; name: string } }[] }>(
    page,
    '/userCards?size=1&search=kind:personal,card.type:debit&expand=user',
  )
  const card = cards[0]!
  const box = await openBox(page)
  await box.fill(card.number.replaceAll(/(.{4})/g, '$1 '))
  await expect.poll(() => options(page, 'Cards').count()).toBe(1)
  await expect.poll(() => options(page, 'Cards').first().innerText()).toContain(card.user.name)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/cardCostHistory/${card.id}`)
  await settled(page)

  await (await openBox(page)).fill(card.user.mobile)
  await options(page, 'Members').filter({ hasText: card.user.name }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/memberCenter/personalMemberDetails/*')
  await settled(page)
  await page.locator('#content .pane:visible').getByText(card.user.name, { exact: true }).first().waitFor()

  const { content: orders } = await ask<{ content: { id: number; orderNo: string }[] }>(page, '/orders?size=1')
  const order = orders[0]!
  await (await openBox(page)).fill(String(Number(order.orderNo.split('-').at(-1))))
  await options(page, 'Orders').filter({ hasText: order.orderNo }).click()
  await page.waitForURL(`**/allDetails/${order.id}`)

  // What was opened from here comes first the next time.
  await settled(page)
  await openBox(page)
  await expect.poll(() => options(page, 'Recently opened').first().innerText()).toContain(order.orderNo)
  await expect.poll(() => options(page, 'Recently opened').count()).toBe(3)
})

test('the latest question counts: what was overtaken is taken back', async () => {
  const page = await front().enter('admin')
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/commandSearch')) asked.push(new URL(request.url()).searchParams.get('text')!)
  })
  const box = await openBox(page)
  // No time passes for the page between one digit and the next, however busy the machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await box.pressSequentially('6200')
  expect(asked).toEqual([])
  await page.clock.resume()
  await options(page, '卡').first().waitFor()
  expect(asked).toEqual(['6200'])
  await box.fill('班结')
  await options(page, '页面').filter({ hasText: '班结报表' }).waitFor()
  await expect.poll(() => asked.at(-1)).toBe('班结')
})

test('stations, and acts of the page and of the whole, by initials too', async () => {
  const { enter, demo } = front()
  const page = await enter('admin')
  const there = demo.companies[0]!.stations[1]!
  await (await openBox(page)).fill(there.name.slice(0, 3))
  await options(page, '切换油站').filter({ hasText: there.name }).click()
  await page.getByText('切换油站将关闭所有标签页，是否继续？').waitFor()
  await page.getByRole('button', { name: '继续' }).click()
  await expectToast(page, `已切换到“${there.name}”`)
  await settled(page)

  await (await openBox(page)).fill('ss')
  await options(page, '操作').filter({ hasText: '深色' }).waitFor()
  await page.keyboard.press('Escape')
  await (await openBox(page)).fill('dark')
  await options(page, '操作').filter({ hasText: '深色' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')

  await page.goto(`${front().url}/oilOperate/fuelCode`)
  await settled(page)
  await (await openBox(page)).fill('xz')
  await options(page, '操作').filter({ hasText: '新增' }).first().click()
  await page.getByRole('dialog', { name: /新增/ }).waitFor()
})

test('people are found by name and by initials, members apart from staff, and lead to their pages', async () => {
  const { enter } = front()
  const page = await enter('admin')
  for (const typed of ['沈佳', 'sjsj']) {
    await (await openBox(page)).fill(typed)
    await options(page, '员工').filter({ hasText: '沈佳' }).waitFor()
    await page.keyboard.press('Escape')
  }
  await (await openBox(page)).fill('沈佳')
  await options(page, '员工').filter({ hasText: '沈佳' }).click()
  await page.waitForURL(/UserMge\?|userMge\?/)
  await settled(page)

  const { content: members } = await ask<{ content: { name: string; mobile: string }[] }>(page, '/users?size=1&search=isStaff:false')
  await (await openBox(page)).fill(members[0]!.name)
  await options(page, '会员').filter({ hasText: members[0]!.name }).first().click()
  await page.waitForURL('**/memberCenter/personalMemberDetails/*')
})

test('an act is found by its verb, leads to where it is done, and is offered to those alone who may', async () => {
  const { enter } = front()
  const page = await enter('station_master')
  for (const typed of ['退款', 'refund', 'tk']) {
    await (await openBox(page)).fill(typed)
    await options(page, '操作').filter({ hasText: '退款' }).first().waitFor()
    await page.keyboard.press('Escape')
  }
  await (await openBox(page)).fill('新增员工')
  await options(page, '操作').filter({ hasText: '新增员工' }).click()
  await page.waitForURL('**/stationMge/staffMge?record=new')
  await page.getByRole('dialog', { name: /新增/ }).waitFor()
  const other = await enter('station_employee')
  for (const typed of ['退款', '新增员工']) {
    await (await openBox(other)).fill(typed)
    await expect.poll(() => other.locator('.commands-list').getAttribute('aria-busy')).toBe('false')
    expect(await options(other, '操作').count()).toBe(0)
    await other.keyboard.press('Escape')
  }
})

test('nobody is offered what they may not open', async () => {
  const { enter } = front()
  const page = await enter('station_employee')
  const box = await openBox(page)
  await box.fill('qqqx')
  await page.getByText('没有与“qqqx”相符的内容').waitFor()
  await box.fill('R01-0000')
  await page.getByText('没有与“R01-0000”相符的内容').waitFor()
  await box.fill('6200')
  await options(page, '卡').first().waitFor()
})

// @req NAV-026
test('a page is found by its name in either language, or by the initials of its pinyin', async () => {
  const page = await front().enter('admin', { language: 'en' })
  await page.locator('.top-bar .search-opener').click()
  const everyPage = pagesOf('admin').flatMap(name => (pageOf(name)!.hidden ? [] : [pageOf(name)!.en]))
  await expect.poll(() => options(page, 'Pages').count()).toBe(everyPage.length)
  const offered = (await options(page, 'Pages').allInnerTexts()).map(words => words.split('\n')[0] ?? '')
  expect(offered.toSorted()).toEqual(everyPage.toSorted())
  await page.keyboard.press('Escape')
  for (const typed of ['bjbb', 'Shift reports', '班结']) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(typed)
    await page.getByRole('option', { name: 'Shift reports' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/queryStatistics/classSettle')
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Home' }).click()
    await page.waitForURL('**/home')
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('zzzz')
  await page.getByText('Nothing matches “zzzz”').waitFor()
})

test('a page that was renamed is still found by its former name, whichever language is on', async () => {
  for (const [language, opener, name] of [
    ['en', 'Search and commands', 'Money movements'],
    ['zh', '搜索与命令', '资金变动报表'],
  ] as const) {
    const page = await front().enter('admin', { language })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: opener }).fill('Funds change')
    await page.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/queryStatistics/reportQuery/moneyChange')
  }
})
