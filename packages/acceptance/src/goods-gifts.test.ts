import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    saved: '保存成功',
    pieces: '件数',
    gives: /付清后赠送到卡：.*赠送金额.*积分 14/,
    noCard: '未赠送：没有卡',
    entered: '已补录',
    given: '已赠送',
    refund: '退款',
    refundMode: '退款方式',
    pin: '请输入您的 PIN',
    ok: '确定',
  },
  en: {
    saved: 'Saved',
    pieces: 'Pieces',
    gives: /Once paid, the card receives .*gift balance.*14 points/,
    noCard: 'Not given: no card',
    entered: 'Sale recorded',
    given: 'Given',
    refund: 'Refund',
    refundMode: 'Refund method',
    pin: 'Enter your PIN',
    ok: 'OK',
  },
}
type Say = (typeof words)['zh']

const pane = (page: Page) => page.locator('#content .pane:visible')
const field = (form: Locator, name: string) => form.locator(`[data-field=${name}]`)
const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${front().url}${path}`)
  await settled(page)
}
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin
/** Two minutes ago, as the station's clock says it. */
const soldAt = () => new Date(Date.now() + (8 * 60 - 2) * 60_000).toISOString().slice(0, 19).replace('T', ' ')

interface Card {
  id: number
  number: string
  userId: number
}
/** A member with an account of points, and a card of theirs that keeps money. */
async function memberCard(page: Page): Promise<Card> {
  const { content: accounts } = await ask<{ content: Card[] }>(page, '/userCards?size=1&search=card.type:score,closedTime:null')
  const { content } = await ask<{ content: Card[] }>(
    page,
    `/userCards?size=1&search=user.id:${accounts[0]!.userId},card.type:debit,closedTime:null`,
  )
  return content[0]!
}
/** What lies in the gift of a card, and the points that goods have given its holder; a sale earns others besides. */
async function heldBy(page: Page, { id, userId }: Card): Promise<[gift: number, points: number]> {
  const { closing } = await ask<{ closing: { giftCents: number } }>(page, `/userCards/${id}/statement`)
  const { content } = await ask<{ content: { type: string; points: number }[] }>(
    page,
    `/pointsDetails?size=50&sort=id,desc&search=user.id:${userId}`,
  )
  return [closing.giftCents, content.filter(({ type }) => type.startsWith('saleGift')).reduce((sum, { points }) => sum + points, 0)]
}

/** Goods give a tenth of what is paid, and points. */
async function setsGift(page: Page, say: Say, itemId: number): Promise<void> {
  await go(page, `/notFuel/items?record=${itemId}`)
  const form = page.locator('.ant-drawer:visible form')
  await field(form, 'giftPercent').locator('input').fill('10')
  await field(form, 'giftPoints').locator('input').fill('7')
  await field(form, 'frozenCents').locator('input').fill('')
  expect(await issuesInEveryLook(page)).toEqual([])
  await form.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await expectToast(page, say.saved)
}

/** The sale is entered with the card; what it will give stands there before. */
async function sells(page: Page, say: Say, name: string, number: string): Promise<void> {
  await go(page, '/oilOperate/recordOrder')
  const form = pane(page).locator('form')
  const time = field(form, 'createdDate').locator('input')
  await time.fill(soldAt())
  await time.press('Enter')
  const lines = field(form, 'lineItems')
  await lines.getByRole('combobox').first().fill(name)
  await page.locator('.ant-select-item-option:visible').first().click()
  await lines.getByRole('textbox', { name: say.pieces }).fill('2')
  await pane(page).getByText(say.noCard).waitFor()
  await field(form, 'cardNumber').locator('input').fill(number)
  await pane(page).getByText(say.gives).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await field(form, 'remark').locator('input, textarea').fill('POS offline')
  await form.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await expectToast(page, say.entered)
  await pane(page).getByText(say.given, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
}

/** All of it is given back, with the PIN. */
async function refunds(page: Page, say: Say): Promise<void> {
  await pane(page).getByRole('button', { name: say.refund, exact: true }).first().click()
  const dialog = page.getByRole('dialog').filter({ hasText: say.refundMode })
  await field(dialog, 'reason').getByRole('radio').first().check({ force: true })
  await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  const asking = page.getByRole('dialog').filter({ hasText: say.pin })
  await asking.locator('input').fill(pinOf('station_master'))
  await asking.getByRole('button', { name: say.ok }).click()
  await asking.waitFor({ state: 'detached' })
}

// @req GDS-002 GDS-007
test.each(languages())('goods give a share and points to a member’s card; a refund takes them back (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/notFuel/items')
  const { content: goods } = await ask<{ content: { id: number; name: string; code: string; priceCents: number }[] }>(
    page,
    '/items?size=1&search=category.type:normal,hidden:false,inventory>5,giftPoints:null&sort=id,desc',
  )
  const [article] = goods as [(typeof goods)[number]]
  await setsGift(page, say, article.id)
  const card = await memberCard(page)
  const [gift, points] = await heldBy(page, card)
  await sells(page, say, article.name, card.number)
  expect(await heldBy(page, card)).toEqual([gift + Math.round(article.priceCents / 5), points + 14])
  await refunds(page, say)
  await expect.poll(() => heldBy(page, card)).toEqual([gift, points])
})
