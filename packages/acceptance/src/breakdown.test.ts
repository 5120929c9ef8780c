import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture } from './app-fixture.ts'
import { ask, settled, stationHere } from './visitor.ts'

const front = appFixture()

interface Answer {
  readonly content: readonly { readonly key: string | null; readonly count: number; readonly amountCents: number | null }[]
  readonly total: { readonly count: number; readonly amountCents: number | null }
}
const panel = (page: Page) => page.locator('section.k-section', { has: page.getByRole('heading', { name: 'Breakdown' }) })
const amount = (cents: number) => new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(cents / 100).replace('-', '−')
const hereOnly = async (page: Page) => `station.id:${await stationHere(page)}`

/** What the panel says of each key, and in all. */
async function told(page: Page) {
  const rows = await panel(page)
    .locator('tbody tr')
    .evaluateAll(all => all.map(row => row.querySelector('td')!.textContent))
  return { rows, foot: await panel(page).locator('.k-breakdown-foot').innerText() }
}

// @req SCR-008 SCR-009 SCR-010 SCR-011 SCR-012 SCR-013
test.each([
  ['/queryStatistics/salesQuery/allQuery', '/orders', '', 'payType'],
  ['/queryStatistics/salesQuery/fuelQuery', '/lineItems', 'categoryType:fuel', 'product'],
  ['/queryStatistics/transactions', '/transactions', '', 'payType'],
  ['/stationCards/cardQuery', '/userCards', '', 'kind'],
  ['/queryStatistics/userCardDetails', '/userCardDetails', '', 'type'],
])('a list at %s shows what it comes to, by %s', async (path, call, filter, groupBy) => {
  const page = await front().enter('station_master', { language: 'en' }, path)
  await page.getByRole('button', { name: 'Breakdown' }).click()
  await panel(page).locator('tbody tr').first().waitFor()
  const terms = [filter, call === '/userCards' ? '' : await hereOnly(page)].filter(Boolean).join()
  const { content, total } = await ask<Answer>(page, `${call}/statistics?groupBy=${groupBy}${terms && `&search=${terms}`}`)
  const { rows, foot } = await told(page)
  expect(rows).toEqual(content.map(({ amountCents }) => amount(amountCents!)))
  expect(foot).toContain(amount(total.amountCents!))

  await panel(page).getByText('Count', { exact: true }).click()
  expect((await told(page)).rows).toEqual(content.map(({ count }) => new Intl.NumberFormat('en').format(count)))
  expect(await a11yIssues(page)).toEqual([])

  // It stands in the address, and closes by the button that opened it.
  expect(new URL(page.url()).searchParams.get('groupBy')).toBeTruthy()
  await page.reload()
  await panel(page).locator('tbody tr').first().waitFor()
  await page.getByRole('button', { name: 'Breakdown' }).click()
  await expect.poll(() => panel(page).count()).toBe(0)
})

// @req SCR-010 SCR-011 SCR-015
test('by day every day stands there; what reaches further than statistics may says so; staff are counted by what they are', async () => {
  const page = await front().enter('station_master', { language: 'en' }, '/queryStatistics/transactions?groupBy=day')
  await panel(page).locator('figure tbody tr').first().waitFor()
  const { content } = await ask<Answer>(page, `/transactions/statistics?groupBy=day&search=${await hereOnly(page)}`)
  const days = await panel(page).locator('figure tbody th').allInnerTexts()
  expect(days.length).toBeGreaterThanOrEqual(30)
  expect(content.every(({ key }) => days.includes(key!.slice(5)))).toBe(true)

  const from = new Date(Date.now() - 80 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`${front().url}/queryStatistics/transactions?groupBy=day&createdDate=${from}..${new Date().toISOString().slice(0, 10)}`)
  await panel(page).getByText('One query covers 1 month(s) at most').waitFor()

  const staff = await front().enter('company_user', { language: 'en', width: 390 }, '/stationMge/staffMge?groupBy=disabled')
  await panel(staff).locator('tbody tr').first().waitFor()
  await settled(staff)
  const { total } = await ask<Answer>(
    staff,
    `/users/statistics?groupBy=disabled&search=isStaff:true,roles.station.id:${await stationHere(staff)}`,
  )
  expect((await told(staff)).foot).toContain(`${total.count} in total`)
  expect(await a11yIssues(staff)).toEqual([])
})
