import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ask, settled } from './visitor.ts'

const words = {
  zh: { shifts: '班结报表', running: '进行中', above: '进行中的班次显示在上方' },
  en: { shifts: 'Shift reports', running: 'Running', above: 'The running shift is shown above' },
} as const

const amountOf = (cents: number) => new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(cents / 100)

/** On the shift reports, narrowed to what runs: the running shift stands there with what it came to so far, and opens its sales. */
export async function findRunning(page: Page, language: keyof typeof words): Promise<void> {
  const say = words[language]
  const rows = page.getByRole('table', { name: say.shifts }).locator('tbody tr')
  const state = rows.getByText(say.running, { exact: true })
  await state.waitFor()
  expect(await rows.count()).toBe(1)
  const { content } = await ask<{ content: { id: number; businessDay: string }[] }>(page, '/dailyStates?size=1&sort=id,desc')
  const { id, businessDay } = content[0]!
  const { salesCents } = await ask<{ salesCents: number }>(page, `/classSettles/preview?dailyStateId=${id}`)
  const said = await rows.innerText()
  for (const each of [businessDay, amountOf(salesCents), '—']) expect(said).toContain(each)
  await state.click()
  await page.waitForURL(`**/allQuery?shiftId=${id}`)
  await page.goBack()
  await state.waitFor()
  // By what is counted when a shift is closed, a running one is not found.
  const address = page.url()
  await page.goto(`${address}&differenceCents=1..`)
  await page.getByText(say.above).waitFor()
  await page.goto(address)
  await state.waitFor()
  await settled(page)
}
