import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    addLine: '增加一项',
    saved: '保存成功',
    pieces: '件数',
    promised: (coupon: string) => `付清后赠券：${coupon} × 4`,
    entered: '已补录',
    brought: '随商品赠送的优惠券',
    given: '已赠送',
    refund: '退款',
    refundMode: '退款方式',
    pin: '请输入您的 PIN',
    ok: '确定',
    all: '全选本页',
    recall: '收回',
    recallMany: '收回 2 张未使用的卡券',
    recalledMany: '已收回 2 张',
    leftOut: '所选中另有 1 张不是未使用状态，不会收回。',
  },
  en: {
    addLine: 'Add an entry',
    saved: 'Saved',
    pieces: 'Pieces',
    promised: (coupon: string) => `Once paid, the member receives coupons: ${coupon} × 4`,
    entered: 'Sale recorded',
    brought: 'Coupons that goods brought',
    given: 'Given',
    refund: 'Refund',
    refundMode: 'Refund method',
    pin: 'Enter your PIN',
    ok: 'OK',
    all: 'Select all on this page',
    recall: 'Recall',
    recallMany: 'Recall unused coupons: 2',
    recalledMany: 'Coupons recalled: 2',
    leftOut: 'Of those selected, 1 are not unused and stay as they are.',
  },
}
type Say = (typeof words)['zh' | 'en']
const field = (form: Locator, name: string) => form.locator(`[data-field=${name}]`).first()
const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${front().url}${path}`)
  await settled(page)
}
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin
/** Two minutes ago, as the station's clock says it. */
const soldAt = () => new Date(Date.now() + (8 * 60 - 2) * 60_000).toISOString().slice(0, 19).replace('T', ' ')

interface Issued {
  id: number
  status: string
  source: string
}
const issuedOf = async (page: Page, dealId: number) =>
  (await ask<{ content: Issued[] }>(page, `/userDeals?size=20&sort=id,asc&search=deal.id:${dealId}`)).content
const statusesOf = async (page: Page, dealId: number) => (await issuedOf(page, dealId)).map(({ status }) => status)

/** A coupon of 5.00 that runs for a month. */
async function deal(page: Page, name: string): Promise<number> {
  const [startTime, endTime] = [-1, 30].map(days => new Date(Date.now() + days * 86_400_000).toISOString())
  return (await tell<{ id: number }>(page, 'POST', '/deals', { name, kind: 'amount', offCents: 5_00, startTime, endTime })).id
}

/** Each piece brings two of it. */
async function bringsCoupons(page: Page, say: Say, itemId: number, coupon: string): Promise<void> {
  await go(page, `/notFuel/items?record=${itemId}`)
  const form = page.locator('.ant-drawer:visible form')
  const group = field(form, 'giftCoupons')
  await group.getByRole('button', { name: say.addLine }).first().click()
  await group.getByRole('combobox').first().fill(coupon)
  await page.locator('.ant-select-item-option:visible', { hasText: coupon }).first().click()
  await group.getByRole('textbox').first().fill('2')
  expect(await issuesInEveryLook(page)).toEqual([])
  await form.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await expectToast(page, say.saved)
}

/** Two pieces for a member's card, as a missed sale; what they will bring is said before. @returns the order's page is in front */
async function sells(page: Page, say: Say, name: string, number: string, coupon: string): Promise<void> {
  await go(page, '/oilOperate/recordOrder')
  const form = pane(page).locator('form')
  const time = field(form, 'createdDate').locator('input')
  await time.fill(soldAt())
  await time.press('Enter')
  const lines = field(form, 'lineItems')
  await lines.getByRole('combobox').first().fill(name)
  await page.locator('.ant-select-item-option:visible').first().click()
  await lines.getByRole('textbox', { name: say.pieces }).fill('2')
  await field(form, 'cardNumber').locator('input').fill(number)
  await pane(page).getByText(say.promised(coupon)).waitFor()
  await field(form, 'remark').locator('input, textarea').fill('POS offline')
  await form.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await expectToast(page, say.entered)
  await page.waitForURL('**/allDetails/*')
}

/** All of it is given back, with the PIN. */
async function refunds(page: Page, say: Say): Promise<void> {
  await pane(page).getByRole('button', { name: say.refund, exact: true }).first().click()
  const dialog = page.getByRole('dialog').filter({ hasText: say.refundMode })
  await field(dialog, 'reason').getByRole('radio').first().check({ force: true })
  await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  const asking = page.getByRole('dialog').filter({ hasText: say.pin })
  await asking.locator('input').fill(pinOf('admin'))
  await asking.getByRole('button', { name: say.ok }).click()
  await asking.waitFor({ state: 'detached' })
}

// @req GDS-002 GDS-022 MKT-018
test.each(languages())('goods bring coupons some seconds after the sale, which go back with it (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/notFuel/items')
  const coupon = `随货券 ${language}`
  const dealId = await deal(page, coupon)
  const { content: goods } = await ask<{ content: { id: number; name: string }[] }>(
    page,
    `/items?size=1&search=station.id:${await stationHere(page)},category.type:normal,hidden:false,inventory>5,giftPoints:null&sort=id,desc`,
  )
  const [article] = goods as [(typeof goods)[number]]
  const search = 'kind:personal,status:normal,heldCents:0,limitProfile:null,passwordFromCents:null,value>50000'
  const card = (await ask<{ content: { number: string; userId: number }[] }>(page, `/userCards?size=1&search=${search}`)).content[0]!
  await bringsCoupons(page, say, article.id, coupon)
  await sells(page, say, article.name, card.number, coupon)
  // The page waits with the customer: what is due turns into what was given by itself.
  const brought = pane(page).getByRole('table', { name: say.brought })
  await brought.locator('tbody').getByText(say.given, { exact: true }).first().waitFor({ timeout: 30_000 })
  expect(await issuesInEveryLook(page)).toEqual([])
  expect(await statusesOf(page, dealId)).toEqual(['unused', 'unused', 'unused', 'unused'])

  await refunds(page, say)
  await expect.poll(() => statusesOf(page, dealId)).toEqual(['recovered', 'recovered', 'recovered', 'recovered'])
})

// @req MKT-013 MKT-041
test.each(languages())('many are recalled at once: those of the chosen that are unused (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/marketHome')
  const dealId = await deal(page, `批量券 ${language}`)
  await tell(page, 'POST', '/userDeals', { dealId, codes: 3, each: 1, reason: 'VIP' })
  const [first] = await issuedOf(page, dealId)
  await tell(page, 'PUT', `/userDeals/${first!.id}/recall`, { reason: 'VIP' })
  await go(page, `/marketCenter/userDeals?dealId=${dealId}`)
  await expect.poll(() => pane(page).locator('tbody tr').count()).toBe(3)
  await page.getByRole('checkbox', { name: say.all }).check()
  await pane(page).locator('.k-bulk').getByRole('button', { name: say.recall, exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: say.recallMany })
  await dialog.getByText(say.leftOut).waitFor()
  await field(dialog, 'reason').locator('input, textarea').fill('VIP')
  expect(await issuesInEveryLook(page)).toEqual([])
  await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await expectToast(page, say.recalledMany)
  expect(await statusesOf(page, dealId)).toEqual(['recovered', 'recovered', 'recovered'])
})
