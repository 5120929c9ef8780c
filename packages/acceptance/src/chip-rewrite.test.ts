import { demoChip } from '@forecourt/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectPage } from './app-fixture.ts'
import { readPath, grouped, pane, steps, when } from './chip-issue-steps.ts'
import { readerFixture, readerHand } from './reader-hand.ts'
import { ask, settled } from './visitor.ts'

const front = readerFixture()
const words = {
  zh: {
    readCard: '读卡查询',
    cardQuery: '卡片查询',
    toWrite: '此卡待写卡：卡内信息已过时',
    tag: '待写卡',
    rewrite: '同步写卡',
    begin: '开始写卡',
    again: '重试',
    synced: '已同步',
    more: '更多',
    sync: '同步',
    mark: '标记为待写卡',
    reissue: '补卡',
    issued: '卡片已发行，请更换卡片',
    done: '补卡成功',
    ok: '确定',
    principal: '本金',
    replaced: '此卡已于',
    lost: '遗失',
  },
  en: {
    readCard: 'Read a card',
    cardQuery: 'All cards',
    toWrite: 'This card is to be written: what is on it is out of date',
    tag: 'To be written',
    rewrite: 'Rewrite the card',
    begin: 'Write the card',
    again: 'Try again',
    synced: 'rewritten',
    more: 'More',
    sync: 'Rewrite card',
    mark: 'Mark as to be written',
    reissue: 'Replace card',
    issued: 'The card is already issued. Use another card.',
    done: 'is now the card of this account',
    ok: 'OK',
    principal: 'Principal',
    replaced: 'This card was replaced on',
    lost: 'Lost',
  },
}
interface Account {
  id: number
  number: string
  physicalNumber: string | null
  toWrite: boolean
  principalCents: number
  giftCents: number
  debtCents: number
}
const accountOf = async (page: Page, turn: number) =>
  (await ask<{ content: Account[] }>(page, `/userCards?search=physicalNumber:${demoChip(turn).uuid}`)).content[0]!
const now = (page: Page, { id }: Account) => ask<Account>(page, `/userCards/${id}`)
async function choose(page: Page, place: Locator, more: string, act: string) {
  await place.getByRole('button', { name: more }).first().click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

// @req CRD-021
test.each([
  ['zh', 101],
  ['en', 102],
] as const)('a card that is to be written is written when it lies on the reader (%s)', async (language, turn) => {
  const say = words[language]
  const hand = readerHand(front())
  const page = await front().enter('station_leader', { language }, readPath)
  const account = await accountOf(page, turn)
  // It is not here: it is marked, and every list says so.
  await page.goto(`${front().url}/stationCards/cardQuery?number=${account.number}`)
  await expectPage(page, say.cardQuery)
  const row = pane(page)
    .locator('tbody tr', { hasText: grouped(account.number) })
    .first()
  await choose(page, row, say.more, say.sync)
  await page.getByRole('button', { name: say.mark, exact: true }).click()
  await row.getByText(say.tag, { exact: true }).waitFor()
  expect((await now(page, account)).toWrite).toBe(true)

  await page.goto(front().url + readPath)
  await expectPage(page, say.readCard)
  await hand.place(turn)
  await pane(page).getByText(say.toWrite, { exact: true }).waitFor()
  await pane(page).getByRole('button', { name: say.rewrite, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: grouped(account.number), exact: false })
  // It is lifted too early, and laid back.
  await when(page, 'readBack', async route => {
    await hand.remove()
    await route.fallback()
  })
  await dialog.getByRole('button', { name: say.begin, exact: true }).click()
  await page.locator('.card-issue[data-state=failed]').waitFor()
  expect((await now(page, account)).toWrite).toBe(true)
  await hand.place(turn)
  await dialog.getByRole('button', { name: say.again, exact: true }).press('Enter')
  await dialog.getByText(say.synced, { exact: false }).first().waitFor()
  expect(await steps(page)).toEqual(['done', 'done', 'done', 'done'])
  expect((await now(page, account)).toWrite).toBe(false)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await settled(page)
  expect(await pane(page).getByText(say.toWrite, { exact: true }).count()).toBe(0)
})

// @req CRD-016
test.each([
  ['zh', 103, 13],
  ['en', 104, 14],
] as const)('a worn card is replaced by the one on the reader, and the account keeps its money (%s)', async (language, old, fresh) => {
  const say = words[language]
  const hand = readerHand(front())
  const page = await front().enter('station_leader', { language }, readPath)
  const before = await accountOf(page, old)
  await hand.place(old)
  await pane(page).getByText(grouped(before.number)).first().waitFor()
  await choose(page, pane(page), say.more, say.reissue)
  const dialog = page.getByRole('dialog', { name: grouped(before.number), exact: false })
  // The old card lies there still.
  await dialog.getByText(say.issued, { exact: true }).waitFor()
  await hand.place(fresh)
  await expect.poll(() => dialog.locator('[data-field=number] input').inputValue()).toBe(grouped(demoChip(fresh).number))
  await dialog.locator('[data-field=reason]').getByText(say.lost, { exact: true }).click()
  await page.keyboard.press('Control+Enter')
  const { pin } = front().demo.companies[0]!.accounts.find(({ role }) => role === 'station_leader')!
  await page.locator('input[autocomplete=one-time-code]').fill(pin)
  await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  await dialog.getByText(say.done, { exact: false }).first().waitFor()
  expect(await steps(page)).toEqual(['done', 'done', 'done', 'done'])
  const line = dialog.locator('.k-before-after tbody tr', { hasText: say.principal })
  const [was, is] = await line.locator('td').allInnerTexts()
  expect(is).toBe(was)

  const after = await now(page, before)
  expect(after).toMatchObject({ number: demoChip(fresh).number, physicalNumber: demoChip(fresh).uuid })
  for (const purse of ['principalCents', 'giftCents', 'debtCents'] as const) expect(after[purse]).toBe(before[purse])
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  // The old card says what became of it.
  await hand.place(old)
  await pane(page).getByText(say.replaced, { exact: false }).waitFor()
  await pane(page)
    .getByText(grouped(demoChip(fresh).number), { exact: false })
    .first()
    .waitFor()
})
