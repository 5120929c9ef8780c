import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { wordsOf } from './list-reader.ts'
import { expectToast, appFixture, tell } from './app-fixture.ts'
import { ask, settled, signIn } from './visitor.ts'

const front = appFixture()
const field = (page: Page, name: string) => page.locator(`[data-field=${name}] input`).first()
const save = (page: Page) => page.locator('.k-form-end button[type=submit]').click()
/** Rows of records; those that are drawn until the records have come open nothing. */
const listed = (page: Page) => page.locator('tbody tr[data-id]')
const rowOf = (page: Page, text: string) => page.locator('tbody tr', { hasText: text })

// @req ACC-062 ACC-077 ORG-040 ORG-050 ORG-063 SEC-029
test('an administrator closes a page to a role, sees beforehand whom it meets, and it is closed to that role at once', async () => {
  const { url, enter } = front()
  const bill = await enter('station_bill', {}, '/queryStatistics/transactions')
  const admin = await enter('admin', {}, '/maintenance/roleAccessConfig')
  await admin.getByRole('checkbox', { name: '支付流水 · 记账员' }).click()
  await admin.getByRole('button', { name: '查看影响并保存' }).click()
  const effect = admin.getByRole('dialog', { name: '保存后的影响' })
  await effect.getByText('郑洁 Zheng Jie').waitFor()
  await expect.poll(() => effect.innerText()).toMatch(/失去\s*支付流水\s/)
  const { violations } = await new AxeBuilder({ page: admin }).setLegacyMode().analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)).toEqual([])
  await effect.getByRole('button', { name: '保存' }).click()
  await expectToast(admin, '已保存，下一次操作即生效')
  await admin.getByRole('checkbox', { name: '支付流水 · 记账员 · 与默认不同' }).waitFor()

  // The other kinds of permission stand beside the menus, each with its own lines.
  const lines = admin.locator('tbody tr th, tbody tr td:first-child')
  expect(await admin.getByRole('radiogroup', { name: '权限类型' }).locator('label').allInnerTexts()).toEqual([
    '菜单',
    '按钮',
    '接口',
    '任务',
  ])
  for (const [kind, some] of [
    ['按钮', ['开票', '扣减积分', '赠送积分', '手工发券', '退款', '余额调整', '添加授权码']],
    ['接口', ['班结', '关闭订单']],
    ['任务', ['导入', '导出', '结算']],
  ] as const) {
    await admin.getByRole('radiogroup', { name: '权限类型' }).getByText(kind, { exact: true }).click()
    await expect
      .poll(() => lines.allInnerTexts(), { message: kind })
      .toEqual(expect.arrayContaining(some.map(each => expect.stringContaining(each))))
  }

  await admin.getByRole('button', { name: '快捷菜单' }).click()
  await admin.getByRole('menuitem', { name: '站长' }).hover()
  const presets = admin.locator('.ant-dropdown-menu-submenu-popup:visible .ant-dropdown-menu-item')
  await expect.poll(() => wordsOf(presets)).toEqual(['站长', '班长', '记账员', '收银员', '加油员'])
  await admin.keyboard.press('Escape')

  const asked: string[] = []
  bill.on('request', request => asked.push(new URL(request.url()).pathname))
  await bill.reload()
  await bill.waitForURL('**/noAccess**')
  await bill.goto(`${url}/queryStatistics/salesQuery/allQuery`)
  await settled(bill)
  expect(await bill.getByRole('menuitem', { name: '支付流水' }).count()).toBe(0)
  expect(asked).toContain('/api/v1/orders')
  expect(asked.filter(path => path.startsWith('/api/v1/transactions'))).toEqual([])
})

// @req ORG-051 ORG-040 ACC-070 ACC-077 ACC-082 ACC-083
test('a preset is given to one person with one press; why she may no longer refund is explained', async () => {
  const { url, demo, enter, visit } = front()
  const admin = await enter('admin', {}, '/oilCompanyMge/companyUserMge')
  await admin.getByRole('button', { name: '“何静 He Jing”的更多操作' }).click()
  await admin.getByRole('menuitem', { name: '分配菜单' }).click()
  const presets = admin.getByRole('group', { name: '快捷菜单' }).getByRole('button')
  await expect.poll(() => presets.allInnerTexts()).toEqual(['站长', '班长', '记账员', '收银员', '加油员'])
  const rules = admin.locator('fieldset', { has: admin.getByText('按钮规则', { exact: true }) }).locator('label')
  const names = ['开票', '扣减积分', '赠送积分', '手工发券', '退款', '余额调整'].map(name => `禁止：${name}`)
  expect(await rules.allInnerTexts()).toEqual([...names, '允许：添加授权码'])
  await admin.getByRole('button', { name: '收银员' }).click()
  await admin.getByText(/班结报表、.*退款/).waitFor()
  await admin.getByRole('button', { name: '保存' }).click()
  await expectToast(admin, '已保存，下一次操作即生效')
  await admin.getByRole('button', { name: '权限说明' }).click()
  await admin.getByRole('combobox', { name: '页面或权限' }).click()
  await admin.keyboard.type('退款')
  await admin.locator('.ant-select-item-option-active', { hasText: '退款' }).waitFor()
  await admin.keyboard.press('Enter')
  await admin.getByText('该用户被设置了按钮规则“退款”').waitFor()
  await admin.getByText('不可以', { exact: true }).waitFor()

  // What a manager is offered of payments and cards, she is not.
  const { accounts, stations, ...company } = demo.companies[0]!
  const her = await visit()
  const account = accounts.filter(({ role }) => role === 'station_leader')[1]!
  await signIn(her, url, { ...company, stations, accounts: [account] }, 'station_leader', stations[1]!.id)
  expect(await offeredTo(her, url)).toEqual([false, false])
  expect(await offeredTo(await enter('station_master'), url)).toEqual([true, true])
})

