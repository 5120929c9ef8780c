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
    add: '新增满减券',
    says: '满 ¥100.00 减 ¥20.00',
    cost: '最高成本 ¥200.00（10 张 × 每张最高 ¥20.00）',
    tooMany: '不能超过每人限领 2 张',
    added: '新增成功',
    inEffect: '进行中',
    issue: '发券',
    issued: '已发放 2 张',
    coupons: '使用的优惠券',
    gives: '优惠 ¥20.00',
    litres: '加油量',
    entered: '已补录',
    used: '已使用的优惠券',
    refund: '退款',
    refundMode: '退款方式',
    pin: '请输入您的 PIN',
    ok: '确定',
    recall: '收回',
    recalled: '已收回',
    unused: '未使用',
    codes: '生成券码',
    made: '券码（2 个）',
    done: '完成',
    undoes: '收回时将撤销该订单的收款',
  },
  en: {
    home: 'Overview',
    add: 'Add “Amount off”',
    says: '¥20.00 off a spend of ¥100.00 or more',
    cost: 'It may cost at most ¥200.00 (10 × ¥20.00 each)',
    tooMany: 'Not more than the 2 that one holder may get',
    added: 'Added',
    inEffect: 'In effect',
    issue: 'Issue',
    issued: 'Coupons issued: 2',
    coupons: 'Coupons to use',
    gives: 'takes ¥20.00 off',
    litres: 'Volume',
    entered: 'Sale recorded',
    used: 'Coupons used',
    refund: 'Refund',
    refundMode: 'Refund method',
    pin: 'Enter your PIN',
    ok: 'OK',
    recall: 'Recall',
    recalled: 'Recalled',
    unused: 'Unused',
    codes: 'Codes',
    made: 'Codes (2)',
    done: 'Done',
    undoes: 'is revoked with it',
  },
}
type Say = (typeof words)['zh' | 'en']
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin
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

interface Card {
  id: number
  number: string
  userId: number
}
interface Issued {
  id: number
  status: string
  code: string | null
  orderId: number | null
}
const issuedOf = async (page: Page, dealId: number) =>
  (await ask<{ content: Issued[] }>(page, `/userDeals?size=10&sort=id,asc&search=deal.id:${dealId}`)).content

/** From the tile of its kind to the list, by way of the form that says what the coupon does. */
async function makes(page: Page, say: Say, name: string): Promise<number> {
  await expectPage(page, say.home)
  expect(await issuesInEveryLook(page)).toEqual([])
  await pane(page).getByRole('link', { name: say.add, exact: true }).press('Enter')
  await fill(page, 'name', name)
  await fill(page, 'offCents', '20')
  await fill(page, 'minimumCents', '100')
  await fill(page, 'maxCount', '10')
  await fill(page, 'perUser', '2')
  await fill(page, 'unusedMost', '3')
  await field(page, 'unusedMost').getByText(say.tooMany, { exact: true }).waitFor()
  await fill(page, 'unusedMost', '2')
  await pick(page, 'startTime', inMinutes(-60))
  await pick(page, 'endTime', inMinutes(14 * 24 * 60))
  await pane(page).getByText(say.says, { exact: true }).waitFor()
  await pane(page).getByText(say.cost, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.added)
  await page.waitForURL('**/marketCenter/deal/1')
  await pane(page).locator('tbody tr', { hasText: name }).getByText(say.inEffect, { exact: true }).waitFor()
  return (await ask<{ content: { id: number }[] }>(page, `/deals?size=1&search=${encodeURIComponent(`name:${name}`)}`)).content[0]!.id
}

