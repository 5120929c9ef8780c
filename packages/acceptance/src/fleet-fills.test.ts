import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { ask } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    purpose: '核对车队用油',
    toAnswer: '待答复',
    reckoning: '判断依据',
    all: '各项规则',
    answer: '答复',
    answered: '已答复',
    explained: '已说明',
    looks: '查看记录',
    set: '设置规则',
  },
  en: {
    purpose: 'To check that fuel goes',
    toAnswer: 'To answer',
    reckoning: 'Figures compared',
    all: 'All rules',
    answer: 'Answer',
    answered: 'Answered',
    explained: 'Explained',
    looks: 'Who looked',
    set: 'Set the rules',
  },
}

const pane = (page: Page) => page.locator('#content .pane:visible')
interface Alerts {
  readonly content: readonly { readonly id: number; readonly status: string; readonly groupId: number }[]
}
const alertsOf = (page: Page) => ask<Alerts>(page, '/fillAlerts?size=50&sort=soldAt,desc')

test.each(languages())(
  'an implausible fill is opened with its figures and answered; the leader reads the answer and who looked (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('station_master', { language })
    const { content } = await alertsOf(page)
    const open = content.filter(({ status }) => status === 'open')
    expect(open.length).toBeGreaterThan(0)
    const master = await ask<{ content: { id: number }[] }>(
      page,
      `/userCards?size=1&search=kind:master,card.type:debit,group.id:${open[0]!.groupId}`,
    )
    await page.goto(`${front().url}/memberCenter/assgin/${master.content[0]!.id}?tab=fills`)
    await pane(page).getByText(say.purpose, { exact: false }).waitFor()
    expect(await pane(page).getByRole('button', { name: say.set, exact: true }).count()).toBe(0)

    await pane(page).getByRole('row').filter({ hasText: say.toAnswer }).first().click()
    const drawer = page.getByRole('dialog')
    for (const heading of [say.reckoning, say.all]) await drawer.getByRole('heading', { name: heading, exact: true }).waitFor()
    await drawer.getByRole('button', { name: say.answer, exact: true }).click()
    const form = page.getByRole('dialog').last()
    await form.getByText(say.explained, { exact: true }).click()
    await form.getByRole('textbox').first().fill('Second driver, checked')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, say.answered)
    await drawer.getByText('Second driver, checked', { exact: true }).waitFor()
    expect((await alertsOf(page)).content.filter(({ status }) => status === 'open').length).toBeLessThan(open.length)

    const leader = await front().enter('group_master', { language, width: 390 })
    await leader.goto(`${leader.url().split('?')[0]}?tab=fills`)
    await leader.getByText(say.purpose, { exact: false }).waitFor()
    await leader.getByRole('button', { name: say.looks, exact: true }).click()
    await leader.getByRole('dialog').getByRole('listitem').first().waitFor()
    expect((await alertsOf(leader)).content.map(({ id }) => id)).toContain(open[0]!.id)
  },
)
