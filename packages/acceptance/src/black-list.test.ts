import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from 'vitest'
import { appFixture, expectPage, tell } from './app-fixture.ts'
import { ask } from './visitor.ts'

const front = appFixture()
type List = { version: number; whole: boolean; added: { number: string; reason: string }[]; removed: string[] }
type Cards = { content: { id: number; number: string }[] }

/** The till of the first station, which has a credential. */
const till = () => front().demo.companies[0]!.stations[0]!.devices.find(({ credential }) => credential !== null)!

async function listSince(since: number): Promise<List> {
  const reply = await fetch(`${front().url}/api/v1/cardBlackLists?since=${since}`, { headers: { authorization: till().credential! } })
  expect(reply.status).toBe(200)
  return (await reply.json()) as List
}

async function fuelBy(cardNumber: string): Promise<void> {
  const { nozzles } = front().demo.companies[0]!.stations[0]!
  const body = {
    sequence: till().nextSequence,
    nozzleControlId: nozzles[0]!.id,
    payType: 'card',
    cardNumber,
    lineItems: [{ volumeCl: 1000, priceCents: 777 }],
  }
  const reply = await fetch(`${front().url}/api/v1/orders`, {
    method: 'POST',
    headers: { authorization: till().credential!, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(200)
}

// @req CRD-024
test('the version that a device has stands beside it, and one that never asked is marked', async () => {
  const page = await front().enter('station_master', { language: 'en' }, '/stationMge/vestibuleMge/deviceMge?tab=devices')
  await expectPage(page, 'Forecourt devices')
  const { version } = await listSince(0)
  await listSince(version)
  const [card] = (await ask<Cards>(page, '/userCards?size=1&search=status:normal,kind:personal,card.type:debit')).content
  await tell(page, 'POST', `/userCards/${card!.id}/loss`, {})
  // Well within a second of the loss.
  expect(await listSince(version)).toMatchObject({ version: version + 1, added: [{ number: card!.number, reason: 'lose' }], removed: [] })
  await page.reload()
  const ofTill = page.getByRole('row', { name: new RegExp(`${version} \\(1 change behind\\)`) })
  await ofTill.waitFor()
  expect(await ofTill.getByText('Over 24 hours old').count()).toBe(0)

  const other = page.getByRole('row', { name: /Self-service 1/ })
  await other.getByRole('button', { name: 'Issue credential' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'I have saved it' }).click()
  await other.getByText('Over 24 hours old').waitFor()
  expect(await other.innerText()).toContain('never fetched')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
})

// @req CRD-024
test('fuel for a lost card stands among the exceptions of the station, and leads to the order that is given back', async () => {
  const page = await front().enter('station_leader', { language: 'en' }, '/oilOperate/exceptionHandling')
  await expectPage(page, 'Exceptions')
  const [card] = (
    await ask<Cards>(page, '/userCards?size=1&search=status:normal,heldCents:0,limitProfile:null,card.type:debit,kind:personal,value>50000')
  ).content
  await tell(page, 'POST', `/userCards/${card!.id}/loss`, {})
  await fuelBy(card!.number)
  const row = page
    .getByRole('list', { name: 'Exceptions' })
    .getByRole('listitem')
    .filter({ hasText: `Blacklisted card ${card!.number}` })
  await row.waitFor()
  expect(await row.innerText()).toMatch(/on the black list \(reported lost\)[\s\S]*Fuelled with a blacklisted card/)
  await row.getByRole('link').click()
  await page.waitForURL(/allDetails/)
  await expect.poll(() => page.locator('.pane:visible').innerText()).toContain('77.70')
})
