import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, languages } from './app-fixture.ts'
import { form as dialogOf, words as ofMoney } from './money-dialogs.ts'
import { ask, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    page: '个人会员',
    more: '更多',
    merge: '合并会员',
    farewell: '注销会员',
    stays: '加入），',
    standing: '请先办理以下各卡',
    cancel: '取消',
    members: '会员总数',
    ok: '确定',
  },
  en: {
    page: 'Members',
    more: 'More',
    merge: 'Merge members',
    farewell: 'Close membership',
    stays: 'stays (member since',
    standing: 'Settle these cards first',
    cancel: 'Cancel',
    members: 'Members',
    ok: 'OK',
  },
}
type Say = (typeof words)['zh' | 'en']
interface Member {
  id: number
  name: string
  mobile: string | null
}

const pane = (page: Page) => page.locator('#content .pane:visible')
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin

/** An act of a member's page, begun by keys. */
async function choose(page: Page, say: Say, { id, name }: Member, act: string) {
  await page.goto(`${front().url}/memberCenter/personalMemberDetails/${id}`)
  await expectPage(page, name)
  await pane(page).getByRole('button', { name: say.more, exact: true }).first().press('Enter')
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/** Sends the form by keys, and answers for it with one's own PIN. */
async function send(page: Page, say: Say, dialog: Locator) {
  await page.keyboard.press('Control+Enter')
  await page.locator('input[autocomplete=one-time-code]').fill(pinOf('station_master'))
  await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

const countOf = (page: Page) => ask<{ scale: { members: number } }>(page, '/members/summary').then(({ scale }) => scale.members)

// @req MEM-039
test.each(languages())(
  'two records of one person are merged; who has money on a card stays, who has none leaves (%s)',
  async language => {
    const say = words[language]
    const [mark, tail] = language === 'zh' ? ['甲', '11'] : ['B', '22']
    const page = await front().enter('station_master', { language }, '/memberCenter/personalMember')
    await expectPage(page, say.page)
    await pane(page).getByText(say.members, { exact: true }).first().waitFor()
    const elder = await tell<Member>(page, 'POST', '/members', { name: `沈一${mark}`, mobile: `139100000${tail}` })
    const younger = await tell<Member>(page, 'POST', '/members', { name: `沈二${mark}`, mobile: `139200000${tail}` })
    const before = await countOf(page)

    // From the younger's page: the elder stays all the same.
    await choose(page, say, younger, say.merge)
    const merge = dialogOf(page, ofMoney[language])
    await merge.input('otherId').fill(elder.name)
    await page.locator('.ant-select-item-option:visible', { hasText: elder.name }).first().waitFor()
    await page.keyboard.press('Enter')
    await merge.dialog.getByText(say.stays, { exact: false }).waitFor()
    await merge.enter('reason', '重复建档')
    await send(page, say, merge.dialog)
    expect(await ask<Member>(page, `/users/mobile?mobile=${younger.mobile}`)).toMatchObject({ id: elder.id, mobile: elder.mobile })
    expect(await countOf(page)).toBe(before - 1)

    // Money on a card: what is to be done first is said, and nothing is asked.
    const { content } = await ask<{ content: Member[] }>(page, '/members?size=1&search=userCards.value>0')
    await choose(page, say, content[0]!, say.farewell)
    await page.getByRole('dialog').getByText(say.standing, { exact: false }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: say.cancel }).press('Enter')

    await choose(page, say, elder, say.farewell)
    const farewell = dialogOf(page, ofMoney[language])
    await farewell.enter('reason', '客户要求')
    await send(page, say, farewell.dialog)
    expect(await countOf(page)).toBe(before - 2)
    const again = await tell<Member>(page, 'POST', '/members', { name: `沈三${mark}`, mobile: elder.mobile! })
    expect(again.id).not.toBe(elder.id)
  },
  120_000,
)
