import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectToast, appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()

/** The next request for code of this name gets no answer; those after it do. @returns how often it was asked for */
async function failOnce(page: Page, name: string): Promise<() => number> {
  let asked = 0
  await page.route(`**/assets/${name}*.js`, route => (asked++ === 0 ? route.abort('internetdisconnected') : route.continue()))
  return () => asked
}

test('a dialog whose code did not come says so, and opens at the next press without loading the page anew', async () => {
  const page = await front().enter('admin', {}, '/queryStatistics/salesQuery/allQuery')
  await page.evaluate(() => Object.assign(window, { stillHere: true }))
  const asked = await failOnce(page, 'export-dialog')
  const button = page.locator('#content .pane:visible').getByRole('button', { name: '导出' })
  await button.click()
  await expectToast(page, '请检查网络状态')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await button.click()
  await page.getByRole('dialog').waitFor()
  expect(asked()).toBeGreaterThan(1)
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
})

test('a part whose code did not come is drawn when its user tries again, and what it shares with others runs once', async () => {
  const page = await front().enter('admin')
  await failOnce(page, 'canvas')
  await page.goto(`${front().url}/queryStatistics/salesStatistic`)
  const again = page.getByRole('button', { name: '重试' })
  await again.first().click()
  await page.getByRole('application').first().waitFor()
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(files.filter(name => name.endsWith('.js') && name.includes('?'))).toEqual([])
})

test('a start that lacks a file says so and goes on by itself', async () => {
  const { url, visit } = front()
  const page = await visit({ language: 'en' })
  await failOnce(page, 'words-en')
  await page.goto(`${url}/login`)
  await page.getByText('The page opens by itself').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  expect(await page.locator('#stalled').count()).toBe(0)
})

test('a browser without what is needed reads which ones to install, in both languages and without a script', async () => {
  const { url, visit } = front()
  const page = await visit()
  await page.route('**/*.js', route => route.abort())
  await page.route(`${url}/login`, async route => {
    const answer = await route.fetch()
    const body = await answer.text()
    expect(body).toContain('selector(:has(a))')
    await route.fulfill({ response: answer, body: body.replace('selector(:has(a))', 'selector(:unknown(a))') })
  })
  await page.goto(`${url}/login`)
  for (const heading of ['浏览器版本过低，无法打开油站通', 'This browser is too old for Forecourt'])
    await page.getByRole('heading', { name: heading }).waitFor()
  await page.unrouteAll()
  await page.goto(`${url}/login`)
  await page.getByRole('heading', { name: '登录' }).waitFor()
  expect(await page.locator('#older').isVisible()).toBe(false)
})
