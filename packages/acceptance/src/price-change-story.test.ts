import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { ask } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    scheduled: '定时调价',
    now: '立即调价',
    price: /新价$/,
    perStation: '各站调价明细',
    late: '调价时间必须晚于当前时间',
    none: '请至少填写一种油品的价格',
    done: '已提交定时调价',
    changed: '已调价',
    cancel: '取消',
    cancelOf: '取消调价',
    cancelled: '已取消调价',
    waits: '待完成',
    gone: '已取消',
    inForce: /已生效，1 站未确认|成功/,
    details: '详情',
  },
  en: {
    scheduled: 'Schedule a change',
    now: 'Change price now',
    price: /^New price of/,
    perStation: 'At each station',
    late: 'The price change must lie in the future',
    none: 'Enter the price of at least one fuel',
    done: 'Price change scheduled',
    changed: 'Prices changed',
    cancel: 'Cancel',
    cancelOf: 'Cancel price change',
    cancelled: 'Price change cancelled',
    waits: 'Waiting',
    gone: 'Cancelled',
    inForce: /In force, 1 station unconfirmed|Confirmed/,
    details: 'Details',
  },
}

interface Change {
  readonly id: number
  readonly status: string
  readonly lines: readonly { priceCents: number }[]
}
const newest = async (page: Page): Promise<Change> => (await ask<{ content: Change[] }>(page, '/priceChanges?size=1')).content[0]!
const timeIn = (days: number): string =>
  Temporal.Now.zonedDateTimeISO('Asia/Shanghai').add({ days }).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')

/** The first price of the form, as it stands in the table of its entries. */
async function enterPrice(page: Page, name: RegExp, more: number): Promise<number> {
  const field = page.getByRole('textbox', { name }).first()
  await field.waitFor()
  const row = page.locator('.price-form .price-change-lines tr', { has: field })
  const before = Math.round(Number((await row.locator('td').first().innerText()).replace(/[^\d.]/g, '')) * 100)
  await field.fill(((before + more) / 100).toFixed(2))
  return before + more
}

// @req FUE-004 FUE-008 FUE-012 FUE-023 FUE-030 FUE-031
test.each(languages())('a manager schedules a price, cancels it, and changes one now, by keys (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language }, '/oilOperate/changePrice')
  await page.getByRole('button', { name: say.scheduled, exact: true }).press('Enter')
  await page.waitForURL('**/oilOperate/afterPrice*')
  await page.locator('.price-form').getByText(say.none).first().waitFor()
  const cents = await enterPrice(page, say.price, 5)
  const time = page.locator('[data-field=fromAt] input')
  await time.fill(timeIn(-1))
  await time.press('Enter')
  await page.locator('[data-field=fromAt]').getByText(say.late).waitFor()
  await time.fill(timeIn(2))
  await time.press('Enter')
  // What it costs until then is what stands before it: another change may be announced already.
  await page
    .getByRole('table', { name: say.perStation })
    .getByText((cents / 100).toFixed(2))
    .first()
    .waitFor()
  expect(await a11yIssues(page)).toEqual([])
  await page.getByRole('textbox', { name: say.price }).first().press('Control+Enter')
  await expectToast(page, say.done)
  await page.waitForURL('**/oilOperate/changePrice*')
  const row = page.locator('tbody tr', { hasText: (cents / 100).toFixed(2) }).first()
  await row.getByText(say.waits, { exact: true }).waitFor()
  expect(await a11yIssues(page)).toEqual([])
  await row.getByRole('button', { name: say.cancel, exact: true }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: say.cancelOf, exact: true }).press('Enter')
  await expectToast(page, say.cancelled)
  await row.getByText(say.gone, { exact: true }).waitFor()
  expect(await newest(page)).toMatchObject({ status: 'cancel' })

  await page.getByRole('button', { name: say.now, exact: true }).press('Enter')
  await page.waitForURL('**/oilOperate/nowPrice*')
  const nowCents = await enterPrice(page, say.price, 7)
  await page.getByRole('table', { name: say.perStation }).getByText('+0.07').waitFor()
  await page.getByRole('textbox', { name: say.price }).first().press('Control+Enter')
  await expectToast(page, say.changed)
  await page.waitForURL('**/oilOperate/changePrice*')
  const changed = page.locator('tbody tr', { hasText: (nowCents / 100).toFixed(2) }).first()
  await changed.getByText(say.inForce).waitFor()
  await changed.getByRole('button', { name: say.details, exact: true }).press('Enter')
  await page.locator('.price-change-nozzles li').first().waitFor()
  expect(await a11yIssues(page)).toEqual([])
  expect((await newest(page)).lines.map(({ priceCents }) => priceCents)).toEqual([nowCents])
})
