import type { Page, Request, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, tell } from './app-fixture.ts'
import { settled, signIn } from './visitor.ts'

const front = appFixture()

// @req ACC-036 ACC-038
test('a link signs in at once, leaves nothing in the address, opens the page it names, and works once', async () => {
  const { url, enter, visit } = front()
  const here = await enter('admin')
  const { code } = await tell<{ code: string }>(here, 'POST', '/users/code', { client: 'crm' })
  const link = `${url}/login?token=${code}&expiration=${Date.now() + 60_000}&client=crm&page=FuelCode`

  const there = await visit()
  const asked: Request[] = []
  there.on('request', request => asked.push(request))
  await there.goto(link)
  await there.waitForURL('**/oilOperate/fuelCode**')
  await settled(there)
  expect(there.url()).not.toContain(code)
  // The first load is the link itself; nothing after it names the code, neither in an address nor as where it came from.
  const sent = await Promise.all(asked.slice(1).map(async request => `${request.url()} ${(await request.allHeaders())['referer'] ?? ''}`))
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter(request => request.includes(code))).toEqual([])
  expect(await there.evaluate(() => localStorage.getItem('SmartClient'))).toBe('crm')

  // Anyone who works for several stations is asked which one a moment after signing in.
  await there.getByRole('dialog', { name: '选择油站' }).getByRole('button', { name: '留在本站' }).click()
  await there.getByRole('button', { name: '的菜单' }).click()
  await there.getByRole('menuitem', { name: '个人中心' }).waitFor()
  expect(await there.getByRole('menuitem', { name: '退出登录' }).count()).toBe(0)
  await there.reload()
  await settled(there)
  await there.getByRole('button', { name: '的菜单' }).click()
  await there.getByRole('menuitem', { name: '个人中心' }).waitFor()
  expect(await there.getByRole('menuitem', { name: '退出登录' }).count()).toBe(0)

  const again = await visit()
  await again.goto(link)
  await again.getByText('登录链接已使用或已过期').first().waitFor()
  await expect.poll(() => again.url()).toBe(`${url}/login`)
})

// @req ACC-038
test('a link to a page that is not the user’s, or to none, leads home', async () => {
  const { url, enter, visit } = front()
  const here = await enter('station_salesman')
  for (const named of ['&page=RoleAccessConfig', '']) {
    const { code } = await tell<{ code: string }>(here, 'POST', '/users/code', { client: 'crm' })
    const there = await visit()
    await there.goto(`${url}/login?token=${code}&client=crm${named}`)
    await there.waitForURL('**/home**')
  }
})

// @req ACC-036 ACC-038
test('a link takes a fleet leader to the fleet’s page, where the embedding client logs out', async () => {
  const { url, enter, visit } = front()
  const here = await enter('group_master')
  await here.getByRole('button', { name: '退出登录' }).waitFor()
  const { code } = await tell<{ code: string }>(here, 'POST', '/users/code', { client: 'crm' })
  const there = await visit()
  await there.goto(`${url}/login?token=${code}&client=crm`)
  await there.waitForURL('**/assginMge/*')
  await there.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => there.getByRole('button', { name: '退出登录' }).count()).toBe(0)
})

// @req ACC-086 CRD-022 ORG-008
test('a payment password is set anew with one’s own PIN, and the audit log tells it, whole', async () => {
  const { url, enter, demo } = front()
  const page = await enter('admin')
  const { pin } = demo.companies[0]!.accounts.find(({ role }) => role === 'admin')!
  await page.goto(`${url}/stationCards/cardQuery`)
  await settled(page)
  const row = page.locator('tbody tr').first()
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '重置支付密码' }).click()
  const form = page.getByRole('dialog').filter({ hasText: '重置支付密码' })
  for (const [first, second, says] of [
    ['73926', '73926', '请输入 6 位数字'],
    ['7392645', '7392645', '请输入 6 位数字'],
    ['73926x', '73926x', '请输入 6 位数字'],
    ['739264', '739265', '两次输入不一致'],
  ] as const) {
    await form.locator('input').nth(0).fill(first)
    await form.locator('input').nth(1).fill(second)
    await form.getByRole('button', { name: '重置支付密码' }).click()
    await form.getByText(says).first().waitFor()
    expect(await page.getByText('请输入您的 PIN').count()).toBe(0)
  }
  await form.locator('input').nth(0).fill('739264')
  await form.locator('input').nth(1).fill('739264')
  await form.getByRole('button', { name: '重置支付密码' }).click()

  const asking = page.getByRole('dialog').filter({ hasText: '请输入您的 PIN' })
  await asking.locator('input').fill('638173')
  await asking.locator('input').press('Enter')
  await asking.getByText('PIN 错误，还可尝试 4 次').waitFor()
  await asking.locator('input').fill(pin)
  await asking.getByRole('button', { name: '确定' }).click()
  await form.waitFor({ state: 'hidden' })

  // What was done is sealed a moment later, and only then stands in its place.
  const actions = async () => {
    await page.goto(`${url}/maintenance/auditLogs`)
    await settled(page)
    return page.locator('tbody tr').allInnerTexts()
  }
  await expect.poll(async () => (await actions())[0]).toContain('重置支付密码')
  expect((await actions()).slice(0, 3).join()).toContain('PIN 验证通过')
  await page.getByRole('button', { name: '校验日志' }).click()
  // In the background: who leaves the page meanwhile finds there what was found.
  await page.goto(`${url}/home`)
  await settled(page)
  await page.goto(`${url}/maintenance/auditLogs`)
  await page.getByText('日志完整').waitFor()
  await page.getByText('校验时间').waitFor()

  await page.locator('tbody tr', { hasText: '重置支付密码' }).first().locator('td:not(.k-box)').first().click()
  const drawer = page.getByRole('dialog').filter({ hasText: '来源地址' })
  await expect.poll(() => drawer.innerText()).toMatch(/重置支付密码[\s\S]*操作人[\s\S]*编号/)
})

