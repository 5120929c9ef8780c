import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { factsOf, filtersOf, firstRow, pane, rowsOf, wordsOf } from './list-reader.ts'
import { appFixture } from './app-fixture.ts'
import { ask, settled, tell } from './visitor.ts'

const front = appFixture()
async function show(page: Page, path: string) {
  await page.goto(front().url + path)
  await settled(page)
}
/** What can be done with the first row: its buttons, and the entries behind “more”. */
async function actsOf(page: Page) {
  const row = pane(page)
    .locator('tbody tr', { has: page.getByRole('button', { name: '更多操作' }) })
    .first()
  if (!(await row.count())) return wordsOf(pane(page).locator('tbody tr').first().locator('td').last().locator('button, a'))
  await row.getByRole('button', { name: '更多操作' }).click()
  const acts = await wordsOf(page.locator('.ant-dropdown:visible .ant-dropdown-menu-item'))
  await page.keyboard.press('Escape')
  return acts.map(act => act.replace('（未设置）', ''))
}

const staff = '姓名 手机号 角色 状态 最近登录 负责油枪 创建人 最后修改人 备注 邮箱 推广员 已设_PIN 只读 创建时间'
const ofStaff = '权限说明 登录会话 重置密码 重置_PIN 邀请链接 停用'
const words = (text: string) => text.split(' ').map(word => word.replaceAll('_', ' '))
const lists: [path: string, columns: string, filters: string, acts: string, add: string][] = [
  [
    '/oilCompanyMge/addCompanies',
    '标志 油企名称 油企编码 联系人 联系电话 地址 币种代码 创建人 时区 客户编号 演示 创建时间',
    '油企名称 油企编码 联系人 联系电话',
    '标志 编辑',
    '新增油企',
  ],
  [
    '/oilCompanyMge/addStations',
    '油站名称 油站编码 地址 联系人 联系电话 启用班结 服务到期 所属油企 时区 国家代码 MAC_地址 创建时间',
    '油站名称 油站编码 地址 联系电话 启用班结 服务到期',
    '编辑',
    '新增油站',
  ],
  ['/oilCompanyMge/companyUserMge', staff, '姓名 手机号 邮箱 角色 状态 只读 最近登录', `分配菜单 ${ofStaff}`, '新增员工'],
  ['/stationMge/staffMge', staff, '姓名 手机号 邮箱 状态 推广员 只读 最近登录', `分配菜单 ${ofStaff}`, '新增员工'],
  [
    '/maintenance/userMge',
    // Nine columns are shown at first, so the last of them is hidden where there is one more.
    staff.replace('姓名', '姓名 所属油企').replace('备注 邮箱', '邮箱 备注'),
    '所属油企 姓名 手机号 邮箱 角色 状态 只读 最近登录',
    `分配菜单 ${ofStaff}`,
    '新增员工',
  ],
  ['/maintenance/companyGroup', '集团名称 所属油企 集团用户 创建时间', '集团名称 创建时间', '集团用户 编辑 删除', '新增油企集团'],
]

// @req ORG-046 ORG-049 ORG-050 ORG-054 ORG-059 ORG-061
test('the lists of companies, stations, users and groups show their columns, and can be narrowed and worked on', async () => {
  const root = await front().enter('superAdmin')
  const { company } = await ask<{ company: { id: number } }>(root, '/users/profile')
  await tell(root, 'POST', '/companyGroups', { name: '沿江集团', companyIds: [company.id] })
  for (const [path, columns, filters, acts, add] of lists) {
    await show(root, path)
    const found = {
      path,
      filters: await filtersOf(root),
      columns: Object.keys(await firstRow(root)),
      acts: await actsOf(root),
      add: await pane(root).getByRole('button', { name: add }).count(),
    }
    expect(found).toEqual({ path, filters: words(filters), columns: words(`${columns} 操作`), acts: words(acts), add: 1 })
  }
})

const settings = `notify search package otherTradeType payTypes webChargeTradeType device homePage invoice tolerance tanks tankAlarms
  productChange leakControl foundDeliveries deviceOrders unionCard priceCeilings deliveryLoss confirm`
const ofCompany = `${settings} accountRatio debitCard denominations passwords bearerCards measurement lowBalance formerMembers prepaid`
const headings = (page: Page) => wordsOf(pane(page).getByRole('heading', { level: 2 }))
const fieldsOf = async (page: Page) =>
  (
    await pane(page)
      .locator('[data-field]')
      .evaluateAll(all => all.map(each => each.getAttribute('data-field')!))
  ).filter(name => !name.includes('_'))

