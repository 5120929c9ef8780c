import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, tell } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const step = 100

/** From here on the page's clock goes only when the story moves it, so that a moment is as long on a busy machine as on an idle one. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}

/** Lets the page's clock go on in steps until something has come about. @returns how long that took by it, in milliseconds */
async function until(page: Page, what: string, came: () => boolean | Promise<boolean>): Promise<number> {
  for (let passed = 0; passed <= 15_000; passed += step) {
    if (await came()) return passed
    await page.clock.runFor(step)
    // What the step set going is answered by the server in its own time.
    await page.waitForTimeout(50)
  }
  throw new Error(`${what} within 15 seconds of the page's clock`)
}

/** The same until something is to be seen, or is gone. */
const passes = (page: Page, seen: Locator, wanted = true): Promise<number> =>
  until(page, `${String(seen)} was not ${wanted ? 'to be seen' : 'gone'}`, async () => (await seen.isVisible()) === wanted)

const between = (passed: number, least: number, most: number) => {
  expect(passed).toBeGreaterThanOrEqual(least)
  expect(passed).toBeLessThanOrEqual(most)
}
const stationButton = (page: Page) => page.locator('.station-button')

// @req ACC-047 ACC-048 LIM-003
test('whose service ends soon is reminded of the day five seconds after the station was selected, and asked to renew', async () => {
  const { url, demo, enter } = front()
  const { id, name } = demo.companies[0]!.stations[0]!
  const admin = await enter('admin')
  const { endTime } = await ask<{ endTime: string | null }>(admin, `/stations/${id}`)
  const days = 86_400_000
  await tell(admin, 'POST', '/renewals', { stationId: id, endTime: new Date(Date.now() + 3 * days).toISOString(), fromTime: endTime })

  // Who moves to another station whose service ends soon is reminded of that one.
  const next = demo.companies[0]!.stations[1]!
  const { endTime: fromTime } = await ask<{ endTime: string | null }>(admin, `/stations/${next.id}`)
  await tell(admin, 'POST', '/renewals', { stationId: next.id, endTime: new Date(Date.now() + 2 * days).toISOString(), fromTime })
  await admin.keyboard.press('Control+k')
  await admin.getByRole('combobox', { name: '搜索与命令' }).fill(next.name.slice(0, 3))
  await admin.getByRole('group', { name: '切换油站' }).getByRole('option').filter({ hasText: next.name }).click()
  await admin.getByRole('button', { name: /继\s*续/ }).click()

  const page = await enter('station_master')
  await stopClock(page)
  await page.goto(`${url}/home`)
  await passes(page, stationButton(page))
  const notice = page.locator('.ant-notification-notice')
  between(await passes(page, notice), 4800, 5200)
  const words = await notice.innerText()
  expect(words).toContain(name)
  expect(words).toMatch(/服务还剩 3 天，有效期至 \d{4}-\d\d-\d\d/)
  expect(words).toContain('请及时续费')
  expect(words).toContain('服务即将到期')
  await admin
    .locator('.ant-notification-notice', { hasText: next.name })
    .getByText(/服务还剩 2 天.*请及时续费/)
    .waitFor()
})

// @req LIM-004
test('who works in several stations is asked for one a second and a half after the sign-in', async () => {
  const { url, demo, visit } = front()
  const company = demo.companies[0]!
  const { mobile, password } = company.accounts.find(({ role }) => role === 'company_user')!
  const page = await visit()
  await page.goto(`${url}/login`)
  await page.locator('input').nth(0).fill(company.code)
  await page.locator('input').nth(1).fill(mobile)
  await page.locator('input[type=password]').fill(password)
  await stopClock(page)
  await page.locator('input[type=password]').press('Enter')
  await passes(page, stationButton(page))
  let asked = false
  page.on('request', request => {
    asked ||= request.url().includes('station-chooser')
  })
  // Its code is fetched when the moment has come; what that takes is the machine's time.
  between(await until(page, 'the chooser was not asked for', () => asked), 1300, 1700)
  await passes(page, page.getByRole('dialog', { name: '选择油站' }))
})

// @req LIM-006 ACC-052 ACC-053
test('another language says for a second that it is chosen, then the page is loaded anew', async () => {
  const page = await front().enter('admin')
  await page.evaluate(() => Object.assign(window, { stillHere: true }))
  await stopClock(page)
  await page.getByRole('button', { name: '语言' }).click()
  const english = page.getByRole('menuitem', { name: 'English' })
  await passes(page, english)
  expect(await page.locator('.ant-dropdown:visible').getByRole('menuitem').allInnerTexts()).toEqual(['中文', 'English'])
  await english.click()
  const said = page.getByText('已切换为English')
  await passes(page, said)
  expect(await page.locator('.ant-message-success', { hasText: '已切换为English' }).count()).toBe(1)
  between(await passes(page, said, false), 800, 1300)
  await page.clock.resume()
  await settled(page)
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(false)
})

// @req LIM-002 SEC-021 SEC-023
test('what failed is said for two seconds, with an answer of the server or without one', async () => {
  const { enter } = front()
  const page = await enter('admin', {}, '/maintenance/auditLogs')
  // What draws its messages is fetched a second after the page stands: it is there before the line is cut.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('dialog-holder')))
  await page.waitForLoadState('networkidle')
  await stopClock(page)
  const refused = { status: 400, json: { code: 'validation', message: '服务器说：不行' } }
  for (const [answered, words] of [
    [false, '请检查网络状态！'],
    [true, refused.json.message],
  ] as const) {
    await page.context().setOffline(!answered)
    if (answered) await page.route(/\/api\/v1\/auditLogs\/verify/, route => route.fulfill(refused))
    await page.getByRole('button', { name: '校验日志' }).click()
    const said = page.locator('.ant-message-notice, .plain-toast').filter({ hasText: words })
    await passes(page, said)
    between(await passes(page, said, false), 1800, 2400)
  }
})
