import { expect, test } from 'vitest'
import { expectPage, expectToast, appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()
const mark = 'Recorded while a clock was wrong; the time may be off'

test('a station manager is led from home to what a wrong clock dated, sees its marks, and says that the dates are right', async () => {
  const page = await front().enter('station_master', { language: 'en' })
  const line = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: 'after a clock fault' })
  await line.getByText('2 records to check').waitFor()
  await line.getByRole('link', { name: 'Review' }).click()
  await expectPage(page, 'Clock faults')
  await page.getByText('Dates to check: 1 sale, 1 payment').waitFor()

  await page.getByRole('link', { name: 'Show the payments' }).click()
  await page.waitForURL('**/transactions?*clockSuspect=true*')
  const marks = page.getByRole('img', { name: mark })
  await expect.poll(() => marks.count()).toBe(1)
  await marks.first().focus()
  await page.getByRole('tooltip', { name: mark }).waitFor()
  await page.goto(`${front().url}/queryStatistics/salesQuery/allQuery`)
  await settled(page)
  await page.getByText('Recorded during a clock fault, times to check: 1 of these sales').waitFor()
  await page.getByRole('link', { name: 'Check the times' }).click()
  await expectPage(page, 'Clock faults')

  await page.getByRole('button', { name: 'Dates are right' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The dates of 1 sale, 1 payment stay as they are; only the marks are removed.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Reason').fill('Checked against the receipts')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Dates checked')
  await page.getByRole('row').filter({ hasText: 'Checked against the receipts' }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'To check' }).count()).toBe(0)
  expect(await page.getByText('Dates to check').count()).toBe(0)
})
