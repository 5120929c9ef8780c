import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    tab: '积分与等级',
    give: '赠送积分',
    deduct: '扣减积分',
    revoke: '撤销',
    revokeOf: '撤销 37 积分',
    revoked: '已撤销',
    rewardBack: '赠送撤销',
    deductBack: '扣减撤销',
    restores: '扣减的积分退回该账户。',
    pin: '请输入您的 PIN',
    ok: '确定',
  },
  en: {
    tab: 'Points and level',
    give: 'Give points',
    deduct: 'Deduct points',
    revoke: 'Revoke',
    revokeOf: 'Revoke 37 points',
    revoked: 'Revoked',
    rewardBack: 'Gift revoked',
    deductBack: 'Deduction revoked',
    restores: 'The points that were deducted return to the account.',
    pin: 'Enter your PIN',
    ok: 'OK',
  },
}
type Say = (typeof words)['zh' | 'en']
const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${front().url}${path}`)
  await settled(page)
}
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin

interface PointsCard {
  id: number
  userId: number
  points: number
}
/** The member who has the most points. */
const richest = async (page: Page) =>
  (await ask<{ content: PointsCard[] }>(page, '/pointsCards?size=1&sort=points,desc&search=user.id<>null')).content[0]!
const pointsOf = async (page: Page, id: number) => (await ask<PointsCard>(page, `/pointsCards/${id}`)).points

/** The dialog in front is sent, with one's own PIN. */
async function proves(page: Page, say: Say): Promise<void> {
  await page.getByRole('dialog').locator('button[type=submit]:not([aria-disabled])').last().press('Enter')
  const asking = page.getByRole('dialog').filter({ hasText: say.pin })
  await asking.locator('input').fill(pinOf('station_master'))
  await asking.getByRole('button', { name: say.ok }).click()
  await asking.waitFor({ state: 'detached' })
}
const entered = (page: Page, name: string) => page.getByRole('dialog').locator(`[data-field=${name}]`).locator('input, textarea').first()

/** Thirty-seven points are given or deducted on the member's page, with the reason. */
async function moves(page: Page, say: Say, userId: number, act: string, reason: string): Promise<void> {
  await go(page, `/memberCenter/personalMemberDetails/${userId}?tab=points`)
  await pane(page).getByRole('button', { name: act, exact: true }).press('Enter')
  await entered(page, 'points').fill('37')
  await entered(page, 'remark').fill(reason)
  await proves(page, say)
}

/** In the accumulated history the movement is undone, with the reason and can be undone no more. */
async function revokes(page: Page, say: Say, reason: string, type: string, effect?: string): Promise<void> {
  await go(page, '/scoreStore/scoreUserCardDetails?tab=accumulated')
  const row = pane(page).locator('tbody tr', { hasText: reason }).first()
  await row.getByRole('button', { name: say.revoke, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog').filter({ hasText: say.revokeOf })
  if (effect) await dialog.getByText(effect).first().waitFor()
  await entered(page, 'remark').fill('Wrong member')
  expect(await issuesInEveryLook(page)).toEqual([])
  await proves(page, say)
  await expectToast(page, say.revoked)
  await pane(page).locator('tbody tr').first().getByText(type, { exact: true }).waitFor()
  await expect.poll(() => row.getByRole('button', { name: say.revoke, exact: true }).count()).toBe(0)
}

// @req PTS-008 PTS-015 PTS-016
test.each(languages())(
  'points that were given are revoked, those that were deducted come back, each with its reason (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('station_master', { language, mode: 'auto' }, '/scoreStore/scoreCardDetails')
    const { id, userId, points } = await richest(page)
    await moves(page, say, userId, say.give, `补偿 ${language}`)
    await expect.poll(() => pointsOf(page, id)).toBe(points + 37)
    await revokes(page, say, `补偿 ${language}`, say.rewardBack)
    await expect.poll(() => pointsOf(page, id)).toBe(points)
    await moves(page, say, userId, say.deduct, `误赠 ${language}`)
    await expect.poll(() => pointsOf(page, id)).toBe(points - 37)
    await revokes(page, say, `误赠 ${language}`, say.deductBack, say.restores)
    await expect.poll(() => pointsOf(page, id)).toBe(points)
  },
)
