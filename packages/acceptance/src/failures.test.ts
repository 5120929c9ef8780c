import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectToast, appFixture } from './app-fixture.ts'
import { addFuelCode, settled, signIn } from './visitor.ts'

const front = appFixture()
const toast = (page: Page, words: string) => page.locator('.ant-message-notice, .plain-toast').filter({ hasText: words })
/** How long a toast stood, by the clock of its page. */
async function stoodFor(page: Page, words: string): Promise<number> {
  await toast(page, words).first().waitFor()
  const from = await page.evaluate(() => performance.now())
  await toast(page, words).first().waitFor({ state: 'detached' })
  return (await page.evaluate(() => performance.now())) - from
}
const busy = { status: 503, json: { code: 'server.busy', message: 'Too busy, says the server' } }

// @req SEC-021 SEC-023 SEC-024
test.each([
  ['zh', '请检查网络状态！'],
  ['en', 'Please check the network status!!!'],
] as const)(
  'a list that fails says the server’s words, or that there is no answer, for two seconds and where it stands (%s)',
  async (language, network) => {
    const { enter, url } = front()
    const page = await enter('admin', { language })
    await page.route(/\/api\/v1\/auditLogs\?/, route => route.fulfill(busy))
    await page.goto(`${url}/maintenance/auditLogs`)
    const stood = await stoodFor(page, busy.json.message)
    expect(stood).toBeGreaterThan(1000)
    expect(stood).toBeLessThan(4000)
    const inline = page.locator('#content .ant-alert')
    await inline.filter({ hasText: busy.json.message }).waitFor()
    expect(await page.locator('body').innerText()).not.toContain(busy.json.code)
    await page.unrouteAll()
    await page.route(/\/api\/v1\/auditLogs\?/, route => route.abort('internetdisconnected'))
    await inline.getByRole('button').first().click()
    await expectToast(page, network)
    await inline.filter({ hasText: network }).waitFor()
  },
)

// @req SEC-021 SEC-023
test('a form that is refused says so in a toast, besides the words in it; without an answer likewise', async () => {
  const { enter, url } = front()
  const page = await enter('admin', { language: 'en' })
  await addFuelCode(page, '977').catch(() => undefined)
  await page.goto(`${url}/oilOperate/fuelCode?record=new`)
  await settled(page)
  const form = page.getByRole('dialog')
  const [refused] = await Promise.all([
    page.waitForResponse(answer => answer.url().endsWith('/fuelCodes') && answer.request().method() === 'POST'),
    (async () => {
      await form.locator('[data-field=code] input').fill('977')
      await form.getByRole('radio').first().check()
      await page.keyboard.press('Control+Enter')
    })(),
  ])
  const { message } = (await refused.json()) as { message: string }
  await expectToast(page, message)
  await form.getByText(message).waitFor()
  await page.route('**/api/v1/fuelCodes', route => route.abort('internetdisconnected'))
  await form.locator('[data-field=code] input').fill('976')
  await expect.poll(() => form.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Please check the network status!!!')
})

// @req SEC-022
test('a session that has ended says that and nothing else', async () => {
  const { enter } = front()
  const page = await enter('admin', {}, '/stationMge/staffMge')
  await page.route(/\/api\/v1\/users\?/, route =>
    route.fulfill({ status: 401, json: { code: 'auth.required', message: 'ended, says the server' } }),
  )
  await page.getByRole('button', { name: '刷新' }).click()
  await page.getByText('您的登录已过期，请重新登录').waitFor()
  expect(await toast(page, 'ended, says the server').count()).toBe(0)
})

// @req SEC-026
test('a form’s button answers once within two seconds, however often it is pressed', async () => {
  const { enter, url } = front()
  const page = await enter('admin')
  let sent = 0
  await page.route('**/api/v1/fuelCodes', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    sent++
    await route.fulfill({ status: 409, json: { code: 'stale', message: 'refused' } })
  })
  await page.goto(`${url}/oilOperate/fuelCode?record=new`)
  await settled(page)
  const form = page.getByRole('dialog')
  await form.locator('[data-field=code] input').fill('975')
  await form.getByRole('radio').first().check()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const save = form.getByRole('button', { name: /保\s*存/ })
  await save.dblclick()
  await expect.poll(() => sent).toBe(1)
  await page.clock.runFor(1900)
  await page.keyboard.press('Control+Enter')
  expect([sent, await save.isDisabled()]).toEqual([1, true])
  await page.clock.runFor(200)
  await expect.poll(() => save.isEnabled()).toBe(true)
  await save.click()
  await expect.poll(() => sent).toBe(2)
})

// @req SEC-026
test('a button that acts without a form does so once, however quickly it is pressed again', async () => {
  const { enter, visit, url, demo } = front()
  const page = await enter('admin')
  await signIn(await visit(), url, demo.companies[0]!, 'admin')
  await page.goto(`${url}/person/personCenter`)
  await settled(page)
  let sent = 0
  page.on('request', request => {
    if (request.method() !== 'GET' && request.url().includes('/sessions/')) sent++
  })
  await page.locator('.person-sessions').getByRole('button', { name: '下线', exact: true }).first().dblclick()
  await expectToast(page, '已下线')
  await settled(page)
  expect(sent).toBe(1)
})

// Fault F5.
test.each([
  ['zh', '服务器磁盘空间已满', '服务器磁盘空间不足'],
  ['en', 'The server has run out of disk space', 'The server is running low on disk space'],
] as const)('a disk that is full, or soon will be, is said above the page until there is room again (%s)', async (language, full, low) => {
  const { enter, url } = front()
  const page = await enter('admin', { language })
  const above = page.locator('.notices .ant-alert')
  for (const [disk, words] of [
    ['full', full],
    ['low', low],
  ] as const) {
    await page.unrouteAll()
    await page.route(/\/api\/v1\//, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), disk } })
    })
    await page.goto(`${url}/oilOperate/fuelCode`)
    await above.filter({ hasText: words }).waitFor()
    expect(await above.count()).toBe(1)
  }
  await page.unrouteAll()
  await page.goto(`${url}/oilOperate/tank`)
  await settled(page)
  await above.waitFor({ state: 'detached' })
})
