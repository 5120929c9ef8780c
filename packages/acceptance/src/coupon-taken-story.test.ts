import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    promoters: '推广员（近 30 天）',
    handedOut: /推广 \d+ 张，已使用 \d+ 张/,
    received: '自行领取',
    used: '已使用',
    usedBefore: '已使用',
    otherwise: '终端实际优惠 ¥5.00，按规则应优惠 ¥20.00',
  },
  en: {
    promoters: 'Promoters, last 30 days',
    handedOut: /handed out \d+, used \d+/,
    received: 'Taken by the customer',
    used: 'Used',
    usedBefore: 'used already',
    otherwise: 'the device took ¥5.00 off; it should have been ¥20.00',
  },
}

const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${front().url}${path}`)
  await settled(page)
}
const station = () => front().demo.companies[0]!.stations[0]!
/** A till of the station, which numbers its sales. */
const till = () => station().devices.find(({ credential }) => credential !== null)!
let sent = 0
async function byTill<T>(path: string, body: object): Promise<T> {
  const reply = await fetch(`${front().url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: till().credential!, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  expect([path, reply.status]).toEqual([path, 200])
  return (await reply.json()) as T
}

interface Order {
  readonly id: number
  readonly priceDifference: boolean
}
const sold = (number: string, userDealId: number, amountCents: number): Promise<Order> =>
  byTill('/orders', {
    sequence: till().nextSequence + 50_000 + ++sent,
    cardNumber: number,
    payType: 'cash',
    nozzleControlId: station().nozzles[0]!.id,
    lineItems: [{ volumeCl: 40_00, discountCents: amountCents, coupons: [{ userDealId, amountCents }] }],
  })

// @req MKT-006 MKT-009 MKT-010
test.each(languages())(
  'a customer takes coupons at a till with a card and uses them there; each sale explains what they gave (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('admin', { language, mode: 'auto' }, '/marketCenter/marketHome')
    const promoters = pane(page).getByRole('heading', { name: say.promoters })
    await promoters.waitFor()
    await pane(page).getByText(say.handedOut).first().waitFor()
    expect(await issuesInEveryLook(page)).toEqual([])

    const search = 'kind:personal,status:normal,heldCents:0,limitProfile:null,passwordFromCents:null,value>50000'
    const [card] = (await ask<{ content: { number: string }[] }>(page, `/userCards?size=1&search=${search}`)).content
    const [startTime, endTime] = [-1, 7].map(days => new Date(Date.now() + days * 86_400_000).toISOString())
    const name = `自领券 ${language}`
    const deal = { name, kind: 'amount', offCents: 20_00, minimumCents: 100_00, manualReceive: true, startTime, endTime }
    const { id: dealId } = await tell<{ id: number }>(page, 'POST', '/deals', deal)
    const taken = [1, 2].map(() => byTill<{ id: number }>('/userDeals/receive', { dealId, cardNumber: card!.number }))
    const [own, other] = (await Promise.all(taken)) as [{ id: number }, { id: number }]
    await go(page, `/marketCenter/userDeals?dealId=${dealId}`)
    const rows = pane(page).locator('tbody tr', { hasText: name })
    await expect.poll(() => rows.getByText(say.received, { exact: true }).count()).toBe(2)
    expect(await issuesInEveryLook(page)).toEqual([])

    const sale = await sold(card!.number, own.id, 20_00)
    expect(sale.priceDifference).toBe(false)
    await go(page, `/queryStatistics/salesQuery/allDetails/${sale.id}`)
    await pane(page).getByText(name).first().waitFor()
    expect(await issuesInEveryLook(page)).toEqual([])

    // The same once more, and one that the till reckoned wrongly.
    const again = await sold(card!.number, own.id, 20_00)
    const less = await sold(card!.number, other.id, 5_00)
    expect([again.priceDifference, less.priceDifference]).toEqual([true, true])
    await go(page, `/queryStatistics/salesQuery/allDetails/${again.id}`)
    await pane(page).getByText(say.usedBefore).first().waitFor()
    expect(await issuesInEveryLook(page)).toEqual([])
    await go(page, `/queryStatistics/salesQuery/allDetails/${less.id}`)
    await pane(page).getByText(say.otherwise).first().waitFor()
    expect(await issuesInEveryLook(page)).toEqual([])
    await go(page, `/marketCenter/userDeals?dealId=${dealId}`)
    await expect.poll(() => rows.getByText(say.used, { exact: true }).count()).toBe(2)
  },
)
