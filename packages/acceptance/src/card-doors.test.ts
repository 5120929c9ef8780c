import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawn } from '../../server/src/testing/sampling.ts'
import { appFixture } from './app-fixture.ts'
import { listening, wrongWithDoor, type Door } from './doors.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const pane = (page: Page) => page.locator('#content .pane:visible')

/** A card of the demo that the search finds. */
async function cardWhere(page: Page, search: string): Promise<number> {
  const { content } = await ask<{ content: { id: number }[] }>(
    page,
    `/userCards?size=1&sort=value,desc&search=${encodeURIComponent(search)}`,
  )
  return content[0]!.id
}

/** What stands beside the card's number, in the list behind it, and beside its limits. */
async function doorsOf(page: Page): Promise<Door[]> {
  const head = pane(page).locator('.page-actions').getByRole('button')
  const more = pane(page).locator('.page-actions').getByRole('button', { name: /^More/ })
  await more.click()
  const entries = await page.locator('.ant-dropdown-menu-item:visible').allInnerTexts()
  await page.keyboard.press('Escape')
  const named = (await head.allInnerTexts()).filter(name => name !== 'More')
  const limits = await pane(page).locator('.card-limits-acts').getByRole('button').allInnerTexts()
  return [
    ...named.map(name => ({ name, opener: pane(page).locator('.page-actions').getByRole('button', { name, exact: true }) })),
    ...entries.map(entry => ({ name: entry, opener: more, entry })),
    ...limits.map(name => ({ name, opener: pane(page).locator('.card-limits-acts').getByRole('button', { name, exact: true }) })),
  ]
}

const every = 'says what it is, is accessible, closes with Escape and gives the focus back'

test(`each act on a card with frozen money opens, ${every}`, async () => {
  const page = await front().enter('admin', { language: 'en' })
  const heard = listening(page)
  await page.goto(`${front().url}/stationCards/cardCostHistory/${await cardWhere(page, 'kind:personal,lockValue>0,heldCents:0')}`)
  await settled(page)
  const doors = await doorsOf(page)
  expect(doors.map(({ name }) => name).join(', ')).toBe(
    'Top up, Report loss, Disable, Reset payment password, Refund top-up, Adjust balance, Unfreeze, Edit, Freeze, Move money, ' +
      'Rewrite card, Low balance notice, Replace card, Return card, Try a fill, Choose a profile, Own limits',
  )
  const wrong: string[] = []
  for (const door of drawn('acts on a card', doors, 7)) wrong.push(...(await wrongWithDoor(page, door)))
  expect([...wrong, ...heard]).toEqual([])
})

test.each([['Register holder', 'a bearer card', 'kind:anonymous,value>0']])(`“%s” on %s opens, ${every}`, async (act, _, search) => {
  const page = await front().enter('admin', { language: 'en' })
  const heard = listening(page)
  await page.goto(`${front().url}/stationCards/cardCostHistory/${await cardWhere(page, search)}`)
  await settled(page)
  const door = (await doorsOf(page)).find(({ name }) => name === act)!
  expect([...(await wrongWithDoor(page, door)), ...heard]).toEqual([])
})
