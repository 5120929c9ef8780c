import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { asksForPin, confirmFromHundred, form, withoutReceipt, words } from './money-dialogs.ts'
import { expectToast, appFixture, languages } from './app-fixture.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture({ prepared: true })

beforeAll(() => confirmFromHundred(front()), 180_000)

let sold = 0
/** Twenty litres that nobody has paid yet, as the forecourt controller tells of them. */
async function sell(): Promise<{ id: number; totalCents: number }> {
  const { url, demo } = front()
  const { devices, nozzles } = demo.companies[0]!.stations[0]!
  const { credential, nextSequence } = devices[0]!
  const sequence = nextSequence + sold++
  const reply = await fetch(`${url}/api/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Device ${credential!}` },
    body: JSON.stringify({ sequence, nozzleControlId: nozzles[0]!.id, lineItems: [{ volumeCl: 2000 }] }),
  })
  expect(reply.status).toBe(200)
  return reply.json()
}

// @req FUE-011 FOR-012
test.each(languages())('a price is checked as typed, an unusual one typed twice, a wrong one set back (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language }, '/stationMge/vestibuleMge/fuelMge')
  const { content } = await ask<{ content: { code: string; priceCents: number }[] }>(page, '/products?size=50')
  const now = content.find(({ code }) => code === '98')!.priceCents
  const [before, next, slip] = [now, now + 2, now * 10].map(cents => (cents / 100).toFixed(2)) as [string, string, string]
  const fuel = page.getByRole('row', { name: /98#/ })
  const opener = fuel.getByRole('button', { name: say.setPrice })
  await opener.click()
  const { dialog, input, enter, refuses, lacks, goesTo, ready, figures } = form(page, say)
  await expect.poll(() => input('priceCents').evaluate(box => box === document.activeElement)).toBe(true)
  await lacks()
  await goesTo('priceCents')
  await enter('priceCents', '7,7x')
  await goesTo('priceCents')
  await dialog.getByText(say.notAmount).first().waitFor()
  await enter('priceCents', '100000.01')
  await refuses('priceCents', say.mostPrice)
  await enter('priceCents', next)
  await ready()
  await expect
    .poll(async () => (await figures()).join().split('\t').slice(1))
    .toEqual([`¥${before}`, `¥${next}`, expect.stringMatching(/^\+¥0\.02 \(\+0\.\d ?%\)$/)])
  await enter('priceCents', slip)
  await dialog.getByText(say.tenPercent).first().waitFor()
  await goesTo('confirmPriceCents')
  await enter('confirmPriceCents', next)
  await refuses('confirmPriceCents', say.differs)
  await enter('confirmPriceCents', slip)
  await ready()
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await fuel.getByText(slip, { exact: true }).waitFor()
  await expect.poll(() => opener.evaluate(button => button === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: say.back(before) }).click()
  await fuel.getByText(before, { exact: true }).waitFor()
  await fuel.getByRole('button', { name: say.history }).click()
  const rows = page.getByRole('dialog').getByRole('row')
  await rows.filter({ hasText: say.corrected }).filter({ hasText: before }).first().waitFor()
  // What has been set back is not offered again: the button is off, and why stands beside it.
  const wrong = rows.filter({ hasText: slip }).first()
  await wrong.getByText(say.backAlready).waitFor()
  expect(await wrong.getByRole('button', { name: say.corrected }).isDisabled()).toBe(true)
})

// @req SAL-010 SAL-013 SAL-014 ACC-086
test.each(languages())('too much, nothing, too little or an unexplained refund is refused before the PIN is asked (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language })
  const search = 'status:success,payType:cash,refundedCents:0,amountCents>10000'
  const { content } = await ask<{ content: { orderId: number; amountCents: number }[] }>(page, `/transactions?size=1&search=${search}`)
  const { orderId, amountCents } = content[0]!
  await page.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${orderId}`)
  await settled(page)
  await page.getByRole('button', { name: say.refund }).first().click()
  const it = form(page, say)
  await it.enter('amountCents', ((amountCents + 50_00) / 100).toFixed(2))
  await it.refuses('amountCents', say.refundMost)
  await it.goesTo('amountCents')
  await it.enter('amountCents', '')
  await it.lacks()
  await it.enter('amountCents', '0')
  await it.refuses('amountCents', say.least)
  await it.enter('amountCents', '5')
  await page.locator('[data-field=reason]:visible').getByText(say.other).click()
  await it.lacks()
  await it.goesTo('remark')
  await it.enter('remark', '多收')
  await it.ready()
  await expect.poll(async () => (await it.figures()).join()).toMatch(/¥0\.00\s+¥5\.00\s+\+¥5\.00/)
  await it.enter('amountCents', '100')
  await it.twice('100', '10.5')
  await it.ready()
  await asksForPin(page, say, it)
})

// @req SAL-004 ACC-086
test.each(languages())('a payment is bounded by what is due, names its slip, and is revoked after a second look (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language })
  const { id, totalCents } = await sell()
  const total = (totalCents / 100).toFixed(2)
  await page.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${id}`)
  await settled(page)
  await page.getByRole('button', { name: say.pay, exact: true }).click()
  const it = form(page, say)
  await it.enter('amountCents', ((totalCents + 1) / 100).toFixed(2))
  await it.refuses('amountCents', say.tooMuch)
  await it.enter('amountCents', '0')
  await it.refuses('amountCents', say.least)
  await it.enter('amountCents', '')
  await it.ready()
  await it.input('payType').click()
  await page.locator('.ant-select-item-option').filter({ hasText: say.wechat }).first().click()
  await it.lacks()
  await it.goesTo('externalSerialNo')
  await it.enter('externalSerialNo', `W${id}`)
  await it.ready()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: say.leave, exact: true }).click()
  await it.dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: say.byCard }).click()
  const card = form(page, say)
  await card.enter('cardNumber', '00000000')
  await card.refuses('cardNumber', say.noCard)
  await card.goesTo('cardNumber')
  await tell(page, 'POST', `/orders/${id}/cashPay`, { payType: 'cash' })
  await page.reload()
  await settled(page)

  await page.getByRole('button', { name: say.revoke }).click()
  const back = form(page, say)
  await expect.poll(async () => (await back.figures()).join().replaceAll(',', '')).toContain(`¥${total}`)
  await back.twice(total, '1.5')
  await back.ready()
  await asksForPin(page, say, back)
})