/** Whether somebody can press to refund a payment, and to adjust the balance of a card. */
async function offeredTo(page: Page, url: string): Promise<[refund: boolean, adjust: boolean]> {
  await page.goto(`${url}/queryStatistics/transactions?status=success`)
  await page.locator('tbody tr').nth(3).waitFor()
  await settled(page)
  const refunds = await page.locator('tbody').getByRole('button', { name: '退款', exact: true }).count()
  await page.goto(`${url}/stationCards/cardQuery`)
  await page.locator('tbody tr').nth(3).waitFor()
  await settled(page)
  const acts = page.locator('tbody tr').first().getByRole('button', { name: '更多' })
  if ((await acts.count()) === 0) return [refunds > 0, false]
  await acts.click()
  await page.getByRole('menuitem').first().waitFor()
  return [refunds > 0, (await page.getByRole('menuitem', { name: '余额调整' }).count()) > 0]
}

// @req ORG-062 ACC-072 ACC-073
test('menus of any user are assigned from the list of all users, on a page that no menu shows', async () => {
  const { url, enter } = front()
  const root = await enter('superAdmin', {}, '/maintenance/userMge')
  const row = root.locator('tbody tr', { hasText: '郑洁 Zheng Jie' })
  await row.getByRole('button', { name: '更多操作' }).click()
  await root.getByRole('menuitem', { name: '分配菜单' }).click()
  await root.waitForURL(/\/maintenance\/assginMenu\/\d+$/)
  const assigning = root.url()
  await root.getByRole('button', { name: '保存' }).waitFor()
  await root.getByText('郑洁 Zheng Jie').first().waitFor()
  expect(await root.getByRole('menuitem', { name: '分配菜单' }).count()).toBe(0)

  // Of which company a user is, administrators see, search and say; another who is given the page does not.
  const staff = await ask<{ content: Given[] }>(root, '/users?search=roles.defaultRole:company_user&expand=roles&size=1')
  const { id, version } = staff.content[0]!.roles[0]!
  await tell(root, 'PUT', `/roles/${id}`, { version, menus: { web: ['UserMge', 'CompanyDetails', 'AuditLogs'] }, buttons: null })
  const company = { column: true, filter: true, field: true }
  expect(await companyOn(await enter('superAdmin', {}, '/maintenance/userMge'))).toEqual(company)
  expect(await companyOn(await enter('admin', {}, '/maintenance/userMge'))).toEqual(company)
  const clerk = await enter('company_user', {}, '/maintenance/userMge')
  expect(await companyOn(clerk)).toEqual({ column: false, filter: false, field: false })
  expect(await blocksOf(root, url)).toEqual({ key: true, technical: true })
  expect(await blocksOf(clerk, url)).toEqual({ key: false, technical: false })

  const master = await enter('station_master', {}, '/home')
  await master.goto(assigning)
  await master.waitForURL('**/noAccess**')
})

interface Given {
  readonly roles: readonly { readonly id: number; readonly version: number }[]
}
/** Where the list of users speaks of companies: in a column, in a filter, and in the form of a new one. */
async function companyOn(page: Page) {
  await listed(page).first().waitFor()
  const column = await page.getByRole('columnheader', { name: '所属油企' }).count()
  const filter = await page.getByRole('combobox', { name: '所属油企' }).count()
  await page.getByRole('button', { name: '新增员工' }).first().click()
  await field(page, 'name').waitFor()
  const named = await page.locator('.ant-drawer [data-field=companyId]').count()
  return { column: column > 0, filter: filter > 0, field: named > 0 }
}

