import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()

/** Styles that a script of the page has made; what keeps a page behind a dialog from scrolling is no style of a part. */
const madeHere = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('style')].map(({ textContent }) => textContent).filter(text => /\.ant-|\.anticon|--ant-/.test(text)),
  )
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test('no style of the component library is made in the browser, whatever opens', async () => {
  const page = await front().enter('admin', {}, '/stationMge/staffMge')
  await page.keyboard.press('n')
  await page.getByRole('dialog').locator('input').first().waitFor()
  await settled(page)
  expect(await madeHere(page)).toEqual([])
  // What came with the dialog stands before all styles of our own, which may say otherwise.
  const files = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => /assets\/antd-/.test(href)),
  )
  expect(files.filter(Boolean).length).toBeGreaterThan(2)
  expect(files).toEqual(files.toSorted((one, other) => Number(other) - Number(one)))
})

// @req NAV-036
test('a page is in its light before its code has come, and turns at once when another is chosen', async () => {
  const { url, enter } = front()
  const page = await enter('admin', { mode: 'dark' })
  const dark = await ground(page)
  let arrive = () => {}
  const held = new Promise<void>(resolve => (arrive = resolve))
  await page.route('**/assets/{index,shell}-*.js', async route => {
    await held
    await route.continue()
  })
  await page.goto(`${url}/home`, { waitUntil: 'commit' })
  await expect.poll(() => ground(page)).toBe(dark)
  expect(await page.locator('#root > *').count()).toBe(0)
  arrive()
  await settled(page)
  await page.getByRole('button', { name: '浅色' }).click()
  expect(await ground(page)).not.toBe(dark)
})

test('who wants nothing to move has it so from the next moment on', async () => {
  const page = await front().enter('admin')
  const duration = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--ant-motion-duration-fast'))
  expect(await duration()).toBe('0s')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await duration()).toBe('0.1s')
})