// @req MEM-017 MEM-011 MEM-015 ACC-086 UIX-048 UIX-052
test.each(languages())('a top-up, its refund and an adjustment are judged while they are typed (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language })
  const search = 'status:normal,kind:personal,principalCents>5000'
  const { content } = await ask<{ content: { id: number; principalCents: number }[] }>(page, `/userCards?size=1&search=${search}`)
  const { id, principalCents } = content[0]!
  await page.goto(`${front().url}/stationCards/cardCostHistory/${id}`)
  await settled(page)
  const press = (name: string) => page.locator('#content .pane:visible').getByRole('button', { name, exact: true }).click()

  await press(say.topUp)
  const it = form(page, say)
  await withoutReceipt(it.dialog)
  await it.lacks()
  await it.goesTo('amountCents')
  await it.enter('amountCents', '0')
  await it.refuses('amountCents', say.topUpNothing)
  await it.field('mode').getByText(say.giftOnly, { exact: true }).click()
  for (const [name, text] of Object.entries({ giftCents: '5', remark: '久等' })) await it.enter(name, text)
  await Promise.all([it.ready(), it.field('mode').getByText(say.byAmount, { exact: true }).click()])
  await it.enter('amountCents', '100000000.01')
  await it.refuses('amountCents', say.most)
  await it.enter('amountCents', '300')
  await it.twice('300', '30.1')
  await it.ready()
  await page.keyboard.press('Control+Enter')
  await Promise.all([it.dialog.waitFor({ state: 'detached' }), expectToast(page, say.toppedUp)])

  await press(say.adjust)
  const adjust = form(page, say)
  await adjust.enter('remark', '核对')
  await adjust.enter('amountCents', (-(principalCents + 300_00 + 1) / 100).toFixed(2))
  await adjust.refuses('amountCents', say.adjustMost)
  await adjust.goesTo('amountCents')
  await adjust.enter('amountCents', '1.234')
  await adjust.goesTo('amountCents')
  await adjust.field('amountCents').getByText(say.notAmount).first().waitFor()
  await adjust.enter('amountCents', '0')
  await adjust.refuses('amountCents', say.notZero)
  await adjust.enter('amountCents', '')
  await adjust.lacks()
  await adjust.enter('amountCents', '-100')
  await adjust.twice('-100', '100')
  await adjust.ready()
  await asksForPin(page, say, adjust)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: say.leave, exact: true }).click()
  await adjust.dialog.waitFor({ state: 'detached' })

  await Promise.all([page.waitForRequest(/\/userCardDetails\?.*size=100(&|$)/), press(say.refundCharge)])
  const refund = form(page, say)
  await refund.enter('remark', '退')
  await refund.lacks()
  await refund.goesTo('detailId')
  await refund.input('detailId').click()
  await page.locator('.ant-select-item-option').filter({ hasText: '¥300.00' }).first().click()
  await refund.twice('300', '3.5')
  await refund.ready()
  await asksForPin(page, say, refund)
})

