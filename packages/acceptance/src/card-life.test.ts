import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, languages } from './app-fixture.ts'
import { form as dialogOf, withoutReceipt, words as ofMoney } from './money-dialogs.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    bearer: '不记名卡',
    employee: '员工卡',
    issue: '发卡',
    topUp: '充值',
    more: '更多',
    freeze: '冻结',
    thaw: '解冻',
    reissue: '补卡',
    cardReturn: '退卡',
    register: '实名登记',
    ok: '确定',
    frozen: '有冻结金额，请先解冻',
    handIn: '不记名卡须收回卡片',
    paidOut: '退给客户',
    returned: '已退卡',
    replaced: '此卡号已于',
    find: '查询',
  },
  en: {
    bearer: 'Bearer cards',
    employee: 'Employee cards',
    issue: 'Issue a card',
    topUp: 'Top up',
    more: 'More',
    freeze: 'Freeze',
    thaw: 'Unfreeze',
    reissue: 'Replace card',
    cardReturn: 'Return card',
    register: 'Register holder',
    ok: 'OK',
    frozen: 'Unfreeze it first',
    handIn: 'A bearer card has to be handed in',
    paidOut: 'Paid to the customer',
    returned: 'Returned',
    replaced: 'This number was replaced on',
    find: 'Find',
  },
}
type Say = (typeof words)['zh' | 'en']
interface Account {
  id: number
  kind: string
  value: number
  lockValue: number
  principalCents: number
  giftCents: number
  closedTime: string | null
}

const pane = (page: Page) => page.locator('#content .pane:visible')
const rowOf = (page: Page, number: string): Locator =>
  pane(page)
    .locator('tbody tr', { hasText: grouped(number) })
    .first()
const grouped = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin

/** Sends a form by keys, with the leader's own PIN where it is asked for. */
async function send(page: Page, say: Say, dialog: Locator, { pin = true } = {}) {
  await page.keyboard.press('Control+Enter')
  if (pin) {
    await page.locator('input[autocomplete=one-time-code]').fill(pinOf('station_leader'))
    await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  }
  await dialog.waitFor({ state: 'detached' })
}

