import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture } from './app-fixture.ts'
import { moved, noteShifts } from './shifts.ts'

const front = appFixture()
const sales = '/queryStatistics/salesQuery/allQuery'
const companies = '/oilCompanyMge/addCompanies'

/** A list that stands while the code of these parts is not let through yet. @returns what lets it through */
async function withoutParts(page: Page, path: string, parts: RegExp, until = page.locator('tbody tr[data-id]').first()) {
  let letThrough = () => {}
  const held = new Promise<void>(done => {
    letThrough = done
  })
  await page.route(parts, async route => {
    await held
    await route.continue()
  })
  await page.goto(front().url + path)
  await until.waitFor({ state: 'attached' })
  return letThrough
}

test('a tool of a list that is pressed before its code has come opens when it has', async () => {
  const page = await front().enter('station_master')
  const letThrough = await withoutParts(page, sales, /\/assets\/other-tools-/)
  await page.getByRole('button', { name: '列设置' }).click()
  expect(await page.getByRole('dialog', { name: '列设置' }).count()).toBe(0)
  letThrough()
  await page.getByRole('dialog', { name: '列设置' }).waitFor()
})

test('one that is reached by the keys before its code has come keeps the focus', async () => {
  const page = await front().enter('station_master')
  const letThrough = await withoutParts(page, sales, /\/assets\/other-tools-/)
  const still = await page.getByRole('button', { name: '列设置' }).elementHandle()
  await still.focus()
  letThrough()
  await page.waitForFunction(button => !button.isConnected, still)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('列设置')
})

test('of what stands beside each other, the one that is pressed before the code has come is chosen when it has', async () => {
  const page = await front().enter('company_user')
  const letThrough = await withoutParts(page, sales, /\/assets\/segmented-part-/)
  await page.locator('.k-still-segments').getByText('全部油站').click()
  letThrough()
  await page.waitForURL(/range=company/)
})

test('the menu of a row opens once its code has come', async () => {
  const page = await front().enter('station_master')
  const letThrough = await withoutParts(page, '/stationCards/cardQuery', /\/assets\/popup-parts-/)
  await page.locator('tbody tr').first().getByRole('button', { name: '的更多操作' }).click()
  const menu = page.locator('.ant-dropdown').getByRole('menuitem')
  expect(await menu.count()).toBe(0)
  letThrough()
  await menu.first().waitFor()
})

test('on a phone nothing moves when the code of the rows comes later than the rows', async () => {
  const page = await front().enter('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await noteShifts(page)
  const pager = page.locator('.k-pager')
  const letThrough = await withoutParts(page, companies, /\/assets\/cards-/, pager)
  letThrough()
  await page.locator('.k-card:not(.k-bones)').first().waitFor()
  await pager.waitFor()
  expect(await moved(page)).toEqual([])
})
