import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { follow, expectPage, expectToast, appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()

test.each([
  ['zh', '继续编辑', '放弃'],
  ['en', 'Keep editing', 'Discard'],
] as const)(
  'before something half filled in is left, going on with it comes first and answers Enter (%s)',
  async (language, stay, leave) => {
    const page = await front().enter('admin', { language }, '/oilOperate/fuelCode?record=new')
    const form = page.locator('.ant-drawer').getByRole('dialog').or(page.getByRole('dialog')).first()
    await form.locator('[data-field=description]').locator('input, textarea').fill('half')
    const question = page.locator('.ant-modal-confirm')
    const ask = async () => {
      await page.keyboard.press('Escape')
      await question.waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(stay)
    }
    await ask()
    expect(await question.getByRole('button').first().innerText()).toBe(stay)
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await form.locator('[data-field=description]').locator('input, textarea').inputValue()).toBe('half')
    await form.locator('[data-field=description]').locator('input, textarea').focus()
    await ask()
    await question.getByRole('button', { name: leave }).click()
    await form.waitFor({ state: 'detached' })
  },
)

test('Esc does what the key map says: it closes what is open, then leads from a record back to where it was opened', async () => {
  const { enter } = front()
  const page = await enter('admin', {}, '/queryStatistics/salesQuery/allQuery?page=2')
  const says = async () => {
    await page.keyboard.press('?')
    const map = page.getByRole('dialog', { name: '快捷键' })
    await map.waitFor()
    const lines = await map
      .locator('dl > div')
      .filter({ has: page.getByText('Esc', { exact: true }) })
      .locator('dt')
      .allInnerTexts()
    await page.keyboard.press('Escape')
    await map.waitFor({ state: 'detached' })
    return lines
  }
  expect(await says()).toEqual(['关闭窗口'])
  await page.keyboard.press('Escape')
  expect(page.url()).toContain('/allQuery?page=2')

  await page.locator('tbody tr[data-id]:visible').first().locator('a').first().click()
  await page.waitForURL('**/allDetails/*')
  await settled(page)
  expect(await says()).toEqual(['关闭窗口，或返回打开它的页面'])
  expect(page.url()).toContain('/allDetails/')
  await page.getByRole('button', { name: /的菜单$/ }).click()
  await page.getByRole('menuitem', { name: '返回首页' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem', { name: '返回首页' }).waitFor({ state: 'hidden' })
  expect(page.url()).toContain('/allDetails/')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await page.waitForURL('**/allQuery?page=2')
  await expectPage(page, '全部销售')
})

const boxOf = async (place: Locator) => (await place.first().boundingBox())!
const meet = (one: { x: number; y: number; width: number; height: number }, other: typeof one) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height

test.each([1440, 1366, 390])('a toast covers neither the name of the station nor that of the page (%i wide)', async width => {
  const page = await front().enter('admin', { language: 'en', width })
  const words = 'A rather long answer of the server, which says in one sentence what was wrong and in another one what to do about it now'
  await page.route(/\/api\/v1\/auditLogs\?/, route => route.fulfill({ status: 503, json: { code: 'server.busy', message: words } }))
  await follow(page, '/maintenance/auditLogs')
  const toast = page.locator('.ant-message-notice-content, .ant-message-notice').filter({ hasText: words })
  await toast.first().waitFor()
  const [said, ...names] = await Promise.all([toast, page.locator('.station-button'), page.locator('#content h1:visible')].map(boxOf))
  expect(names.map(name => meet(said!, name))).toEqual([false, false])
  expect(said!.x).toBeGreaterThanOrEqual(0)
  expect(said!.x + said!.width).toBeLessThanOrEqual(width)
  expect(said!.width).toBeLessThanOrEqual(480)
  await expectToast(page, words)
})