// @req ORG-047 ORG-048 ORG-010 ORG-052 ORG-056 ORG-002
test('a company, its logos and its settings say all that their pages are for', async () => {
  const admin = await front().enter('admin')
  const { company } = await ask<{ company: { id: number } }>(admin, '/users/profile')
  await show(admin, `/oilCompanyMge/companyDetails/${company.id}`)
  expect(Object.keys(await factsOf(pane(admin).locator('section').first()))).toEqual(
    words('油企编码 油企名称 联系人 联系电话 地址 币种代码 货币单位 货币符号 时区 客户编号 联名卡油企编号 创建人 创建时间 说明'),
  )
  expect(await headings(admin)).toEqual(expect.arrayContaining(['基本资料', '标志', '卡密钥', '油企配置', '油站']))
  expect((await rowsOf(admin, '油站'))[0]).toEqual(words('油站名称 油站编码 地址 联系人 联系电话 服务到期'))
  for (const act of ['编辑', '同步配置']) expect(await pane(admin).getByRole('button', { name: act, exact: true }).count(), act).toBe(1)

  await show(admin, `/oilCompanyMge/changeLogo/${company.id}`)
  expect(await headings(admin)).toEqual(['菜单展开时的标志', '菜单收起时的标志'])
  for (const at of [0, 1]) {
    const file = pane(admin).locator('input[type=file]').nth(at)
    expect((await file.getAttribute('accept'))!.split(/,\s*/).toSorted()).toEqual(['.gif', '.jpeg', '.jpg', '.png'])
    await file.setInputFiles({ name: 'logo.webp', mimeType: 'image/webp', buffer: Buffer.from('RIFF') })
    await pane(admin).locator('.org-two > *').nth(at).getByText('只能上传 PNG, JPG, GIF 格式的文件').waitFor()
  }

  await show(admin, '/oilCompanyMge/companyConfig')
  expect(await fieldsOf(admin)).toEqual(ofCompany.split(/\s+/))
  await show(admin, '/stationMge/stationConfig')
  expect(await fieldsOf(admin)).toEqual(settings.split(/\s+/))
  expect(await pane(admin).getByRole('button', { name: '发布指令' }).count()).toBe(1)
})

// @req ORG-001 ORG-057 ORG-035 ORG-037 ORG-038
test('a station says all there is of it where its master keeps it', async () => {
  const admin = await front().enter('admin')
  await show(admin, '/stationMge/myStation')
  const facts = await factsOf(pane(admin))
  expect(Object.keys(facts)).toEqual(
    words(
      '油站编码 油站名称 所属油企 地址 联系人 联系电话 MAC_地址 国家代码 时区 启用班结 联名卡油站编号 创建时间 说明 服务到期 服务状态 功能套餐',
    ),
  )
  const states = pane(admin).locator('.org-states .k-tag')
  expect(await states.allInnerTexts()).toEqual(['已开通', '已授权', '未配置'])
  await pane(admin).getByRole('button', { name: '编辑' }).click()
  const form = admin.getByRole('dialog', { name: '维护油站资料' })
  await form.locator('[data-field=contact]').waitFor()
  expect(await form.locator('[data-field]').evaluateAll(all => all.map(each => each.getAttribute('data-field')))).toEqual(
    words('address longitude latitude contact phone macAddress pictureId description'),
  )
})

// @req ORG-004 ORG-059
test('a group says which companies it holds, and how many sign in for it', async () => {
  const root = await front().enter('superAdmin')
  const { company } = await ask<{ company: { id: number; name: string } }>(root, '/users/profile')
  await tell(root, 'POST', '/companyGroups', { name: '沿海集团', companyIds: [company.id] })
  await show(root, '/maintenance/companyGroup?name=沿海')
  expect(await firstRow(root)).toMatchObject({ 集团名称: '沿海集团', 所属油企: company.name, 集团用户: '0' })
})

// @req ORG-050 ORG-054 ORG-061
test('a new user begins with the least role of the page, at the office or in the station', async () => {
  const root = await front().enter('superAdmin')
  const begins: Record<string, string[]> = {}
  for (const path of ['/oilCompanyMge/companyUserMge', '/stationMge/staffMge', '/maintenance/userMge']) {
    await show(root, `${path}?record=new`)
    begins[path] = await root.getByRole('dialog').locator('[data-field=roles] .ant-select-content').allInnerTexts()
  }
  expect(begins).toEqual({
    '/oilCompanyMge/companyUserMge': ['油企用户'],
    '/stationMge/staffMge': ['员工', front().demo.companies[0]!.stations[0]!.name],
    '/maintenance/userMge': ['油企用户'],
  })
})
