import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { pane } from './list-reader.ts'
import { form as dialogOf, words as ofMoney } from './money-dialogs.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture({ prepared: true })
const words = {
  zh: {
    add: '新增个人会员',
    withCard: '保存后为其发第一张卡',
    noAccount: '该会员还没有积分账户',
    openPoints: '开通积分卡',
    openLevel: '开通会员等级',
    debit: '储值',
    byPackage: '按套餐',
    received: '到账 ¥1,030.00（充值 ¥1,000.00，赠送 ¥30.00） + 100 积分',
    booked: '已充值，100 积分已入账',
    points: '积分与等级',
    gold: '金卡',
    give: '赠送积分',
    deduct: '扣减积分',
    atMost: '最多',
    ok: '确定',
    types: ['退款扣回', '消费累计', '充值赠送'],
  },
  en: {
    add: 'New member',
    withCard: 'Issue the first card after saving',
    noAccount: 'This member has no points account yet',
    openPoints: 'Open points account',
    openLevel: 'Open level account',
    debit: '储值',
    byPackage: 'Package',
    received: 'Received: ¥1,030.00 (¥1,000.00 paid, ¥30.00 gift) + 100 points',
    booked: 'Topped up, and 100 points added',
    points: 'Points and level',
    gold: '金卡',
    give: 'Give points',
    deduct: 'Deduct points',
    atMost: 'At most',
    ok: 'OK',
    types: ['Taken back', 'Earned', 'Given with a top-up'],
  },
}
type Say = (typeof words)['zh' | 'en']
const account = (role: string) => front().demo.companies[0]!.accounts.find(each => each.role === role)!

interface Level {
  name: string
  fromGrowth: number
  keepGrowth: number
}
/** Gold is reached by one fill. */
beforeAll(async () => {
  const page = await front().enter('admin')
  const { content } = await ask<{ content: { id: number; version: number; type: string; name: string; levels: Level[] }[] }>(
    page,
    '/services',
  )
  const { id, version, name, levels } = content.find(({ type }) => type === 'level')!
  const easier = levels.map(level => (level.fromGrowth === 2000 ? { ...level, fromGrowth: 300, keepGrowth: 300 } : level))
  await tell(page, 'PUT', `/services/${id}`, { version, name, levels: easier })
  await front().leave(page)
}, 180_000)

interface Had {
  score: { points: number; userCardId: number }
  level: { name: string | null; growth: number }
}
const had = (page: Page, userId: number) => ask<Had>(page, `/users/${userId}/points`)

