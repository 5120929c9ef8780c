import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()

// @req FUE-015 NAV-004
test('a leader finds a stuck nozzle, says that they have looked and why, and it is idle again', async () => {
  const page = await front().enter('station_leader', { language: 'en' }, '/oilOperate/exceptionHandling')
  await expectPage(page, 'Exceptions')
  const all = page.getByRole('list', { name: 'Exceptions' }).getByRole('listitem')
  const stuck = all.filter({ hasText: 'without a sale' })
  await expect.poll(() => stuck.innerText()).toMatch(/Nozzle \d+ · dispenser \d+[\s\S]*Fuelling for more than 10 minutes/)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])

  await stuck.getByRole('button', { name: 'Release' }).click()
  const dialog = page.getByRole('dialog', { name: /Release: Nozzle/ })
  await dialog.getByLabel('Reason').fill('Hose was not hung up')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await dialog.getByText('has not been reported idle').waitFor()
  await dialog.getByLabel('I have seen that the nozzle hangs').click()
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expectToast(page, 'Released: Nozzle')
  await expect.poll(() => stuck.count()).toBe(0)

  const locked = all.filter({ hasText: 'in payment' })
  const order = await locked.getByRole('link').innerText()
  await locked.getByRole('button', { name: 'Release' }).click()
  const other = page.getByRole('dialog', { name: /Release: Nozzle/ })
  await other.getByText('1 order in payment can be paid again.').waitFor()
  await other.getByLabel('Reason').fill('The terminal was switched off')
  await other.getByLabel('I have seen that the nozzle hangs').click()
  await other.getByRole('button', { name: 'Release' }).click()
  await page.getByText('Nothing to handle').waitFor()
  await settled(page)
  const { content } = await ask<{ content: { status: string }[] }>(page, `/orders?search=orderNo:${order}`)
  expect(content.map(({ status }) => status)).toEqual(['open'])
})

test('a sales assistant has no such page', async () => {
  const { url, enter } = front()
  const page = await enter('station_salesman')
  await page.goto(`${url}/oilOperate/exceptionHandling`)
  await page.waitForURL('**/noAccess**')
})
