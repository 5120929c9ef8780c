import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    form: '新增满减券',
    asEntered: '按当前填写试算',
    start: '开始试算',
    says: '满 ¥100.00 减 ¥10.00',
    done: '已完成',
    cost: '少收',
    half: '参与率 50%',
    of: '占同期',
    table: '表格',
    page: '试算',
    again: '换个时间再试算',
    toDay: '结束日期不能早于开始日期',
    price: '周三汽油直降 Wednesday',
    other: '卡优惠',
    real: '实际持有人',
  },
  en: {
    form: 'Add: Amount off',
    asEntered: 'Try as entered',
    start: 'Start',
    says: '¥10.00 off a spend of ¥100.00 or more',
    done: 'Done',
    cost: 'Taken in less',
    half: '50% take part',
    of: 'sales of these days',
    table: 'Table',
    page: 'Dry runs',
    again: 'Try on other days',
    toDay: 'The last day must not be before the first',
    price: '周三汽油直降 Wednesday',
    other: 'Card discount',
    real: 'Those who had it',
  },
}
type Say = (typeof words)['zh' | 'en']
const field = (page: Page, name: string) => pane(page).locator(`[data-field=${name}]`).first()
const fill = (page: Page, name: string, text: string) => field(page, name).locator('input, textarea').first().fill(text)
const dialog = (page: Page) => page.getByRole('dialog').last()
/** So many days from now, as a field takes it by the clock of the station. */
const inDays = (days: number) => new Date(Date.now() + (8 + days * 24) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
async function pick(page: Page, within: ReturnType<typeof pane>, name: string, at: string): Promise<void> {
  const time = within.locator(`[data-field=${name}]`).first().locator('input')
  await time.fill(at)
  await time.press('Enter')
}
const shown = async (page: Page, label: string): Promise<string> =>
  (await pane(page).locator('.k-figures > div', { hasText: label }).first().locator('dd').innerText()).split('\n')[0]!

/** The form of a coupon that is not saved yet; the dry run of it opens by itself. */
async function triesTheForm(page: Page, say: Say): Promise<void> {
  await expectPage(page, say.form)
  await fill(page, 'name', '百元立减 Ten off')
  await fill(page, 'offCents', '10')
  await fill(page, 'minimumCents', '100')
  await pick(page, pane(page), 'startTime', inDays(0))
  await pick(page, pane(page), 'endTime', inDays(30))
  await pane(page).getByRole('button', { name: say.asEntered, exact: true }).press('Enter')
  const days = dialog(page)
  await pick(page, days, 'untilDay', inDays(-60).slice(0, 10))
  await days.getByRole('button', { name: say.start, exact: true }).press('Enter')
  await days.getByText(say.toDay, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await pick(page, days, 'untilDay', inDays(-1).slice(0, 10))
  await days.getByRole('button', { name: say.start, exact: true }).press('Enter')
  await page.waitForURL('**/marketCenter/dryRun/*')
  await pane(page).getByText(say.done, { exact: true }).waitFor({ timeout: 30_000 })
  await pane(page).getByText(say.says, { exact: true }).waitFor()
}

/** With fewer who take part it costs less; the figure opens its sales, and the day its own. */
async function looksAt(page: Page, say: Say): Promise<void> {
  const all = await shown(page, say.cost)
  await pane(page).getByRole('slider').fill('50')
  await pane(page).getByText(say.half, { exact: true }).waitFor()
  expect(await shown(page, say.cost)).not.toBe(all)
  await settled(page)
  expect(await issuesInEveryLook(page)).toEqual([])
  await pane(page).locator('.dry-run-figure').press('Enter')
  await dialog(page).locator('tbody tr').first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

test.each(languages())(
  'a coupon is tried before it is saved: its cost by share of customers, each figure with its sales (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/addDeal/1')
    await triesTheForm(page, say)
    await looksAt(page, say)
    const { content } = await ask<{ content: { name: string; status: string; dealId: number | null }[] }>(page, '/dryRuns?size=1')
    expect(content).toMatchObject([{ name: '百元立减 Ten off', status: 'done', dealId: null }])
    expect((await ask<{ totalElements: number }>(page, `/deals?search=${encodeURIComponent('name:百元立减*')}`)).totalElements).toBe(0)
  },
)

test.each(languages())('what was tried stands in the list, and is tried anew for those who had it (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/dryRuns')
  await expectPage(page, say.page)
  expect(await issuesInEveryLook(page)).toEqual([])
  await pane(page).getByRole('link', { name: say.price }).first().press('Enter')
  await pane(page).getByText(say.done, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await pane(page).getByRole('button', { name: say.again, exact: true }).press('Enter')
  await dialog(page).locator('[data-field=holders]').getByRole('combobox').press('Enter')
  await page.locator('.ant-select-item-option:visible', { hasText: say.real }).click()
  await dialog(page).getByRole('button', { name: say.start, exact: true }).press('Enter')
  await page.waitForURL('**/marketCenter/dryRun/*')
  await pane(page).getByText(say.done, { exact: true }).waitFor({ timeout: 30_000 })
  expect(await pane(page).getByRole('slider').count()).toBe(0)
})
