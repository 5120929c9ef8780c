import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture } from './app-fixture.ts'

const front = appFixture()

const keptIn = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage, ...sessionStorage }))

test('who comes next to a page finds nothing of the person before: no session, no storage, no rule for calls', async () => {
  const { enter, visit, leave, url } = front()
  const first = await enter('admin', { language: 'en', mode: 'dark' }, '/stationMge/staffMge')
  await first.evaluate(() => sessionStorage.setItem('mark', 'mine'))
  await first.route('**/api/v1/**', route => route.abort())
  await leave(first)

  const second = await visit({ language: 'en', width: 390 })
  expect(second).toBe(first)
  await second.goto(`${url}/stationMge/staffMge`)
  await second.waitForURL('**/login*')
  await second.getByLabel('Password', { exact: true }).waitFor()
  expect(await second.context().cookies()).toEqual([])
  const { smartToken, smartTabs, mark, smartSettings } = await keptIn(second)
  expect([smartToken, smartTabs, mark]).toEqual([undefined, undefined, undefined])
  expect(JSON.parse(smartSettings!)).toMatchObject({ mode: 'light' })
  expect(second.viewportSize()).toEqual({ width: 390, height: 844 })
  expect(await second.evaluate(async () => (await fetch('/api/v1/users/profile')).status)).toBe(401)
})

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['code that runs with every load', page => page.addInitScript('globalThis.mine = true')],
  ['a clock that stands still', page => page.clock.install()],
  ['a network that is gone', page => page.context().setOffline(true)],
  ['a page that was closed', page => page.close()],
])('a page to which a story has done what stays is not used again: %s', async (_name, act) => {
  const { visit, leave } = front()
  const first = await visit()
  await act(first)
  await leave(first)
  expect(await visit()).not.toBe(first)
})

test('two people who are there at once have a page each', async () => {
  const { enter } = front()
  const [one, other] = [await enter('admin'), await enter('station_leader')]
  expect(one).not.toBe(other)
})
