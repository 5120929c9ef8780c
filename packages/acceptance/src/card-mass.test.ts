import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawn } from '../../server/src/testing/sampling.ts'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, expectPage, languages } from './app-fixture.ts'
import { listening } from './doors.ts'
import { settled } from './visitor.ts'

const front = appFixture()
interface Words {
  readonly title: string
  readonly all: string
  readonly cancel: string
  readonly unselect: string
  readonly unchanged: string
  /** The button, the title of its dialog, what becomes of the cards, and what is said to lack. */
  readonly acts: readonly (readonly [act: string, title: string, effect: string, needed?: string])[]
  readonly one: string
}
const words: Record<'zh' | 'en', Words> = {
  zh: {
    title: '卡片查询',
    all: '全选本页',
    cancel: '取消',
    unselect: '取消选择',
    unchanged: '不允许此操作的卡保持不变，并在结果中说明原因。',
    acts: [
      ['挂失', '挂失 15 张卡', '挂失后不能消费和充值'],
      ['解挂', '解挂 15 张卡', '解挂后可立即使用'],
      ['停用', '停用 15 张卡', '停用后不能消费和充值'],
      ['启用', '启用 15 张卡', '启用后可立即使用'],
      ['延期', '延长 15 张卡的有效期', '新有效期当天仍可使用', '还需填写：新有效期、原因'],
      ['同步', '将 15 张卡标记为待写卡', '下次放到读卡器上时写卡'],
      ['设置限额方案', '为 15 张卡设置限额方案', '替换原来的限额方案'],
    ],
    one: '停用 1 张卡',
  },
  en: {
    title: 'All cards',
    all: 'Select all on this page',
    cancel: 'Cancel',
    unselect: 'Clear selection',
    unchanged: 'A card that does not allow this stays as it is, and the result says why.',
    acts: [
      ['Report loss', 'Report 15 cards lost', 'can no longer pay or be topped up'],
      ['Cancel loss report', 'Cancel the loss of 15 cards', 'can be used again at once'],
      ['Disable', 'Disable 15 cards', 'can no longer pay or be topped up'],
      ['Enable', 'Enable 15 cards', 'can be used again at once'],
      ['Extend', 'Extend 15 cards', 'including the new last day', 'Still needed: New last day, Reason'],
      ['Rewrite card', 'Mark 15 cards as to be written', 'when the card is next on a reader'],
      ['Set limit profile', 'Set the limit profile of 15 cards', 'replaces the one they have'],
    ],
    one: 'Disable 1 card',
  },
}

/** What a page asks the server to change, which here is nothing: an act that is cancelled never gets so far. */
function changesAsked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', request => {
    if (request.method() !== 'GET' && request.url().includes('/userCards/acts')) asked.push(request.url())
  })
  return asked
}
const bar = (page: Page) => page.locator('#content .pane:visible .k-bulk')
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

test.each(languages())('each act on the chosen cards says what becomes of them, and is cancelled without a trace (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language }, '/stationCards/cardQuery?size=15')
  await expectPage(page, say.title)
  const heard = listening(page)
  const asked = changesAsked(page)
  expect(await bar(page).count()).toBe(0)
  await page.getByRole('checkbox', { name: say.all }).check()
  // Their forms are built alike.
  const lookedAt = new Set(drawn('acts on many cards', say.acts, 2))
  for (const each of say.acts) {
    const [act, title, effect, needed] = each
    await bar(page).getByRole('button', { name: act, exact: true }).click()
    const form = dialog(page, title)
    await form.getByText(effect).waitFor()
    await form.getByText(say.unchanged).waitFor()
    await settled(page)
    if (lookedAt.has(each)) expect(await a11yIssues(page, { within: '[role=dialog]' }), act).toEqual([])
    if (needed) {
      // What lacks is said beside the button, and a press sends nothing.
      await form.locator('.k-why-off', { hasText: needed }).waitFor()
      await form.locator('button[type=submit]').press('Enter')
      await form.waitFor()
    }
    await form.getByRole('button', { name: say.cancel, exact: true }).click()
    await form.waitFor({ state: 'detached' })
  }
  expect([...asked, ...heard]).toEqual([])

  // One card is one card, and none chosen leaves nothing to press.
  await bar(page).getByRole('button', { name: say.unselect, exact: true }).click()
  await bar(page).waitFor({ state: 'detached' })
  await page.locator('tbody input[type=checkbox]').first().check()
  await bar(page).getByRole('button', { name: say.acts[2]![0], exact: true }).click()
  await dialog(page, say.one).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, say.one).waitFor({ state: 'detached' })
  expect([...asked, ...heard]).toEqual([])
})

test('who may not do an act to cards is not offered it, and a phone chooses rows when asked to', async () => {
  const page = await front().enter('station_employee', { language: 'en', width: 390 }, '/stationCards/cardQuery')
  await expectPage(page, 'All cards')
  expect(await page.locator('#content .pane:visible input[type=checkbox]').count()).toBe(0)
  await page.getByRole('button', { name: 'More list actions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Select rows', exact: true }).click()
  await page.locator('#content .pane:visible input[type=checkbox]').first().check()
  await bar(page).getByRole('button', { name: 'Report loss', exact: true }).waitFor()
  const offered = await bar(page).getByRole('button').allInnerTexts()
  expect(offered).toEqual(expect.arrayContaining(['Report loss', 'Cancel loss report', 'Rewrite card']))
  for (const act of ['Disable', 'Enable', 'Extend']) expect(offered).not.toContain(act)
  expect(await a11yIssues(page)).toEqual([])
})