/** An act that has no button of its own, chosen in the list of the row. */
async function choose(page: Page, row: Locator, say: Say, act: string) {
  await row.getByRole('button', { name: say.more }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/** A bearer card of 120.50 and a gift of 10.00, issued on its own page and topped up at the counter. */
async function issued(page: Page, say: Say, number: string): Promise<Account> {
  await pane(page).getByRole('button', { name: say.issue, exact: true }).first().click()
  const it = dialogOf(page, ofMoney.zh)
  // The page is of bearer cards: neither a kind nor a holder is asked for.
  expect(await it.input('kind').evaluate((input: HTMLInputElement) => [input.value, input.readOnly])).toEqual([kinds[say.bearer], true])
  expect(await it.field('holderName').count()).toBe(0)
  await it.enter('number', number)
  await it.field('cardId').getByRole('combobox').press('Enter')
  await page.locator('.ant-select-item-option:visible', { hasText: '储值卡' }).first().click()
  await send(page, say, it.dialog, { pin: false })
  await rowOf(page, number).getByRole('button', { name: say.topUp, exact: true }).click()
  const top = dialogOf(page, ofMoney.zh)
  await top.enter('amountCents', '120.50')
  await top.enter('giftCents', '10')
  await withoutReceipt(top.dialog)
  await send(page, say, top.dialog, { pin: false })
  const { content } = await ask<{ content: Account[] }>(page, `/userCards?search=number:${number}`)
  return content[0]!
}
const kinds: Record<string, string> = { 不记名卡: '不记名卡', 'Bearer cards': 'Anonymous' }

interface Story {
  page: Page
  language: 'zh' | 'en'
  id: number
  number: string
  /** The number of the new plastic. */
  next: string
}
const now = ({ page, id }: Story) => ask<Account & { number: string }>(page, `/userCards/${id}`)

/** Part of the money is kept from being spent, and let go again. What is frozen cannot be paid out. */
async function freezesAndThaws(story: Story) {
  const { page, language, number } = story
  const say = words[language]
  await choose(page, rowOf(page, number), say, say.freeze)
  const freeze = dialogOf(page, ofMoney[language])
  await freeze.enter('remark', '核对')
  await freeze.enter('amountCents', '130.51')
  await freeze.refuses('amountCents', ofMoney[language].atMost)
  await freeze.enter('amountCents', '50.25')
  await expect.poll(async () => (await freeze.figures()).join()).toMatch(/130\.50[^]*80\.25[^]*50\.25/)
  await send(page, say, freeze.dialog)
  expect(await now(story)).toMatchObject({ value: 80_25, lockValue: 50_25 })

  // What is frozen cannot be paid out: that is said before anything is asked.
  await choose(page, rowOf(page, number), say, say.cardReturn)
  await page.getByRole('dialog').getByText(say.frozen, { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: ofMoney[language].cancel }).click()
  await choose(page, rowOf(page, number), say, say.thaw)
  const thaw = dialogOf(page, ofMoney[language])
  await thaw.enter('remark', '核对完毕')
  await send(page, say, thaw.dialog, { pin: false })
  expect(await now(story)).toMatchObject({ value: 130_50, lockValue: 0 })
}

/** The plastic gets another number, by which its money is found. */
async function replaces(story: Story) {
  const { page, language, number, next } = story
  const say = words[language]
  await choose(page, rowOf(page, number), say, say.reissue)
  const reissue = dialogOf(page, ofMoney[language])
  // A number that somebody has stands on its field.
  await reissue.enter('number', number)
  await reissue.field('reason').getByRole('radio').last().check()
  await page.keyboard.press('Control+Enter')
  await page.locator('input[autocomplete=one-time-code]').fill(pinOf('station_leader'))
  await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  await reissue.field('number').locator('.k-fault').waitFor()
  await reissue.enter('number', next)
  await reissue.button.and(page.locator(':not([aria-busy=true])')).waitFor()
  await page.waitForTimeout(2100)
  await send(page, say, reissue.dialog)
  expect(await now(story)).toMatchObject({ number: next, principalCents: 120_50, giftCents: 10_00 })
}

/** What is on it is paid out to the cent, and the gift taken back. */
async function returns(story: Story) {
  const { page, language, id, next } = story
  const say = words[language]
  await page.goto(`${front().url}/stationCards/anonymousCard?number=${next}`)
  await settled(page)
  await choose(page, rowOf(page, next), say, say.cardReturn)
  const back = dialogOf(page, ofMoney[language])
  await back.enter('remark', '客户不再使用')
  await back.refuses('chipPresent', say.handIn)
  await back.field('chipPresent').getByRole('checkbox').check()
  await back.ready()
  const figures = (await back.figures()).join()
  expect(figures).toMatch(new RegExp(`${say.paidOut}[^]*¥0\\.00[^]*¥120\\.50`))
  expect(figures).toMatch(/−¥10\.00/)
  await send(page, say, back.dialog)
  expect(await now(story)).toMatchObject({ value: 0, principalCents: 0, giftCents: 0, closedTime: expect.any(String) })
  const { content } = await ask<{ content: { principalCents: number }[] }>(
    page,
    `/userCardDetails?search=userCard.id:${id},type:refundCharge`,
  )
  expect(content.map(({ principalCents }) => principalCents)).toEqual([-120_50])
}

// @req CRD-016 CRD-017 CRD-077
test.each(languages())('a bearer card is frozen in part, thawed, replaced and returned to the cent (%s)', async language => {
  const say = words[language]
  const [number, next] = language === 'zh' ? ['620099100010', '620099100011'] : ['620099100020', '620099100021']
  const page = await front().enter('station_leader', { language }, '/stationCards/anonymousCard')
  await expectPage(page, say.bearer)
  const { id, kind } = await issued(page, say, number)
  expect(kind).toBe('anonymous')
  const story: Story = { page, language, id, number, next }

  await freezesAndThaws(story)
  await replaces(story)
  // The number that was given up finds the card.
  await page.goto(`${front().url}/stationCards/readCardQuery?number=${number}`)
  await settled(page)
  await pane(page).getByText(say.replaced, { exact: false }).waitFor()
  expect(await pane(page).innerText()).toContain(grouped(next))

  await returns(story)
  // It is over: nothing is offered for it any more, in the list as on its own page.
  await rowOf(page, next).getByText(say.returned, { exact: true }).waitFor()
  for (const act of [say.topUp, say.more]) expect(await rowOf(page, next).getByRole('button', { name: act }).count()).toBe(0)
  await page.goto(`${front().url}/stationCards/cardCostHistory/${id}`)
  await settled(page)
  await pane(page).locator('.k-tag', { hasText: say.returned }).first().waitFor()
  for (const name of [say.topUp, new RegExp(grouped(next))]) expect(await pane(page).getByRole('button', { name }).count()).toBe(0)
})

// @req CRD-076
test.each(languages())('employee cards have a list of their own, show no balance and take no top-up (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_leader', { language })
  const number = language === 'zh' ? '620099200010' : '620099200020'
  const cardId = (await ask<{ content: { id: number }[] }>(page, '/cards?size=1&search=type:debit')).content[0]!.id
  const userId = (await ask<{ content: { id: number }[] }>(page, '/users?size=1')).content[0]!.id
  await tell(page, 'POST', '/userCards', { number, kind: 'employee', cardId, userId }, await stationHere(page))
  await page.goto(`${front().url}/stationCards/employeeCard?number=${number}`)
  await expectPage(page, say.employee)
  const row = rowOf(page, number)
  await row.getByText('—', { exact: true }).waitFor()
  expect(await row.getByRole('button', { name: say.topUp, exact: true }).count()).toBe(0)
  await row.getByRole('button', { name: say.more }).click()
  const offered = page.getByRole('menuitem')
  await offered.filter({ hasText: say.cardReturn }).waitFor()
  const acts = await offered.allInnerTexts()
  expect(acts).toEqual(expect.arrayContaining([say.reissue, say.cardReturn]))
  for (const act of [say.topUp, say.register]) expect(acts).not.toContain(act)
  // A card of another kind is none of this list.
  const { content } = await ask<{ content: { number: string }[] }>(page, '/userCards?size=1&search=kind:personal,card.type:debit')
  await page.goto(`${front().url}/stationCards/employeeCard?number=${content[0]!.number}`)
  await expectPage(page, say.employee)
  expect(await rowOf(page, content[0]!.number).count()).toBe(0)
})
