import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from 'vitest'
import { expectToast, appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()
type Page = Awaited<ReturnType<ReturnType<typeof front>['visit']>>
const field = (page: Page, name: string) => page.locator(`[data-field=${name}] input`).first()
const save = (page: Page) => page.locator('.k-form-end button[type=submit]').click()
const rowOf = (page: Page, text: string) => page.locator('tbody tr', { hasText: text })

/** A new password whose two entries differ is not taken. */
async function resetsUnlike(master: Page) {
  await master.getByRole('button', { name: '“周新”的更多操作' }).click()
  await master.getByRole('menuitem', { name: '重置密码' }).click()
  const reset = master.getByRole('dialog', { name: '重置“周新”的密码' })
  await reset.locator('input').nth(0).fill('otter-in-the-river')
  await reset.locator('input').nth(1).fill('otter-in-the-lake')
  await reset.locator('button[type=submit]').click()
  await reset.getByText('两次输入不一致').waitFor()
  await reset.getByRole('button', { name: '取消' }).click()
  await reset.waitFor({ state: 'hidden' })
}

async function opensMenus(master: Page) {
  await master.getByRole('button', { name: '“周新”的更多操作' }).click()
  await master.getByRole('menuitem', { name: '分配菜单' }).click()
  await master.waitForURL(/\/stationMge\/stationAssginMenu\/\d+$/)
  await master.getByRole('group', { name: '快捷菜单' }).getByRole('button', { name: '收银员' }).waitFor()
  await master.getByText('禁止：退款').waitFor()
}

/** Presses the copy button of a row where the browser refuses its clipboard: the page says that nothing was copied. */
async function copiesNot(page: Page, row: string, text: string): Promise<void> {
  await page.getByText('复制失败').waitFor({ state: 'hidden' })
  const copy = rowOf(page, row).getByRole('button', { name: /^复制/ })
  await copy.focus()
  await copy.press('Enter')
  await page.getByText('复制失败').waitFor()
  expect(await copy.getAttribute('aria-label')).toBe(`复制 ${text}`)
}

// @req ORG-054 ORG-055 ORG-031 ACC-021 ACC-030 UIX-052
test('a station master takes on an attendant, who sets a password through a link and works until she is disabled', async () => {
  const { demo, enter, visit } = front()
  const { code } = demo.companies[0]!
  const master = await enter('station_master', {}, '/stationMge/staffMge')
  await master.getByRole('button', { name: '新增员工' }).first().click()
  await field(master, 'name').fill('周新')
  await save(master)
  await master.getByText('手机号和邮箱至少填写一项').waitFor()
  await field(master, 'mobile').fill('13922223333')
  await save(master)
  await rowOf(master, '周新').waitFor()
  await expect.poll(() => rowOf(master, '周新').innerText()).toMatch(/139 2222 3333[\s\S]*员工[\s\S]*正常/)

  await master.getByRole('button', { name: '“周新”的更多操作' }).click()
  await master.getByRole('menuitem', { name: '邀请链接' }).click()
  const link = await master.getByRole('textbox', { name: '邀请链接' }).inputValue()
  await master.evaluate(() =>
    Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('forbidden')) }),
  )
  await master.getByRole('button', { name: '复制链接' }).click()
  await master.getByText('复制失败').waitFor()
  await master.keyboard.press('Escape')
  await copiesNot(master, '周新', '13922223333')
  const attendant = await visit()
  await attendant.goto(link)
  await attendant.getByLabel('新密码').fill('badger-tunnel-44')
  await attendant.getByLabel('确认密码').fill('badger-tunnel-45')
  await attendant.getByRole('button', { name: '设置密码' }).click()
  await attendant.getByText('两次输入不一致').waitFor()
  await attendant.getByLabel('确认密码').fill('badger-tunnel-44')
  await attendant.getByRole('button', { name: '设置密码' }).click()
  await attendant.getByText('周新，密码已设置，请登录。').waitFor()
  await attendant.getByRole('button', { name: '去登录' }).click()
  await attendant.getByLabel('油企编码').fill(code)
  await attendant.getByLabel('邮箱或手机号').fill('13922223333')
  await attendant.getByLabel('密码', { exact: true }).fill('badger-tunnel-44')
  await attendant.getByRole('button', { name: '登录', exact: true }).click()
  await attendant.waitForURL('**/home')
  await settled(attendant)

  await master.keyboard.press('Escape')
  await resetsUnlike(master)
  await master.getByRole('button', { name: '“周新”的更多操作' }).click()
  await master.getByRole('menuitem', { name: '停用' }).click()
  await master.getByText('确定停用“周新”吗？该账号会立即退出登录。').waitFor()
  await master.getByRole('button', { name: '停用', exact: true }).click()
  await expectToast(master, '已停用')
  await rowOf(master, '已停用').waitFor()
  await attendant.reload()
  await attendant.waitForURL('**/login?*notice=expired')
  await attendant.getByText('您的登录已过期，请重新登录').waitFor()
  await attendant.getByLabel('油企编码').fill(code)
  await attendant.getByLabel('邮箱或手机号').fill('13922223333')
  await attendant.getByLabel('密码', { exact: true }).fill('badger-tunnel-44')
  await attendant.getByRole('button', { name: '登录', exact: true }).click()
  await attendant.getByText('您无法登录，请联系管理员', { exact: true }).first().waitFor()

  await opensMenus(master)
})

