import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    list: '采购合同',
    settled: '已月结',
    view: '查看',
    edit: '编辑',
    delete: '删除',
    correct: '更正',
    tooMuch: '减少的不能多于',
    reason: '多计 1 吨',
    corrected: '已更正',
    corrections: '更正记录',
  },
  en: {
    list: 'Purchase contracts',
    settled: 'Month settled',
    view: 'View',
    edit: 'Edit',
    delete: 'Delete',
    correct: 'Correct',
    tooMuch: 'can be taken away',
    reason: 'One ton too many',
    corrected: 'Corrected',
    corrections: 'Corrections',
  },
} as const

const pane = (page: Page) => page.locator('#content .pane:visible')
const field = (within: Locator, name: string) => within.locator(`[data-field=${name}] input, [data-field=${name}] textarea`).first()
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin

// @req SUP-003 SUP-028
test.each(languages())(
  'a contract of a settled month says so instead of offering to edit or delete it, and is corrected in the open month (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('company_user', { language }, '/oilCompanyOperate/depotStockMge?sort=day,asc')
    await expectPage(page, say.list)
    const row = pane(page).getByRole('row').filter({ hasText: say.settled }).first()
    await row.waitFor()
    expect(await row.getByRole('button', { name: say.edit, exact: true }).count()).toBe(0)
    expect(await row.getByRole('button', { name: say.delete, exact: true }).count()).toBe(0)
    expect(await a11yIssues(page)).toEqual([])
    await row.getByRole('button', { name: say.view, exact: true }).press('Enter')
    await page.waitForURL('**/editDetail/*')
    await settled(page)

    await pane(page).getByRole('button', { name: say.correct, exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await field(dialog, 'weightKg').fill('-99999')
    await dialog.getByText(say.tooMuch).first().waitFor()
    await field(dialog, 'weightKg').fill('-1')
    await field(dialog, 'amountCents').fill('-8000')
    await field(dialog, 'reason').fill(say.reason)
    await settled(page)
    expect(await a11yIssues(page)).toEqual([])
    await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
    const pin = page.locator('input[autocomplete=one-time-code]')
    await pin.fill(pinOf('company_user'))
    await pin.press('Enter')
    await expectToast(page, say.corrected)
    const corrections = pane(page).getByRole('table', { name: say.corrections })
    await corrections.getByText('-1.000').or(corrections.getByText('−1.000')).first().waitFor()
    await corrections.getByText(say.reason).first().waitFor()
    expect(await a11yIssues(page)).toEqual([])
  },
  240_000,
)

interface Preview {
  against: { day: string | null }[]
  blocking: number
}

// @req SUP-014
test('what stands against a month at another station leads there: to work in that station first, then to its days', async () => {
  const page = await front().enter('company_user', { language: 'en' }, '/home')
  const { content } = await ask<{ content: { id: number; name: string }[] }>(page, '/stations?size=10')
  const here = await page.evaluate(() => JSON.parse(localStorage.getItem('smartAtStation')!).id as number)
  const other = content.find(({ id }) => id !== here)!
  // Whatever the demo has left to settle, a day of that station stands against its month.
  await page.route('**/monthSettles/preview', async route => {
    const answer = await route.fetch()
    const preview = (await answer.json()) as Preview
    const none = { about: '', recordId: null, quantity: null }
    const day = { kind: 'stationDay', stationId: other.id, placeName: other.name, day: '2026-10-07', ...none }
    await route.fulfill({
      response: answer,
      json: { ...preview, against: [day, ...preview.against.filter(({ day: of }) => of !== day.day)], blocking: preview.blocking + 1 },
    })
  })
  await page.goto(`${front().url}/oilCompanyOperate/previewSettle`)
  await settled(page)
  await pane(page)
    .getByRole('button', { name: `${other.name}: 2026-10-07 is not settled` })
    .press('Enter')
  const dialog = page.getByRole('dialog').filter({ hasText: other.name })
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.waitForURL('**/queryStatistics/daySettle*')
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('smartAtStation')!).id as number)).toBe(other.id)
}, 120_000)
