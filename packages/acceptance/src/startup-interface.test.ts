import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast } from './app-fixture.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture()
const here = (page: Page, field: string) => page.locator(`[data-field="${field}"]`)
const save = async (page: Page) => {
  await page.locator('.k-form-end button[type=submit]:visible').click()
  await expectToast(page, 'Saved')
}
const parts = (page: Page) =>
  page.locator('#content .home').evaluate(home => ({
    figures: home.querySelectorAll('.home-figures').length,
    sections: [...home.querySelectorAll('section h2')].map(({ textContent }) => textContent),
  }))

// @req SCR-007
test('a station master chooses the page that opens first and what home shows; another station’s own comes first there', async () => {
  const { url, enter, demo } = front()
  const master = await enter('station_master', { language: 'en' }, '/stationMge/stationConfig')
  await here(master, 'homePage').getByText('Own for this station', { exact: true }).click()
  await here(master, 'homePage_page').locator('input').fill('Shift reports')
  await master.locator('.ant-select-item-option', { hasText: 'Shift reports' }).first().click()
  for (const tile of ['Figures of today', 'Tanks']) await here(master, 'homePage_tiles').getByText(tile, { exact: true }).click()
  await save(master)
  await master.goto(url)
  await master.waitForURL('**/classSettle')
  await master.goto(`${url}/home`)
  await settled(master)
  await expect.poll(async () => (await parts(master)).sections.filter(title => title !== 'Needs attention')).toEqual(['Tanks'])
  expect((await parts(master)).figures).toBe(1)

  // Head office looks at an order of another station, which means nothing here: it begins with the page that this station names.
  const chief = await enter('company_user', { language: 'en' }, '/home')
  const own = await stationHere(chief)
  const [station, other] = [true, false].map(mine => demo.companies[0]!.stations.find(({ id }) => (id === own) === mine)!)
  const { content } = await ask<{ content: { id: number }[] }>(chief, `/orders?size=1&search=station.id:${own}`)
  const { version } = await ask<{ version: number }>(chief, `/stations/${other!.id}`)
  await tell(chief, 'PUT', `/stations/${other!.id}/config`, { version, config: { homePage: { page: 'transactions' } } })
  await chief.goto(`${url}/queryStatistics/salesQuery/allDetails/${content[0]!.id}`)
  await settled(chief)
  const chooser = chief.getByRole('dialog', { name: 'Choose a station' })
  await chief.getByRole('banner').getByText(station!.name).click()
  await chooser.getByText(other!.name).click()
  await chooser.getByRole('button', { name: 'OK' }).click()
  await chief
    .getByRole('dialog')
    .filter({ hasText: `Switch to “${other!.name}”?` })
    .getByRole('button', { name: 'Continue' })
    .click()
  await expectPage(chief, 'Payments')
})
