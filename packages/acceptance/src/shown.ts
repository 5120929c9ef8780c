import type { Locator, Page } from 'playwright-core'

/** What a table shows, cell by cell, without the boxes and the buttons of its rows. */
interface ShownTable {
  readonly heads: string[]
  readonly rows: string[][]
  readonly sums: string[]
}

export async function tableOf(place: Locator | Page, name: string): Promise<ShownTable> {
  const table = place.getByRole('table', { name, exact: true })
  // Rows that are still on their way are drawn as bones.
  await table.locator('tbody:not(.k-bones) > tr').first().waitFor()
  return table.evaluate(shown => {
    const cells = (row: Element) =>
      [...row.querySelectorAll<HTMLElement>('th, td')]
        .filter(cell => !cell.matches('.k-box, .k-acts'))
        .map(cell =>
          cell.innerText
            .replaceAll(/[▲▼✎]|\s+$/g, '')
            .replaceAll(/\s+/g, ' ')
            .trim(),
        )
    const rowsIn = (part: string) => [...shown.querySelectorAll(`${part} > tr`)].map(cells)
    return { heads: rowsIn('thead')[0] ?? [], rows: rowsIn('tbody'), sums: rowsIn('tfoot')[0] ?? [] }
  })
}

const pane = (page: Page) => page.locator('#content .pane:visible')

/** The columns that the list in front shows, and those that it offers besides. */
export async function columnsOffered(page: Page): Promise<{ shown: string[]; hidden: string[] }> {
  const name = /^(列设置|Columns)$/
  const button = pane(page).getByRole('button', { name })
  await button.click()
  const chooser = page.getByRole('dialog', { name })
  await chooser.locator('.k-chooser').waitFor()
  const named = (group: RegExp) => chooser.getByRole('group', { name: group }).locator('label').allInnerTexts()
  const shown = await named(/^(显示这些列|Show these columns)$/)
  const hidden = await named(/^(隐藏这些列|Hide these columns)$/)
  await button.click()
  await chooser.waitFor({ state: 'hidden' })
  return { shown: shown.map(text => text.trim()), hidden: hidden.map(text => text.trim()) }
}

/** What the list in front can be narrowed by, the period above the others first. */
export async function filtersOffered(page: Page): Promise<string[]> {
  const more = pane(page).getByRole('button', { name: /^(更多条件|More filters)/ })
  if (await more.isVisible()) await more.click()
  return (await pane(page).locator('.k-list-period .k-name, form[role=search] .k-name').allInnerTexts()).map(text => text.trim())
}

/** The fields of a form in their order, each with a star when it has to be filled in. */
export const fieldsOf = (form: Locator): Promise<string[]> =>
  form
    .locator('[data-field]')
    .evaluateAll(all => all.map(field => `${field.getAttribute('data-field')}${field.querySelector('.k-required') ? '*' : ''}`))
