import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, languages } from './app-fixture.ts'
import { pane } from './list-reader.ts'
import { form as dialogOf, words as ofMoney } from './money-dialogs.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    members: '个人会员',
    packages: '充值套餐',
    by: { name: '姓名', initials: '姓名首字母', mobile: '手机号', number: '卡号', plates: '可用车牌' },
    bought: '近 30 天有消费',
    running: '本月会员消费占比',
    tabs: ['余额与卡', '积分与等级', '卡券', '标签', '订单', '卡消费记录', '操作记录'],
    import: '导入会员',
    check: '检查文件',
    titles: '姓名,手机号,卡号,卡产品,期初余额',
    waits: '待确认',
    apply: '导入 2 行',
    partial: '部分成功',
    faults: ['手机号格式错误', '缺少姓名'],
    ok: '确定',
    add: '新增充值套餐',
    off: '已下架',
    shelve: '上架',
    byAmount: '按金额',
    missing: (name: string) => `再充 ¥100.00 可达档位“${name}”，赠送 ¥50.00`,
    tier: (name: string) => `档位“${name}”：赠送 ¥50.00`,
    points: '88 积分不会入账',
  },
  en: {
    members: 'Members',
    packages: 'Top-up packages',
    by: { name: 'Name', initials: 'Initials', mobile: 'Mobile number', number: 'Card number', plates: 'Number plates' },
    bought: 'Bought in the last 30 days',
    running: 'Share of sales this month',
    tabs: ['Balance and cards', 'Points and level', 'Coupons', 'Tags', 'Orders', 'Card transactions', 'History'],
    import: 'Import members',
    check: 'Check the file',
    titles: 'Name,Mobile number,Card number,Card product,Opening balance',
    waits: 'To be confirmed',
    apply: 'Import 2 lines',
    partial: 'Partial success',
    faults: ['mobile', 'name'],
    ok: 'OK',
    add: 'Add top-up package',
    off: 'Off the shelf',
    shelve: 'Put on shelf',
    byAmount: 'Amount',
    missing: (name: string) => `¥100.00 more reaches tier “${name}”, gift ¥50.00`,
    tier: (name: string) => `Tier “${name}”: gift ¥50.00`,
    points: '88 points will not be booked',
  },
}
type Say = (typeof words)['zh' | 'en']
const pinOf = (role: string) => front().demo.companies[0]!.accounts.find(account => account.role === role)!.pin

interface Held {
  id: number
  name: string
  mobile: string
  userCards: { id: number; number: string; version: number }[]
}

const rows = (page: Page) => pane(page).locator('.k-table tbody tr[data-row-key], .k-table tbody tr').filter({ hasText: /\S/ })

/** The list, narrowed by one field alone. */
async function findBy(page: Page, say: Say, field: keyof Say['by'], text: string): Promise<void> {
  await page.goto(`${front().url}/memberCenter/personalMember`)
  await expectPage(page, say.members)
  const more = pane(page).locator('.k-filter-acts button[aria-expanded=false]')
  if (await more.count()) await more.click()
  const input = pane(page).locator('form.k-filters').getByLabel(say.by[field], { exact: true }).first()
  await input.fill(text)
  await input.press('Enter')
  await settled(page)
}

// @req MEM-028 MEM-029 MEM-039 MEM-044 MEM-046 MEM-048
test.each(languages())('a member is found by whatever is at hand, and their page opens all that they have (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language }, '/memberCenter/personalMember')
  await expectPage(page, say.members)
  const search = 'userCards.card.type:debit,userCards.value>0,userCards.kind:personal'
  const { content } = await ask<{ content: Held[] }>(page, `/members?size=1&expand=userCards&sort=id&search=${search}`)
  const { id, name, mobile, userCards } = content[0]!
  const card = userCards[0]!
  const plate = language === 'zh' ? '京A12345' : '京A12346'
  const { version } = await ask<{ version: number }>(page, `/userCards/${card.id}`)
  const range = { plates: [plate] }
  await tell(page, 'PUT', `/userCards/${card.id}`, { version, rangeOfUse: range, userId: id })
  const initials = await ask<{ content: { initials?: string }[] }>(page, `/members?size=1&search=id:${id}`)
  const at = {
    name,
    mobile,
    number: card.number.slice(-6),
    ...(initials.content[0]?.initials && { initials: initials.content[0].initials }),
    plates: plate,
  }
  for (const [field, text] of Object.entries(at)) {
    await findBy(page, say, field as keyof Say['by'], text)
    await expect.poll(async () => (await rows(page).allInnerTexts()).join('\n'), { message: `${field} ${text}` }).toContain(name)
  }

  // What the head counts opens: those who bought, and what they spent.
  await page.goto(`${front().url}/memberCenter/personalMember`)
  await expectPage(page, say.members)
  const figure = (label: string) => pane(page).locator('.k-figures > div').filter({ hasText: label }).locator('dd')
  expect(await figure(say.running).locator('small').innerText()).toMatch(/¥[\d,]+\.\d\d/)
  const bought = Number((await figure(say.bought).innerText()).trim())
  await figure(say.bought).getByRole('link').press('Enter')
  await page.waitForURL(/lastPurchaseDay=/)
  await settled(page)
  expect(
    await pane(page)
      .getByText(new RegExp(`(^|\\D)${bought}(\\D|$)`))
      .count(),
  ).toBeGreaterThan(0)

  await page.goto(`${front().url}/memberCenter/personalMemberDetails/${id}`)
  await expectPage(page, name)
  for (const tab of say.tabs) {
    await pane(page).getByRole('tab', { name: tab, exact: true }).click()
    await settled(page)
    expect(await pane(page).getByRole('tab', { name: tab, exact: true }).getAttribute('aria-selected')).toBe('true')
    expect(await pane(page).locator('[role=alert], .k-failed').count(), tab).toBe(0)
  }
})