/** Two of them go to the holder of a card. */
async function issues(page: Page, say: Say, name: string, mobile: string): Promise<void> {
  const row = pane(page).locator('tbody tr', { hasText: name })
  await row.getByRole('button', { name: say.issue, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog').filter({ hasText: name })
  await dialog.getByRole('combobox').fill(mobile)
  await page.locator('.ant-select-item-option:visible', { hasText: mobile }).click()
  await dialog.locator('[data-field=each] input').fill('2')
  await dialog.locator('[data-field=reason]').locator('input, textarea').fill('VIP')
  expect(await issuesInEveryLook(page)).toEqual([])
  await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await expectToast(page, say.issued)
}

/** The sale is entered with the card: one of its coupons is proposed with what it takes off, and the sale uses it. */
async function sells(page: Page, say: Say, name: string, number: string): Promise<void> {
  await go(page, '/oilOperate/recordOrder')
  await pick(page, 'createdDate', inMinutes(0))
  await field(page, 'nozzleControlId').getByRole('combobox').click()
  await page.locator('.ant-select-item-option:visible').first().click()
  await field(page, 'lineItems').getByRole('textbox', { name: say.litres }).fill('40')
  await fill(page, 'cardNumber', number)
  const coupons = pane(page).getByRole('group', { name: say.coupons })
  const own = coupons.locator('li', { hasText: name })
  await own.first().getByText(say.gives).first().waitFor()
  await expect.poll(() => own.getByRole('checkbox', { checked: true }).count()).toBe(1)
  expect(await issuesInEveryLook(page)).toEqual([])
  await fill(page, 'remark', 'POS offline')
  await send(page)
  await expectToast(page, say.entered)
  await page.waitForURL('**/allDetails/*')
  await pane(page).getByRole('heading', { name: say.used }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
}

/** All of it is given back, with the PIN. */
async function refunds(page: Page, say: Say): Promise<void> {
  await pane(page).getByRole('button', { name: say.refund, exact: true }).first().click()
  const dialog = page.getByRole('dialog').filter({ hasText: say.refundMode })
  await dialog.locator('[data-field=reason]').getByRole('radio').first().check({ force: true })
  await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await proves(page, say)
}

async function proves(page: Page, say: Say): Promise<void> {
  const asking = page.getByRole('dialog').filter({ hasText: say.pin })
  await asking.locator('input').fill(pinOf('admin'))
  await asking.getByRole('button', { name: say.ok }).click()
  await asking.waitFor({ state: 'detached' })
}

// @req MKT-001 MKT-010 MKT-015 MKT-033 MKT-038 MKT-039
test.each(languages())('a coupon is made, issued, used on a missed sale, given back with it, and another recalled (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/marketHome')
  const search = 'kind:personal,status:normal,heldCents:0,limitProfile:null,passwordFromCents:null,value>50000'
  const card = (await ask<{ content: Card[] }>(page, `/userCards?size=1&search=${search}`)).content[0]!
  const { mobile } = await ask<{ mobile: string }>(page, `/members/${card.userId}`)
  const name = `满百减二十 ${language}`
  const dealId = await makes(page, say, name)
  await issues(page, say, name, mobile)
  await sells(page, say, name, card.number)
  const used = (await issuedOf(page, dealId)).find(({ status }) => status === 'used')!
  expect(used.orderId).not.toBeNull()
  await refunds(page, say)
  await expect.poll(async () => (await issuedOf(page, dealId)).map(({ status }) => status)).toEqual(['unused', 'unused'])

  await go(page, `/marketCenter/userDeals?dealId=${dealId}`)
  const rows = pane(page).locator('tbody tr', { hasText: name })
  await expect.poll(() => rows.count()).toBe(2)
  await rows.first().getByRole('button', { name: say.recall, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog').filter({ hasText: name })
  await dialog.locator('[data-field=reason]').locator('input, textarea').fill('VIP')
  await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await expectToast(page, say.recalled)
  await expect.poll(() => rows.getByText(say.unused, { exact: true }).count()).toBe(1)
  expect(await issuesInEveryLook(page)).toEqual([])

  await go(page, `/memberCenter/personalMemberDetails/${card.userId}?tab=coupons`)
  await pane(page).locator('tbody tr', { hasText: name }).first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
})

// @req MKT-013 MKT-041
test.each(languages())(
  'codes are made to be handed out; recalling one that was used revokes its order, with the PIN (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/marketHome')
    const [startTime, endTime] = [-1, 7].map(days => new Date(Date.now() + days * 86_400_000).toISOString())
    const name = `券码 ${language}`
    const deal = { name, kind: 'amount', offCents: 5_00, startTime, endTime }
    const { id: dealId } = await tell<{ id: number }>(page, 'POST', '/deals', deal)
    await go(page, '/marketCenter/deal/1')
    await pane(page).locator('tbody tr', { hasText: name }).getByRole('button', { name: say.issue, exact: true }).press('Enter')
    const issuing = page.getByRole('dialog').filter({ hasText: name })
    await issuing.getByText(say.codes, { exact: true }).click()
    await issuing.locator('[data-field=codes] input').fill('2')
    await issuing.locator('[data-field=reason]').locator('input, textarea').fill('VIP')
    await issuing.locator('button[type=submit]:not([aria-disabled])').press('Enter')
    const made = issuing.getByRole('list', { name: say.made })
    await expect.poll(() => made.locator('li').count()).toBe(2)
    const [code] = await made.locator('li').allInnerTexts()
    expect(await issuesInEveryLook(page)).toEqual([])
    await issuing.getByRole('button', { name: say.done, exact: true }).click()

    const issued = await issuedOf(page, dealId)
    const { id: userDealId } = issued.find(each => each.code === code)!
    const sale = {
      createdDate: new Date().toISOString(),
      nozzleControlId: front().demo.companies[0]!.stations[0]!.nozzles[0]!.id,
      lineItems: [{ volumeCl: 10_00, discountCents: 0 }],
      payType: 'cash',
      couponCodes: [code],
      userDealIds: [userDealId],
      remark: 'POS offline',
    }
    const { id: orderId } = await tell<{ id: number }>(page, 'POST', '/orders/manual', sale, await stationHere(page))
    await go(page, `/marketCenter/userDeals?dealId=${dealId}&status=used`)
    await pane(page).locator('tbody tr', { hasText: code! }).getByRole('button', { name: say.recall, exact: true }).press('Enter')
    const dialog = page.getByRole('dialog').filter({ hasText: say.undoes })
    await dialog.locator('[data-field=reason]').locator('input, textarea').fill('VIP')
    expect(await issuesInEveryLook(page)).toEqual([])
    await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
    await proves(page, say)
    await expectToast(page, say.recalled)
    expect((await issuedOf(page, dealId)).find(({ id }) => id === userDealId)).toMatchObject({ status: 'recovered' })
    expect(await ask(page, `/orders/${orderId}`)).toMatchObject({ refundStatus: 'refunded' })
  },
)
