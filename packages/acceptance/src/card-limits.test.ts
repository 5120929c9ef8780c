import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { appFixture, expectPage, languages } from './app-fixture.ts'
import { words } from './card-limits-words.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
type Say = (typeof words)['zh' | 'en']
interface Account {
  readonly id: number
  readonly number: string
}
interface Profile {
  readonly id: number
  readonly cardCount: number
  readonly rangeOfUse: object
}

let sent = 0
/** A fill of 100 litres at the first nozzle, as the forecourt controller tells it. */
async function fill(): Promise<{ id: number; totalCents: number }> {
  const { url, demo } = front()
  const [station] = demo.companies[0]!.stations
  const [device] = station!.devices
  const body = { sequence: device!.nextSequence + sent++, nozzleControlId: station!.nozzles[0]!.id, lineItems: [{ volumeCl: 100_00 }] }
  const headers = { 'content-type': 'application/json', authorization: `Device ${device!.credential!}` }
  const reply = await fetch(`${url}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
  return reply.json() as Promise<{ id: number; totalCents: number }>
}
beforeEach(({ task }) => {
  if (task.result?.retryCount) sent = 0
})

let issued = 0
/** A bearer card with 2,000.00 on it. */
async function card(page: Page): Promise<Account> {
  const { id: stationId } = front().demo.companies[0]!.stations[0]!
  const [product] = (await ask<{ content: { id: number }[] }>(page, '/cards?search=type:debit&size=1')).content
  const number = `62990000${String(++issued).padStart(4, '0')}`
  const made = await tell<Account>(page, 'POST', '/userCards', { number, cardId: product!.id, kind: 'anonymous' }, stationId)
  await tell(page, 'POST', `/userCards/${made.id}/charge`, { stationId, amountCents: 900_00, payType: 'bankCard' }, stationId)
  return made
}

const pane = (page: Page) => page.locator('#content .pane:visible')
const dialogOf = (page: Page) => page.getByRole('dialog').last()
const field = (dialog: Locator, name: string) => dialog.locator(`[data-field=${name}] input`).first()
/** Sends a form by keys, and waits until it is gone. */
async function send(page: Page) {
  const dialog = dialogOf(page)
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
}
async function goTo(page: Page, path: string) {
  await page.goto(`${front().url}${path}`)
  await settled(page)
}

/** Chooses in a list of records by typing its name. */
async function pick(page: Page, control: Locator, name: string) {
  await control.focus()
  await control.pressSequentially(name)
  const offered = page.locator('.ant-select-item-option:visible')
  await expect.poll(() => offered.allInnerTexts()).toEqual([expect.stringContaining(name)])
  await page.keyboard.press('Enter')
}

/** 500.00 a day, of one product alone: entered in the form that is drawn from the description. */
async function makesProfile(page: Page, say: Say, name: string): Promise<Profile> {
  await goTo(page, '/stationCards/cardLimits')
  await pane(page).getByRole('button', { name: say.add, exact: true }).first().press('Enter')
  const dialog = dialogOf(page)
  await field(dialog, 'dayCentsMax').waitFor()
  await field(dialog, 'name').fill(name)
  await field(dialog, 'dayCentsMax').fill('500')
  // What the contract says beyond the description is said at its field, in the contract's words.
  const asked = dialog.locator('[data-field="hours.0.until"] .k-required')
  expect(await asked.count()).toBe(0)
  await field(dialog, 'hours\\.0\\.from').fill('8')
  await asked.waitFor()
  await field(dialog, 'hours\\.0\\.until').fill('18:00')
  await page.keyboard.press('Control+Enter')
  await dialog.locator('[data-field="hours.0.from"] .k-fault').filter({ hasText: say.wrongHour }).waitFor()
  await field(dialog, 'hours\\.0\\.from').fill('')
  await field(dialog, 'hours\\.0\\.until').fill('')
  await pick(page, field(dialog, 'productIds'), '92#')
  await send(page)
  const row = pane(page).locator('tbody tr', { hasText: name })
  await row.filter({ hasText: say.summary }).waitFor()
  const [profile] = (await ask<{ content: Profile[] }>(page, '/cardLimitProfiles?sort=id,desc&size=1')).content
  expect(profile).toMatchObject({ cardCount: 0, rangeOfUse: { dayCentsMax: 500_00 } })
  expect(Object.keys(profile!.rangeOfUse).toSorted()).toEqual(['dayCentsMax', 'productIds'])
  return profile!
}

/** The card has the profile from now on, and its page says what is in force. */
async function givesProfile(page: Page, say: Say, { id }: Account, name: string) {
  await goTo(page, `/stationCards/cardCostHistory/${id}`)
  await pane(page).getByRole('button', { name: say.choose, exact: true }).press('Enter')
  const dialog = dialogOf(page)
  await pick(page, dialog.locator('[data-field=limitProfileId] input').first(), name)
  await dialog.getByText(say.then, { exact: false }).waitFor()
  await send(page)
  const inForce = pane(page).getByRole('list', { name: say.inForce })
  await inForce.getByText(say.aDay, { exact: false }).waitFor()
  expect(await inForce.getByRole('listitem').allInnerTexts()).toHaveLength(2)
}

/** Pays an order by the card in the dialog of the order's page. */
async function pays(page: Page, say: Say, orderId: number, { number }: Account): Promise<Locator> {
  await goTo(page, `/queryStatistics/salesQuery/allDetails/${orderId}`)
  await pane(page).getByRole('button', { name: say.cardPay, exact: true }).press('Enter')
  const dialog = dialogOf(page)
  await dialog.getByLabel(say.cardNumber).fill(number)
  await dialog.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  return dialog
}

/** Which rule refused, what it asks and that it decides, in words: the same part on the order, on the card, and where a fill is tried. */
async function readsReckoning(dialog: Locator, say: Say) {
  const deciding = dialog.locator('li[data-rule=day][data-verdict=refused]')
  await deciding.getByText(say.decides).waitFor()
  for (const words_ of [say.dayAmount, '¥500.00', say.profile]) expect(await deciding.innerText()).toContain(words_)
  expect(await dialog.innerText()).not.toMatch(/\b(dayCents|volumeCl|null|undefined)\b/)
}

// @req CRD-062 CRD-063
test.each(languages())(
  'a profile of 500.00 a day and one product refuses a larger fill of each card that has it, says why, and one edit lets it pass (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('station_master', { language })
    const [first, second] = [await card(page), await card(page)]
    const name = `Story ${language}`
    const profile = await makesProfile(page, say, name)
    for (const one of [first, second]) await givesProfile(page, say, one, name)

    const { id, totalCents } = await fill()
    expect(totalCents).toBeGreaterThan(500_00)
    const dialog = await pays(page, say, id, second)
    await dialog.getByText(say.refused, { exact: false }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: say.leave, exact: true }).press('Enter')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    const judged = pane(page).getByRole('row').filter({ hasText: say.wasRefused })
    await judged.press('Enter')
    await readsReckoning(dialogOf(page), say)

    await goTo(page, `/stationCards/cardCostHistory/${first.id}`)
    await pane(page).getByRole('button', { name: say.tryFill, exact: true }).press('Enter')
    await dialogOf(page).getByLabel(say.amount).fill('500.01')
    await dialogOf(page).getByText(say.mayNot, { exact: true }).waitFor()
    await readsReckoning(dialogOf(page), say)
    await dialogOf(page).getByLabel(say.amount).fill('500')
    await dialogOf(page).getByText(say.may, { exact: true }).waitFor()

    await goTo(page, `/stationCards/cardLimits?record=${profile.id}`)
    await field(dialogOf(page), 'dayCentsMax').fill('800')
    await send(page)
    await (await pays(page, say, id, second)).waitFor({ state: 'detached' })
    expect(await ask(page, `/orders/${id}`)).toMatchObject({ status: 'success', paidCents: totalCents })

    // Two cards have it: it stays, and its number leads to them.
    await goTo(page, '/stationCards/cardLimits')
    const row = pane(page).locator('tbody tr', { hasText: name })
    await row.getByRole('button', { name: say.delete, exact: true }).press('Enter')
    await dialogOf(page).getByRole('button', { name: say.delete, exact: true }).press('Enter')
    await page.getByText(say.inUse, { exact: false }).first().waitFor()
    await page.keyboard.press('Escape')
    await row.getByRole('link', { name: '2', exact: true }).press('Enter')
    await expectPage(page, say.cards)
    await expect.poll(() => pane(page).locator('tbody tr[data-id]').count()).toBe(2)
  },
)

// @req CRD-062 CRD-063
test('the form of a profile is what the description says: another description is another form', async () => {
  const page = await front().enter('station_master', { language: 'en' })
  await page.route('**/api/v1/description?*', async route => {
    const reply = await route.fetch()
    const { fields } = (await reply.json()) as { fields: Record<string, object> }
    const { dayCentsMax, ...others } = fields
    const changed = { visitsMax: { ...dayCentsMax, name: { zh: '某项上限', en: 'Something else' } }, ...others }
    await route.fulfill({ response: reply, json: { fields: changed } })
  })
  await goTo(page, '/stationCards/cardLimits?record=new')
  const dialog = dialogOf(page)
  await dialog.getByLabel('Something else', { exact: false }).waitFor()
  expect(await dialog.locator('[data-field=visitsMax]').count()).toBe(1)
  expect(await dialog.locator('[data-field=dayCentsMax]').count()).toBe(0)
  // What happens beyond a limit is asked once there is one.
  expect(await dialog.locator('[data-field=dayBreach]').count()).toBe(0)
  await field(dialog, 'dayFillsMax').fill('2')
  await dialog.locator('[data-field=dayBreach]').waitFor()
  await page.unroute('**/api/v1/description?*')
})

test.each([
  ['station_leader', false],
  ['company_user', true],
] as const)('a %s reads profiles; may add and change them: %s', async (role, mayWrite) => {
  const page = await front().enter(role, { language: 'en' }, '/stationCards/cardLimits')
  await pane(page).locator('tbody tr[data-id]').first().waitFor()
  const buttons = (name: string) => pane(page).getByRole('button', { name, exact: true }).count()
  expect((await Promise.all([words.en.add, words.en.edit, words.en.delete].map(buttons))).map(count => count > 0)).toEqual([
    mayWrite,
    mayWrite,
    mayWrite,
  ])
})