/** A member who has come in for the first time; their page is in front. */
async function addMember(page: Page, say: Say, name: string, mobile: string) {
  await expectPage(page, say.add)
  await pane(page).getByRole('checkbox', { name: say.withCard }).check()
  const field = (of: string) => pane(page).locator(`[data-field=${of}] input`)
  await field('name').fill(name)
  await field('mobile').fill(mobile)
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/personalMemberDetails/*')
  return Number(/personalMemberDetails\/(\d+)/.exec(page.url())![1])
}

/** 50.18 litres at 7.62, as the device of a nozzle sends them. */
async function fill() {
  const { url, demo } = front()
  const station = demo.companies[0]!.stations[0]!
  const device = station.devices.find(({ credential }) => credential)!
  const headers = { authorization: device.credential!, 'content-type': 'application/json' }
  const { lastSequence } = (await (await fetch(`${url}/api/v1/devices/${device.id}/gaps`, { headers })).json()) as { lastSequence: number }
  const sale = { sequence: lastSequence + 1, nozzleControlId: station.nozzles[0]!.id, lineItems: [{ volumeCl: 50_18, priceCents: 7_62 }] }
  const reply = await fetch(`${url}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(sale) })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return ((await reply.json()) as { id: number; totalCents: number }).id
}

/** All of it goes back to the card, with the caller's PIN. */
async function giveBack(page: Page, orderId: number) {
  const search = `order.id:${orderId}`
  const { content } = await ask<{ content: { id: number; amountCents: number }[] }>(page, `/transactions?size=1&search=${search}`)
  const { id, amountCents } = content[0]!
  const { id: me } = await ask<{ id: number }>(page, '/users/profile')
  const action = { action: 'order.refund', subject: `transactions:${id}`, amountCents }
  const { pin } = account('station_master')
  const { proof } = await tell<{ proof: string }>(page, 'POST', `/users/${me}/pin/verify`, { pin, ...action })
  await tell(page, 'POST', `/transactions/${id}/refund`, { amountCents, reason: 'other', remark: '油品', pinProof: proof })
}

async function withPin(page: Page, say: Say) {
  await page.keyboard.press('Control+Enter')
  await page.locator('input[autocomplete=one-time-code]').fill(account('station_master').pin)
  await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
}

/** Points are given and taken by hand, each with its reason and one's own PIN; never more are taken than there are. */
async function giveAndDeduct(page: Page, say: Say, language: 'zh' | 'en', pointsNow: () => Promise<number>) {
  const acts = dialogOf(page, ofMoney[language])
  await pane(page).getByRole('button', { name: say.give, exact: true }).press('Enter')
  await acts.enter('points', '20')
  await acts.enter('remark', '服务补偿')
  await withPin(page, say)
  await acts.dialog.waitFor({ state: 'detached' })
  expect(await pointsNow()).toBe(120)
  await pane(page).getByRole('button', { name: say.deduct, exact: true }).press('Enter')
  await acts.enter('remark', '误赠')
  await acts.enter('points', '121')
  await acts.refuses('points', say.atMost)
  await acts.enter('points', '20')
  await withPin(page, say)
  await acts.dialog.waitFor({ state: 'detached' })
  expect(await pointsNow()).toBe(100)
}

// @req MEM-021 MEM-026 MEM-004 MEM-005 MEM-044 MEM-019
test.each(languages())(
  'a new member gets a card and points, buys a package, fills, reaches a level; a refund leaves points and growth as before (%s)',
  async language => {
    const say = words[language]
    const [mobile, number] = language === 'zh' ? ['13930000103', '6200000000910103'] : ['13930000104', '6200000000910104']
    const page = await front().enter('station_master', { language }, '/memberCenter/addPersonalMember')
    const userId = await addMember(page, say, '韩梅 Han Mei', mobile)

    const issue = dialogOf(page, ofMoney[language])
    await issue.enter('number', number)
    await issue.field('cardId').getByRole('combobox').press('Enter')
    await page.locator('.ant-select-item-option:visible', { hasText: say.debit }).first().click()
    await page.keyboard.press('Control+Enter')
    await issue.dialog.waitFor({ state: 'detached' })

    // Accounts of points and of levels are offered there and then.
    await pane(page).getByText(say.noAccount, { exact: false }).waitFor()
    for (const name of [say.openPoints, say.openLevel]) {
      await pane(page).getByRole('button', { name, exact: true }).press('Enter')
      await pane(page).getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
    }
    expect(await had(page, userId)).toMatchObject({ score: { points: 0 }, level: { growth: 0 } })

    // Of three cards one holds money: that one is topped up.
    await expect.poll(() => pane(page).getByRole('button', { name: ofMoney[language].topUp, exact: true }).count()).toBe(1)
    await pane(page).getByRole('button', { name: ofMoney[language].topUp, exact: true }).press('Enter')
    const top = dialogOf(page, ofMoney[language])
    await top.field('mode').getByText(say.byPackage, { exact: true }).click()
    await top.field('packageId').getByRole('combobox').press('Enter')
    await page.locator('.ant-select-item-option:visible', { hasText: '充 1,000 送 30' }).first().click()
    await top.field('payType').getByRole('combobox').press('Enter')
    await page.locator('.ant-select-item-option:visible', { hasText: ofMoney[language].wechat }).first().click()
    await top.dialog.getByText(say.received, { exact: true }).waitFor()
    await page.keyboard.press('Control+Enter')
    await top.dialog.waitFor({ state: 'detached' })
    await expectToast(page, say.booked)
    expect(await had(page, userId)).toMatchObject({ score: { points: 100 }, level: { growth: 0 } })

    const { content } = await ask<{ content: { id: number; principalCents: number }[] }>(page, `/userCards?search=number:${number}`)
    expect(content[0]!.principalCents).toBe(1000_00)
    const orderId = await fill()
    await tell(page, 'POST', `/orders/${orderId}/cardPay`, { userCardId: content[0]!.id })
    await expect
      .poll(() => had(page, userId), { timeout: 30_000 })
      .toMatchObject({ score: { points: 482 }, level: { growth: 382, name: expect.stringContaining(say.gold) } })
    await page.goto(`${front().url}/memberCenter/personalMemberDetails/${userId}?tab=points`)
    await settled(page)
    expect((await pane(page).locator('.k-figures dd').allInnerTexts()).join(' ')).toMatch(/482.*金卡.*382/)

    await giveBack(page, orderId)
    await expect.poll(() => had(page, userId), { timeout: 30_000 }).toMatchObject({ score: { points: 100 }, level: { growth: 0 } })
    await page.goto(`${front().url}/memberCenter/personalMemberDetails/${userId}?tab=points`)
    await settled(page)
    const rows = await pane(page).getByRole('table').last().locator('tbody tr').allInnerTexts()
    expect(rows.map(row => say.types.find(type => row.includes(type)))).toEqual(say.types)
    await giveAndDeduct(page, say, language, async () => (await had(page, userId)).score.points)
  },
  180_000,
)
