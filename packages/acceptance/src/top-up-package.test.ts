import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage } from './app-fixture.ts'
import { form as dialogOf, withoutReceipt, words as ofMoney } from './money-dialogs.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    page: '充值套餐',
    add: '新增充值套餐',
    shelve: '上架',
    onShelf: '已上架',
    offShelf: '已下架',
    topUp: '充值',
    received: '到账 ¥1,230.00（充值 ¥1,200.00，赠送 ¥30.00）',
    missing: '再充 ¥0.01 可达档位',
    tier: '档位',
    byPackage: '按套餐',
    slip: '打印凭证',
    paper: ['充值金额', '¥1,200.00', '¥30.00', '到账金额', '¥1,230.00', '赠金有效期至'],
  },
  en: {
    page: 'Top-up packages',
    add: 'Add top-up package',
    shelve: 'Put on shelf',
    onShelf: 'On the shelf',
    offShelf: 'Off the shelf',
    topUp: 'Top up',
    received: 'Received: ¥1,230.00 (¥1,200.00 paid, ¥30.00 gift)',
    missing: '¥0.01 more reaches tier',
    tier: 'Tier',
    byPackage: 'Package',
    slip: 'Print slip',
    paper: ['Paid in', '¥1,200.00', '¥30.00', 'Received', '¥1,230.00', 'Gift valid until'],
  },
}
const rowOf = (page: Page, text: string) => page.locator('tbody tr', { hasText: text }).first()

// @req MEM-004 MEM-005 MEM-013 MEM-014 MEM-049
test.each(['zh', 'en'] as const)(
  'by the keys a package is added, put on the shelf and bought, and its receipt says what it gave (%s)',
  async language => {
    const say = words[language]
    const name = `${language} 1,200 + 30`
    const page = await front().enter('station_master', { language }, '/memberCenter/debitItems')
    await expectPage(page, say.page)
    await page.getByRole('button', { name: say.add }).press('Enter')
    const it = dialogOf(page, ofMoney[language])
    await it.enter('name', name)
    await it.enter('priceCents', '1200')
    await it.enter('giftCents', '30')
    await it.enter('giftMonths', '3')
    await page.keyboard.press('Control+Enter')
    await it.dialog.waitFor({ state: 'detached' })
    const row = rowOf(page, name)
    await row.getByText(say.offShelf, { exact: true }).waitFor()
    await row.getByRole('button', { name: say.shelve, exact: true }).press('Enter')
    await row.getByText(say.onShelf, { exact: true }).waitFor()

    const search = 'status:normal,kind:personal,limitProfile:null&sort=value&size=1'
    const { content } = await ask<{ content: { id: number; principalCents: number; giftCents: number }[] }>(
      page,
      `/userCards?search=${search}`,
    )
    const card = content[0]!
    await page.goto(`${front().url}/stationCards/cardCostHistory/${card.id}`)
    await settled(page)
    await page.locator('#content .pane:visible').getByRole('button', { name: say.topUp, exact: true }).press('Enter')
    const top = dialogOf(page, ofMoney[language])
    await top.enter('amountCents', '1199.99')
    await top.dialog.getByText(say.missing, { exact: false }).waitFor()
    await top.enter('amountCents', '1200')
    await top.dialog.getByText(say.tier, { exact: false }).first().waitFor()
    await top.field('mode').getByRole('radio').first().press('Space')
    await top.field('packageId').getByRole('combobox').press('Enter')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await top.dialog.getByText(say.received, { exact: true }).waitFor()
    await withoutReceipt(top.dialog)
    await page.keyboard.press('Control+Enter')
    await top.dialog.waitFor({ state: 'detached' })
    expect(await ask<typeof card>(page, `/userCards/${card.id}`)).toMatchObject({
      principalCents: card.principalCents + 1200_00,
      giftCents: card.giftCents + 30_00,
    })
    await page.getByRole('link', { name: say.slip }).first().press('Enter')
    await page.waitForURL('**/previewPrint?document=topUp*')
    const paper = page.locator('.k-sheet').first()
    await paper.waitFor()
    for (const text of [name, ...say.paper]) await paper.getByText(text, { exact: false }).first().waitFor()
  },
)
