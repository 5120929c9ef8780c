import { beforeAll, expect, test } from 'vitest'
import { confirmFromHundred, form, words } from './money-dialogs.ts'
import { appFixture, languages } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture({ prepared: true })

beforeAll(() => confirmFromHundred(front()), 180_000)

// @req MEM-015 MEM-020
test.each(languages())('frozen money is released up to what is frozen, a large part of it after a second look (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language })
  const frozen = async () =>
    (await ask<{ content: { id: number; lockValue: number }[] }>(page, '/userCards?size=1&search=lockValue>=10000&sort=id')).content[0]!
  const { id, lockValue } = await frozen()
  await page.goto(`${front().url}/stationCards/cardCostHistory/${id}`)
  await settled(page)
  await page.locator('#content .pane:visible').getByRole('button', { name: say.thaw, exact: true }).click()
  const it = form(page, say)
  await it.enter('remark', '核对')
  await it.enter('amountCents', ((lockValue + 1) / 100).toFixed(2))
  await it.refuses('amountCents', say.atMost)
  await it.goesTo('amountCents')
  await it.enter('amountCents', '0')
  await it.refuses('amountCents', say.least)
  await it.enter('amountCents', '')
  await it.lacks()
  await it.enter('amountCents', '100')
  await it.twice('100', '10.5')
  await it.ready()
  await expect.poll(async () => (await it.figures()).join()).toMatch(/−¥100\.00[^]*\+¥100\.00/)
  await page.keyboard.press('Control+Enter')
  await it.dialog.waitFor({ state: 'detached' })
  const after = await ask<{ lockValue: number }>(page, `/userCards/${id}`)
  expect(after.lockValue).toBe(lockValue - 100_00)

  // Of a top-up that has been spent in part the refund says what to do instead, before the PIN is asked.
  const search = 'refundStatus:notRefunded,userCard.status:normal,userCard.kind:personal,userCard.principalCents>0'
  type Charge = { id: number; amountCents: number; userCard: { principalCents: number } }
  const { content } = await ask<{ content: Charge[] }>(
    page,
    `/userCardDetails?size=100&expand=userCard&sort=amountCents,desc&search=${search}`,
  )
  const { id: detailId } = content.find(({ amountCents, userCard }) => amountCents > userCard.principalCents)!
  await page.goto(`${front().url}/queryStatistics/rechargeDetails/${detailId}`)
  await settled(page)
  await page.locator('#content .pane:visible').getByRole('button', { name: say.refundCharge, exact: true }).click()
  const late = form(page, say)
  await late.enter('remark', '退')
  await late.refuses('detailId', say.spent)
})
