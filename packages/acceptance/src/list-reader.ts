import type { Locator, Page } from 'playwright-core'
import { settled } from './visitor.ts'

/** The page in front. */
export const pane = (page: Page) => page.locator('#content .pane:visible')
export const money = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
/** An instant by the station's clock, as lists write it. */
export const clock = (instant: string) =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO('Asia/Shanghai')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')

export const wordsOf = async (of: Locator) => (await of.allInnerTexts()).map(text => text.split('\n')[0]!.trim())

/** What a list can be narrowed by, in the words of the page. */
export async function filtersOf(page: Page): Promise<string[]> {
  const more = pane(page).locator('.k-filter-acts button[aria-expanded=false]')
  if (await more.count()) await more.click()
  return wordsOf(pane(page).locator('.k-list-period .k-name, form.k-filters .k-name'))
}

/** The first row of a list under its heads, after every column was chosen. */
export async function firstRow(page: Page): Promise<Record<string, string>> {
  await pane(page).getByRole('button', { name: '列设置' }).click()
  await page.locator('.k-chooser:visible').waitFor()
  const hidden = page.locator('.k-chooser label.k-choice input')
  while (await hidden.count()) await hidden.first().click()
  await page.keyboard.press('Escape')
  await settled(page)
  return under(pane(page).locator('.k-table').first())
}
async function under(table: Locator): Promise<Record<string, string>> {
  const [heads, cells] = [await wordsOf(table.locator('thead th')), await wordsOf(table.locator('tbody tr').first().locator('td'))]
  return Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? '']).filter(([head]) => head))
}
/** What a page of one record says of it, by name. */
export async function factsOf(within: Locator): Promise<Record<string, string>> {
  await within.locator('.k-facts dt').first().waitFor()
  const [names, values] = [await wordsOf(within.locator('.k-facts dt')), await wordsOf(within.locator('.k-facts dd'))]
  return Object.fromEntries(names.map((name, at) => [name, values[at]!]))
}
export const table = (page: Page, label: string) => pane(page).getByRole('table', { name: label, exact: true })
/** A table, heads and all, as it reads. */
export const rowsOf = (page: Page, label: string) =>
  table(page, label)
    .locator('thead tr, tbody tr')
    .evaluateAll(lines =>
      lines.map(line => [...line.querySelectorAll('th, td')].map(cell => (cell as HTMLElement).innerText.split('\n')[0]!.trim())),
    )
