import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture } from './app-fixture.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
interface Account {
  readonly id: number
  readonly version: number
}

/** A bearer card that may be used from eight to six, by the clock of each station. */
async function officeCard(page: Page): Promise<Account> {
  const { id: stationId } = front().demo.companies[0]!.stations[0]!
  const [product] = (await ask<{ content: { id: number }[] }>(page, '/cards?search=type:debit&size=1')).content
  const { id } = await tell<Account>(
    page,
    'POST',
    '/userCards',
    { number: '629900009901', cardId: product!.id, kind: 'anonymous' },
    stationId,
  )
  const { version } = await ask<Account>(page, `/userCards/${id}`)
  await tell(page, 'PUT', `/userCards/${id}`, { version, name: '', rangeOfUse: { hours: [{ from: '08:00', until: '18:00' }] } })
  return { id, version }
}

const verdictOfHours = (dialog: Locator) => dialog.locator('li[data-rule=time]').getAttribute('data-verdict')

// @req CRD-063
test('a fill that is tried is judged by the clock of the station that is chosen, and the form says by which', async () => {
  const page = await front().enter('admin', { language: 'en' })
  await tell(page, 'POST', '/stations', { code: 'newyork', name: 'New York', timeZone: 'America/New_York' })
  const { id } = await officeCard(page)
  await page.goto(`${front().url}/stationCards/cardCostHistory/${id}`)
  await settled(page)
  await page.locator('#content .pane:visible').getByRole('button', { name: 'Try a fill', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog').last()
  await dialog.getByText('Local time of the station (GMT+8)', { exact: false }).waitFor()
  const time = dialog.getByLabel('Time of the fill')
  await time.fill('2026-12-01 10:00:00')
  await time.press('Enter')
  await expect.poll(() => verdictOfHours(dialog)).toBe('kept')

  // Ten in the morning stays ten in the morning: there it is another moment.
  const asked = page.waitForRequest(request => request.url().includes('/explain?') && request.url().includes('2026-12-01T15'))
  await dialog.getByLabel('Station').fill('New York')
  await page.locator('.ant-select-item-option:visible', { hasText: 'New York' }).click()
  await dialog.getByText('Local time of the station (GMT-5)', { exact: false }).waitFor()
  await asked
  await expect.poll(() => verdictOfHours(dialog)).toBe('kept')
  await time.fill('2026-12-01 19:00:00')
  await time.press('Enter')
  await expect.poll(() => verdictOfHours(dialog)).toBe('refused')
})
