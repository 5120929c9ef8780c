import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { says, shopFront } from './shop-front.ts'
import { settled } from './visitor.ts'

const front = shopFront()
const field = (page: Page, name: string) => page.locator(`[data-field=${name}] input`).first()
const save = (page: Page) => page.locator('.k-form-end button[type=submit]').click()
const rowOf = (page: Page, text: string) => page.locator('tbody tr', { hasText: text })

// @req ACC-062 ACC-077 ORG-050 ORG-063 SEC-029
test('an administrator closes a page to a role, sees beforehand whom it meets, and it is closed to him at once', async () => {
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
  await says(admin, '已保存，下一次操作即生效')
  await admin.getByRole('checkbox', { name: '支付流水 · 记账员 · 与默认不同' }).waitFor()

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

// @req ORG-051 ORG-040 ACC-082
test('a preset is given to one person with one press; why she may no longer refund is told', async () => {
  const { enter } = front()
  const admin = await enter('admin', {}, '/oilCompanyMge/companyUserMge')
  await admin.getByRole('button', { name: '“何静 He Jing”的更多操作' }).click()
  await admin.getByRole('menuitem', { name: '分配菜单' }).click()
  await admin.getByRole('button', { name: '收银员' }).click()
  await admin.getByText(/班结报表、.*退款/).waitFor()
  await admin.getByRole('button', { name: '保存' }).click()
  await says(admin, '已保存，下一次操作即生效')
  await admin.getByRole('button', { name: '权限说明' }).click()
  await admin.getByRole('combobox', { name: '页面或权限' }).click()
  await admin.keyboard.type('退款')
  await admin.locator('.ant-select-item-option-active', { hasText: '退款' }).waitFor()
  await admin.keyboard.press('Enter')
  await admin.getByText('该用户被设置了按钮规则“退款”').waitFor()
  await admin.getByText('不可以', { exact: true }).waitFor()
})

// @req ORG-062
test('menus of any user are assigned from the list of all users, on a page that no menu shows', async () => {
  const { url, enter } = front()
  const root = await enter('superAdmin', {}, '/maintenance/userMge')
  const row = root.locator('tbody tr', { hasText: '郑洁 Zheng Jie' })
  await row.getByRole('button', { name: '更多操作' }).click()
  await root.getByRole('menuitem', { name: '分配菜单' }).click()
  await root.waitForURL(/\/maintenance\/assginMenu\/\d+$/)
  await root.getByRole('button', { name: '保存' }).waitFor()
  await root.getByText('郑洁 Zheng Jie').first().waitFor()
  expect(await root.getByRole('menuitem', { name: '分配菜单' }).count()).toBe(0)

  const master = await enter('station_master', {}, '/home')
  await master.goto(root.url().replace(/^https?:\/\/[^/]+/, url))
  await master.waitForURL('**/noAccess**')
})

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
  await says(root, '已移出集团')
})

// @req ACC-009 ACC-025 ACC-069 FLT-018 FLT-019
test('a fleet leader has one page, gives money to a driver and takes it back; any other page signs him out', async () => {
  const { url, enter } = front()
  const leader = await enter('group_master')
  await leader.waitForURL('**/assginMge/*')
  await leader.getByRole('heading', { name: '江海运输车队 Jianghai Transport' }).waitFor()
  expect(await leader.evaluate(() => localStorage.getItem('smartGroup'))).toMatch(/^\d+$/)
  const { violations } = await new AxeBuilder({ page: leader }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
  const driver = rowOf(leader, '沪A·10235')
  const before = await driver.innerText()

  await driver.getByRole('button', { name: '划拨给“沪A·10235”' }).click()
  await field(leader, 'amountCents').fill('12.5')
  await leader.getByRole('row', { name: /沪A·10235本金.*\+¥12\.50/ }).waitFor()
  await save(leader)
  await says(leader, '已划拨')
  await field(leader, 'amountCents').waitFor({ state: 'hidden' })
  await expect.poll(() => driver.innerText()).not.toBe(before)

  await driver.getByRole('button', { name: /更多操作/ }).click()
  await leader.getByRole('menuitem', { name: '收回' }).click()
  await field(leader, 'amountCents').fill('12.5')
  await save(leader)
  await says(leader, '已收回')

  await leader.goto(`${url}/queryStatistics/salesQuery/allQuery`)
  await leader.waitForURL('**/login')
  expect(await leader.evaluate(() => localStorage.getItem('smartToken'))).toBeNull()
})
