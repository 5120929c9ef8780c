import { pageOf, pages, type Page as PageSpec } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { appFixture, follow } from './app-fixture.ts'
import { saidInPassing } from './toast-recorder.ts'
import { settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: { title: '没有找到这条记录', back: /^返回/ },
  en: { title: 'This record is not there', back: /^Back to / },
} as const

/** Every page of one record; that of a fleet is its leader's alone. */
const ofRecords = (pages as readonly PageSpec[]).filter(({ path, name }) => path.includes('{') && name !== 'assginMge')
const at = ({ path }: PageSpec, id: string) => path.replaceAll(/\{\w+\}/g, id)

test('there are pages of one record', () => expect(ofRecords.length).toBeGreaterThan(12))

test.each([
  ['zh', 'light'],
  ['en', 'dark'],
] as const)('in %s a record that is not there is said to be so on each page that shows one, with a way back', async (language, mode) => {
  const page = await front().enter('admin', { language, mode })
  const { title, back } = words[language]
  const missing: string[] = []
  for (const spec of ofRecords) {
    const path = at(spec, '7')
    if (spec.bare) await page.goto(front().url + path)
    else await follow(page, path)
    const here = spec.bare ? page.locator('body') : page.locator('#content .pane:visible')
    const said = await here
      .getByText(title)
      .waitFor({ timeout: 20_000 })
      .then(() => here.getByRole('button', { name: back }).isVisible())
      .catch(() => false)
    if (!said) missing.push(`${path} at ${new URL(page.url()).pathname}: ${(await page.locator('body').innerText()).slice(-200)}`)
    if (spec.bare) await page.goto(`${front().url}/home`).then(() => settled(page))
  }
  expect(missing).toEqual([])
  // The page says so, and nothing else does.
  expect(saidInPassing(page)).toEqual([])

  // The way back leads to the page that the record is opened from.
  await follow(page, '/queryStatistics/salesQuery/fuelDetails/7')
  await page.locator('#content .pane:visible').getByRole('button', { name: back }).click()
  await page.waitForURL('**/queryStatistics/salesQuery/fuelQuery')
})

test.each(['abc', '0', '1.5', '-3', '99999999999999999999', '%20'])('an address whose number is %s is no page', async id => {
  const page = await front().enter('admin', { language: 'en' })
  await follow(page, `/queryStatistics/salesQuery/allDetails/${id}`)
  await page.waitForURL('**/404')
})

test('a tank, a nozzle, a device or a station that is not there is said to be so beside its list', async () => {
  const page = await front().enter('admin', { language: 'en' })
  for (const { path } of ['tankMge', 'nozzleMge', 'deviceMge', 'addStations'].map(name => pageOf(name)!))
    for (const record of ['7', 'abc']) {
      await follow(page, `${path}?record=${record}`)
      const drawer = page.getByRole('dialog')
      await drawer.getByText(words.en.title).waitFor()
      await drawer.getByRole('button', { name: 'Back to the list' }).click()
      await drawer.waitFor({ state: 'hidden' })
    }
})
