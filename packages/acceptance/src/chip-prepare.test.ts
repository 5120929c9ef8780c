import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { appFixture, expectPage, languages } from './app-fixture.ts'
import { a11yIssues } from './a11y-issues.ts'
import { breakReader, chip, choose, count, expectNotice, grouped, hand, issue, known, place } from './chip-hand.ts'
import { words } from './chip-desk-words.ts'

const front = appFixture()
type Say = (typeof words)['zh' | 'en']
const path = '/maintenance/cardBusiness/issueCards'

/** The page of an administrator, for cards of that type of the demo's maker. */
async function desk(language: 'zh' | 'en', type: 1 | 2): Promise<{ page: Page; say: Say; button: ReturnType<Page['getByRole']> }> {
  const say = words[language]
  const page = await front().enter('admin', { language }, path)
  await expectPage(page, say.prepare)
  await breakReader(page, 'none')
  await hand(page, 'remove', { slot: 0 })
  await page.locator('.k-reader[data-state=waiting]:visible').waitFor()
  await choose(page, say.maker, 'mh')
  await choose(page, say.type, say.types[type - 1]!)
  await page.getByRole('checkbox', { name: say.auto }).uncheck()
  const button = page.locator('.f-chip-desk:visible').getByRole('button', { name: say.act })
  await button.focus()
  return { page, say, button }
}
const sitting = (page: Page, say: Say) => page.getByRole('list', { name: say.sitting }).getByRole('listitem')

/** From the drawer of the virtual reader, by the keys alone; the focus is then where Enter goes on. */
async function placeByKeys(page: Page, say: Say, number: string): Promise<void> {
  await page.getByRole('button', { name: say.drawer }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel(say.find).focus()
  await page.keyboard.type(number)
  await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count()).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

// @req CRD-013 CRD-014 CRD-033 CRD-066 CRD-071
test.each(languages())('three blank cards are prepared by keys, and the last one is undone (%s)', async language => {
  const type = language === 'zh' ? 2 : 1
  const [first, second, third] = (language === 'zh' ? [26, 28, 30] : [25, 27, 29]).map(chip)
  const { page, say, button } = await desk(language, type)
  await page.keyboard.press('Enter')
  await expectNotice(page, say.hint, say.place)
  await placeByKeys(page, say, first!.number)
  await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)
  for (const [turn, each] of [first!, second!, third!].entries()) {
    if (turn > 0) await place(page, each)
    expect(await known(page, each)).toMatchObject({ state: 'imported', issueType: 8, productionTime: null })
    await page.keyboard.press('Enter')
    await expect.poll(() => count(page)).toBe(String(turn + 1))
    expect(await known(page, each)).toMatchObject({ state: 'prepared', issueType: 9, productionTime: expect.any(String), companyId: null })
    const newest = sitting(page, say).first()
    expect(await newest.innerText()).toMatch(new RegExp(`${say.done}\\s+${grouped(each.number)}\\s+${each.uuid}`))
    await page.locator('.k-reader:visible', { hasText: grouped(each.number) }).waitFor()
  }
  await page.keyboard.press('Enter')
  await page.getByText(say.next).waitFor()
  expect(await count(page)).toBe('3')

  await page.keyboard.press('Control+z')
  await expect.poll(() => count(page)).toBe('2')
  expect(await sitting(page, say).first().innerText()).toContain(say.undone)
  expect(await known(page, third!)).toMatchObject({ state: 'imported', issueType: 8, productionTime: null })
  expect(await a11yIssues(page)).toEqual([])
  // Its number stands on it, and it is prepared once more.
  await page.keyboard.press('Enter')
  await expect.poll(() => count(page)).toBe('3')
  expect(await known(page, third!)).toMatchObject({ state: 'prepared' })
  expect(await known(page, second!)).toMatchObject({ state: 'prepared' })
})

test('cards are prepared as soon as they lie there, each once, and the page is set up so the next time', async () => {
  const { page, say } = await desk('zh', 2)
  const kept = page.waitForResponse(answer => answer.url().endsWith('/userSettings') && answer.request().method() === 'PUT')
  await page.getByRole('checkbox', { name: say.auto }).check()
  await kept
  await place(page, chip(32))
  await expect.poll(() => count(page)).toBe('1')
  await page.keyboard.press('Control+z')
  await expect.poll(() => count(page)).toBe('0')
  await place(page, chip(34))
  await expect.poll(() => count(page)).toBe('1')
  // The undone one was not taken again while it lay there.
  expect(await known(page, chip(32))).toMatchObject({ state: 'imported' })
  await page.reload()
  await expectPage(page, say.prepare)
  expect(await page.getByRole('checkbox', { name: say.auto }).isChecked()).toBe(true)
  await expectNotice(page, say.hint, say.again)
  await page.getByRole('checkbox', { name: say.auto }).uncheck()
})

