import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, expectPage, expectToast, languages } from './app-fixture.ts'
import { issuesInEveryLook } from './every-look.ts'
import { pane } from './list-reader.ts'
import { ask } from './visitor.ts'

const front = appFixture()
const words = {
  zh: {
    accounts: '支付授权',
    add: '新增支付授权',
    ums: '银联商务',
    added: '新增成功',
    secrets: '密钥与证书',
    notSet: '未设置',
    kept: '1 项',
    saved: '密钥与证书已保存',
    unfit: '微信支付的商户号为 8–10 位数字',
    disable: '停用',
    disabled: '已停用',
    stations: '油站支付授权',
    assign: '分配支付授权',
    remove: (turn: number) => `删除第 ${turn} 项`,
    assigned: '支付授权已分配',
    sum: '现为 90%',
    missing: '未给油站或油企分配支付授权',
  },
  en: {
    accounts: 'Merchant accounts',
    add: 'Add merchant account',
    ums: 'UMS',
    added: 'Added',
    secrets: 'Keys and certificates',
    notSet: 'Not set',
    kept: '1 kept',
    saved: 'Keys and certificates saved',
    unfit: 'A merchant number of WeChat Pay has 8 to 10 digits',
    disable: 'Disable',
    disabled: 'Disabled',
    stations: 'Station merchant accounts',
    assign: 'Assign merchant accounts',
    remove: (turn: number) => `Remove entry ${turn}`,
    assigned: 'Merchant accounts assigned',
    sum: 'now it is 90%',
    missing: 'Authorization not assigned to a station or company',
  },
}

const drawer = (page: Page) => page.locator('.ant-drawer:visible, [role=dialog]:visible').last()
const field = (page: Page, name: string) => drawer(page).locator(`[data-field=${name}]`).locator('input, textarea').first()
const send = (page: Page) => page.locator('form:visible button[type=submit]:not([aria-disabled])').last().press('Enter')
const rowOf = (page: Page, name: string) => pane(page).locator('tbody tr', { hasText: name })
async function choose(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).press('ArrowDown')
  await page.locator('.ant-select-item-option:visible', { hasText: text }).first().click()
}

// @req PAY-001 PAY-017
test.each(languages())('an account is added, gets a key that nobody sees, and is disabled (%s)', async language => {
  const say = words[language]
  const page = await front().enter('admin', { language, mode: 'auto' }, '/maintenance/authToken')
  const answers: string[] = []
  page.on('response', reply => {
    if (reply.url().includes('/api/'))
      reply.text().then(
        text => answers.push(text),
        () => undefined,
      )
  })
  await expectPage(page, say.accounts)
  await rowOf(page, '1600000001').first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])

  const name = `银联 ${language}`
  await pane(page).getByRole('button', { name: say.add, exact: true }).press('Enter')
  await field(page, 'description').fill(name)
  await choose(page, 'channel', language === 'zh' ? '微信支付' : 'WeChat Pay')
  await field(page, 'merchantNo').fill('ABC')
  await drawer(page).getByText(say.unfit, { exact: true }).waitFor()
  await choose(page, 'channel', say.ums)
  await field(page, 'merchantNo').fill(`8983100000000${language === 'zh' ? 11 : 12}`)
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.added)
  await rowOf(page, name).getByText(say.notSet).first().waitFor()

  const secret = 'story-merchant-key-0f3b9c61'
  await rowOf(page, name).getByRole('button', { name: say.secrets, exact: true }).press('Enter')
  await field(page, 'merchantKey').fill(secret)
  expect(await issuesInEveryLook(page)).toEqual([])
  await send(page)
  await expectToast(page, say.saved)
  await rowOf(page, name).getByText(say.kept).first().waitFor()
  expect(await page.content()).not.toContain(secret)
  expect(answers.length).toBeGreaterThan(2)
  expect(answers.filter(text => text.includes(secret))).toEqual([])

  await rowOf(page, name).getByRole('button', { name: say.disable, exact: true }).press('Enter')
  await page.getByRole('dialog').filter({ hasText: name }).getByRole('button', { name: say.disable, exact: true }).press('Enter')
  await rowOf(page, name).getByText(say.disabled, { exact: true }).waitFor()
})

// @req PAY-011 PAY-016 ORG-033
test.each(languages())('a station shares its payments between accounts, and is told what it has none for (%s)', async language => {
  const say = words[language]
  const page = await front().enter('station_master', { language, mode: 'auto' }, '/stationMge/stationAuthToken')
  await expectPage(page, say.stations)
  await rowOf(page, '1600000001').first().waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  const [station] = front().demo.companies[0]!.stations
  const { accounts } = await ask<{ accounts: { authTokenId: number; ratio: number }[] }>(page, `/stations/${station!.id}/authTokens`)
  const last = accounts.length

  await pane(page).getByRole('button', { name: say.assign, exact: true }).press('Enter')
  const ratioOf = (turn: number) => drawer(page).locator('.k-lines fieldset').nth(turn).locator('input[inputmode], input').nth(2)
  await drawer(page)
    .locator('.k-lines fieldset')
    .nth(last - 1)
    .waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
  const at = accounts.findIndex(({ ratio }) => ratio === 60)
  await ratioOf(at).fill('50')
  await drawer(page).getByText(say.sum).first().waitFor()
  await ratioOf(at).fill('60')
  // Goods come last; without their account nothing is paid for them.
  await drawer(page)
    .getByRole('button', { name: say.remove(last), exact: true })
    .press('Enter')
  await send(page)
  await expectToast(page, say.assigned)
  await pane(page).getByText(say.missing, { exact: true }).waitFor()
  expect(await issuesInEveryLook(page)).toEqual([])
})
