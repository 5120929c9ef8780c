import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast } from './app-fixture.ts'
import { a11yIssues } from './a11y-issues.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    tags: '标签管理',
    add: '新增标签',
    rule: '规则',
    condition: '添加条件',
    field: '字段',
    value: '值',
    fills: '近 365 天加油次数',
    found: (count: number, all: number) => `当前 ${count} 位会员满足，共 ${all} 位`,
    said: '近 365 天加油次数不少于 1',
    added: '新增成功',
    give: '添加会员',
    given: '已为 1 位会员添加标签',
    tab: '标签',
    takeOf: (name: string) => `移除标签“${name}”`,
    taken: '标签已移除',
    none: '该会员还没有标签。',
    selectAll: '全选本页',
    giveChosen: '添加标签',
    giveTo: '为 3 位会员添加标签',
    givenTo: '已为 3 位会员添加标签',
    columns: '列设置',
    onPhone: '3 位会员',
    members: '会员',
  },
  en: {
    tags: 'Tags',
    add: 'Add tag',
    rule: 'By rule',
    condition: 'Add condition',
    field: 'Field',
    value: 'Value',
    fills: 'Fills in 365 days',
    found: (count: number, all: number) => `At present ${count} of ${all} members meet it`,
    said: 'Fills in 365 days: at least 1',
    added: 'Added',
    give: 'Add members',
    given: 'Members who were given the tag: 1',
    tab: 'Tags',
    takeOf: (name: string) => `Remove the tag “${name}”`,
    taken: 'Tag removed',
    none: 'The member has no tags yet.',
    selectAll: 'Select all on this page',
    giveChosen: 'Add tag',
    giveTo: 'Members to be given a tag: 3',
    givenTo: 'Members who were given the tag: 3',
    columns: 'Columns',
    onPhone: '3 members',
    members: 'Members',
  },
}
type Say = (typeof words)['zh' | 'en']
const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${front().url}${path}`)
  await settled(page)
}
const total = async (page: Page, path: string) => (await ask<{ totalElements: number }>(page, path)).totalElements
const drawer = (page: Page) => page.locator('.ant-drawer:visible')
const save = (page: Page) => drawer(page).locator('button[type=submit]:not([aria-disabled])').press('Enter')

/** A condition is entered; beside it stands how many members meet it at this moment. */
async function entersRule(page: Page, say: Say, name: string): Promise<number> {
  await pane(page).getByRole('button', { name: say.add, exact: true }).first().press('Enter')
  await drawer(page).getByText(say.rule, { exact: true }).click()
  await drawer(page).locator('[data-field=name] input').fill(name)
  await drawer(page).getByRole('button', { name: say.condition, exact: true }).press('Enter')
  await drawer(page).getByRole('combobox', { name: say.field }).press('Enter')
  await page.locator('.ant-select-item-option:visible', { hasText: say.fills }).click()
  await drawer(page).getByRole('textbox', { name: say.value }).fill('1')
  const [meet, all] = [await total(page, '/members?size=1&search=fills365>=1'), await total(page, '/members?size=1')]
  await drawer(page).getByText(say.found(meet, all), { exact: true }).waitFor()
  expect(await drawer(page).locator('code').innerText()).toBe('fills365>=1')
  expect(await issuesInEveryLook(page)).toEqual([])
  await save(page)
  await expectToast(page, say.added)
  return meet
}

interface Named {
  readonly id: number
  readonly name: string
}
const tagNamed = async (page: Page, name: string) =>
  (await ask<{ content: Named[] }>(page, `/tags?size=1&search=${encodeURIComponent(`name:${name}`)}`)).content[0]!
const both = ['zh', 'en'] as const

// @req MKT-042 MKT-043
test.each(both)('a tag by rule is made, its count is seen, and its members are opened (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/tags')
  await expectPage(page, say.tags)
  const name = `常客 ${language}`
  const meet = await entersRule(page, say, name)
  expect(meet).toBeGreaterThan(0)

  const { id } = await tagNamed(page, name)
  await expect.poll(() => total(page, `/memberTags?size=1&search=tag.id:${id}`), { timeout: 20_000 }).toBe(meet)
  await go(page, `/marketCenter/tagDetails/${id}`)
  await pane(page).getByText(say.said, { exact: true }).waitFor()
  const rows = pane(page).getByRole('table', { name: say.members, exact: true }).locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(Math.min(meet, 15))
  expect(await issuesInEveryLook(page)).toEqual([])
  await rows.first().press('Enter')
  await page.waitForURL('**/personalMemberDetails/*')
})

/** Adds a tag that is given by hand. */
async function addsTag(page: Page, say: Say, name: string): Promise<Named> {
  await pane(page).getByRole('button', { name: say.add, exact: true }).first().press('Enter')
  await drawer(page).locator('[data-field=name] input').fill(name)
  await save(page)
  await expectToast(page, say.added)
  return tagNamed(page, name)
}

// @req MEM-044
test.each(both)('a tag by hand is given to a member and taken away again (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/tags')
  const { id, name } = await addsTag(page, say, `试驾 ${language}`)
  const { content } = await ask<{ content: { id: number; mobile: string }[] }>(page, '/members?size=1&search=tags:null,mobile<>null')
  const member = content[0]!

  await go(page, `/marketCenter/tagDetails/${id}`)
  await pane(page).getByRole('button', { name: say.give, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog').filter({ hasText: name })
  await dialog.getByRole('combobox').fill(member.mobile)
  await page.locator('.ant-select-item-option:visible', { hasText: member.mobile }).click()
  await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await expectToast(page, say.given)

  await go(page, `/memberCenter/personalMemberDetails/${member.id}?tab=tags`)
  await pane(page)
    .getByRole('button', { name: say.takeOf(name), exact: true })
    .press('Enter')
  await expectToast(page, say.taken)
  await pane(page).getByText(say.none, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
})

/** Shows the column of tags, which is not shown until it is chosen. */
async function showsTags(page: Page, say: Say): Promise<void> {
  await pane(page).getByRole('button', { name: say.columns }).click()
  const box = page.locator('.k-chooser').getByRole('checkbox', { name: say.tab, exact: true })
  // The columns of a page are kept for its user: a story before this one may have chosen it.
  if (!(await box.isChecked())) await box.click()
  await page.keyboard.press('Escape')
}

// @req MEM-044 MKT-004
test.each(both)('members who are chosen in their list are given a tag together; the list says who carries it (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/tags')
  const { id, name } = await addsTag(page, say, `联谊 ${language}`)

  await go(page, '/memberCenter/personalMember?size=15')
  for (const nth of [0, 1, 2]) await pane(page).locator('tbody input[type=checkbox]').nth(nth).check()
  await page.locator('.k-bulk').getByRole('button', { name: say.giveChosen, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: say.giveTo, exact: true })
  await dialog.getByRole('combobox').fill(name)
  await page.locator('.ant-select-item-option:visible', { hasText: name }).click()
  expect(await a11yIssues(page, { within: '[role=dialog]' })).toEqual([])
  await dialog.locator('button[type=submit]:not([aria-disabled])').press('Enter')
  await expectToast(page, say.givenTo)
  expect(await total(page, `/memberTags?size=1&search=tag.id:${id}`)).toBe(3)

  await showsTags(page, say)
  await expect.poll(() => pane(page).locator('tbody').getByRole('link', { name, exact: true }).count()).toBe(3)
  expect(await issuesInEveryLook(page)).toEqual([])

  // A line on a phone has no head: a word says what is counted.
  const phone = await front().enter('admin', { language, width: 390 }, `/marketCenter/tags?name=${encodeURIComponent(name)}`)
  await pane(phone).locator('.k-card', { hasText: name }).getByText(say.onPhone, { exact: true }).waitFor()
})

test('a station master sees the tags of a member, and is offered to change none of them', async () => {
  const say = words.zh
  const page = await front().enter('station_master', { language: 'zh' }, '/marketCenter/tags')
  expect(await pane(page).getByRole('button', { name: say.add, exact: true }).count()).toBe(0)
  const { content } = await ask<{ content: { userId: number; tag: { name: string } }[] }>(
    page,
    '/memberTags?size=1&expand=tag&search=tag.kind:hand',
  )
  const { userId, tag } = content[0]!
  await go(page, `/memberCenter/personalMemberDetails/${userId}?tab=tags`)
  await pane(page).getByRole('link', { name: tag.name, exact: true }).first().waitFor()
  expect(await pane(page).getByRole('button', { name: say.giveChosen, exact: true }).count()).toBe(0)
  expect(
    await pane(page)
      .getByRole('button', { name: say.takeOf(tag.name), exact: true })
      .count(),
  ).toBe(0)
  await go(page, '/memberCenter/personalMember?size=15')
  await pane(page).locator('.k-table tbody tr').first().waitFor()
  await pane(page).locator('tbody input[type=checkbox]').first().check()
  expect(await page.getByRole('button', { name: say.giveChosen, exact: true }).count()).toBe(0)
})
