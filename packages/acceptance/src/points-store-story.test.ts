import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    categories: '积分商品分类',
    addCategory: '新增积分商品分类',
    addReward: '新增积分商品',
    added: '新增成功',
    redeem: '兑换',
    redeemed: '已兑换',
    notReceived: '未领取',
    received: '已领取',
    left: '只剩 2 件',
    now: '当场领取',
    handOut: '发放',
    cancel: '取消兑换',
    cancelled: '已取消',
    cancelDone: '兑换已取消',
    back: '退回 30 积分',
    byMonth: '按到期月份',
    accumulated: '累计记录',
    off: '下架',
  },
  en: {
    categories: 'Reward categories',
    addCategory: 'Add reward category',
    addReward: 'Add reward',
    added: 'Added',
    redeem: 'Redeem',
    redeemed: 'redeemed for',
    notReceived: 'Not received',
    received: 'Received',
    left: 'Only 2 left',
    now: 'Handed out now',
    handOut: 'Hand out',
    cancel: 'Cancel redemption',
    cancelled: 'Cancelled',
    cancelDone: 'Redemption cancelled',
    back: '30 points go back',
    byMonth: 'By month of expiry',
    accumulated: 'Points earned and spent',
    off: 'Take off the shelf',
  },
}
type Say = (typeof words)['zh' | 'en']
const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${front().url}${path}`)
  await settled(page)
}
const dialogOf = (page: Page, text: string) => page.getByRole('dialog').filter({ hasText: text })
const within = (page: Page, dialog: string, name: string) =>
  dialogOf(page, dialog).locator(`[data-field=${name}]`).first().locator('input, textarea').first()
const send = (page: Page) => page.locator('form:visible button[type=submit]:not([aria-disabled])').last().press('Enter')

interface PointsCard {
  id: number
  userId: number
  points: number
}
/** The member who has the most points. */
const richest = async (page: Page) => {
  const { content } = await ask<{ content: PointsCard[] }>(page, '/pointsCards?size=1&sort=points,desc&search=user.id<>null')
  const { mobile, name } = await ask<{ mobile: string; name: string }>(page, `/members/${content[0]!.userId}`)
  return { ...content[0]!, mobile, name }
}
const pointsOf = async (page: Page, id: number) => (await ask<PointsCard>(page, `/pointsCards/${id}`)).points

/** A shelf and what stands on it: two pieces of thirty points each. */
async function fills(page: Page, say: Say, name: string): Promise<void> {
  await expectPage(page, say.categories)
  expect(await issuesInEveryLook(page)).toEqual([])
  await pane(page).getByRole('button', { name: say.addCategory, exact: true }).press('Enter')
  await within(page, say.addCategory, 'name').fill(name)
  await send(page)
  await expectToast(page, say.added)
  await pane(page).locator('tbody tr', { hasText: name }).getByText(name).first().click()
  await page.waitForURL('**/scoreCategoryDetails/*')
  await pane(page).getByRole('button', { name: say.addReward, exact: true }).press('Enter')
  await within(page, say.addReward, 'name').fill(`${name} 1`)
  await within(page, say.addReward, 'points').fill('30')
  await within(page, say.addReward, 'stock').fill('2')
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.added)
  await pane(page)
    .locator('tbody tr', { hasText: `${name} 1` })
    .first()
    .waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
}

/** The member is found by their mobile number; what is left is said before it is done. */
async function redeems(page: Page, say: Say, name: string, mobile: string, tooMany?: string): Promise<void> {
  await pane(page).locator('tbody tr', { hasText: name }).getByRole('button', { name: say.redeem, exact: true }).press('Enter')
  const dialog = dialogOf(page, name)
  await dialog.getByRole('combobox').first().fill(mobile)
  await page.locator('.ant-select-item-option:visible', { hasText: mobile }).first().click()
  const pieces = within(page, name, 'pieces')
  if (tooMany) {
    await pieces.fill('100')
    await dialog.locator('[data-field=pieces]').getByText(tooMany, { exact: true }).waitFor()
    await pieces.fill('1')
  }
  await dialog.getByLabel(say.now).click()
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.redeemed)
}

// @req PTS-001 PTS-002 PTS-003 PTS-012 PTS-013 PTS-014
test.each(languages())('a reward is put on its shelf, redeemed for a member, handed out, and another cancelled (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/scoreStore')
  const name = `积分品 ${language}`
  await fills(page, say, name)
  const member = await richest(page)
  await go(page, '/scoreStore/scoreItems')
  expect(await issuesInEveryLook(page)).toEqual([])
  await redeems(page, say, `${name} 1`, member.mobile, say.left)
  expect(await pointsOf(page, member.id)).toBe(member.points - 30)

  await go(page, '/scoreStore/scoreUserCardDetails')
  const rows = pane(page).locator('tbody tr', { hasText: `${name} 1` })
  await rows.first().getByText(say.notReceived, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await rows.first().getByRole('button', { name: say.handOut, exact: true }).press('Enter')
  await dialogOf(page, `${name} 1`).getByRole('button', { name: say.handOut, exact: true }).press('Enter')
  await rows.first().getByText(say.received, { exact: true }).waitFor()

  await go(page, '/scoreStore/scoreItems')
  await redeems(page, say, `${name} 1`, member.mobile)
  await go(page, '/scoreStore/scoreUserCardDetails')
  await rows.first().getByRole('button', { name: say.cancel, exact: true }).press('Enter')
  const dialog = dialogOf(page, `${name} 1`)
  await dialog.getByText(say.back).first().waitFor()
  await dialog.locator('[data-field=reason]').locator('input, textarea').fill('VIP')
  await send(page)
  await expectToast(page, say.cancelDone)
  await rows.first().getByText(say.cancelled, { exact: true }).waitFor()
  expect(await pointsOf(page, member.id)).toBe(member.points - 30)
})

// @req PTS-006 PTS-015 PTS-016
test.each(languages())('points cards show what is held; the history shows in a tab how it came and went (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_employee', { language, mode: 'auto' }, '/scoreStore/scoreCardDetails')
  const member = await richest(page)
  const rows = pane(page).locator('tbody tr', { hasText: member.name })
  await rows.first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await go(page, '/scoreStore/scoreCardDetails?tab=owed')
  await pane(page).getByRole('heading', { name: say.byMonth }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await go(page, '/scoreStore/scoreUserCardDetails?tab=accumulated')
  await pane(page).getByRole('tab', { name: say.accumulated, selected: true }).waitFor()
  await pane(page).locator('tbody tr').first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  // An attendant hands out; they neither edit the store nor cancel.
  await go(page, '/scoreStore/scoreItems')
  await pane(page).locator('tbody tr').first().waitFor()
  expect(await pane(page).getByRole('button', { name: say.addReward, exact: true }).count()).toBe(0)
  expect(await pane(page).getByRole('button', { name: say.off, exact: true }).count()).toBe(0)
})
