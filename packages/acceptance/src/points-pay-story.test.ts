import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    saved: '服务已保存',
    terms: /每分抵 ¥0\.02，最多支付订单的 40%/,
    pieces: '件数',
    entered: '已补录',
    byPoints: '积分支付',
    most: /本单最多可用 .* 分/,
    paid: '支付成功',
    tender: '积分支付（40 分）',
    pay: '收款',
    course: '积分支付（40 分）支付 ¥0.80',
    moved: '积分变动',
    paidOrder: '支付订单',
    refund: '退款（积分支付）',
    goesBack: '退回积分 40 分（抵 ¥0.80）到会员的积分账户',
    back: '支付退回',
    pin: '请输入您的 PIN',
    ok: '确定',
  },
  en: {
    saved: 'Service saved',
    terms: /A point pays ¥0\.02, up to 40% of an order/,
    pieces: 'Pieces',
    entered: 'Sale recorded',
    byPoints: 'Pay with points',
    most: /Up to .* points here/,
    paid: 'Paid',
    tender: 'Points (40)',
    pay: 'Take payment',
    course: 'Points (40): ¥0.80 paid',
    moved: 'Points',
    paidOrder: 'Paid an order',
    refund: 'Refund (Points)',
    goesBack: '40 points, worth ¥0.80, go back to the member’s points account',
    back: 'Payment returned',
    pin: 'Enter your PIN',
    ok: 'OK',
  },
}
type Say = (typeof words)['zh' | 'en']
const field = (form: Locator, name: string) => form.locator(`[data-field=${name}]`)
const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${front().url}${path}`)
  await settled(page)
}
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin
/** Two minutes ago, as the station's clock says it. */
const soldAt = () => new Date(Date.now() + (8 * 60 - 2) * 60_000).toISOString().slice(0, 19).replace('T', ' ')
const send = (form: Locator) => form.locator('button[type=submit]:not([aria-disabled])').last().press('Enter')

interface PointsCard {
  id: number
  userId: number
  points: number
}
/** The member who has the most points, and the number of a card of theirs. */
async function richest(page: Page): Promise<PointsCard & { number: string }> {
  const { content } = await ask<{ content: PointsCard[] }>(page, '/pointsCards?size=1&sort=points,desc&search=user.id<>null')
  const search = `user.id:${content[0]!.userId},card.type:debit,closedTime:null,status:normal`
  const { content: cards } = await ask<{ content: { number: string }[] }>(page, `/userCards?size=1&search=${search}`)
  return { ...content[0]!, number: cards[0]!.number }
}
/** What payments by points have taken of an account, and what of it came back; the sale itself earns some besides. */
async function usedOf(page: Page, id: number): Promise<number> {
  const search = `userCard.id:${id},type:(pay|payBack)`
  const { content } = await ask<{ content: { points: number }[] }>(page, `/pointsDetails?size=50&search=${search}`)
  return content.reduce((sum, { points }) => sum - points, 0)
}

/** A sale with the card of the member, which nobody has paid yet. */
async function enters(page: Page, say: Say, goods: string, number: string): Promise<void> {
  await go(page, '/oilOperate/recordOrder')
  const form = pane(page).locator('form')
  const time = field(form, 'createdDate').locator('input')
  await time.fill(soldAt())
  await time.press('Enter')
  const lines = field(form, 'lineItems')
  await lines.getByRole('combobox').first().fill(goods)
  await page.locator('.ant-select-item-option:visible').first().click()
  await lines.getByRole('textbox', { name: say.pieces }).fill('2')
  await field(form, 'cardNumber').locator('input').fill(number)
  await field(form, 'payType').hover()
  await field(form, 'payType').locator('.ant-select-clear').click({ force: true })
  await field(form, 'remark').locator('input, textarea').fill('POS offline')
  await form.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await expectToast(page, say.entered)
  await page.waitForURL('**/allDetails/*')
  await settled(page)
}

/** Forty points first, whose worth stands there beforehand, then cash. */
async function pays(page: Page, say: Say): Promise<void> {
  await pane(page).getByRole('button', { name: say.byPoints, exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-field=points]') })
  await dialog.getByText(say.most).first().waitFor()
  await field(dialog, 'points').locator('input').fill('100000')
  await field(dialog, 'points').locator('.k-fault').waitFor()
  await field(dialog, 'points').locator('input').fill('40')
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(dialog)
  await expectToast(page, say.paid)
  await dialog.waitFor({ state: 'detached' })
  await pane(page).getByText(say.tender, { exact: true }).first().waitFor()

  await pane(page).getByRole('button', { name: say.pay, exact: true }).click()
  const till = page.getByRole('dialog').filter({ has: page.locator('[data-field=payType]') })
  await send(till)
  await till.waitFor({ state: 'detached' })
  await pane(page).getByText(say.course).first().waitFor()
  await pane(page).getByRole('heading', { name: say.moved, exact: true }).waitFor()
  await pane(page).getByText(say.paidOrder, { exact: true }).first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
}

async function givesBack(page: Page, say: Say): Promise<void> {
  await pane(page).getByRole('button', { name: say.refund, exact: true }).first().click()
  const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-field=reason]') })
  await dialog.getByText(say.goesBack).waitFor()
  // Points go back as points: there is no other way to choose.
  expect(await field(dialog, 'mode').count()).toBe(0)
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(dialog)
  const asking = page.getByRole('dialog').filter({ hasText: say.pin })
  await asking.locator('input').fill(pinOf('station_master'))
  await asking.getByRole('button', { name: say.ok }).click()
  await asking.waitFor({ state: 'detached' })
  await pane(page).getByText(say.back, { exact: true }).first().waitFor()
}

/** Two cents for a point, up to two fifths of an order. */
async function setsWorth(page: Page, say: Say): Promise<void> {
  const { content } = await ask<{ content: { id: number; type: string }[] }>(page, '/services')
  await go(page, `/memberCenter/editServices?id=${content.find(({ type }) => type === 'score')!.id}`)
  const form = pane(page).locator('form')
  await field(form, 'payCents').locator('input').fill('0.02')
  await field(form, 'payPercent').locator('input').fill('40')
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(form)
  await expectToast(page, say.saved)
  await pane(page).getByText(say.terms).waitFor()
}

// @req SAL-005 SAL-009 MEM-006
test.each(languages())('points pay a part of a sale and cash the rest; refunded, the points are back (%s)', async language => {
  const say = words[language]
  const head = await front().enter('admin', { language, mode: 'auto' }, '/memberCenter/addedValueServices')
  await setsWorth(head, say)
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/oilOperate/recordOrder')
  const { content: goods } = await ask<{ content: { name: string }[] }>(
    page,
    '/items?size=1&search=category.type:normal,hidden:false,inventory>5,giftPoints:null,giftPercent:null,priceCents>500&sort=id,asc',
  )
  const member = await richest(page)
  const used = await usedOf(page, member.id)
  await enters(page, say, goods[0]!.name, member.number)
  await pays(page, say)
  expect(await usedOf(page, member.id)).toBe(used + 40)
  await givesBack(page, say)
  expect(await usedOf(page, member.id)).toBe(used)

  await go(page, '/scoreStore/scoreUserCardDetails?tab=accumulated')
  for (const type of [say.paidOrder, say.back]) await pane(page).locator('tbody tr').getByText(type, { exact: true }).first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
})
