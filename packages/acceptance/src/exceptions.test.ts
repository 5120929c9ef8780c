import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()

async function choose(page: Page, select: Locator, name: string): Promise<void> {
  await select.click()
  await page.locator('.ant-select-dropdown').getByTitle(name, { exact: true }).click()
}

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
  await choose(page, dialog.getByLabel('Cause'), 'Nozzle not hung up')
  await dialog.getByLabel('Note').fill('At dispenser 2')
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
  await choose(page, other.getByLabel('Cause'), 'Other')
  await other.getByLabel('I have seen that the nozzle hangs').click()
  await other.getByRole('button', { name: 'Release' }).click()
  await other.getByText('Add a note').waitFor()
  await other.getByLabel('Note').fill('The terminal was switched off')
  await other.getByRole('button', { name: 'Release' }).click()
  await page.getByText('Nothing to handle').waitFor()
  await settled(page)
  const { content } = await ask<{ content: { status: string }[] }>(page, `/orders?search=orderNo:${order}`)
  expect(content.map(({ status }) => status)).toEqual(['open'])

  await causeSwitchedOff(await front().enter('station_master', { language: 'zh' }, '/oilOperate/exceptionHandling?tab=causes'))
})

/** A cause that was given for a release cannot be deleted; it is switched off. */
async function causeSwitchedOff(page: Page): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: '油枪未挂好' })
  await row.waitFor()
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('不能删除；如不再需要，请停用').first().waitFor()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog').filter({ hasText: '须填说明' })
  await form.getByRole('switch', { name: '是否启用' }).click()
  await form.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => row.innerText()).toContain('停用')
}

test('a sales assistant has no such page', async () => {
  const { url, enter } = front()
  const page = await enter('station_salesman')
  await page.goto(`${url}/oilOperate/exceptionHandling`)
  await page.waitForURL('**/noAccess**')
})
