import { expect, test } from 'vitest'
import { factsOf, pane } from './list-reader.ts'
import { form, words } from './money-dialogs.ts'
import { expectPage, appFixture } from './app-fixture.ts'
import { fieldsOf } from './shown.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
/** Two minutes ago, as the station's clock says it. */
const soldAt = () => new Date(Date.now() + (8 * 60 - 2) * 60_000).toISOString().slice(0, 19).replace('T', ' ')
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin

// @req SAL-010 SAL-011 SAL-014
test('a leader gives part of a payment back with their PIN, and the order says so', async () => {
  const page = await front().enter('station_leader')
  const {
    content: [payment],
  } = await ask<{ content: { orderId: number }[] }>(
    page,
    '/transactions?size=1&search=status:success,payType:cash,refundedCents:0,amountCents>1000',
  )
  await page.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${payment!.orderId}`)
  await settled(page)
  // An order may be paid in parts, one of them by card: then each has its button, and it is the cash that is given back.
  await page
    .getByRole('button', { name: /^退款$|现金/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog').filter({ hasText: '退款方式' })
  await dialog.getByRole('textbox', { name: /退款金额/ }).fill('5.00')
  await dialog.getByText('原路退回 ¥5.00').waitFor()
  // What a card on the black list paid has a reason of its own; this was cash.
  expect(await dialog.locator('[data-field=reason]').getByRole('radio').count()).toBe(3)
  await dialog.locator('[data-field=reason]').getByText('其他').click()
  await dialog.getByRole('textbox', { name: /说明/ }).fill('多收 5 元')
  await dialog.getByRole('button', { name: '退款' }).click()
  const asking = page.getByRole('dialog').filter({ hasText: '请输入您的 PIN' })
  await asking.locator('input').fill(pinOf('station_leader'))
  await asking.getByRole('button', { name: '确定' }).click()
  await page.getByText('部分退款').first().waitFor()
  await page.getByText('现金退款 ¥5.00').waitFor()
  const shown = await ask<{ refundedCents: number; refundStatus: string }>(page, `/orders/${payment!.orderId}`)
  expect(shown).toMatchObject({ refundedCents: 500, refundStatus: 'partlyRefunded' })
})

// @req SAL-012 SAL-015
test.each([
  ['failed', { status: 'fail' }, '支付未成功，不能退款'],
  ['was given back whole', { refundedCents: 100_00, refundStatus: 'refunded' }, '已全部退款'],
] as const)('where a payment %s its button is off and says why; the list offers none', async (_, over, why) => {
  const page = await front().enter('station_leader')
  const { content } = await ask<{ content: { id: number }[] }>(page, '/transactions?size=1&search=status:success,payType:cash')
  const { id } = content[0]!
  await page.route(/\/api\/v1\/transactions(\/\d+)?\?/, async route => {
    const reply = await (await route.fetch()).json()
    const changed = (payment: object) => ({ ...payment, amountCents: 100_00, ...over })
    await route.fulfill({ json: 'content' in reply ? { ...reply, content: reply.content.map(changed) } : changed(reply) })
  })
  await page.goto(`${front().url}/queryStatistics/transactions?record=${id}`)
  await settled(page)
  const button = page.getByRole('dialog').getByRole('button', { name: '退款', exact: true })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  await button.hover()
  await page.getByRole('tooltip').getByText(why).waitFor()
  expect(await page.locator('#content tbody tr').getByRole('button', { name: '退款', exact: true }).count()).toBe(0)
})

test('a refund that is opened again says what somebody else has given back meanwhile', async () => {
  const page = await front().enter('station_leader')
  const search = 'status:success,payType:cash,refundedCents:0,amountCents>1000'
  const { content } = await ask<{ content: { id: number; orderId: number }[] }>(page, `/transactions?size=1&search=${search}`)
  const { id, orderId } = content[0]!
  await page.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${orderId}`)
  await settled(page)
  const opened = async () => {
    await page
      .getByRole('button', { name: /^退款$|现金/ })
      .first()
      .click()
    return form(page, words.zh)
  }
  const first = await opened()
  await first.ready()
  await expect.poll(async () => (await first.figures()).length).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await first.dialog.waitFor({ state: 'detached' })

  // At another counter, by the same leader.
  const action = { action: 'order.refund', subject: `transactions:${id}`, amountCents: 5_00 }
  const { id: me } = await ask<{ id: number }>(page, '/users/profile')
  const { proof } = await tell<{ proof: string }>(page, 'POST', `/users/${me}/pin/verify`, { pin: pinOf('station_leader'), ...action })
  await tell(page, 'POST', `/transactions/${id}/refund`, { amountCents: 5_00, mode: 'cash', reason: 'paidWrong', pinProof: proof })

  const again = await opened()
  await again.field('amountCents').locator('.k-fault').waitFor()
  await expect.poll(() => again.button.getAttribute('aria-disabled')).toBe('true')
})

// @req FUE-016 FUE-021 FUE-024 FUE-033
test('an attendant enters a missed sale and sees beforehand what it comes to', async () => {
  const page = await front().enter('station_employee', {}, '/oilOperate/recordOrder')
  await expectPage(page, '补录订单')
  const shown = page.locator('#content .pane:visible')
  expect(await fieldsOf(shown)).toEqual([
    'createdDate*',
    'nozzleControlId',
    'fuelMethod',
    'lineItems*',
    'cardNumber',
    'payType',
    'couponCodes',
    'employeeId',
    'remark*',
  ])
  const time = page.getByRole('textbox', { name: /交易时间/ })
  await time.fill(soldAt())
  await time.press('Enter')
  // It takes the date and does not send what is still half empty.
  await page.getByRole('combobox', { name: /^油枪/ }).focus()
  expect(await shown.getByRole('alert').allInnerTexts()).toEqual([])
  await page.getByRole('combobox', { name: /^油枪/ }).click()
  await page.locator('.ant-select-item-option').first().click()
  await page.getByRole('textbox', { name: /加油量/ }).fill('10')
  await page.getByText('应付').waitFor()
  await page.getByText(/计入.*班|计入.*自然日/).waitFor()
  await page.getByRole('textbox', { name: /补单原因/ }).fill('收银台断网')
  await page.getByRole('button', { name: '补录订单' }).last().click()
  await page.getByText('已补录').waitFor()
  // Anyone who reads orders finds it, and it says what it is: a supplementary one, of ten litres at the list price.
  type Order = {
    id: number
    type: number
    payType: string
    remark: string
    totalCents: number
    lineItems: Record<'volumeCl' | 'priceCents', number>[]
  }
  const leader = await front().enter('station_leader')
  const [order] = (await ask<{ content: [Order] }>(leader, '/orders?size=1&sort=id,desc&search=type:99&expand=lineItems')).content
  expect(order).toMatchObject({ type: 99, payType: 'cash', remark: '收银台断网', lineItems: [{ volumeCl: 10_00 }] })
  expect(order.totalCents).toBe(order.lineItems[0]!.priceCents * 10)
  await leader.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${order.id}`)
  await settled(leader)
  expect(await factsOf(pane(leader))).toMatchObject({ 订单类型: '补单', 补单原因: '收银台断网', 支付方式: '现金' })
  const said = await pane(leader).innerText()
  for (const each of ['10.00', (order.totalCents / 100).toFixed(2)]) expect(said).toContain(each)
})
