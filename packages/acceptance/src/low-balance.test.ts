import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, languages } from './app-fixture.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: { act: '余额提醒', counts: '可用本金与赠金之和', lowNow: '已低于此金额，保存后立即提醒', told: /短信提醒 139\*\*\*\*/ },
  en: {
    act: 'Low balance notice',
    counts: 'Principal and gift that can be spent',
    lowNow: 'a notice is sent at once',
    told: /SMS to 139\*\*\*\*/,
  },
}

const pane = (page: Page) => page.locator('#content .pane:visible')
const dialogOf = (page: Page) => page.getByRole('dialog').last()
const amountOf = (page: Page) => dialogOf(page).locator('[data-field=levelCents] input').first()

let issued = 0
/** A member's card with 300.00 on it. */
async function card(page: Page): Promise<{ id: number }> {
  const { id: stationId } = front().demo.companies[0]!.stations[0]!
  const [product] = (await ask<{ content: { id: number }[] }>(page, '/cards?search=type:debit&size=1')).content
  const nth = String(++issued).padStart(4, '0')
  const body = {
    number: `62990100${nth}`,
    cardId: product!.id,
    holderName: 'Zhou Min',
    holderMobile: `1390110${nth}`,
    identityChecked: true,
  }
  const made = await tell<{ id: number }>(page, 'POST', '/userCards', body, stationId)
  await tell(page, 'POST', `/userCards/${made.id}/charge`, { stationId, amountCents: 300_00, payType: 'bankCard' }, stationId)
  return made
}

test.each(languages())(
  'a level above the balance, set on the page of a card, tells the holder, and the page says so (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('station_master', { language })
    const { id } = await card(page)
    await page.goto(`${front().url}/stationCards/cardCostHistory/${id}`)
    await settled(page)
    await pane(page).getByRole('button', { name: say.act, exact: true }).press('Enter')
    await dialogOf(page).getByText(say.counts, { exact: false }).waitFor()
    // What the company offers stands there already.
    expect(await amountOf(page).inputValue()).toMatch(/^100(\.00)?$/)
    await amountOf(page).fill('400')
    await dialogOf(page).getByText(say.lowNow, { exact: false }).waitFor()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect
      .poll(async () => (await ask<{ notices: { outcome: string | null }[] }>(page, `/userCards/${id}/lowBalance`)).notices, {
        timeout: 15_000,
      })
      .toMatchObject([{ outcome: 'told' }])
    await page.reload()
    await settled(page)
    await pane(page).getByText(say.told).waitFor()
  },
)

test.each(languages())('the leader of a fleet sets the level of its master card on the fleet’s own page (%s)', async language => {
  const say = words[language]
  const page = await front().enter('group_master', { language })
  await page.getByRole('button', { name: say.act, exact: true }).first().press('Enter')
  await amountOf(page).fill('250')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  const { content } = await ask<{ content: { id: number }[] }>(page, '/userCards?search=kind:master,card.type:debit&size=1')
  expect(await ask(page, `/userCards/${content[0]!.id}/lowBalance`)).toMatchObject({
    levelCents: 250_00,
    person: { name: expect.any(String) },
  })
})