// @req MEM-023 MEM-025
test.each(languages())('members come in from a file: checked first, line by line, and what is good is imported (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language }, '/memberCenter/personalMember')
  await expectPage(page, say.members)
  const [a, b, number] =
    language === 'zh' ? ['13940000001', '13940000002', '6200000000920001'] : ['13940000003', '13940000004', '6200000000920003']
  const product = (await ask<{ content: { name: string }[] }>(page, '/cards?size=1&search=type:debit')).content[0]!.name
  const lines = [say.titles, `孙一,${a},${number},${product},100.00`, `孙二,${b},,,`, '孙三,12345,,,', ',13940000009,,,']
  const file = { name: `members-${language}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await pane(page).getByRole('button', { name: say.import, exact: true }).press('Enter')
  const drawer = page.getByRole('dialog').first()
  await drawer.locator('[data-field=attachmentId] input[type=file]').setInputFiles(file)
  await drawer.getByRole('button', { name: file.name }).waitFor()
  await drawer.getByRole('button', { name: say.check, exact: true }).press('Enter')
  await drawer.locator('.k-facts').getByText(say.waits, { exact: true }).waitFor()
  expect((await drawer.locator('.k-figures dd').allInnerTexts()).slice(0, 5)).toEqual(['4', '2', '0', '0', '2'])
  const known = () => ask<{ totalElements: number }>(page, `/members?size=1&search=mobile:${a}`).then(({ totalElements }) => totalElements)
  expect(await known()).toBe(0)
  const answers = (await drawer.locator('.member-import-lines tbody tr').allInnerTexts()).join('\n')
  for (const fault of say.faults) expect(answers.toLowerCase()).toContain(fault)

  await drawer.getByRole('button', { name: say.apply, exact: true }).press('Enter')
  await page.locator('input[autocomplete=one-time-code]').fill(pinOf('admin'))
  await page.getByRole('button', { name: say.ok, exact: true }).press('Enter')
  await drawer.locator('.k-facts').getByText(say.partial, { exact: true }).waitFor({ timeout: 60_000 })
  expect(await known()).toBe(1)
  const { content } = await ask<{ content: { principalCents: number }[] }>(page, `/userCards?search=number:${number}`)
  expect(content).toMatchObject([{ principalCents: 100_00 }])
})

// @req MEM-004 MEM-013 MEM-049
test.each(languages())('a package is added and put on the shelf; the counter names it while the amount is typed (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language }, '/memberCenter/debitItems')
  await expectPage(page, say.packages)
  const name = language === 'zh' ? '充 600 送 50' : '600 + 50'
  const price = language === 'zh' ? '600' : '610'
  await pane(page).getByRole('button', { name: say.add, exact: true }).press('Enter')
  const add = dialogOf(page, ofMoney[language])
  await add.enter('name', name)
  await add.enter('priceCents', price)
  await add.enter('giftCents', '50')
  await add.enter('giftPoints', '88')
  await page.keyboard.press('Control+Enter')
  await add.dialog.waitFor({ state: 'detached' })
  const row = pane(page).locator('tbody tr').filter({ hasText: name })
  expect(await row.innerText()).toContain(say.off)
  expect(await row.innerText()).toContain('88')
  await row.getByRole('button', { name: say.shelve, exact: true }).press('Enter')
  await row.getByRole('button', { name: say.shelve, exact: true }).waitFor({ state: 'detached' })

  // A card whose holder has no account of points: what the package would give besides is not booked, and that is said before.
  const { content } = await ask<{ content: { id: number }[] }>(
    page,
    '/userCards?size=1&search=kind:anonymous,card.type:debit,status:normal',
  )
  await page.goto(`${front().url}/stationCards/cardCostHistory/${content[0]!.id}`)
  await settled(page)
  await pane(page).getByRole('button', { name: ofMoney[language].topUp, exact: true }).press('Enter')
  const top = dialogOf(page, ofMoney[language])
  await top.enter('amountCents', String(Number(price) - 100))
  await top.dialog.getByText(say.missing(name), { exact: true }).waitFor()
  await top.enter('amountCents', price)
  await top.dialog.getByText(say.tier(name), { exact: true }).waitFor()
  await top.dialog.getByText(say.points, { exact: false }).waitFor()
})
