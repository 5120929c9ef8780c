import { newChips, type DemoChip } from '@forecourt/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectPage } from './app-fixture.ts'
import { words as ofDesk } from './chip-desk-words.ts'
import { choose, count, grouped, known, place } from './chip-hand.ts'
import { pane, openAccount } from './chip-issue-steps.ts'
import { words as ofIssue } from './chip-issue-words.ts'
import { words as ofImport } from './chip-words.ts'
import { form as dialogOf, withoutReceipt, words as ofMoney } from './money-dialogs.ts'
import { readerFixture } from './reader-hand.ts'
import { ask, settled, stationHere } from './visitor.ts'

const front = readerFixture()
const words = {
  zh: {
    cardPay: '刷卡支付',
    cardNumber: '卡号',
    ok: '确定',
    more: '更多',
    loss: '挂失',
    reissue: '补卡',
    cardReturn: '退卡',
    replaced: '补卡，账户现用卡号',
    paidOut: '退给客户',
    refused: '补卡，请使用尾号',
  },
  en: {
    cardPay: 'Pay by card',
    cardNumber: 'Card no.',
    ok: 'OK',
    more: 'More',
    loss: 'Report loss',
    reissue: 'Replace card',
    cardReturn: 'Return card',
    replaced: 'The account now has card',
    paidOut: 'Paid to the customer',
    refused: 'was replaced',
  },
}
type Language = 'zh' | 'en'
interface Account {
  id: number
  number: string
  status: string
  principalCents: number
  giftCents: number
  closedTime: string | null
}

/** A maker's delivery of 1,000 lines: the three cards that lie here, 990 others, and seven lines that are wrong. */
function deliveryOf(language: Language, chips: readonly DemoChip[]) {
  const own = language === 'zh' ? '6378' : '6379'
  const six = (turn: number) => String(turn).padStart(6, '0')
  const others = Array.from({ length: 990 }, (_, turn) => `${own}00${six(turn)},${own}AA${six(turn)}`)
  const wrong = Array.from({ length: 7 }, (_, turn) => `${own}01${six(turn)},no chip`)
  return [ofImport[language].template, ...chips.map(({ number, uuid }) => `${number},${uuid}`), ...others, ...wrong].join('\n')
}

/** The administrator reads the file of the maker and prepares the three cards, one after the other, by the keys alone. */
async function importAndPrepare(language: Language, chips: readonly DemoChip[]) {
  const [say, desk] = [ofImport[language], ofDesk[language]]
  const page = await front().enter('admin', { language }, '/maintenance/cardBusiness/importCards')
  const field = (name: string) => pane(page).locator(`[data-field=${name}]`)
  for (const [name, option] of [
    ['supplier', 'mh'],
    ['cardType', say.cpu],
  ] as const) {
    await field(name).getByRole('combobox').click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).first().click()
  }
  const file = { name: 'delivery.csv', mimeType: 'text/csv', buffer: Buffer.from(deliveryOf(language, chips)) }
  await field('attachmentId').locator('input[type=file]').setInputFiles(file)
  await field('attachmentId').getByRole('button', { name: file.name }).waitFor()
  await pane(page).getByRole('button', { name: say.begin }).press('Enter')
  const result = page.getByRole('dialog', { name: file.name })
  await result.locator('.k-facts').getByText(say.partial, { exact: true }).waitFor()
  expect(await result.locator('.k-figures dd').allInnerTexts()).toEqual(['1,000', '993', '0', '7'])

  await page.goto(`${front().url}/maintenance/cardBusiness/issueCards`)
  await expectPage(page, desk.prepare)
  await choose(page, desk.maker, 'mh')
  await choose(page, desk.type, desk.types[1])
  await page.getByRole('checkbox', { name: desk.auto }).uncheck()
  await takeEach(page, desk.act, chips)
  await front().leave(page)
}

async function takeEach(page: Page, act: string, chips: readonly DemoChip[]) {
  for (const [turn, each] of chips.entries()) {
    await place(page, each)
    await page.locator('.f-chip-desk:visible').getByRole('button', { name: act }).press('Enter')
    await expect.poll(() => count(page)).toBe(String(turn + 1))
  }
}