// @req MEM-018 MEM-034
test.each(languages())('a fleet moves no more than the giving card holds, and sees both cards before and after (%s)', async language => {
  const say = words[language]
  await fundFleet()
  const page = await front().enter('group_master', { language })
  const id = Number(page.url().split('/').at(-1)?.split('?')[0])
  const { principalCents } = await ask<{ principalCents: number }>(page, `/userCards/${id}`)
  const held = await principalsOf(page, id)
  const row = page.locator('tbody tr').first()
  await row.getByRole('button', { name: say.assign }).click()
  const it = form(page, say)
  await it.lacks()
  await it.goesTo('amountCents')
  await it.enter('amountCents', ((principalCents + 1) / 100).toFixed(2))
  await it.refuses('amountCents', say.atMost)
  await it.enter('amountCents', '0')
  await it.refuses('amountCents', say.least)
  await it.enter('amountCents', '1,2x')
  await it.goesTo('amountCents')
  await it.dialog.getByText(say.notAmount).first().waitFor()
  await it.enter('amountCents', '1.25')
  await it.ready()
  await expect.poll(it.figures).toHaveLength(2)
  await expect.poll(async () => (await it.figures()).join()).toMatch(/−¥1\.25[^]*\+¥1\.25/)
  // From the company's own limit on, the amount is typed a second time.
  await it.enter('amountCents', '120.5')
  await it.twice('120.5', '12.05')
  await it.ready()
  await page.keyboard.press('Control+Enter')
  await it.dialog.waitFor({ state: 'detached' })
  await expect.poll(() => principalsOf(page, id)).toEqual([held[0]! - 120_50, held[1]! + 120_50])
  await row.getByRole('button', { name: say.more }).click()
  await page.getByRole('menuitem', { name: say.withdraw }).click()
  const back = form(page, say)
  const taken = await ask<{ principalCents: number }>(page, `/userCards/${await row.getAttribute('data-id')}`)
  await back.enter('amountCents', ((taken.principalCents + 1) / 100).toFixed(2))
  await back.refuses('amountCents', say.atMost)
  await back.goesTo('amountCents')
  await back.enter('amountCents', '0')
  await back.refuses('amountCents', say.least)
  await back.enter('amountCents', '')
  await back.lacks()
  await back.enter('amountCents', '120.5')
  await back.twice('120.5', '125')
  await back.ready()
  await expect.poll(async () => (await back.figures()).join()).toMatch(/−¥120\.50[^]*\+¥120\.50/)
  await page.keyboard.press('Control+Enter')
  await back.dialog.waitFor({ state: 'detached' })
  await expect.poll(() => principalsOf(page, id)).toEqual(held)
})

/** What the master card holds, and what its sub cards hold together. */
async function principalsOf(page: Page, masterId: number): Promise<number[]> {
  type Card = { principalCents: number }
  const master = await ask<Card>(page, `/userCards/${masterId}`)
  const { content } = await ask<{ content: Card[] }>(page, `/userCards?size=50&search=parent.id:${masterId}`)
  return [master.principalCents, content.reduce((sum, { principalCents }) => sum + principalCents, 0)]
}

/** A fleet that can move an amount which is typed twice. */
async function fundFleet(): Promise<void> {
  const page = await front().enter('station_master')
  const { content } = await ask<{ content: { id: number }[] }>(page, '/userCards?size=50&search=kind:master,card.type:debit')
  const topUp = { payType: 'cash', withoutReceipt: true, amountCents: 500_00, confirmAmountCents: 500_00 }
  for (const { id } of content) await tell(page, 'POST', `/userCards/${id}/charge`, topUp, await stationHere(page))
  await front().leave(page)
}

// @req SEC-026
test('a second press within two seconds is the same press', async () => {
  const page = await front().enter('station_master', {}, '/stationCards/cardQuery')
  const search = 'status:normal,kind:personal,card.type:debit'
  const { content } = await ask<{ content: { id: number; principalCents: number }[] }>(page, `/userCards?size=1&search=${search}`)
  const { id, principalCents } = content[0]!
  await page.goto(`${front().url}/stationCards/cardCostHistory/${id}`)
  await settled(page)
  let sent = 0
  page.on('request', request => (sent += request.url().endsWith(`/userCards/${id}/charge`) ? 1 : 0))
  await page.locator('#content .pane:visible').getByRole('button', { name: '充值', exact: true }).click()
  const it = form(page, words.zh)
  await it.enter('amountCents', '12.5')
  await withoutReceipt(it.dialog)
  await it.ready()
  await it.button.dblclick({ force: true })
  await page.keyboard.press('Control+Enter')
  await it.dialog.waitFor({ state: 'detached' })
  await settled(page)
  expect(sent).toBe(1)
  const after = await ask<{ principalCents: number }>(page, `/userCards/${id}`)
  expect(after.principalCents - principalCents).toBe(12_50)
})
