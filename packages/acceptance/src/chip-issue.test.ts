import { demoChip, readerCalls } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { words as ofReader } from '../../device-service/src/words.ts'
import { expectPage, languages } from './app-fixture.ts'
import { words } from './chip-issue-words.ts'
import { readerFixture, readerHand } from './reader-hand.ts'
import { tableOf } from './shown.ts'
import { ask, settled, tell } from './visitor.ts'
import { readPath, grouped, pane, noticeOf, tryAgain, steps, known, openAccount, when } from './chip-issue-steps.ts'
import { withoutReceipt } from './money-dialogs.ts'

const front = readerFixture()

// @req CRD-010 CRD-011 CRD-015 CRD-023 CRD-065 CRD-075
test.each([
  ['zh', 13],
  ['en', 14],
] as const)('a card of the stock is issued to a new member, read, and topped up (%s)', async (language, turn) => {
  const say = words[language]
  const hand = readerHand(front())
  const page = await front().enter('station_leader', { language }, readPath)
  await expectPage(page, say.readCard)
  await hand.place(turn)
  const { number } = demoChip(turn)
  const { form, number: filled } = await openAccount(page, say, `1392000${turn}00`)
  expect(filled).toEqual([grouped(number), true])
  await form.getByText(say.done, { exact: false }).first().waitFor()
  expect(await steps(page)).toEqual(['done', 'done', 'done', 'done'])
  const { accounts, chip, issues } = await known(page, number)
  expect(accounts.map(({ issueTime }) => typeof issueTime)).toEqual(['string'])
  expect([chip.state, chip.userCardId, issues]).toEqual(['issued', accounts[0]!.id, 1])

  // What comes next has the focus: it closes, and the card that still lies there is shown as it is now.
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  await pane(page).getByText(say.genuine).waitFor()
  await pane(page).getByText('李娜 Li Na').first().waitFor()
  await pane(page).getByRole('button', { name: say.topUp, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: grouped(number), exact: false })
  await dialog.locator('[data-field=amountCents] input').fill('150')
  await withoutReceipt(dialog)
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.k-figures > div', { hasText: say.total }).innerText()).toContain('150.00')
  await expect.poll(() => pane(page).locator('tbody tr').first().innerText()).toContain('150.00')

  // What somebody else wrote on it is not ours, whatever it says.
  await page.route(`**${readerCalls.readCard.path}`, async route => {
    const answer = (await (await route.fetch()).json()) as { data?: { record: { keyVersion: number } } }
    if (answer.data) answer.data.record = { ...answer.data.record, keyVersion: 77 }
    await route.fulfill({ json: answer, headers: { 'access-control-allow-origin': front().url } })
  })
  await pane(page).getByText(say.forged, { exact: true }).waitFor()
  expect(await pane(page).getByRole('button', { name: say.topUp, exact: true }).count()).toBe(0)
  await hand.remove()
})

// @req CRD-012 CRD-042 CRD-074 CRD-080
test.each([
  ['zh', 17],
  ['en', 18],
] as const)('an issue that was given up leaves an account that awaits its chip, and is taken up again (%s)', async (language, turn) => {
  const say = words[language]
  const hand = readerHand(front())
  const page = await front().enter('station_leader', { language }, readPath)
  const { number } = demoChip(turn)
  await hand.place(turn)
  await when(page, 'write', async route => {
    await hand.remove()
    await route.fallback()
  })
  await openAccount(page, say, `1392000${turn}00`)
  await page.getByRole('button', { name: say.giveUp, exact: true }).press('Enter')
  await page.getByText(say.released).waitFor()
  expect((await known(page, number)).chip).toMatchObject({ state: 'stock', userCardId: null })
  await page.keyboard.press('Enter')

  await page.goto(`${front().url}/stationCards/cardQuery?number=${number}`)
  await expectPage(page, say.cardQuery)
  const row = pane(page).locator('tbody tr').first()
  await row.getByText(say.awaits, { exact: true }).waitFor()
  await hand.place(turn)
  await row.getByRole('button', { name: say.write, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: grouped(number), exact: false })
  // Somebody else at another desk is quicker, with the same card.
  await when(page, 'write', async route => {
    await hand.remove()
    await route.fallback()
  })
  await dialog.getByRole('button', { name: say.begin, exact: true }).click()
  await noticeOf(page, say, ofReader.noCard[language])
  const other = await front().enter('station_leader', { language }, readPath)
  await hand.place(turn)
  await pane(other).getByRole('button', { name: say.write, exact: true }).click()
  await other.getByRole('dialog').getByRole('button', { name: say.begin, exact: true }).click()
  await other.locator('.card-issue[data-state=done]').waitFor()
  await tryAgain(page, say)
  await noticeOf(page, say, say.issuedAlready)
  await page.getByRole('button', { name: say.giveUp, exact: true }).press('Enter')
  await page.locator('.card-issue[data-state=done]').waitFor()
  expect(await known(page, number)).toMatchObject({ accounts: [{ id: expect.any(Number) }], chip: { state: 'issued' }, issues: 1 })
  await hand.remove()
})