interface Story {
  page: Page
  language: Language
  number: string
}
const account = async ({ page, number }: Pick<Story, 'page' | 'number'>) =>
  (await ask<{ content: Account[] }>(page, `/userCards?search=number:${number}`)).content[0]!
const dialog = ({ page, language }: Story) => dialogOf(page, ofMoney[language])

/** 50.18 litres from a nozzle at 7.62, as its device sends them. */
async function fill() {
  const { url, demo } = front()
  const station = demo.companies[0]!.stations[0]!
  const device = station.devices.find(({ credential }) => credential)!
  const headers = { authorization: device.credential!, 'content-type': 'application/json' }
  const { lastSequence } = (await (await fetch(`${url}/api/v1/devices/${device.id}/gaps`, { headers })).json()) as { lastSequence: number }
  const sale = { sequence: lastSequence + 1, nozzleControlId: station.nozzles[0]!.id, lineItems: [{ volumeCl: 50_18, priceCents: 7_62 }] }
  const reply = await fetch(`${url}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(sale) })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return ((await reply.json()) as { id: number }).id
}

/** Opens the sale and gives the card's number for it. */
async function payByCard({ page, language }: Story, orderId: number, number: string): Promise<Locator> {
  const say = words[language]
  await page.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${orderId}`)
  await page.getByRole('button', { name: say.cardPay }).press('Enter')
  const payment = page.getByRole('dialog')
  await payment.getByLabel(say.cardNumber).fill(number)
  await payment.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  return payment
}

/** The card at the desk, by its number, and an act on it. */
async function atDesk({ page }: Story, number: string) {
  await page.goto(`${front().url}/stationCards/readCardQuery?number=${number}`)
  await settled(page)
}
async function act(story: Story, name: string) {
  const { page, language } = story
  const own = pane(page).getByRole('button', { name, exact: true })
  await own
    .or(pane(page).getByRole('button', { name: words[language].more }))
    .first()
    .waitFor()
  if ((await own.count()) > 0) return own.press('Enter')
  await pane(page).getByRole('button', { name: words[language].more }).click()
  return page.getByRole('menuitem', { name, exact: true }).click()
}
/** Sends the form by keys, with the leader's own PIN. */
async function proveByPin({ page, language }: Story) {
  await page.keyboard.press('Control+Enter')
  const { pin } = front().demo.companies[0]!.accounts.find(({ role }) => role === 'station_leader')!
  await page.locator('input[autocomplete=one-time-code]').fill(pin)
  await page.getByRole('button', { name: words[language].ok, exact: true }).press('Enter')
}
/** What the running shift should have in its till. */
const till = async (page: Page) => {
  const { content } = await ask<{ content: { id: number }[] }>(page, '/dailyStates?size=1&search=station.id:' + (await stationHere(page)))
  const { payTypes } = await ask<{ payTypes: { payType: string; expectedCents: number }[] }>(
    page,
    `/classSettles/preview?dailyStateId=${content[0]!.id}`,
  )
  return payTypes.find(({ payType }) => payType === 'cash')?.expectedCents ?? 0
}

/** A new member has the card that lies on the reader, and pays 500.00 in, with a gift of 30.00. */
async function issueAndTopUp(story: Story, chip: DemoChip) {
  const { page, language } = story
  await page.goto(`${front().url}/stationCards/readCardQuery`)
  await expectPage(page, ofIssue[language].readCard)
  await place(page, chip)
  const issue = await openAccount(page, ofIssue[language], language === 'zh' ? '13930000001' : '13930000002')
  await issue.form.getByText(ofIssue[language].done, { exact: false }).first().waitFor()
  await page.keyboard.press('Enter')
  await issue.form.waitFor({ state: 'detached' })
  await act(story, ofIssue[language].topUp)
  const top = dialog(story)
  await top.enter('amountCents', '500')
  await top.enter('giftCents', '30')
  await withoutReceipt(top.dialog)
  await page.keyboard.press('Control+Enter')
  await top.dialog.waitFor({ state: 'detached' })
  expect(await account(story)).toMatchObject({ principalCents: 500_00, giftCents: 30_00 })
}

const left = { status: 'normal', principalCents: 117_63, giftCents: 30_00 }

