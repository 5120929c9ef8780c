import { demoChip } from '@forecourt/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { languages } from './app-fixture.ts'
import { grouped, pane, readPath } from './chip-issue-steps.ts'
import { readerFixture, readerHand } from './reader-hand.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = readerFixture()
const words = {
  zh: {
    facts: '卡名称,卡号,芯片号,支付密码状态,开票方式,状态,发卡时间,绑定优惠,卡商,出厂时间,RFID 标签'.split(','),
    billed: '消费开票',
    normal: '正常',
    employee: '员工卡不能在此充值',
    employeePage: '到“员工卡”办理',
    fleet: '单位主卡、副卡不能在此充值',
    fleetPage: '到“单位会员”办理',
    topUp: '充值',
  },
  en: {
    facts: 'Card name,Card number,Chip number,Payment password,Invoices,Status,Issued,Discount,Maker,Ex-factory time,RFID label'.split(','),
    billed: 'On consumption',
    normal: 'Normal',
    employee: 'An employee card cannot be topped up here',
    employeePage: 'Go to Employee cards',
    fleet: 'A fleet master or sub card cannot be topped up here',
    fleetPage: 'Go to Fleets',
    topUp: 'Top up',
  },
}
interface Account {
  id: number
  version: number
  number: string
  userId: number
}

/** The facts that stand on the pane, by their labels. */
const factsOn = (page: Page) =>
  pane(page)
    .locator('.k-facts > div')
    .evaluateAll(all => Object.fromEntries(all.map(each => [each.querySelector('dt')!.textContent, each.querySelector('dd')!.textContent])))

// @req CRD-001
test.each([
  ['zh', 106],
  ['en', 107],
] as const)('the card desk tells all that is known of the card on the reader (%s)', async (language, turn) => {
  const say = words[language]
  const hand = readerHand(front())
  const boss = await front().enter('admin', { language })
  const stationId = await stationHere(boss)
  const station = await ask<{ version: number; config: object }>(boss, `/stations/${stationId}`)
  const config = { package: { card: true, payment: true, store: true, rfid: true } }
  await tell(boss, 'PUT', `/stations/${stationId}/config`, { version: station.version, config })
  const { uuid, rfid } = demoChip(turn)
  const { content } = await ask<{ content: Account[] }>(boss, `/userCards?search=physicalNumber:${uuid}`)
  const { id, version, userId, number } = content[0]!
  const discount = (await ask<{ content: { id: number; name: string }[] }>(boss, '/discounts?size=1')).content[0]!
  await tell(boss, 'PUT', `/userCards/${id}`, { version, userId, name: 'Van 7', discountId: discount.id, billingType: 'consume' })

  const page = await front().enter('station_leader', { language }, readPath)
  await hand.place(turn)
  await pane(page).getByText('Van 7').first().waitFor()
  await expect.poll(async () => Object.keys(await factsOn(page))).toEqual(expect.arrayContaining(say.facts))
  const shown = await factsOn(page)
  const [name, printed, chip, , billing, status, issued, bound, maker, made, label] = say.facts.map(each => shown[each])
  expect([name, printed, chip, billing, maker, label]).toEqual(['Van 7', grouped(number), uuid, say.billed, 'mh', rfid])
  expect(bound).toContain(discount.name)
  expect(status).toContain(say.normal)
  for (const date of [issued, made]) expect(date).toMatch(/\d{4}-\d\d-\d\d/)
})

// @req CRD-047
test.each(languages())('where money is paid into cards of staff and of fleets is said, and linked (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language })
  const find = async (kind: string) =>
    (await ask<{ content: Account[] }>(page, `/userCards?size=1&search=kind:${kind},card.type:debit,status:normal`)).content[0]!
  for (const [kind, title, link, path] of [
    ['employee', say.employee, say.employeePage, /\/stationCards\/employeeCard$/],
    ['master', say.fleet, say.fleetPage, /\/memberCenter\/unitMember$/],
    ['sub', say.fleet, say.fleetPage, /\/memberCenter\/unitMember$/],
  ] as const) {
    const { number } = await find(kind)
    await page.goto(`${front().url}${readPath}?number=${number}`)
    await settled(page)
    await pane(page).getByText(title, { exact: true }).waitFor()
    expect(await pane(page).getByRole('button', { name: say.topUp, exact: true }).count()).toBe(0)
    await pane(page).getByRole('link', { name: link }).press('Enter')
    await page.waitForURL(path)
    await settled(page)
  }
})
