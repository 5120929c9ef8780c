import { demoChip } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { words as ofReader } from '../../device-service/src/words.ts'
import { words } from './chip-issue-words.ts'
import { readerFixture, readerHand } from './reader-hand.ts'
import { readPath, pane, noticeOf, tryAgain, known, openAccount, when, type Trouble, troubles } from './chip-issue-steps.ts'

const front = readerFixture()

// @req CRD-012 CRD-027 CRD-038 CRD-039
test.each([
  ['zh', 15],
  ['en', 16],
] as const)('whatever fails at a step, the card is not half issued, and trying again issues it once (%s)', async (language, turn) => {
  const say = words[language]
  const hand = readerHand(front())
  const page = await front().enter('station_leader', { language }, readPath)
  const { number } = demoChip(turn)
  const act = ({ what }: Trouble) => (what === 'swapped' ? hand.place(turn + 4) : what === 'taken' ? hand.remove() : hand.fail(what))
  await hand.place(turn)
  for (const [at, trouble] of troubles.entries()) {
    await when(page, trouble.at, async route => {
      await act(trouble)
      await route.fallback()
    })
    if (at === 0) await openAccount(page, say, `1392000${turn}00`)
    else await tryAgain(page, say)
    await noticeOf(page, say, say.failed + ofReader[trouble.says][language])
    await expect.poll(() => page.locator(`[data-step=${trouble.fails}]`).getAttribute('data-state')).toBe('failed')
    const { accounts, chip, issues } = await known(page, number)
    expect(accounts.map(({ issueTime }) => issueTime)).toEqual([null])
    expect([chip.state, issues]).toEqual(['reserved', 0])
    // What looks for cards hangs as well, until its time is over.
    const panel = pane(page).locator('.k-reader')
    if (trouble.what === 'hang') await expect.poll(() => panel.getAttribute('data-state'), { timeout: 15_000 }).toBe('silent')
    await hand.fail('none')
    await hand.place(turn)
    await expect.poll(() => panel.getAttribute('data-state'), { timeout: 15_000 }).toBe('card')
    await page.unrouteAll()
  }
  // The server fails before anything is reserved: somebody else is needed.
  await when(page, 'reserve', route => route.fulfill({ status: 500, json: { code: 'internal', message: 'no' } }))
  await tryAgain(page, say)
  await noticeOf(page, say, say.contact)
  // The server confirms and nobody hears it, three times: asked once more it says so, and has issued once.
  await when(
    page,
    'confirm',
    async route => {
      await route.fetch()
      await route.abort()
    },
    3,
  )
  await tryAgain(page, say)
  await expect.poll(() => page.locator('[data-step=confirm]').getAttribute('data-state'), { timeout: 20_000 }).toBe('failed')
  await tryAgain(page, say)
  await page.locator('.card-issue[data-state=done]').waitFor()
  const { accounts, chip, issues } = await known(page, number)
  expect(accounts).toHaveLength(1)
  expect([chip.state, chip.userCardId, issues, accounts[0]!.issueTime !== null]).toEqual(['issued', accounts[0]!.id, 1, true])
  await hand.remove()
})