/** The card is lost; another takes its place and holds the same cents. The lost one finds the account, and pays nothing. */
async function loseAndReplace(story: Story, old: DemoChip, next: DemoChip) {
  const { page, language, number } = story
  const say = words[language]
  await atDesk(story, number)
  await act(story, say.loss)
  await page.getByRole('dialog').getByRole('button', { name: say.loss, exact: true }).press('Enter')
  await expect.poll(async () => (await account(story)).status).toBe('lose')

  await atDesk(story, number)
  await act(story, say.reissue)
  const reissue = dialog(story)
  await place(page, next)
  await expect.poll(() => reissue.input('number').inputValue()).toBe(grouped(next.number))
  await reissue.field('reason').getByRole('radio').last().check()
  await proveByPin(story)
  await page.locator('.card-issue[data-state=done]').waitFor()
  await page.keyboard.press('Enter')
  await reissue.dialog.waitFor({ state: 'detached' })
  expect(await account({ page, number: next.number })).toMatchObject(left)

  await page.goto(`${front().url}/stationCards/readCardQuery`)
  await place(page, old)
  await pane(page).getByText(say.replaced, { exact: false }).waitFor()
  await pane(page).getByText(grouped(next.number), { exact: false }).first().waitFor()
  expect(await pane(page).getByRole('button', { name: ofIssue[language].topUp, exact: true }).count()).toBe(0)
  const refused = await payByCard(story, await fill(), number)
  await refused.getByText(say.refused, { exact: false }).first().waitFor()
  await page.keyboard.press('Escape')
  expect(await account({ page, number: next.number })).toMatchObject(left)
}

/** What was paid in and not spent is paid out, what was given is taken back. */
async function giveBack(story: Story, chip: DemoChip) {
  const { page, language } = story
  const { id } = await account({ page, number: chip.number })
  await page.goto(`${front().url}/stationCards/readCardQuery`)
  await place(page, chip)
  await pane(page).getByText(ofIssue[language].genuine).waitFor()
  await act(story, words[language].cardReturn)
  const back = dialog(story)
  await back.enter('remark', '客户不再使用')
  await back.ready()
  const figures = (await back.figures()).join()
  expect(figures).toMatch(new RegExp(`${words[language].paidOut}[^]*¥117\\.63`))
  expect(figures).toContain('−¥30.00')
  await proveByPin(story)
  await back.dialog.waitFor({ state: 'detached' })
  expect(await ask(page, `/userCards/${id}`)).toMatchObject({ principalCents: 0, giftCents: 0, closedTime: expect.any(String) })
  // The chip is whole and lay on the reader: it is in stock again.
  expect(await known(page, chip)).toMatchObject({ state: 'stock' })
  const { content } = await ask<{ content: { type: string; principalCents: number; giftCents: number }[] }>(
    page,
    `/userCardDetails?search=userCard.id:${id}&sort=createdDate,asc&size=50`,
  )
  expect(content.map(({ type, principalCents, giftCents }) => [type, principalCents, giftCents])).toEqual([
    ['charge', 500_00, 0],
    ['chargeReward', 0, 30_00],
    ['consume', -382_37, 0],
    ['refundCharge', -117_63, 0],
    ['refundReward', 0, -30_00],
  ])
}

// @req CRD-016 CRD-017 CRD-018 CRD-075
test.each([
  ['zh', newChips.slice(0, 3)],
  ['en', newChips.slice(3)],
] as const)('a card from the delivery of its maker to the last cent: %s', async (language, chips) => {
  await importAndPrepare(language, chips)
  const page = await front().enter('station_leader', { language }, '/stationCards/cardStorage')
  await expectPage(page, ofDesk[language].receive)
  await choose(page, ofDesk[language].maker, 'mh')
  await takeEach(page, ofDesk[language].take, chips)

  const [first, next] = chips as unknown as readonly [DemoChip, DemoChip]
  const story: Story = { page, language, number: first.number }
  const before = await till(page)
  await issueAndTopUp(story, first)
  const payment = await payByCard(story, await fill(), first.number)
  await payment.waitFor({ state: 'hidden' })
  expect(await account(story)).toMatchObject(left)
  await loseAndReplace(story, first, next)
  await giveBack(story, next)
  expect(await till(page)).toBe(before + 500_00 - 117_63)
})