// @req CRD-024 CRD-032 CRD-033 CRD-045 CRD-047 CRD-048
test.each(languages())('the card desk says what is the matter with a card (%s)', async language => {
  const say = words[language]
  const hand = readerHand(front())
  await hand.remove()
  const page = await front().enter('station_leader', { language }, readPath)
  await page.locator('[data-state=waiting]').first().waitFor()
  await page.keyboard.press('r')
  await noticeOf(page, say, say.placeCard)
  await hand.place(37)
  await noticeOf(page, say, say.notImported)
  await page.route('**/api/v1/cardInfos/uuid?**', route => route.abort())
  await hand.place(23)
  await noticeOf(page, say, say.lookUpFailed)
  await page.unrouteAll()
  await page.keyboard.press('r')
  await pane(page).getByText(say.notIssued, { exact: true }).waitFor()

  // A typed number does without a reader. What belongs to a fleet is paid in elsewhere.
  const { content } = await ask<{ content: { id: number; number: string }[] }>(
    page,
    '/userCards?size=1&search=kind:master,status:normal,card.type:debit',
  )
  await pane(page).getByRole('search').getByRole('textbox').fill(content[0]!.number)
  await page.keyboard.press('Enter')
  await pane(page).getByText(say.fleet, { exact: true }).waitFor()
  expect(await pane(page).getByRole('button', { name: say.topUp, exact: true }).count()).toBe(0)
  await hand.place(24)
  await pane(page).getByText(say.notIssued, { exact: true }).waitFor()
  await hand.remove()
})

// @req CRD-025 CRD-026 CRD-035 CRD-036 CRD-080
test.each([
  ['zh', 21],
  ['en', 22],
] as const)('only a free card in good order is issued, and chips are listed beside cards (%s)', async (language, turn) => {
  const say = words[language]
  const hand = readerHand(front())
  const page = await front().enter('station_leader', { language }, '/stationCards/cardQuery?tab=chips')
  await expectPage(page, say.cardQuery)
  const { heads, rows } = await tableOf(pane(page), say.cardQuery)
  expect(heads.filter(Boolean)).toEqual(say.columns)
  expect(rows.flat()).toContain(say.stock)
  await tell(page, 'POST', `/cardInfos/${(await known(page, demoChip(turn).number)).chip.id}/scrap`, { remark: 'broken' })
  await page.goto(`${front().url}/stationCards/cardQuery?record=new`)
  await settled(page)
  const form = page.getByRole('dialog', { name: say.issue })
  await form.getByRole('checkbox', { name: say.withChip }).press('Space')
  await hand.place(turn)
  await noticeOf(page, say, say.abnormal)
  expect(await form.locator('[data-field=number] input').inputValue()).toBe('')

  // Another desk issues the card that lies there to somebody else.
  await hand.remove()
  const issued = language === 'zh' ? 13 : 14
  await hand.place(issued)
  await noticeOf(page, say, say.bound)
  expect(await form.locator('[data-field=number] input').inputValue()).toBe('')
  await hand.remove()
})