/** Each card is laid there, and refused with its notice: nothing is written on it, and the server knows of it what it knew. */
async function refusesEach(page: Page, say: Say, cards: readonly (readonly [ReturnType<typeof chip>, string])[]) {
  for (const [each, notice] of cards) {
    const before = await known(page, each)
    const { cards: written } = await hand(page, 'place', { uuid: each.uuid, slot: 0 })
    await place(page, each)
    await page.keyboard.press('Enter')
    await expectNotice(page, say.hint, notice)
    // What failed stays, and why.
    await expect.poll(() => sitting(page, say).first().innerText()).toContain(notice)
    expect(await known(page, each)).toEqual(before)
    expect((await hand(page, 'place', { uuid: each.uuid, slot: 0 })).cards).toEqual(written)
  }
  expect(await count(page)).toBe('0')
}

// @req CRD-028 CRD-029 CRD-032 CRD-040 CRD-041
test.each(languages())('a card that is unknown, or of another maker or type, is told apart, and left as it is (%s)', async language => {
  const { page, say } = await desk(language, 2)
  const other = chip(36)
  await hand(page, 'fault', { uuid: other.uuid, fault: 'otherMaker' })
  await refusesEach(page, say, [
    [chip(37), say.notImported],
    [other, say.otherMaker],
    [chip(31), say.otherType],
  ])
  await hand(page, 'fault', { uuid: other.uuid, fault: 'none' })
})

// @req CRD-030 CRD-031 CRD-042 CRD-043
test.each(languages())('a card that somebody has, or that is no customer’s, is told apart, and left as it is (%s)', async language => {
  const { page, say } = await desk(language, 2)
  const issued = language === 'zh' ? 20 : 22
  await issue(page, issued)
  await refusesEach(page, say, [
    [chip(issued), say.issued],
    [chip(16), say.given],
    [chip(38), say.special],
  ])
})

describe('what fails at the reader', () => {
  // @req CRD-044 CRD-045 CRD-056
  test.each(languages())('says so, and the server is told nothing before the card has been read back (%s)', async language => {
    const { page, say } = await desk(language, 1)
    const card = chip(language === 'zh' ? 33 : 35)
    const told: string[] = []
    page.on('request', request => request.method() === 'PUT' && request.url().includes('/cardInfos/') && told.push(request.url()))
    const fails = async (notice: string) => {
      await page.keyboard.press('Enter')
      await expectNotice(page, say.hint, notice)
      expect(await known(page, card)).toMatchObject({ state: 'imported', issueType: 8 })
      expect(told).toEqual([])
      const { cards } = await breakReader(page, 'none')
      expect(cards.find(({ uuid }) => uuid === card.uuid)!.record).toBeNull()
      // A reader that hung answers again when those who waited for it have given up.
      await hand(page, 'remove', { slot: 0 })
      await page.locator('.k-reader[data-state=waiting]:visible').waitFor()
      await place(page, card)
    }
    await place(page, card)
    await page.route('**/api/v1/cardInfos/uuid*', route => route.abort(), { times: 1 })
    await fails(say.lookUpFailed)
    await breakReader(page, 'unplugged')
    await fails(say.failed(say.unplugged))
    await breakReader(page, 'lie')
    await fails(say.failed(say.nothing))
    await breakReader(page, 'pull')
    await fails(say.failed(say.pulled))
    // It stops to answer in the midst of an act: when the card has been read and is to be written.
    await page.route(
      '**/api/issueFactoryRfUserCard',
      async route => {
        await breakReader(page, 'hang')
        await route.continue()
      },
      { times: 1 },
    )
    await fails(say.failed(say.hangs))
    // The server itself does not take it; what stands on the card is written again the next time.
    const refused = { status: 409, json: { code: 'cardInfo.disabled', message: 'reason of the server' } }
    await page.route('**/api/v1/cardInfos/*', route => (route.request().method() === 'PUT' ? route.fulfill(refused) : route.continue()))
    await page.keyboard.press('Enter')
    await expectNotice(page, say.hint, say.failed('reason of the server'))
    expect(await count(page)).toBe('0')
    await page.unroute('**/api/v1/cardInfos/*')
    await page.keyboard.press('Enter')
    await expect.poll(() => count(page)).toBe('1')
    expect(await known(page, card)).toMatchObject({ state: 'prepared', issueType: 9 })
  })
})
