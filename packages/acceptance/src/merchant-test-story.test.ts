import { startSandbox } from '@forecourt/simulator/sandbox/sandbox.ts'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'

// The payment platforms, simulated on this machine: they speak their own protocols, and know nothing of the product.
const sandbox = await startSandbox()
afterAll(() => sandbox.close())
const front = appFixture({ env: { WECHAT_PAY_URL: sandbox.urls.wx, ALIPAY_URL: sandbox.urls.ali } })

const words = {
  zh: {
    accounts: '支付授权',
    add: '新增支付授权',
    wechat: '微信支付',
    added: '新增成功',
    act: '测试收款',
    missing: '尚未设置',
    cancel: '取消',
    secrets: '密钥与证书',
    saved: '密钥与证书已保存',
    none: '还没有测试过。',
    other: '这不是微信支付的付款码',
    paid: '已收款',
    back: '已退回',
    refused: '用户余额不足',
    waiting: '待顾客付款',
  },
  en: {
    accounts: 'Merchant accounts',
    add: 'Add merchant account',
    wechat: 'WeChat Pay',
    added: 'Added',
    act: 'Test payment',
    missing: 'Missing:',
    cancel: 'Cancel',
    secrets: 'Keys and certificates',
    saved: 'Keys and certificates saved',
    none: 'It has not been tested yet.',
    other: 'This is not a payment code of WeChat Pay',
    paid: 'Paid',
    back: 'Given back',
    refused: '用户余额不足',
    waiting: 'Waiting for the customer',
  },
}

const drawer = (page: Page) => page.locator('.ant-drawer:visible, [role=dialog]:visible').last()
const field = (page: Page, name: string) => drawer(page).locator(`[data-field=${name}]`).locator('input, textarea').first()
const send = (page: Page) => page.locator('form:visible button[type=submit]:not([aria-disabled])').last().press('Enter')
const rowOf = (page: Page, name: string) => pane(page).locator('tbody tr', { hasText: name })

// @req PAY-010
test.each(languages())('an account is entered, tested with a customer’s code, and the cent comes back (%s)', async language => {
  const say = words[language]
  const account = sandbox.wechat.openAccount(`16${language === 'zh' ? 11 : 22}000001`, 'wx5e1f0c7a93b2d846')
  const page = await front().enter('admin', { language, mode: 'auto' }, '/maintenance/authToken')
  await expectPage(page, say.accounts)
  const name = `测试 ${language}`
  await pane(page).getByRole('button', { name: say.add, exact: true }).press('Enter')
  await field(page, 'description').fill(name)
  await field(page, 'channel').press('ArrowDown')
  await page.locator('.ant-select-item-option:visible', { hasText: say.wechat }).first().click()
  await field(page, 'appId').fill(account.appId)
  await field(page, 'merchantNo').fill(account.merchantNo)
  await send(page)
  await expectToast(page, say.added)

  const test = async (code: string) => {
    await field(page, 'authCode').fill(code)
    await send(page)
  }
  const open = (act: string) => rowOf(page, name).getByRole('button', { name: act, exact: true }).press('Enter')
  await open(say.act)
  await drawer(page).getByText(say.none, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  await test('131234567890123490')
  await page.getByText(say.missing).first().waitFor()
  await field(page, 'authCode').fill('')
  await drawer(page).getByRole('button', { name: say.cancel, exact: true }).press('Enter')
  await drawer(page).waitFor({ state: 'hidden' })

  await open(say.secrets)
  await field(page, 'merchantKey').fill(account.merchantKey)
  await field(page, 'merchantPrivateKey').fill(account.merchant.privateKey)
  await field(page, 'merchantCertificate').fill(account.merchant.certificate)
  await send(page)
  await expectToast(page, say.saved)

  await open(say.act)
  await field(page, 'authCode').fill('281234567890123490')
  await drawer(page).getByText(say.other, { exact: true }).waitFor()
  await test('131234567890123490')
  await drawer(page).getByText(say.paid, { exact: true }).waitFor()
  await drawer(page).getByText(say.back, { exact: true }).waitFor()
  const { trades } = sandbox.wechat
  const own = [...trades.all.values()].filter(({ merchantNo }) => merchantNo === account.merchantNo)
  expect(own.map(trade => [trade.cents, trades.refunded(trade)])).toEqual([[1, 1]])
  await test('131234567890123402')
  await drawer(page).getByText(say.refused).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
})
