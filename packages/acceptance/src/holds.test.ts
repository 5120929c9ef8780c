import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, languages } from './app-fixture.ts'
import { form } from './money-dialogs.ts'
import { words as money } from './money-dialogs.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    waits: '笔预授权处于灰锁',
    look: '查看',
    gray: '灰锁',
    held: '预占中',
    pulled: '加油中拔卡',
    release: '解灰',
    released: '已解灰',
    noEvidence: '油枪之后还没有新的加油记录',
    leaderOnly: '须由班长凭 PIN 和原因解灰',
    void: '撤销',
    voided: '已撤销',
    ok: '确定',
    heldOf: '预占金额',
  },
  en: {
    waits: 'hold is gray',
    look: 'Look',
    gray: 'Gray',
    held: 'Held',
    pulled: 'Card pulled while fuelling',
    release: 'Release',
    released: 'Released',
    noEvidence: 'The nozzle has sold nothing since',
    leaderOnly: 'A shift leader has to release it',
    void: 'Void',
    voided: 'Voided',
    ok: 'OK',
    heldOf: 'Held',
  },
}
interface Hold {
  id: number
  status: string
  userCardId: number
  approvedCents: number
}
const holdsIn = async (page: Page, status: string) =>
  (await ask<{ content: Hold[] }>(page, `/authorisations?search=status:${status}`)).content
const pane = (page: Page) => page.locator('#content .pane:visible')
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin

test.each(languages())('a leader sees at home that a hold is gray, and releases it with PIN and reason (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language })
  const [gray] = await holdsIn(page, 'gray')
  const task = page.locator('.home-waiting li', { hasText: say.waits })
  await task.getByRole('link').click()
  await settled(page)
  const rows = pane(page).locator('tbody tr')
  await rows.filter({ hasText: say.pulled }).getByRole('button', { name: say.release, exact: true }).click()

  const it = form(page, money[language])
  await it.dialog.getByText(say.noEvidence, { exact: false }).waitFor()
  await it.enter('reason', '现场确认未加油')
  await page.keyboard.press('Control+Enter')
  await page.locator('input[autocomplete=one-time-code]').fill(pinOf('station_leader'))
  await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  await it.dialog.waitFor({ state: 'detached' })
  expect(await ask<Hold>(page, `/authorisations/${gray!.id}`)).toMatchObject({ status: 'released', reason: '现场确认未加油' })
  await expect.poll(() => rows.filter({ hasText: say.pulled }).count()).toBe(0)
})

test('what is held stands on the card apart from what is frozen; staff void what a till asked for', async () => {
  const say = words.zh
  const page = await front().enter('station_employee', {}, '/stationCards/cardQuery?tab=holds')
  const [open] = await holdsIn(page, 'open')
  const { heldCents, lockValue } = await ask<{ heldCents: number; lockValue: number }>(page, `/userCards/${open!.userCardId}`)
  expect([heldCents, lockValue]).toEqual([open!.approvedCents, open!.approvedCents])
  const rows = pane(page).locator('tbody tr')
  expect(await rows.count()).toBeGreaterThanOrEqual(4)
  const before = await rows.filter({ hasText: say.voided }).count()
  await rows.filter({ hasText: say.held }).last().getByRole('button', { name: say.void, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: say.void, exact: true }).click()
  await expect.poll(() => rows.filter({ hasText: say.voided }).count()).toBe(before + 1)

  const [still] = await holdsIn(page, 'open')
  await page.goto(`${front().url}/stationCards/cardCostHistory/${still!.userCardId}`)
  await settled(page)
  const figures = await pane(page).locator('section').first().innerText()
  expect(figures).toContain('冻结余额')
  expect(figures).toMatch(new RegExp(`${say.heldOf}[^]*${(still!.approvedCents / 100).toFixed(2)}`))
})
