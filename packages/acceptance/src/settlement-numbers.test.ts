import { settlementBehind, type SettleCell, type Settled, type SettleRows } from '@forecourt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { saysList, saysPaper, saysSettlement } from './settled-pages.ts'
import { appFixture } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const hundredths = (said: string) => Math.round(Number(said.replaceAll(/[^\d.-]/g, '')) * 100)

/** What the rows of a search come to, as the list itself adds them up. */
async function totalOf(page: Page, { of, search, plus, minus, takenAway }: SettleRows): Promise<number> {
  const query = `search=${encodeURIComponent(search)}`
  const { totalElements } = await ask<{ totalElements: number }>(page, `/${of}?size=1&${query}`)
  const totals: Record<string, number> = { ...(await ask<object>(page, `/${of}/statistics?${query}`)), count: totalElements }
  return (takenAway ? -1 : 1) * (totals[plus]! - (minus ? totals[minus]! : 0))
}

/** What is wrong with a number: it is not what its rows come to. */
async function wrongOf(page: Page, settle: Settled, { said, cell }: Shown) {
  const rows = settlementBehind(settle, cell)
  if (!rows) return []
  const sums = await Promise.all(rows.map(each => totalOf(page, each)))
  const total = sums.reduce((sum, each) => sum + each, 0)
  const shown = /Cents$|Cl$/.test(cell.field) ? hundredths(said) : Number(said.replaceAll(',', '').replace('−', '-'))
  // What is taken away from something stands there with its sign.
  return Math.abs(total) === Math.abs(shown) ? [] : [{ ...cell, said, total, rows }]
}

interface Shown {
  readonly said: string
  readonly cell: SettleCell
}
const shownOn = async (page: Page): Promise<Shown[]> => {
  const links = await page
    .locator('#content .pane:visible a.settle-number')
    .evaluateAll(all => all.map(link => [link.textContent, (link as HTMLAnchorElement).href] as const))
  return links.map(([said, href]) => ({ said, cell: JSON.parse(new URL(href).searchParams.get('behind')!) as SettleCell }))
}

/** Opens a number: beside it stands the same, and what it is made of. */
async function openOne(page: Page, { said, cell }: Shown, at: number) {
  await page.locator('#content .pane:visible a.settle-number').nth(at).click()
  const drawer = page.getByRole('dialog')
  const figure = await drawer.locator('.settle-figure').innerText()
  expect(Math.abs(hundredths(figure)), cell.field).toBe(Math.abs(hundredths(said)))
  await drawer.locator('.settle-part, .settle-made').first().waitFor()
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
}

// @req SET-018 SET-020
test('the lists of shift and daily reports show the latest first, with their columns and filters, and lead to page and print', async () => {
  const page = await front().enter('station_leader', { language: 'en' })
  for (const kind of ['classSettle', 'daySettle'] as const) await saysList(page, kind)
  await front().leave(page)
})

// @req SET-007 SET-008 SET-010 SET-011 SET-019 SET-021
test.each(['classSettle', 'daySettle'] as const)('every number of a %s page opens what it was made of, and comes to it', async kind => {
  const page = await front().enter('station_leader', { language: 'en' })
  const { content } = await ask<{ content: { id: number }[] }>(page, `/${kind}s?size=1&sort=salesCents,desc`)
  const settle = await ask<Settled & { dailyStateId?: number }>(page, `/${kind}s/${content[0]!.id}`)
  await page.goto(new URL(`/queryStatistics/${kind}Details/${content[0]!.id}`, page.url()).href)
  await settled(page)
  await saysSettlement(page, kind, settle)
  const whole = { ...settle, states: settle.states ?? [settle] } as Settled
  const numbers = await shownOn(page)
  expect(numbers.length).toBeGreaterThan(40)
  const wrong: unknown[] = []
  for (const number of numbers) wrong.push(...(await wrongOf(page, whole, number)))
  expect(wrong).toEqual([])
  for (const [at, number] of numbers.entries()) if (at % 15 === 0) await openOne(page, number, at)
  await page.locator('#content .pane:visible').getByRole('button', { name: 'Print', exact: true }).click()
  await saysPaper(page, kind, settle)
  await front().leave(page)
})
