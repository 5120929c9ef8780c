import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    home: '营销首页',
    add: '新增消费礼',
    says: '会员单笔消费满 ¥100.00，送 {coupon} 各 1 张',
    most: '最多发放 50 次',
    tooMany: '两项只能填一项',
    added: '新增成功',
    inEffect: '进行中',
    gave: '消费',
    price: '新增直降',
    lower: '油价每升直降 ¥0.30',
    disable: '停用',
    disabled: '已停用',
  },
  en: {
    home: 'Overview',
    add: 'Add “Purchases”',
    says: 'Members who spend ¥100.00 or more on a sale will get 1 each of {coupon}',
    most: 'Given 50 times at most',
    tooMany: 'Enter one of the two',
    added: 'Added',
    inEffect: 'In effect',
    gave: 'A purchase',
    price: 'Add “Lower price”',
    lower: 'Each litre costs ¥0.30 less',
    disable: 'Disable',
    disabled: 'Disabled',
  },
}
type Say = (typeof words)['zh' | 'en']
const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${front().url}${path}`)
  await settled(page)
}
const field = (page: Page, name: string) => pane(page).locator(`[data-field=${name}]`).first()
const fill = (page: Page, name: string, text: string) => field(page, name).locator('input, textarea').first().fill(text)
/** So many minutes from now, as a field takes it by the clock of the station. */
const inMinutes = (minutes: number) => new Date(Date.now() + (8 * 60 + minutes) * 60_000).toISOString().slice(0, 19).replace('T', ' ')
async function pick(page: Page, name: string, at: string): Promise<void> {
  const time = field(page, name).locator('input')
  await time.fill(at)
  await time.press('Enter')
}
const send = (page: Page) => page.locator('form:visible button[type=submit]:not([aria-disabled])').last().press('Enter')
const idOf = async (page: Page, path: string, name: string) =>
  (await ask<{ content: { id: number }[] }>(page, `/${path}?size=1&search=${encodeURIComponent(`name:${name}`)}`)).content[0]!.id

/** From the tile of its kind, by way of the form that says what the activity does, to the list. */
async function starts(page: Page, say: Say, name: string, coupon: string): Promise<number> {
  await expectPage(page, say.home)
  await pane(page).getByRole('link', { name: say.add, exact: true }).press('Enter')
  await fill(page, 'name', name)
  await fill(page, 'fromCl', '20')
  await fill(page, 'fromCents', '100')
  await field(page, 'fromCl').getByText(say.tooMany, { exact: true }).waitFor()
  await fill(page, 'fromCl', '')
  await field(page, 'coupons').getByRole('combobox').fill(coupon)
  await page.locator('.ant-select-item-option:visible', { hasText: coupon }).click()
  await page.keyboard.press('Escape')
  await fill(page, 'maxIssue', '50')
  await pick(page, 'startTime', inMinutes(-60))
  await pick(page, 'endTime', inMinutes(14 * 24 * 60))
  await pane(page).getByText(say.says.replace('{coupon}', coupon), { exact: true }).waitFor()
  await pane(page).getByText(say.most, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.added)
  await page.waitForURL('**/marketCenter/dealTask/13')
  await pane(page).locator('tbody tr', { hasText: name }).getByText(say.inEffect, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  return idOf(page, 'dealTasks', name)
}

interface Card {
  readonly id: number
  readonly userId: number
}
/** Forty litres, which the till missed and the card pays. */
async function buys(page: Page, { id: userCardId }: Card): Promise<void> {
  const sale = {
    createdDate: new Date().toISOString(),
    nozzleControlId: front().demo.companies[0]!.stations[0]!.nozzles[0]!.id,
    lineItems: [{ volumeCl: 40_00, discountCents: 0 }],
    payType: 'card',
    userCardId,
    remark: 'POS offline',
  }
  await tell(page, 'POST', '/orders/manual', sale, await stationHere(page))
}

// @req MKT-003 MKT-030 MKT-035 MKT-036 MKT-037
test.each(languages())('an activity is started, gives a coupon for a sale, and shows whom it gave it and for what (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/marketHome')
  const search = 'kind:personal,status:normal,heldCents:0,limitProfile:null,passwordFromCents:null,value>80000'
  const card = (await ask<{ content: Card[] }>(page, `/userCards?size=1&search=${search}`)).content[0]!
  const { name: member } = await ask<{ name: string }>(page, `/members/${card.userId}`)
  const [startTime, endTime] = [-1, 30].map(days => new Date(Date.now() + days * 86_400_000).toISOString())
  const coupon = `礼券 ${language}`
  const deal = { name: coupon, kind: 'amount', offCents: 5_00, startTime, endTime, maxCount: 100, autoIssue: true }
  await tell(page, 'POST', '/deals', deal)
  const id = await starts(page, say, `满百有礼 ${language}`, coupon)

  await buys(page, card)
  const given = () => ask<{ givenCount: number }>(page, `/dealTasks/${id}`)
  await expect.poll(async () => (await given()).givenCount, { timeout: 20_000 }).toBe(1)
  await go(page, `/marketCenter/editDealTask/${id}`)
  const row = pane(page).locator('tbody tr', { hasText: member })
  await row.getByText(say.gave, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
})

test.each(languages())('fuel costs less while an activity says so, and the list price again once it is disabled (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/marketHome')
  const name = `直降 ${language}`
  await pane(page).getByRole('link', { name: say.price, exact: true }).press('Enter')
  await fill(page, 'name', name)
  await fill(page, 'centsPerL', '0.30')
  await pick(page, 'startTime', inMinutes(-60))
  await pick(page, 'endTime', inMinutes(60))
  await pane(page).getByText(say.lower, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.added)
  await page.waitForURL('**/marketCenter/dealTask/17')

  const sale = {
    nozzleControlId: front().demo.companies[0]!.stations[0]!.nozzles[0]!.id,
    lineItems: [{ volumeCl: 10_00, discountCents: 0 }],
  }
  const station = await stationHere(page)
  const preview = () =>
    tell<{ discounts: { kind: string; name: string; amountCents: number }[] }>(page, 'POST', '/orders/preview', sale, station)
  expect((await preview()).discounts).toMatchObject([{ kind: 'activity', name, amountCents: 3_00 }])
  const row = pane(page).locator('tbody tr', { hasText: name })
  await row.getByRole('button', { name: say.disable, exact: true }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: say.disable, exact: true }).click()
  await row.getByText(say.disabled, { exact: true }).waitFor()
  expect((await preview()).discounts.filter(each => each.name === name)).toEqual([])
})