/** Which blocks for administrators alone stand on pages that others may open too. */
async function blocksOf(page: Page, url: string) {
  const { company } = await ask<{ company: { id: number } }>(page, '/users/profile')
  await page.goto(`${url}/oilCompanyMge/companyDetails/${company.id}`)
  await settled(page)
  await page.getByRole('heading', { name: '标志' }).first().waitFor()
  const keys = await page.getByRole('heading', { name: '卡密钥' }).count()
  await page.goto(`${url}/maintenance/auditLogs`)
  await listed(page).first().locator('td:not(.k-box)').first().click()
  const drawer = page.getByRole('dialog').filter({ hasText: '来源地址' })
  await drawer.waitFor()
  return { key: keys > 0, technical: (await drawer.locator('.audit-technical').count()) > 0 }
}

// @req ORG-059 ORG-060 ORG-061
test('a super administrator groups companies, and adds who sees them all', async () => {
  const { enter } = front()
  const root = await enter('superAdmin', {}, '/maintenance/companyGroup')
  await root.getByRole('button', { name: '新增油企集团' }).first().click()
  await root.locator('[data-field=name] input').first().fill('沿江集团')
  await root.getByRole('combobox', { name: '所属油企' }).click()
  await root.locator('.ant-select-item-option').first().click()
  await root.keyboard.press('Escape')
  await root.locator('.k-form-end button[type=submit]').click()
  await root.locator('tbody tr', { hasText: '沿江集团' }).getByRole('button', { name: '集团用户' }).click()
  await root.waitForURL('**/maintenance/groupUsers/*')
  await root.getByText('新增集团用户后，即可查看集团内所有油企。').waitFor()
  await root.getByRole('button', { name: '新增员工' }).first().click()
  for (const [name, value] of [
    ['name', '顾总'],
    ['mobile', '13922224444'],
  ] as const)
    await root.locator(`[data-field=${name}] input`).first().fill(value)
  await root.locator('[data-field=companyId] input').click()
  await root.locator('.ant-select-item-option:visible').first().click()
  await root.locator('.k-form-end button[type=submit]').click()
  await root.locator('tbody tr', { hasText: '顾总' }).getByRole('button', { name: '移出集团' }).click()
  await root.getByText('确定把“顾总”移出集团吗？账号仍保留。').waitFor()
  await root.getByRole('button', { name: '移出集团', exact: true }).last().click()
  await expectToast(root, '已移出集团')
})

// @req ACC-009 ACC-025 ACC-069 FLT-018 FLT-019
test('a fleet leader has one page, gives money to a driver and takes it back; any other page signs the leader out', async () => {
  const { url, enter } = front()
  const leader = await enter('group_master')
  await leader.waitForURL('**/assginMge/*')
  await leader.getByRole('heading', { name: '江海运输车队 Jianghai Transport' }).waitFor()
  await rowOf(leader, '沪A10235').waitFor()
  const heads = await wordsOf(leader.locator('table', { hasText: '沪A10235' }).first().locator('thead th'))
  // The first column is for choosing.
  expect(heads.slice(1).map(head => head.replace('（元）', ''))).toEqual([
    '卡名称',
    '卡号',
    '姓名',
    '手机号',
    '本金',
    '状态',
    '单笔限额',
    '每日限额',
    '可用车牌',
    '操作',
  ])
  expect(await leader.evaluate(() => localStorage.getItem('smartGroup'))).toMatch(/^\d+$/)
  const { violations } = await new AxeBuilder({ page: leader }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
  const roles: (string | undefined)[] = []
  leader.on('request', request => request.resourceType() === 'fetch' && roles.push(request.headers()['role']))
  const driver = rowOf(leader, '沪A10235')
  const before = await driver.innerText()

  await driver.getByRole('button', { name: '划拨给“沪A10235”' }).click()
  await field(leader, 'amountCents').fill('12.5')
  await leader.getByRole('row', { name: /沪A10235本金.*\+¥12\.50/ }).waitFor()
  await save(leader)
  await expectToast(leader, '已划拨')
  await field(leader, 'amountCents').waitFor({ state: 'hidden' })
  await expect.poll(() => driver.innerText()).not.toBe(before)

  await driver.getByRole('button', { name: /更多操作/ }).click()
  expect(await wordsOf(leader.locator('.ant-dropdown:visible .ant-dropdown-menu-item'))).toEqual(['收回', '限额', '余额提醒', '挂失'])
  await leader.getByRole('menuitem', { name: '收回' }).click()
  await field(leader, 'amountCents').fill('12.5')
  await save(leader)
  await expectToast(leader, '已收回')

  expect(new Set(roles)).toEqual(new Set(['group_master']))
  await leader.goto(`${url}/queryStatistics/salesQuery/allQuery`)
  await leader.waitForURL('**/login')
  expect(await leader.evaluate(() => [localStorage.getItem('smartToken'), localStorage.getItem('smartGroup')])).toEqual([null, null])
})
