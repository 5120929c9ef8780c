import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, languages } from './app-fixture.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    discounts: '优惠',
    demo: '老客户优惠',
    add: '新增优惠',
    save: '保存',
    name: '名称',
    percent: '优惠比例',
    both: '每升优惠与优惠比例须填且只填一项',
    kind: '用户卡优惠',
    slip: '小票',
    billing: '开票方式',
    billed: '充值开票',
    bound: '绑定优惠',
  },
  en: {
    discounts: 'Discounts',
    demo: 'Regular customers',
    add: 'Add discount',
    save: 'Save',
    name: 'Name',
    percent: 'Percentage off',
    both: 'Enter either the amount per litre or the percentage',
    kind: 'Card discount',
    slip: 'Receipt',
    billing: 'Invoices',
    billed: 'On top-up',
    bound: 'Discount',
  },
}
interface Account {
  id: number
  version: number
  number: string
  userId: number
}

// @req CRD-001 CRD-004
test.each(languages())(
  'a discount is kept beside the cards, bound to one, and named on preview, order and receipt (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('admin', { language })
    await page.goto(`${front().url}/stationCards/cardQuery`)
    await settled(page)
    await page.getByRole('button', { name: say.discounts, exact: true }).click()
    const drawer = page.getByRole('dialog', { name: say.discounts })
    await drawer.getByText(say.demo).waitFor()
    await drawer.getByRole('button', { name: say.add }).click()
    const form = page.getByRole('dialog', { name: say.add })
    await form.getByLabel(say.name).first().fill('十周年 Anniversary')
    await page.keyboard.press('Control+Enter')
    await form.getByText(say.both).first().waitFor()
    await form.getByLabel(say.percent).fill('10')
    await form.getByRole('button', { name: say.save }).click()
    await drawer.getByText('十周年 Anniversary').waitFor()
    await drawer.getByText('−10%').waitFor()
    await settled(page)
    expect(await a11yIssues(page)).toEqual([])

    const { content: kept } = await ask<{ content: { id: number; name: string }[] }>(page, '/discounts?size=50')
    const discountId = kept.find(({ name }) => name.startsWith('十周年'))!.id
    const { content } = await ask<{ content: Account[] }>(
      page,
      '/userCards?search=kind:personal,status:normal,heldCents:0,limitProfile:null,value>100000&size=1',
    )
    const card = content[0]!
    await tell(page, 'PUT', `/userCards/${card.id}`, { version: card.version, userId: card.userId, discountId })
    const stationId = await stationHere(page)
    const nozzleControlId = front().demo.companies[0]!.stations[0]!.nozzles[0]!.id
    const sale = { nozzleControlId, cardNumber: card.number, lineItems: [{ volumeCl: 10_00 }] }
    type Reckoned = { discountCents: number; discounts: { kind: string; name: string }[] }
    const seen = await tell<Reckoned>(page, 'POST', '/orders/preview', sale, stationId)
    expect(seen.discounts).toMatchObject([{ kind: 'card', name: '十周年 Anniversary' }])
    const { id } = await tell<{ id: number }>(page, 'POST', '/orders', sale, stationId)

    await page.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${id}`)
    await page.getByText('十周年 Anniversary').first().waitFor()
    await page.getByText(say.kind).first().waitFor()
    await page.goto(`${front().url}/previewPrint?document=receipt:${id}`)
    await page.getByRole('heading', { level: 1, name: say.slip }).waitFor()
    const amount = (seen.discountCents / 100).toFixed(2)
    await expect.poll(() => page.locator('main').innerText()).toContain('十周年 Anniversary')
    expect(await page.locator('main').innerText()).toContain(amount)

    await page.goto(`${front().url}/stationCards/cardCostHistory/${card.id}`)
    await settled(page)
    const facts = page.locator('#content .pane:visible .k-facts').first()
    for (const each of [say.billing, say.billed, say.bound, '十周年 Anniversary'])
      await expect.poll(() => facts.innerText()).toContain(each)
  },
)
