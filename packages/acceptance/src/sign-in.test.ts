import { expect, test } from 'vitest'
import { expectToast, appFixture, tell } from './app-fixture.ts'
import { ask, signIn } from './visitor.ts'

const front = appFixture()
type Page = Awaited<ReturnType<ReturnType<typeof front>['visit']>>
const labels = {
  zh: ['油企编码', '邮箱或手机号', '密码', '登录'],
  en: ['Company code', 'E-mail or mobile number', 'Password', 'Sign in'],
} as const
const fill = async (page: Page, company: string, account: string, password: string, language: 'zh' | 'en' = 'zh') => {
  const [codeLabel, accountLabel, passwordLabel, submit] = labels[language]
  await page.getByLabel(codeLabel).fill(company)
  await page.getByLabel(accountLabel).fill(account)
  await page.getByLabel(passwordLabel, { exact: true }).fill(password)
  await page.getByRole('button', { name: submit, exact: true }).click()
}
/** The look of these stories sets the language on every load; from here on what is chosen on the page holds, as for any user. */
const languageIsChosen = (page: Page) =>
  page.addInitScript(() => {
    if (!location.host) return
    const chosen = sessionStorage.getItem('chosen')
    if (chosen) localStorage.setItem('smartLanguage', chosen)
    addEventListener('pagehide', () => sessionStorage.setItem('chosen', localStorage.getItem('smartLanguage')!))
  })