test('a long verification of the log shows how far it is, over a reload too, and is cancelled', async () => {
  const { enter } = front()
  const page = await enter('admin', { language: 'en' }, '/maintenance/auditLogs')
  const began = '2026-05-01T04:00:00.000Z'
  const check = { id: 7, status: 'running', done: 200_000, total: 1_000_000, createdDate: began, startedDate: began }
  const answer = (route: Route) => route.fulfill({ json: { ...check, result: null, finishedDate: null } })
  await page.route('**/api/v1/auditLogs/verify', answer)
  await page.route('**/api/v1/auditLogs/verify/7/cancel', route => {
    check.status = 'cancelled'
    return answer(route)
  })
  await page.reload()
  await page.getByText('200,000 of 1,000,000 entries').waitFor()
  expect(await page.getByRole('progressbar', { name: 'The log is being verified' }).getAttribute('value')).toBe('20')
  expect(await page.getByRole('button', { name: 'Verify log' }).isDisabled()).toBe(true)
  const sent = page.waitForRequest('**/api/v1/auditLogs/verify/7/cancel')
  await page.getByRole('button', { name: 'Cancel verification' }).click()
  expect((await sent).method()).toBe('POST')
  await page.getByText('The log is being verified').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: 'Verify log' }).isEnabled()).toBe(true)
})

/** What the browser refused to load or to apply on this page, and everything it logged about it. */
async function refusalsOf(page: Page): Promise<string[]> {
  const refused: string[] = []
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await page.exposeFunction('refusedByPolicy', (violation: string) => refused.push(violation))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) => {
      const violation = `${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample} at ${location.pathname}`
      ;(globalThis as unknown as { refusedByPolicy(said: string): void }).refusedByPolicy(violation)
    }),
  )
  return refused
}

// Guarantees §3.1, V3: no unsafe-inline, no unsafe-eval.
test('the strict policy refuses nothing of ours at the door, at home, in a list, in a form and in its windows', async () => {
  const { url, demo, visit } = front()
  const page = await visit({ language: 'en' })
  const refused = await refusalsOf(page)
  const answered = await page.goto(`${url}/login`)
  const policy = answered!.headers()['content-security-policy']!
  expect(policy).not.toContain('unsafe')
  expect(policy).toMatch(/style-src 'self' 'nonce-[\w-]{20,}'/)
  await signIn(page, url, demo.companies[0]!, 'admin')
  await settled(page)
  // What is painted shows that the styles came: antd's own button has a colour.
  const paint = await page
    .locator('.ant-btn')
    .first()
    .evaluate(button => getComputedStyle(button).borderRadius)
  expect(paint).not.toBe('0px')

  await page.goto(`${url}/queryStatistics/transactions`)
  await settled(page)
  await page.locator('tbody tr').first().click()
  await settled(page)
  await page.goto(`${url}/oilCompanyMge/companyUserMge`)
  await settled(page)
  await page
    .getByRole('button', { name: /^(Add|New)/ })
    .first()
    .click()
  await page.locator('.ant-modal, .ant-drawer').first().waitFor()
  await settled(page)
  expect(refused).toEqual([])

  // Somebody's text that holds a style changes nothing.
  await page.evaluate(() => {
    const text = document.createElement('div')
    text.innerHTML = '<style>body { outline: 9px solid rgb(255, 0, 0) }</style><p style="color: red">text</p>'
    document.body.append(text)
  })
  await expect.poll(() => refused.length).toBeGreaterThan(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).outlineWidth)).not.toBe('9px')
})

test('no page is kept by the browser with its nonce, and none is twice the same', async () => {
  const { url } = front()
  const nonceOf = async () => {
    const reply = await fetch(`${url}/home`)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const nonce = /'nonce-([\w-]+)'/.exec(reply.headers.get('content-security-policy')!)![1]!
    expect(await reply.text()).toContain(`nonce="${nonce}"`)
    return nonce
  }
  expect(await nonceOf()).not.toBe(await nonceOf())
  expect((await fetch(`${url}/index.html`)).status).toBe(404)
})
