import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    free: '免单',
    bears: /由公司承担，不再收款/,
    done: '已免单',
    tender: '免单（加油枪漏油）',
    refund: '退款',
    back: '冲回免单，不支付任何款项，待付金额不再恢复',
    given: '已退款',
    pin: '请输入您的 PIN',
    ok: '确定',
  },
  en: {
    free: 'Let it go for nothing',
    bears: /The company bears/,
    done: 'The order went for nothing',
    tender: 'Free (加油枪漏油)',
    refund: 'Refund',
    back: 'The free sale is taken back; nothing is paid out, and nothing becomes due again',
    given: 'Refunded',
    pin: 'Enter your PIN',
    ok: 'OK',
  },
}
type Say = (typeof words)['zh' | 'en']
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin
const send = (page: Page) => page.getByRole('dialog').last().locator('button[type=submit]:not([aria-disabled])').press('Enter')

async function proves(page: Page, say: Say): Promise<void> {
  const asking = page.getByRole('dialog').filter({ hasText: say.pin })
  await asking.locator('input').fill(pinOf('station_master'))
  await asking.getByRole('button', { name: say.ok }).click()
  await asking.waitFor({ state: 'detached' })
}

/** Thirty litres that nobody has paid. */
async function enters(page: Page): Promise<number> {
  const sale = {
    createdDate: new Date().toISOString(),
    nozzleControlId: front().demo.companies[0]!.stations[0]!.nozzles[0]!.id,
    lineItems: [{ volumeCl: 30_00, discountCents: 0 }],
    remark: 'POS offline',
  }
  const { id } = (await tell(page, 'POST', '/orders/manual', sale, await stationHere(page))) as { id: number }
  return id
}

test.each(languages())('a master lets an order go for nothing, with a reason and the own PIN, and takes that back (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/oilOperate/recordOrder')
  const id = await enters(page)
  await page.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${id}`)
  await settled(page)
  await pane(page).getByRole('button', { name: say.free, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog').last()
  await dialog.getByText(say.bears).waitFor()
  await dialog.locator('[data-field=reason]').locator('input, textarea').fill('加油枪漏油')
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await proves(page, say)
  await expectToast(page, say.done)
  await pane(page).getByText(say.tender, { exact: true }).first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])

  await pane(page).getByRole('button', { name: say.refund, exact: true }).first().press('Enter')
  await page.getByRole('dialog').last().getByText(say.back, { exact: true }).waitFor()
  expect(await page.getByRole('dialog').last().locator('[data-field=mode]').count()).toBe(0)
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await proves(page, say)
  await expect
    .poll(async () => (await ask<{ refundedCents: number; paidCents: number }>(page, `/orders/${id}`)).refundedCents)
    .toBeGreaterThan(0)
})
