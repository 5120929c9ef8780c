import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { expectPage, appFixture } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
const tabsOpen = (page: Page) => page.locator('.tag-name').allInnerTexts()

test('a morning by keys alone: a page, a search, a row, a form, another page, and back', async () => {
  const page = await front().enter('admin', { language: 'en' })
  const { keyboard } = page
  await keyboard.press('g')
  await keyboard.press('c')
  await expectPage(page, 'All cards')

  await keyboard.press('/')
  await keyboard.type('6200')
  await keyboard.press('Enter')
  await page.waitForURL('**number=6200*')
  await settled(page)
  await keyboard.press('Escape')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await keyboard.press('j')
  await keyboard.press('j')
  await keyboard.press('k')
  await keyboard.press('j')
  const rowAt = () => page.evaluate(() => [...document.activeElement!.parentElement!.children].indexOf(document.activeElement!))
  await expect.poll(rowAt).toBe(1)
  await keyboard.press('.')
  await page.waitForURL('**page=2*')
  await settled(page)
  await keyboard.press(',')
  await page.waitForURL(url => !url.search.includes('page=2'))
  await settled(page)
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page.waitForURL('**/cardCostHistory/*')

  await page.goto(`${front().url}/oilOperate/fuelCode`)
  await settled(page)
  await keyboard.press('n')
  const form = page.getByRole('dialog')
  await form.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.k-field') !== null)).toBe(true)
  const code = String(100 + Math.floor(Math.random() * 900))
  await keyboard.type(code)
  await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await keyboard.press('Control+Enter')
  await expect.poll(() => form.count()).toBe(0)
  await expect.poll(async () => (await ask<{ totalElements: number }>(page, `/fuelCodes?search=code:${code}`)).totalElements).toBe(1)

  const open = await tabsOpen(page)
  await keyboard.press('[')
  await expect.poll(() => page.url()).not.toContain('/fuelCode')
  await keyboard.press(']')
  await page.waitForURL('**/oilOperate/fuelCode*')
  await keyboard.press('Alt+KeyW')
  await expect.poll(() => tabsOpen(page)).toHaveLength(open.length - 1)
})

test('? shows the keys that work here and now, and no others; the focus comes back from every dialog', async () => {
  const page = await front().enter('admin')
  const { keyboard } = page
  const map = page.getByRole('dialog', { name: '快捷键' })
  await keyboard.press('?')
  await map.waitFor()
  expect(await map.getByRole('heading', { level: 3 }).allInnerTexts()).not.toContain('列表')
  await keyboard.press('Escape')
  await expect.poll(() => map.count()).toBe(0)

  await keyboard.press('g')
  await keyboard.press('o')
  await expectPage(page, '全部销售')
  await keyboard.press('?')
  await map.getByRole('heading', { level: 3, name: '列表' }).waitFor()
  await map.getByText('下一行').waitFor()
  expect(await map.getByText('新增', { exact: true }).count()).toBe(0)
  await keyboard.press('Escape')
  await expect.poll(() => map.count()).toBe(0)

  for (const [button, dialog] of [
    ['界面设置', '界面设置'],
    [/^当前：/, '选择油站'],
    ['搜索', '搜索与命令'],
  ] as const) {
    const opener = page.getByRole('banner').getByRole('button', { name: button }).first()
    await opener.focus()
    const before = await focused(page)
    await keyboard.press('Enter')
    await page.getByRole('dialog', { name: dialog }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog],.ant-drawer') !== null)).toBe(true)
    await keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog', { name: dialog }).count()).toBe(0)
    await expect.poll(() => focused(page)).toBe(before)
  }
})

test('a user of voice control switches single keys off; the others go on', async () => {
  const page = await front().enter('station_employee')
  await page.getByRole('button', { name: '界面设置' }).click()
  await page.getByRole('switch', { name: '单键快捷键' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: '搜索与命令' }).waitFor()
  expect(page.url()).toContain('/home')
  expect(await page.getByRole('dialog', { name: '快捷键' }).count()).toBe(0)
})

test('the keyboard reaches the content past the menu, and every page has one heading above all', async () => {
  const { enter } = front()
  const page = await enter('admin', {}, '/queryStatistics/transactions')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('跳到正文')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  expect(await page.locator('h1:visible').count()).toBe(1)
})

test('the row that is shown beside its list keeps the contrast of its words, light and dark', async () => {
  const { enter } = front()
  const wrong: string[] = []
  for (const mode of ['light', 'dark'] as const) {
    const page = await enter('admin', { mode }, '/queryStatistics/salesQuery/allQuery')
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await page.locator('tr[aria-current]').waitFor()
    await settled(page)
    wrong.push(...(await a11yIssues(page, { within: '#content' })).map(each => `${mode}: ${each}`))
  }
  expect(wrong).toEqual([])
})
