import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    sellers: '销方开票抬头',
    addSeller: '新增销方抬头',
    platform: '诺诺',
    disc: '税盘分机号',
    doubt: '税号未通过校验，请核对；确认无误可以照此保存',
    length: '税号为 15、17、18 或 20 位字母或数字',
    added: '新增成功',
    makeDefault: '设为默认',
    madeDefault: '默认抬头已改为',
    default: '默认',
    taxes: '税率管理',
    addTax: '新增税率',
    allFuel: '全部油品',
    begun: '已生效',
    upcoming: '未生效',
    edit: '编辑',
    delete: '删除',
    deleted: '删除成功',
    defaults: '默认税率',
    copy: '复制到油站',
    nobody: '各油站都已有这些税率',
    invoiceable: '可开票金额',
    may: '可开票',
    given: '赠送、积分与券',
  },
  en: {
    sellers: 'Invoice seller details',
    addSeller: 'Add seller title',
    platform: 'Nuonuo',
    disc: 'Tax disc extension',
    doubt: 'The tax number fails its check. Please compare it; if it is right, save it as it is.',
    length: 'A tax number has 15, 17, 18 or 20 letters and digits',
    added: 'Added',
    makeDefault: 'Make default',
    madeDefault: 'is the default title now',
    default: 'Default',
    taxes: 'Tax rates',
    addTax: 'Add tax rate',
    allFuel: 'Every fuel',
    begun: 'In force',
    upcoming: 'Not yet',
    edit: 'Edit',
    delete: 'Delete',
    deleted: 'Deleted',
    defaults: 'Default tax rates',
    copy: 'Copy to stations',
    nobody: 'Every station has these rates already',
    invoiceable: 'What may be invoiced',
    may: 'May be invoiced',
    given: 'Gifts, points and coupons',
  },
}

const drawer = (page: Page) => page.locator('.ant-drawer:visible, [role=dialog]:visible').last()
const field = (page: Page, name: string) => drawer(page).locator(`[data-field=${name}]`).locator('input, textarea').first()
const send = (page: Page) => page.locator('form:visible button[type=submit]:not([aria-disabled])').last().press('Enter')
const rowOf = (page: Page, name: string) => pane(page).locator('tbody tr', { hasText: name })
const button = (page: Page, name: string) => pane(page).getByRole('button', { name, exact: true })
const answers = (page: Page, of: string, act: string) =>
  page.getByRole('dialog').filter({ hasText: of }).getByRole('button', { name: act, exact: true }).press('Enter')

// @req INV-001 INV-024 INV-030
test.each(languages())('a seller title is added with a tax disc and a doubtful tax number, and made the default (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/stationMge/sellerInvoice')
  await expectPage(page, say.sellers)
  expect(await issuesInEveryLook(page)).toEqual([])
  const name = `滨江新抬头 ${language}`
  await button(page, say.addSeller).press('Enter')
  await field(page, 'name').fill(name)
  await field(page, 'drawer').fill('郑洁')
  await drawer(page).locator('[data-field=platform]').getByText(say.platform, { exact: true }).click()
  // Only where invoices are not digital there is a tax disc.
  expect(await drawer(page).getByText(say.disc, { exact: true }).count()).toBe(0)
  await drawer(page).locator('[data-field=digital]').locator('button[role=switch]').press('Space')
  await field(page, 'extensionNo').fill(language === 'zh' ? '7' : '8')
  await field(page, 'taxId').fill('91100000100003962')
  await drawer(page).getByText(say.doubt).waitFor()
  await field(page, 'taxId').fill('91100000100003962X')
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.added)
  await rowOf(page, name).getByRole('button', { name: say.makeDefault, exact: true }).press('Enter')
  await answers(page, name, say.makeDefault)
  await expectToast(page, say.madeDefault)
  await rowOf(page, name).getByText(say.default, { exact: true }).waitFor()
  expect(await pane(page).locator('tbody .k-good').count()).toBe(1)
})

// @req INV-002 INV-023 INV-031
test.each(languages())('a rate takes over on a later day, and what is in force is not edited (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/stationMge/tax')
  await expectPage(page, say.taxes)
  await pane(page).getByText(say.begun, { exact: true }).first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  expect(await button(page, say.edit).count()).toBe(0)
  const add = async (day: string) => {
    await button(page, say.addTax).press('Enter')
    await field(page, 'rate').fill('9')
    await field(page, 'classificationCode').fill('1070101010100000000')
    await field(page, 'unit').fill('升')
    await field(page, 'beginDate').fill(day)
    await field(page, 'beginDate').press('Enter')
  }
  await add(language === 'zh' ? '2031-01-01' : '2032-01-01')
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.added)
  const upcoming = pane(page).locator('tbody tr', { hasText: say.upcoming })
  await upcoming.getByText(say.allFuel).first().waitFor()
  await upcoming.getByRole('button', { name: say.edit, exact: true }).waitFor()
  await upcoming.getByRole('button', { name: say.delete, exact: true }).press('Enter')
  await answers(page, say.allFuel, say.delete)
  await expectToast(page, say.deleted)
})

// @req INV-003 INV-032
test.each(languages())('a default rate is copied to the stations that lack it (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/maintenance/defaultTaxes')
  await expectPage(page, say.defaults)
  expect(await issuesInEveryLook(page)).toEqual([])
  await button(page, say.copy).press('Enter')
  await expectToast(page, say.nobody)
})

interface Answer {
  parts: { invoiceableCents: number; givenCents: number }
  lines: { amountCents: number; netCents: number; taxCents: number }[]
}
// @req INV-009 INV-016
test.each(languages())('an order says what of it may be invoiced, with its tax (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_bill', { language, mode: 'auto' }, '/queryStatistics/salesQuery/allQuery')
  const { content } = await ask<{ content: { id: number }[] }>(page, '/orders?size=1&search=status:success,payType:cash,type:0')
  const { id } = content[0]!
  const { parts, lines } = await ask<Answer>(page, `/orders/${id}/invoiceable`)
  expect(lines.reduce((sum, { netCents, taxCents }) => sum + netCents + taxCents, 0)).toBe(parts.invoiceableCents)
  await page.goto(`${front().url}/queryStatistics/salesQuery/allDetails/${id}`)
  await settled(page)
  const section = pane(page).locator('section', { has: page.getByRole('heading', { name: say.invoiceable, exact: true }) })
  await section.getByText(say.may, { exact: true }).waitFor()
  const money = (cents: number) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  for (const { amountCents, netCents, taxCents } of lines)
    for (const cents of [amountCents, netCents, taxCents]) await section.getByText(money(cents)).first().waitFor()
  expect(await section.getByText(say.given, { exact: true }).count()).toBe(parts.givenCents > 0 ? 1 : 0)
  expect(await issuesInEveryLook(page)).toEqual([])
})
