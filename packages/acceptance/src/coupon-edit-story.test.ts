import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: { saved: '保存成功', tooFew: '已发放 3 张，不能少于此数', says: '减 ¥8.00' },
  en: { saved: 'Saved', tooFew: '3 issued already; not fewer than these', says: '¥8.00 off' },
}
interface Deal {
  name: string
  maxCount: number
  offCents: number
  terms: number
}
const field = (page: Page, name: string) => pane(page).locator(`[data-field=${name}]`).first()
const fill = (page: Page, name: string, text: string) => field(page, name).locator('input, textarea').first().fill(text)
const send = (page: Page) => page.locator('form:visible button[type=submit]:not([aria-disabled])').last().press('Enter')

// @req MKT-040 MKT-030
test.each(languages())('a coupon is edited for those that are issued later, never below what was issued (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/marketHome')
  const [startTime, endTime] = [-1, 30].map(days => new Date(Date.now() + days * 86_400_000).toISOString())
  const deal = { name: `改券 ${language}`, kind: 'amount', offCents: 5_00, startTime, endTime, maxCount: 10 }
  const { id } = await tell<{ id: number }>(page, 'POST', '/deals', deal)
  await tell(page, 'POST', '/userDeals', { dealId: id, codes: 3, each: 1, reason: 'VIP' })
  const now = () => ask<Deal>(page, `/deals/${id}`)

  await page.goto(`${front().url}/marketCenter/editDeal/${id}`)
  await settled(page)
  await pane(page).getByRole('heading', { name: deal.name }).first().waitFor()
  await fill(page, 'maxCount', '2')
  await field(page, 'maxCount').getByText(say.tooFew, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  expect(await now()).toMatchObject({ maxCount: 10, terms: 1 })

  await fill(page, 'maxCount', '20')
  await fill(page, 'offCents', '8')
  await pane(page).getByText(say.says).first().waitFor()
  await send(page)
  await expectToast(page, say.saved)
  await page.waitForURL('**/marketCenter/deal/1')
  expect(await now()).toMatchObject({ maxCount: 20, offCents: 8_00, terms: 2 })
  const { content } = await ask<{ content: { terms: number }[] }>(page, `/userDeals?size=10&search=deal.id:${id}`)
  expect(content.map(({ terms }) => terms)).toEqual([1, 1, 1])
})