// @req ACC-010 ACC-018 ACC-022 ACC-023 ACC-037 ACC-089
test('anyone who is not signed in is asked to; the form says what is missing, and what is no e-mail or mobile number', async () => {
  const { url, demo, visit } = front()
  const { code, accounts } = demo.companies[0]!
  const { password } = accounts[0]!
  const page = await visit()
  await languageIsChosen(page)
  await page.goto(`${url}/queryStatistics/transactions?page=2`)
  await page.waitForURL('**/login?redirect=*')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/queryStatistics/transactions?page=2')
  expect(await page.title()).toBe('登录 - 油站通')
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.locator('.login-language').getByRole('button', { name: '中文' }).waitFor()
  const sent: string[] = []
  page.on('request', request => sent.push(request.url()))

  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('请按提示填写账号或密码').waitFor()
  for (const missing of ['请输入油企编码', '请输入邮箱或手机号', '请输入密码']) await page.getByText(missing, { exact: true }).waitFor()
  await fill(page, code, 'lin', password)
  await page.getByText('请输入正确的邮箱或手机号', { exact: true }).first().waitFor()

  await page.locator('.login-language').getByRole('button', { name: '中文' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  for (const words of [
    'Fill in username or password as prompted',
    'Enter the company code',
    'Enter an e-mail or mobile number',
    'Enter the password',
  ])
    await page.getByText(words, { exact: true }).first().waitFor()
  for (const typed of ['lin@', '1380000']) {
    await fill(page, ' ', typed, password, 'en')
    await page.getByText('Enter a correct e-mail or mobile number', { exact: true }).first().waitFor()
    await page.getByText('Enter the company code', { exact: true }).first().waitFor()
  }
  expect(await page.evaluate(() => localStorage.getItem('smartLanguage'))).toBe('en')
  expect(sent.filter(each => each.includes('/users/login'))).toEqual([])
})

// @req ACC-001 ACC-014 ACC-017 ACC-020 ACC-026 ACC-037
test('whatever is wrong, one answer; then role and station are asked for, and the user arrives where the address led', async () => {
  const { url, demo, visit } = front()
  const { code, accounts } = demo.companies[0]!
  const { mobile, password } = accounts.find(({ role }) => role === 'admin')!
  const page = await visit()
  await page.goto(`${url}/queryStatistics/transactions?page=2`)
  await page.waitForURL('**/login?redirect=*')
  const [, wanted] = demo.companies[0]!.stations
  await page.goto(`${page.url()}&stationId=${wanted!.id}`)

  for (const [company, account, secret, body] of [
    [code, mobile, 'not-the-password', { mobile, password: 'not-the-password', companyId: code }],
    ['nobody', mobile, password, { mobile, password, companyId: 'nobody' }],
    [` ${code} `, ' no@river.example ', password, { email: 'no@river.example', password, companyId: code }],
  ] as const) {
    const answered = page.waitForResponse('**/users/login*')
    await fill(page, company, account, secret)
    const { deviceId: _device, ...typed } = (await answered).request().postDataJSON()
    expect(typed).toEqual(body)
    await page.locator('.login-box .ant-alert', { hasText: '油企编码、账号或密码错误' }).waitFor()
  }

  const asked: string[] = []
  let readAt: string | undefined
  page.on('request', request => {
    const path = request.url().split('/api/v1')[1]
    if (path) asked.push(path.replace(/\?.*/, ''))
    if (path?.startsWith('/transactions')) readAt = request.headers()['station']
  })
  const signingIn = page.waitForRequest('**/users/login?*')
  await fill(page, code, ` ${mobile} `, password)
  const request = await signingIn
  expect(new URL(request.url()).searchParams.getAll('expand')).toEqual(['roles', 'userCards.card.group'])
  expect(request.postDataJSON()).toMatchObject({ mobile, password, companyId: code })
  await page.waitForURL('**/queryStatistics/transactions?page=2')
  await page.getByRole('heading', { level: 1, name: '支付流水' }).waitFor()
  await page.getByRole('navigation', { name: '菜单' }).getByRole('menuitem', { name: '查询统计' }).waitFor()
  const steps = ['/users/login', '/bootstrap', '/transactions'].map(path => asked.indexOf(path))
  expect([steps.includes(-1), steps]).toEqual([false, steps.toSorted((one, other) => one - other)])
  // In the one station that the link named, all of the page is read.
  expect([await page.locator('.station-name').innerText(), readAt]).toEqual([wanted!.name, String(wanted!.id)])
})

// @req ACC-015 ACC-016
test('when it cannot be found out who signed in, they are signed out again and told why', async () => {
  const { url, demo, visit } = front()
  const { code, accounts } = demo.companies[0]!
  const { mobile, password } = accounts.find(({ role }) => role === 'admin')!
  const pages = { zh: await visit(), en: await visit({ language: 'en' }) }
  for (const [language, answer, words] of [
    ['zh', { status: 500, json: { code: 'internal', message: '数据库正在维护' } }, '数据库正在维护'],
    ['zh', { status: 502, body: '<html>Bad gateway</html>' }, '验证失败，请重新登录'],
    ['en', undefined, 'Verification failed, please login again'],
  ] as const) {
    const page = pages[language]
    await page.goto(`${url}/login`)
    await page.route('**/api/v1/bootstrap*', route => (answer ? route.fulfill(answer) : route.abort()))
    const loggedOut = page.waitForResponse('**/users/logout')
    await fill(page, code, mobile, password, language)
    await page.locator('.login-box .ant-alert').getByText(words, { exact: true }).first().waitFor()
    expect([new URL(page.url()).pathname, (await loggedOut).status()]).toEqual(['/login', 200])
    expect(await page.evaluate(() => ['smartToken', 'smartUserId', 'smartExpiration'].map(key => localStorage.getItem(key)))).toEqual([
      null,
      null,
      null,
    ])
    await page.unroute('**/api/v1/bootstrap*')
  }
})

// @req ACC-004 ACC-005 ACC-006 ACC-007 ACC-010 ACC-012
test('a sign-in is kept in the browser under the names of the specification, and lasts over a reload', async () => {
  const { demo, enter } = front()
  const page = await enter('admin')
  const { id } = await ask<{ id: number }>(page, '/users/profile')
  const answered = page.waitForResponse('**/api/v1/bootstrap*')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { smartToken, smartExpiration, smartAtStation, ...kept } = await page.evaluate<Record<string, string>>(() => ({ ...localStorage }))
  expect(kept).toMatchObject({ smartUserId: String(id), smartLanguage: 'zh', SmartClient: 'web' })
  expect(JSON.parse(smartAtStation!)).toMatchObject({ id: demo.companies[0]!.stations[0]!.id, name: demo.companies[0]!.stations[0]!.name })
  expect(smartToken).toMatch(/^\S{20,}$/)
  const lasts = Number(smartExpiration) - Date.now()
  expect([lasts > 60_000, lasts < 48 * 3_600_000]).toEqual([true, true])
  const first = await answered
  expect([(await first.request().allHeaders())['authorization'], (await first.allHeaders())['expiration']]).toEqual([
    smartToken,
    smartExpiration,
  ])
  expect(Object.keys(kept)).not.toContain('smartGroup')
  await page.addInitScript(() => localStorage.setItem('smartLanguage', 'en'))
  await page.reload()
  await page.getByRole('navigation', { name: 'Menu', exact: true }).waitFor()
})

// @req ACC-035 NAV-030
test('the menu of the user leads home and to the personal centre; logging out ends the sign-in and loads the page anew', async () => {
  const page = await front().enter('admin')
  const menuOfUser = page.getByRole('button', { name: /的菜单$/ })
  for (const [name, path] of [
    ['个人中心', '**/person/personCenter'],
    ['返回首页', '**/home'],
  ] as const) {
    await menuOfUser.click()
    await expect
      .poll(() => page.getByRole('menuitem').and(page.locator('.ant-dropdown-menu-item')).allInnerTexts())
      .toEqual(['返回首页', '个人中心', '快捷键', '退出登录'])
    await page.getByRole('menuitem', { name }).click()
    await page.waitForURL(path)
  }
  const token = await page.evaluate(() => localStorage.getItem('smartToken'))
  await page.evaluate(() => Object.assign(window, { before: true }))
  await menuOfUser.click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(await page.evaluate(() => [localStorage.getItem('smartToken'), 'before' in window])).toEqual([null, false])
  const status = await page.evaluate(
    async old => (await fetch('/api/v1/users/profile', { headers: { authorization: old! } })).status,
    token,
  )
  expect(status).toBe(401)
})

// @req ACC-024 ACC-065 ACC-066 SEC-010
test('who holds two roles picks one, and sees its pages only', async () => {
  const { url, demo, enter, visit } = front()
  const { code, stations, accounts } = demo.companies[0]!
  const manager = await enter('admin')
  const [station, password] = [stations[0]!.id, accounts[0]!.password]
  await tell(manager, 'POST', '/users', {
    name: '双岗',
    mobile: '13911112222',
    password,
    roles: [
      { defaultRole: 'station_leader', stationId: station },
      { defaultRole: 'station_employee', stationId: station },
    ],
  })

  const page = await visit()
  await page.goto(`${url}/login`)
  await fill(page, code, '13911112222', password)
  await page.getByRole('heading', { name: '以哪个角色登录？' }).waitFor()
  const texts = (part: string) => page.locator(`.role-choice ${part}`).allInnerTexts()
  await page.locator('.role-choice strong').nth(1).waitFor()
  expect(await texts('strong')).toEqual(['班长', '员工'])
  expect(await texts('small')).toEqual([stations[0]!.name, stations[0]!.name])
  const named = page.waitForRequest(request => request.headers()['role'] !== undefined)
  await page.getByRole('button', { name: /^员工/ }).click()
  await page.waitForURL('**/home')
  expect((await named).headers()['role']).toMatch(/^station_employee,\d+$/)
  await page.getByRole('menuitem', { name: '油站卡务' }).waitFor()
  await page.getByRole('menuitem', { name: '查询统计' }).click()
  await page.getByRole('menuitem', { name: '充值查询' }).waitFor()
  expect(await page.getByRole('menuitem', { name: '销售查询' }).count()).toBe(0)
  // A section leads to the first page of it that is the user's.
  await page.goto(`${url}/queryStatistics`)
  await page.waitForURL('**/queryStatistics/rechargeHistory')
})

// @req NAV-017 NAV-073
test('a page that is not the user’s says so, and leads home', async () => {
  const { url, enter } = front()
  const page = await enter('station_employee')
  await page.goto(`${url}/queryStatistics/classSettle`)
  await page.waitForURL('**/noAccess?page=classSettle')
  await page.getByRole('heading', { name: '您无权进入“班结报表”' }).waitFor()
  await page.getByRole('button', { name: '返回首页' }).click()
  await page.waitForURL('**/home')
})

// @req ACC-030 ACC-031 SEC-022
test('a session that ended elsewhere says so over the page, and leads back to it after a new sign-in', async () => {
  const { demo, enter } = front()
  const page = await enter('admin', { language: 'en' }, '/stationMge/staffMge')
  await tell(page, 'POST', '/users/logout')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('alert').getByText('You log in for expired, please log in again').waitFor()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.waitForURL('**/login?redirect=%2FstationMge%2FstaffMge')
  const { mobile, password } = demo.companies[0]!.accounts.find(({ role }) => role === 'admin')!
  await expect.poll(() => page.getByLabel('Company code').inputValue()).toBe(demo.companies[0]!.code)
  await page.getByLabel('E-mail or mobile number').fill(mobile)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/stationMge/staffMge')
})

// @req ACC-090 SEC-029 ORG-006 ORG-007 ORG-008
test('one changes one’s own password and PIN, each typed twice alike, and signs in with the new one', async () => {
  const { url, demo, enter, visit } = front()
  const { code, stations, accounts } = demo.companies[0]!
  const account = accounts.find(({ role }) => role === 'station_bill')!
  const page = await enter('station_bill', {}, '/person/personCenter')
  const card = page.locator('section', { has: page.getByRole('heading', { name: '修改密码' }) })
  await card.getByLabel('当前密码').fill(account.password)
  const twice = async (place: typeof card, field: string, first: string, second: string) => {
    await place.locator(`[data-field=${field}] input`).nth(0).fill(first)
    await place.locator(`[data-field=${field}] input`).nth(1).fill(second)
    await place.locator(`[data-field=${field}] input`).nth(1).blur()
  }
  await twice(card, 'password', 'quiet-harbour-61', 'quiet-harbour-62')
  await card.getByText('两次输入不一致').waitFor()
  await card.getByRole('button', { name: '修改密码' }).click()
  await twice(card, 'password', 'quiet-harbour-61', 'quiet-harbour-61')
  await card.getByText('两次输入不一致').waitFor({ state: 'hidden' })
  await card.getByRole('button', { name: '修改密码' }).click()
  await expectToast(page, '密码已修改')
  const pin = page.locator('section', { has: page.getByRole('heading', { name: /PIN$/ }) })
  await pin.getByLabel('当前 PIN').fill(account.pin)
  await twice(pin, 'pin', '13579', '13579')
  await pin.getByRole('button', { name: '保存 PIN' }).click()
  await pin.getByText('请输入 6 位数字').first().waitFor()
  for (const wrong of ['1357902', '13579a']) {
    await twice(pin, 'pin', '135790', '135790')
    await pin.getByText('请输入 6 位数字').first().waitFor({ state: 'hidden' })
    await twice(pin, 'pin', wrong, wrong)
    await pin.getByRole('button', { name: '保存 PIN' }).click()
    await pin.getByText('请输入 6 位数字').first().waitFor()
  }
  await twice(pin, 'pin', '135790', '135791')
  await pin.getByText('两次输入不一致').waitFor()
  await twice(pin, 'pin', '135790', '135790')
  await pin.getByRole('button', { name: '保存 PIN' }).click()
  await expectToast(page, 'PIN 已保存')

  const again = await visit()
  const company = { ...demo.companies[0]!, code, accounts: [{ ...account, password: 'quiet-harbour-61' }] }
  await signIn(again, url, company, 'station_bill', stations[0]!.id)
})
