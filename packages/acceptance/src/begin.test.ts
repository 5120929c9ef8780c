import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, tell } from './app-fixture.ts'
import { settled, signIn } from './visitor.ts'

const front = appFixture()

/** The calls that a page makes from here on, without what they ask for. */
function callsOf(page: Page) {
  const made: { path: string; headers: Record<string, string> }[] = []
  page.on('request', request => {
    const path = request.url().split('/api/v1')[1]?.replace(/\?.*/, '')
    if (path) made.push({ path, headers: request.headers() })
  })
  return { made, paths: () => made.map(({ path }) => path) }
}
const figures = (page: Page) => page.locator('.home-figures dd a')
/** What came with the session, and is not asked for again. */
const once = ['/users/profile', '/orders/hours', '/dailyStates']

// @req ACC-014 ACC-039
test('home begins with one call, before the code of the pages has come, and shows its figures with no other', async () => {
  const page = await front().enter('station_master')
  const { made, paths } = callsOf(page)
  const begun = page.waitForRequest('**/api/v1/bootstrap?*')
  // Until the call is on its way none of the code arrives, and until the figures stand no other call is answered.
  await page.route('**/assets/{index,shell}-*.js', async route => {
    await begun
    await route.continue()
  })
  let stood = () => {}
  const shown = new Promise<void>(resolve => (stood = resolve))
  await page.route('**/api/v1/**', async route => {
    if (!route.request().url().includes('/bootstrap')) await shown
    await route.continue()
  })
  await page.goto(`${front().url}/home`)
  await figures(page).nth(3).waitFor()
  expect(await figures(page).allInnerTexts()).toEqual(Array(4).fill(expect.stringMatching(/^[\d,.¥]+$|^—$/)))
  stood()
  await settled(page)
  expect(paths().filter(path => path === '/bootstrap')).toHaveLength(1)
  expect(paths().filter(path => once.includes(path) || path.startsWith('/stations'))).toEqual([])
  const { authorization, language, station } = made[0]!.headers
  expect([authorization, language, station]).toEqual([await page.evaluate(() => localStorage.getItem('smartToken')), 'zh', undefined])
  expect(await page.evaluate(() => 'begun' in window)).toBe(false)
})

// @req ACC-014 ACC-037
test('a sign-in makes the same call, and the home after it shows its figures with no other', async () => {
  const { url, demo, visit } = front()
  const page = await visit({ language: 'en' })
  const { made, paths } = callsOf(page)
  await signIn(page, url, demo.companies[0]!, 'station_leader')
  await figures(page).nth(3).waitFor()
  await settled(page)
  expect(paths().slice(0, 2)).toEqual(['/users/login', '/bootstrap'])
  expect(made[1]!.headers['language']).toBe('en')
  expect(paths().filter(path => path === '/bootstrap' || once.includes(path))).toEqual(['/bootstrap'])
})

// @req ACC-030 ACC-031
test('a session that was ended elsewhere leads to the sign-in, after the one call that was refused', async () => {
  const { url, enter } = front()
  const page = await enter('admin', { language: 'en' })
  await tell(page, 'POST', '/users/logout')
  const { paths } = callsOf(page)
  await page.goto(`${url}/home`)
  await page.waitForURL('**/login?redirect=%2Fhome&notice=expired')
  await page.getByText('You log in for expired, please log in again').first().waitFor()
  expect(paths()).toEqual(['/bootstrap'])
  expect(await page.evaluate(() => localStorage.getItem('smartToken'))).toBeNull()
  // Nobody is signed in any more: nothing begins.
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  expect(paths()).toEqual(['/bootstrap'])
})

// @req ACC-032
test('a sign-in that is about to end is renewed before anything is asked for', async () => {
  const { url, enter } = front()
  const page = await enter('admin')
  const before = await page.evaluate(() => {
    localStorage.setItem('smartExpiration', String(Date.now() + 200_000))
    return localStorage.getItem('smartToken')
  })
  const { made, paths } = callsOf(page)
  await page.goto(`${url}/home`)
  await figures(page).nth(3).waitFor()
  expect(paths().slice(0, 2)).toEqual(['/users/refresh', '/bootstrap'])
  const [, { headers }] = made as [unknown, { headers: Record<string, string> }]
  expect(headers['authorization']).toBe(await page.evaluate(() => localStorage.getItem('smartToken')))
  expect(headers['authorization']).not.toBe(before)
})

test('a fleet leader arrives at the fleet’s page by the same call', async () => {
  const { url, enter } = front()
  const page = await enter('group_master')
  const { paths } = callsOf(page)
  await page.goto(`${url}/`)
  await page.waitForURL('**/assginMge/*')
  await settled(page)
  expect(paths()[0]).toBe('/bootstrap')
  expect(paths().filter(path => path === '/bootstrap' || path.startsWith('/stations') || once.includes(path))).toEqual(['/bootstrap'])
})

test.each([
  ['that cannot be read', '{'],
  ['that is nobody’s', '{"id":1}'],
])('a station %s is no obstacle: the first one is entered', async (_, kept) => {
  const { url, demo, enter } = front()
  const page = await enter('station_master')
  await page.evaluate(value => localStorage.setItem('smartAtStation', value), kept)
  await page.goto(`${url}/home`)
  await figures(page).nth(3).waitFor()
  const names = demo.companies[0]!.stations.map(({ name }) => name)
  expect(names).toContain(await page.getByRole('heading', { level: 1 }).innerText())
})
