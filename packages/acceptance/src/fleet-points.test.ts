import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { ask } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    tab: '积分与等级',
    growth: '成长值',
    history: '积分记录',
    give: '赠送积分',
    earns: '累积积分',
    more: '更多',
    edit: '编辑',
    save: '保存',
    saved: '保存成功',
    off: '该单位未开启累积积分',
  },
  en: {
    tab: 'Points and level',
    growth: 'Growth',
    history: 'Points history',
    give: 'Give points',
    earns: 'Earns points',
    more: 'More',
    edit: 'Edit',
    save: 'Save',
    saved: 'Saved',
    off: 'This fleet does not earn points',
  },
}
const pane = (page: Page) => page.locator('#content .pane:visible')

test.each(languages())('the page of a fleet shows what it has earned; it is turned off in the fleet’s details (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language })
  const { content } = await ask<{ content: { id: number; name: string; masterId: number }[] }>(
    page,
    '/groups?size=1&search=earnsPoints:true',
  )
  const { id, name, masterId } = content[0]!
  await page.goto(`${front().url}/memberCenter/assgin/${masterId}?tab=points`)
  await pane(page).getByRole('heading', { name: say.history, exact: true }).waitFor()
  await pane(page).getByText(say.growth, { exact: true }).waitFor()
  await pane(page).getByRole('button', { name: say.give, exact: true }).waitFor()
  const { score } = await ask<{ score: { points: number } }>(page, `/groups/${id}/points`)
  expect(score.points).toBeGreaterThan(0)
  await pane(page).getByText(score.points.toLocaleString('en'), { exact: true }).first().waitFor()

  await page.goto(`${front().url}/memberCenter/unitMember?record=${id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByText(say.earns, { exact: true }).first().waitFor()
  await drawer.getByLabel(say.earns, { exact: true }).click()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, say.saved)
  await page.goto(`${front().url}/memberCenter/assgin/${masterId}?tab=points`)
  await pane(page).getByText(say.off, { exact: false }).waitFor()

  const leader = await front().enter('group_master', { language, width: 390 })
  await leader.goto(`${leader.url().split('?')[0]}?tab=points`)
  await leader.getByText(say.growth, { exact: true }).waitFor()
  expect(await leader.getByRole('button', { name: say.give, exact: true }).count()).toBe(0)
  expect(name).not.toBe('')
})
