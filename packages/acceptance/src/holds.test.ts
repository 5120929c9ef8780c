import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, languages } from './app-fixture.ts'
import { form } from './money-dialogs.ts'
import { words as money } from './money-dialogs.ts'
import { ask, settled, tell } from './visitor.ts'

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
    lowered: '老客户优惠',
    litres: '加油量',
    ends: '补录后预授权结束',
    byCard: '加油卡',
    entered: '已补录',
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
    lowered: 'Regular customers',
    litres: 'Volume',
    ends: 'The authorisation ends with this sale',
    byCard: 'Fuel card',
    entered: 'Sale recorded',
  },
}
interface Hold {
  id: number
  status: string
  cardNumber: string
  nozzleControlId: number | null
  createdDate: string
  fillPriceCents: number
  priceCents: number
  discountName: string | null
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

test.each(languages())('a discount of the card stands in words beside the price that its hold was answered with (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language }, '/stationCards/cardQuery?tab=holds')
  const { content } = await ask<{ content: Hold[] }>(page, '/authorisations?search=discountName<>null')
  const [lowered] = content
  expect(lowered!.priceCents - lowered!.fillPriceCents).toBe(20)
  const cell = pane(page).locator('tbody td', { hasText: say.lowered })
  const said = await cell.first().innerText()
  for (const cents of [lowered!.fillPriceCents, lowered!.priceCents]) expect(said).toContain((cents / 100).toFixed(2))
})

/** A moment by the clock of the station, as a field takes it. */
const fieldTime = (at: string) => new Date(at).toLocaleString('sv', { timeZone: 'Asia/Shanghai' })

test.each(languages())('a missed fill that is entered by hand ends the hold that its card has at the nozzle (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language }, '/oilOperate/recordOrder')
  const { id: stationId, nozzles } = front().demo.companies[0]!.stations[0]!
  const rich = 'kind:personal,status:normal,passwordFromCents:null,principalCents>50000'
  type Card = { number: string; limitProfileId: number | null; rangeOfUse: object | null }
  const { content } = await ask<{ content: Card[] }>(page, `/userCards?size=50&search=${rich}`)
  const { number } = content.find(({ limitProfileId, rangeOfUse }) => limitProfileId === null && rangeOfUse === null)!
  const asking = { cardNumber: number, nozzleControlId: nozzles[0]!.id, wantedCents: 123_00 }
  const held = await tell<Hold>(page, 'POST', '/authorisations', asking, stationId)
  const { logicNo } = await ask<{ logicNo: number }>(page, `/nozzleControls/${held.nozzleControlId}`)
  const field = (name: string) => pane(page).locator(`[data-field=${name}]`).first()
  await field('createdDate').getByRole('textbox').fill(fieldTime(held.createdDate))
  await field('createdDate').getByRole('textbox').press('Enter')
  await field('nozzleControlId').getByRole('combobox').click()
  await page.locator('.ant-select-item-option:visible').getByText(String(logicNo), { exact: false }).first().click()
  await pane(page).getByRole('textbox', { name: say.litres }).fill('10')
  await field('cardNumber').getByRole('textbox').fill(held.cardNumber)
  expect(await field('authorisationId').count()).toBe(0)
  await field('payType').getByRole('combobox').click()
  await page.locator('.ant-select-item-option:visible', { hasText: say.byCard }).click()
  await field('authorisationId').getByRole('combobox').click()
  await page
    .locator('.ant-select-item-option:visible', { hasText: (held.approvedCents / 100).toFixed(2) })
    .first()
    .click()
  await pane(page).getByText(say.ends).waitFor()
  expect(await a11yIssues(page)).toEqual([])
  await field('remark').getByRole('textbox').fill('收银台断网')
  await page.keyboard.press('Control+Enter')
  await page.getByText(say.entered).waitFor()
  expect(await ask<Hold>(page, `/authorisations/${held.id}`)).toMatchObject({ status: 'captured' })
})
