import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asOwner } from '../../server/src/testing/cluster.ts'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { form as dialogOf, words as ofMoney } from './money-dialogs.ts'
import { ask, stationHere, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    tab: '定额',
    add: '新增定额',
    daily: '每日',
    more: '追加定额',
    next: '下次执行：',
    would: /按现在的余额：3 张卡足额，共划拨 ¥31\.00/,
    addCard: '添加副卡',
    added: '定额已新增',
    plans: '定额列表',
    rhythm: '每日 06:00',
    runs: '执行记录',
    lines: '各卡结果',
    given: '已划拨',
    back: '返回定额',
    pause: /^暂停 /,
    ok: '暂停',
    paused: '定额已暂停',
    state: '已暂停',
  },
  en: {
    tab: 'Quotas',
    add: 'New quota',
    daily: 'Every day',
    more: 'Add the quota',
    next: 'Next run: ',
    would: /As things stand: 3 cards in full, ¥31\.00 allocated/,
    addCard: 'Add a sub card',
    added: 'Quota added',
    plans: 'Quotas',
    rhythm: 'Every day at 06:00',
    runs: 'Runs',
    lines: 'Results by card',
    given: 'Allocated',
    back: 'Back to the quotas',
    pause: /^Pause /,
    ok: 'Pause',
    paused: 'Quota paused',
    state: 'Paused',
  },
}

interface Plan {
  readonly id: number
  readonly name: string
}
interface Card {
  readonly id: number
  readonly principalCents: number
}

/** As though the hour of a plan had come. */
const passHour = (id: number) =>
  asOwner(
    front().databaseUrl,
    `update allocation_plan set next_run_date = now() where id = ${id};
     update job set run_date = now() where task = 'quota.run' and key = 'plan:${id}' and state = 'waiting'`,
  )
const subsOf = async (page: Page) => {
  const { content } = await ask<{ content: Card[] }>(page, '/userCards?size=20&search=kind:sub&sort=number,asc')
  return content.map(({ id, principalCents }) => [id, principalCents] as const)
}

/** The master card of the fleet has enough for what its leader plans. */
async function fundMaster(): Promise<void> {
  const page = await front().enter('station_master')
  const [fleet] = (await ask<{ content: { masterId: number }[] }>(page, `/groups?size=1&search=${encodeURIComponent('leaderName:*冯车*')}`))
    .content
  const topUp = { payType: 'wx', amountCents: 100_00 }
  await tell(page, 'POST', `/userCards/${fleet!.masterId}/charge`, topUp, await stationHere(page))
  await front().leave(page)
}

// @req FLT-005 FLT-019
test.each(languages())('a leader gives the drivers a quota, its hour passes, and each card has got it (%s)', async language => {
  const say = words[language]
  await fundMaster()
  const page = await front().enter('group_master', { language })
  await page.getByRole('tab', { name: say.tab, exact: true }).click()
  await page.getByRole('button', { name: say.add, exact: true }).press('Enter')
  const it = dialogOf(page, ofMoney[language])
  const name = `Story ${language}`
  await it.enter('name', name)
  await it.field('period').getByText(say.daily, { exact: true }).click()
  await it.field('mode').getByText(say.more, { exact: true }).click()
  await it.enter('amountCents', '10')
  await it.dialog.getByRole('button', { name: say.addCard }).press('Enter')
  await it.field('lines').getByRole('combobox').click()
  await page.locator('.ant-select-item-option:visible').last().click()
  await it.field('lines').locator('input.k-amount').fill('11')
  await it.dialog.getByText(say.next).waitFor()
  await it.dialog.getByText(say.would).waitFor()
  expect(await a11yIssues(page, { but: 'colours' })).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expectToast(page, say.added)
  const row = page.getByRole('table', { name: say.plans, exact: true }).locator('tbody tr', { hasText: name })
  await row.getByText(say.rhythm).waitFor()

  const plans = await ask<{ content: Plan[] }>(page, '/allocationPlans?size=50')
  const { id } = plans.content.find(plan => plan.name === name)!
  const before = await subsOf(page)
  await passHour(id)
  const runs = () => ask<{ totalElements: number }>(page, `/allocationRuns?search=plan.id:${id}`)
  await expect.poll(async () => (await runs()).totalElements, { timeout: 60_000 }).toBe(1)
  const gained = (await subsOf(page)).map(([, cents], at) => cents - before[at]![1])
  expect(gained.toSorted((a, b) => a - b)).toEqual([10_00, 10_00, 11_00])

  await page.reload()
  const run = page.getByRole('table', { name: say.runs, exact: true }).locator('tbody tr', { hasText: name })
  await run.first().click()
  const lines = page.getByRole('table', { name: say.lines, exact: true }).locator('tbody tr')
  await lines.first().getByText(say.given, { exact: true }).waitFor()
  expect(await lines.first().innerText()).toContain('11.00')
  await page.getByRole('button', { name: say.back }).press('Enter')

  await row.getByRole('button', { name: say.pause }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: say.ok, exact: true }).press('Enter')
  await expectToast(page, say.paused)
  await row.getByText(say.state, { exact: true }).waitFor()
})
