import { expect, test } from 'vitest'
import { inFront, says, shopFront } from './shop-front.ts'

const front = shopFront()

test('a station manager is led from home to the sale that a wrong clock dated, and says that its date is right', async () => {
  const page = await front().enter('station_master', { language: 'en' })
  const line = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: 'after a clock fault' })
  await line.getByRole('link', { name: 'Review' }).click()
  await inFront(page, 'Clock faults')
  await page.getByText('1 sale needs its date checked').waitFor()
  await page.getByRole('button', { name: 'Correct the dates' }).click()
  const moving = page.getByRole('dialog')
  await moving.getByText(/First sale: \S+ 14:40:00 → \S+ 13:58:00/).waitFor()
  await moving.getByLabel('Move by (seconds)').fill('300000000')
  await moving.getByLabel('Reason').fill('The clock of the server was ahead')
  await moving.getByRole('button', { name: 'Save' }).click()
  await moving.getByText('Some sales would have been received later than now').waitFor()
  await moving.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  const row = page.getByRole('row').filter({ hasText: 'To check' })
  await expect.poll(() => row.count()).toBe(1)

  await page.getByRole('button', { name: 'Dates are right' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('its mark is removed').waitFor()
  await dialog.getByLabel('Reason').fill('Checked against the receipts')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Dates checked')
  await expect.poll(() => row.count()).toBe(0)
  await page.getByRole('row').filter({ hasText: 'Checked against the receipts' }).waitFor()
  expect(await page.getByText('needs its date checked').count()).toBe(0)
})
