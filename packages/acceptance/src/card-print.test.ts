import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { appFixture, expectToast, languages } from './app-fixture.ts'
import { withoutReceipt } from './money-dialogs.ts'
import { ask, settled, stationHere, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    topUp: '充值',
    amount: '充值金额',
    done: '充值成功',
    slip: '打印凭证',
    topUpTitle: '充值凭证',
    slips: '凭证',
    issueTitle: '发卡凭证',
    print: '打印（A4）',
    roll: '打印（80 毫米）',
    statement: '对账单',
    purses: ['期初', '收入', '支出', '期末', '本金', '赠金', '合计'],
    none: '本期没有交易',
    missing: '没有这张凭证',
    desk: '打印对账单',
  },
  en: {
    topUp: 'Top up',
    amount: 'Amount',
    done: 'Topped up',
    slip: 'Print slip',
    topUpTitle: 'Card top-up',
    slips: 'Slips',
    issueTitle: 'Card issued',
    print: 'Print on A4',
    roll: 'Print on 80 mm',
    statement: 'Card statement',
    purses: ['Opening', 'In', 'Out', 'Closing', 'Paid in', 'Gift', 'Total'],
    none: 'No transactions in this period',
    missing: 'There is no such slip',
    desk: 'Print statement',
  },
}
interface Account {
  id: number
  number: string
  value: number
  user: { name: string }
}
const money = (cents: number) => (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })

/** A card of a member that can be topped up. */
async function personalCard(page: Page): Promise<Account> {
  const { content } = await ask<{ content: Account[] }>(
    page,
    '/userCards?search=kind:personal,status:normal,heldCents:0,limitProfile:null,value>10000&size=1&expand=user',
  )
  return content[0]!
}

async function sheetSays(page: Page, title: string, what: readonly string[]): Promise<string> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  for (const each of what) await expect.poll(() => page.locator('main').innerText()).toContain(each)
  return page.locator('main').innerText()
}

/** Width of what the printer gets, in points. */
async function paperWidth(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return Math.round(Number(/\/MediaBox \[0 0 ([\d.]+)/.exec(pdf)![1]))
}

// @req CRD-015 CRD-078
test.each(languages())('at the card desk a top-up is followed by its slip, which is printed again from the card (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_employee', { language })
  const card = await personalCard(page)
  await page.goto(`${front().url}/stationCards/cardCostHistory/${card.id}`)
  await settled(page)
  await page.getByRole('button', { name: say.topUp, exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: say.amount }).fill('88.00')
  await withoutReceipt(page.getByRole('dialog'))
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: say.slip }).first().click()
  await page.waitForURL('**/previewPrint?document=topUp*')
  const slip = await sheetSays(page, say.topUpTitle, ['88.00', card.number.slice(-4)])
  expect(slip).not.toContain(card.number)
  expect(slip).not.toContain(card.user.name)
  expect(await paperWidth(page), '80 mm in points').toBe(227)
  await expectToast(page, say.done)

  await page.goto(`${front().url}/stationCards/cardCostHistory/${card.id}`)
  const past = page.getByRole('list', { name: say.slips })
  await past.getByText('88.00').waitFor()
  await past.getByRole('link', { name: say.slip }).last().click()
  await page.waitForURL('**slip=issue*')
  await sheetSays(page, say.issueTitle, [card.number.slice(-4)])
  await page.goto(`${front().url}/previewPrint?document=cardSlip:${card.id}&slip=cardReturn`)
  await page.getByText(say.missing).waitFor()
})

interface Statement {
  inCents: number
  outCents: number
  opening: { balanceCents: number }
  closing: { balanceCents: number }
  totalElements: number
}

// @req SAL-022 CRD-078
test.each(languages())(
  'a statement stands on a sheet and on the roll, purse by purse, and its figures are those of the book (%s)',
  async language => {
    const say = words[language]
    const page = await front().enter('station_leader', { language })
    const card = await personalCard(page)
    await tell(page, 'POST', `/userCards/${card.id}/charge`, {
      stationId: await stationHere(page),
      amountCents: 50_00,
      payType: 'cash',
      withoutReceipt: true,
    })
    await page.goto(`${front().url}/stationCards/cardCostHistory/${card.id}?period=last30Days`)
    await settled(page)
    await page.getByRole('button', { name: say.print, exact: true }).click()
    await page.waitForURL('**document=statement%3A*period=last30Days')
    const sheet = await sheetSays(page, say.statement, say.purses)
    const days = /(\d{4}-\d\d-\d\d)\D+(\d{4}-\d\d-\d\d)/.exec(sheet)!
    const from = new Date(`${days[1]}T00:00:00+08:00`).toISOString()
    const book = await ask<Statement>(page, `/userCards/${card.id}/statement?size=1&from=${from}`)
    expect(book.opening.balanceCents + book.inCents - book.outCents).toBe(book.closing.balanceCents)
    for (const cents of [book.opening.balanceCents, book.inCents, book.outCents, book.closing.balanceCents])
      expect(sheet).toContain(money(cents))
    expect(sheet).not.toContain(card.number)
    expect(await page.getByRole('table').last().locator('tbody tr').count()).toBe(book.totalElements)
    expect(await paperWidth(page)).toBe(595)
    expect(await a11yIssues(page)).toEqual([])

    await page.goto(`${front().url}/stationCards/cardCostHistory/${card.id}?period=last30Days`)
    await page.getByRole('button', { name: say.roll, exact: true }).click()
    await page.waitForURL('**document=statementSlip%3A*')
    await sheetSays(page, say.statement, [...say.purses, money(book.closing.balanceCents)])
    expect(await paperWidth(page), '80 mm in points').toBe(227)

    await page.goto(`${front().url}/previewPrint?document=statement:${card.id}&period=2001-01-01..2001-01-02`)
    await sheetSays(page, say.statement, [say.none, '0.00'])
    await page.goto(`${front().url}/stationCards/readCardQuery?number=${card.number}`)
    await page.getByRole('button', { name: say.desk }).click()
    await page.waitForURL('**document=statement%3A*period=thisMonth')
    await sheetSays(page, say.statement, say.purses)
  },
)
