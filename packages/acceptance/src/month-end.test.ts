import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, expectPage, languages } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    list: '月结管理',
    depots: '油库',
    total: '合计',
    purchase: '采购合同',
    confirm: '确认月结',
    running: '本月尚未结束',
    print: '打印月结单',
    paper: '成品油月结单',
  },
  en: {
    list: 'Month-end',
    depots: 'Depots',
    total: 'Totals',
    purchase: 'Purchase contract',
    confirm: 'Confirm month-end',
    running: 'The month is not over',
    print: 'Print',
    paper: 'Fuel month-end',
  },
} as const

const pane = (page: Page) => page.locator('#content .pane:visible')
interface Settled {
  readonly id: number
  readonly month: string
  readonly purchasedCents: number
}
const money = (cents: number) => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100)

// @req SUP-014 SUP-019 SUP-032 SUP-033
test.each(languages())(
  'a settled month shows what its figures are made of, and prints; the next one is looked at, and cannot be confirmed while it runs (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('company_user', { language }, '/oilCompanyOperate/settleMge')
    await expectPage(page, say.list)
    expect(await a11yIssues(page)).toEqual([])
    const { content } = await ask<{ content: Settled[] }>(page, '/monthSettles?size=1')
    const { id, month, purchasedCents } = content[0]!
    await pane(page).getByText(month.slice(0, 7), { exact: true }).first().click()
    await page.waitForURL(`**/previewSettle?settled=${id}`)
    await settled(page)
    await pane(page).getByRole('heading', { name: say.depots }).waitFor()
    await pane(page).getByText(money(purchasedCents)).first().waitFor()
    expect(await a11yIssues(page)).toEqual([])

    // A figure by keys: the contracts that it is made of.
    await pane(page).getByRole('region', { name: say.depots }).getByRole('button').first().press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText(say.purchase).first().waitFor()
    expect(await a11yIssues(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })

    await pane(page).getByRole('link', { name: say.print }).press('Enter')
    await page.waitForURL(`**/printMonthSettle/${id}`)
    await page.getByRole('heading', { level: 1, name: say.paper }).waitFor()
    await expect.poll(() => page.locator('main').innerText()).toContain(money(purchasedCents))
    expect(await a11yIssues(page)).toEqual([])

    await page.goto(`${front().url}/oilCompanyOperate/previewSettle`)
    await settled(page)
    const next = await ask<{ month: string; over: boolean }>(page, '/monthSettles/next')
    await pane(page).getByText(say.total, { exact: true }).waitFor()
    expect(await pane(page).getByRole('heading', { level: 1 }).innerText()).toContain(next.month.slice(0, 7))
    // Whether the month before this one is settled already depends on the day on which the demo was made.
    expect(await pane(page).getByText(say.running).count()).toBe(next.over ? 0 : 1)
    if (!next.over) expect(await pane(page).getByRole('button', { name: say.confirm }).isDisabled()).toBe(true)
    expect(await a11yIssues(page)).toEqual([])
  },
  240_000,
)
