import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: { section: '设备收款与系统试算', rule: (name: string) => `用户卡优惠“${name}”（第 1 版）` },
  en: { section: 'Charged by the device, and reckoned here', rule: (name: string) => `Card discount “${name}” (version 1)` },
}
interface Account {
  id: number
  version: number
  number: string
  userId: number
}
interface Line {
  chargedCents: number
  reckonedCents: number
  differenceCents: number
}

/** A pump sends ten litres for a card, which it has charged at the price of the list. */
async function pumps(number: string): Promise<number> {
  const { url, demo } = front()
  const station = demo.companies[0]!.stations[0]!
  const device = station.devices.find(({ credential }) => credential)!
  const headers = { authorization: device.credential!, 'content-type': 'application/json' }
  const { lastSequence } = (await (await fetch(`${url}/api/v1/devices/${device.id}/gaps`, { headers })).json()) as { lastSequence: number }
  const sale = {
    sequence: lastSequence + 1,
    nozzleControlId: station.nozzles[0]!.id,
    lineItems: [{ volumeCl: 10_00 }],
    cardNumber: number,
    payType: 'cash',
  }
  const reply = await fetch(`${url}/api/v1/orders`, { method: 'POST', headers, body: JSON.stringify(sale) })
  expect(reply.status, await reply.clone().text()).toBe(200)
  return ((await reply.json()) as { id: number }).id
}

/** A discount of 0.50 a litre is bound to a card with money. */
async function bound(page: Page, name: string): Promise<Account> {
  const { id: discountId } = await tell<{ id: number }>(page, 'POST', '/discounts', { name, centsPerL: 50 })
  const search = 'kind:personal,status:normal,heldCents:0,limitProfile:null,value>100000'
  const card = (await ask<{ content: Account[] }>(page, `/userCards?search=${search}&size=1`)).content[0]!
  await tell(page, 'PUT', `/userCards/${card.id}`, { version: card.version, userId: card.userId, discountId })
  return card
}

// @req CRD-001
test.each(languages())('what a pump charged stands beside what the discount of the card comes to (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/stationCards/cardQuery')
  const name = `试算 ${language}`
  const card = await bound(page, name)
  const id = await pumps(card.number)
  const seen = async () => (await ask<{ reckoned: Line[] }>(page, `/orders/${id}`)).reckoned
  await expect.poll(async () => (await seen()).map(({ differenceCents }) => differenceCents), { timeout: 20_000 }).toEqual([5_00])
  await page.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${id}`)
  await settled(page)
  const table = pane(page).getByRole('table', { name: say.section })
  await table.getByText(say.rule(name)).waitFor()
  const [line] = await seen()
  for (const cents of [line!.chargedCents, line!.reckonedCents, 5_00])
    await table
      .getByText((cents / 100).toFixed(2))
      .first()
      .waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
})