// @req ORG-001 ORG-042 ORG-049
test('a company user adds a station; a code that is taken is said at the code', async () => {
  const { demo, enter } = front()
  const page = await enter('company_user', {}, '/oilCompanyMge/addStations')
  await rowOf(page, demo.companies[0]!.stations[0]!.name).waitFor()
  const taken = await rowOf(page, demo.companies[0]!.stations[0]!.name).locator('td:not(.k-box)').nth(1).innerText()

  await page.getByRole('button', { name: '新增油站' }).first().click()
  await field(page, 'name').fill('北岸加油站')
  await field(page, 'code').fill(taken.trim())
  await save(page)
  await page.getByText('该油站编码已被使用').first().waitFor()
  await expect.poll(() => page.locator('[data-field=code]').getAttribute('class')).toContain('k-wrong')
  await field(page, 'code').fill('N001')
  await save(page)
  await rowOf(page, '北岸加油站').waitFor()
  await field(page, 'code').waitFor({ state: 'hidden' })

  await rowOf(page, '北岸加油站').getByRole('button', { name: '编辑' }).click()
  await field(page, 'contact').fill('王芳')
  await field(page, 'phone').fill('021-61234567')
  await save(page)
  await rowOf(page, '王芳').filter({ hasText: '61234567' }).waitFor()
})

const userFields = `name mobile email roles password nozzle promoter readOnly remark loginFrom loginTo loginDeviceType loginDeviceId
  loginReason searchOrderDays searchOrderItemDays searchClassSettleDays searchDailyReportDays searchCardDetailDays companyId`
const stationFields = `code name description country address longitude latitude contact phone macAddress pictureId unionCardStationId
  enableShiftSettle`
const companyFields = `code name description address contact phone currency currencyName symbol customerId unionCardCompanyId`

// @req ORG-001 ORG-012 ORG-013 ORG-014 SEC-027 ACC-087
test.each([
  ['station', '/oilCompanyMge/addStations?record=new', stationFields],
  ['company', '/oilCompanyMge/addCompanies?record=new', companyFields],
  ['user', '/maintenance/userMge?record=new', userFields],
] as const)('what the specification says of a %s is entered in its form', async (_, path, expected) => {
  const fields = expected.split(/\s+/)
  const page = await front().enter('admin', {}, path)
  const shown = () => page.locator('.ant-drawer [data-field]').evaluateAll(all => all.map(each => each.getAttribute('data-field')!))
  await expect.poll(async () => (await shown()).length).toBeGreaterThanOrEqual(fields.length)
  const names = await shown()
  expect(fields.filter(name => !names.includes(name))).toEqual([])
})

/** The lists themselves are looked at with every other page. */
const forms = ['/stationMge/staffMge?record=new', '/oilCompanyMge/addStations?record=new']

test.each([
  { language: 'zh', mode: 'light' },
  { language: 'en', mode: 'dark' },
] as const)('the forms of staff and stations can be used by everyone: %o', async look => {
  const { url, enter } = front()
  const page = await enter('admin', look)
  for (const path of forms) {
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
    expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([])
  }
})
