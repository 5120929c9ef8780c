import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { follow, expectToast, appFixture } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture()
const chooser = (page: Page) => page.getByRole('dialog', { name: '选择油站' })
const openChooser = (page: Page) => page.locator('.station-button').click()

/** As many stations as a page of the chooser does not hold, in two companies. */
async function manyStations(page: Page, count: number): Promise<void> {
  const { content } = await ask<{ content: { id: number; company: { id: number; name: string } }[] }>(
    page,
    '/stations?size=1&expand=company',
  )
  const rows = Array.from({ length: count }, (_, at) => ({
    ...content[0]!,
    id: at === 0 ? content[0]!.id : 9000 + at,
    name: `第${at + 1}站`,
  }))
  await page.route(/\/api\/v1\/stations\?/, route => {
    const query = new URL(route.request().url()).searchParams
    const [number, size] = [Number(query.get('page') ?? 0), Number(query.get('size'))]
    return route.fulfill({ json: { content: rows.slice(number * size, (number + 1) * size), totalElements: count } })
  })
}

/** An administrator, signed in through the page at this address of the log-in. */
async function signInAt(path: string, role = 'admin') {
  const { url, demo, visit } = front()
  const { code, accounts } = demo.companies[0]!
  const { mobile, password } = accounts.find(account => account.role === role)!
  const page = await visit()
  await page.goto(url + path)
  await page.getByLabel('油企编码').fill(code)
  await page.getByLabel('邮箱或手机号').fill(mobile)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home*')
  return page
}
const stationButton = (page: Page) => page.locator('.station-button')

// @req NAV-024 NAV-046 NAV-050 NAV-051 NAV-052
test('another station is looked for by its name; it closes all pages, opens the last one again, and a toast says so', async () => {
  const { demo } = front()
  const { stations } = demo.companies[0]!
  const page = await signInAt('/login')
  const dialog = page.getByRole('dialog', { name: '选择油站' })
  await dialog.waitFor()
  await expect.poll(() => dialog.locator('tbody tr').count()).toBe(stations.length)
  await dialog.getByText(`共 ${stations.length} 座`).waitFor()
  await page.keyboard.press('Escape')
  const names = () => page.getByRole('navigation', { name: '已打开的页面' }).locator('.tag-name').allInnerTexts()
  for (const path of ['/stationMge/staffMge', '/oilCompanyMge/addStations']) await follow(page, path).then(() => settled(page))
  await expect.poll(names).toEqual(['首页', '员工管理', '油站列表'])

  const there = stations[1]!
  await stationButton(page).click()
  const middle = there.name.slice(1, 4)
  const asked = page.waitForRequest(request => /\/stations\?.*search=/.test(request.url()))
  await dialog.getByRole('searchbox').or(dialog.getByPlaceholder('油站名称')).first().fill(middle)
  await page.keyboard.press('Enter')
  expect(new URL((await asked).url()).searchParams.get('search')).toBe(`name:*${middle}*`)
  await expect.poll(() => dialog.locator('tbody tr').count()).toBe(1)
  await dialog.getByRole('button', { name: there.name }).click()
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  const question = page.locator('.ant-modal-confirm')
  await question.getByText('切换油站将关闭所有标签页，是否继续？').waitFor()
  await question.getByRole('button', { name: /取\s*消/ }).click()
  await question.waitFor({ state: 'detached' })
  expect([await names(), await stationButton(page).innerText()]).toEqual([
    ['首页', '员工管理', '油站列表'],
    expect.stringContaining(stations[0]!.name),
  ])
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await question.getByRole('button', { name: /继\s*续/ }).click()
  await expectToast(page, `已切换到“${there.name}”`)
  await page.waitForURL('**/oilCompanyMge/addStations')
  await expect.poll(names).toEqual(['首页', '油站列表'])
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem('smartAtStation')))!).id).toBe(there.id)
  const company = (await stationButton(page).locator('.station-company').innerText()).trim()
  expect(company).toBe(JSON.parse((await page.evaluate(() => localStorage.getItem('smartAtStation')))!).company.name)
  expect(await stationButton(page).locator('.station-name').innerText()).toBe(there.name)
})

// @req NAV-051
test('from the page of a record the other station begins at home, which is drawn anew and so is it when it was in front', async () => {
  const { demo, enter } = front()
  const { stations } = demo.companies[0]!
  const page = await enter('admin')
  const pane = page.locator('#content .pane:visible > *').first()
  const move = async (name: string) => {
    await openChooser(page)
    await chooser(page).locator('tbody tr', { hasText: name }).dblclick()
    await page
      .locator('.ant-modal-confirm')
      .getByRole('button', { name: /继\s*续/ })
      .click()
    await expectToast(page, `已切换到“${name}”`)
    await page.waitForURL('**/home')
    await settled(page)
  }
  const { content } = await ask<{ content: { id: number }[] }>(page, '/companies')
  await pane.evaluate(drawn => drawn.setAttribute('data-drawn', 'once'))
  await follow(page, `/oilCompanyMge/companyDetails/${content[0]!.id}`)
  await page.waitForURL('**/companyDetails/*')
  await settled(page)
  for (const station of [stations[1]!, stations[0]!]) {
    await move(station.name)
    expect(await pane.getAttribute('data-drawn')).toBeNull()
    expect(await page.getByRole('navigation', { name: '已打开的页面' }).locator('.tag-name').allInnerTexts()).toEqual(['首页'])
    expect(await stationButton(page).locator('.station-name').innerText()).toBe(station.name)
    await pane.evaluate(drawn => drawn.setAttribute('data-drawn', 'once'))
  }
})

// @req NAV-025 NAV-049
test('the station is asked for once after a sign-in; not where the address names it, nor of who has only one', async () => {
  const { demo, enter } = front()
  const page = await signInAt('/login')
  const dialog = page.getByRole('dialog', { name: '选择油站' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await page.reload()
  await settled(page)
  const named = await signInAt(`/login?stationId=${demo.companies[0]!.stations[1]!.id}`)
  await stationButton(named).waitFor()
  const leader = await enter('station_leader')
  expect(await stationButton(leader).isDisabled()).toBe(true)
  await page.waitForTimeout(2000)
  expect([await dialog.count(), await named.getByRole('dialog').count()]).toEqual([0, 0])
  expect(await stationButton(named).isEnabled()).toBe(true)

  // Signed in anew; what waits for a second or longer waits here until it is let go on.
  await page.addInitScript(() => {
    sessionStorage.setItem('smartAskStation', '1')
    const waiting: { act: () => void; ms: number }[] = []
    const set = window.setTimeout
    const hold = (act: () => void, ms = 0, ...more: unknown[]) => (ms < 1000 ? set(act, ms, ...more) : -waiting.push({ act, ms }))
    Object.assign(window, { waiting, setTimeout: hold })
  })
  await page.reload()
  await settled(page)
  const letGo = (most: number) =>
    page.evaluate(until => {
      const { waiting } = window as unknown as { waiting: { act: () => void; ms: number }[] }
      for (const { act } of waiting.splice(0).filter(({ act: _, ms }) => ms <= until || (waiting.push({ act: _, ms }), false))) act()
    }, most)
  await letGo(1400)
  await settled(page)
  expect(await dialog.count()).toBe(0)
  await letGo(1600)
  await dialog.waitFor()
})

// @req NAV-045
test('anyone who sees several companies narrows the stations down to one; with one company there is nothing to choose', async () => {
  const page = await front().enter('admin')
  await openChooser(page)
  const dialog = chooser(page)
  await dialog.locator('tbody tr').first().waitFor()
  const filter = dialog.getByRole('combobox', { name: '所属油企' })
  expect(await filter.count()).toBe(0)

  await page.route(/\/api\/v1\/companies\?/, async route => {
    const { content } = await (await route.fetch()).json()
    const other = { ...content[0], id: 77, name: '海港石油' }
    await route.fulfill({ json: { content: [content[0], other], totalElements: 2 } })
  })
  await page.reload()
  await settled(page)
  await openChooser(page)
  const asked = page.waitForRequest(request => /\/stations\?.*company\.id/.test(decodeURIComponent(request.url())))
  await filter.click()
  await page.locator('.ant-select-item-option', { hasText: '海港石油' }).click()
  expect(decodeURIComponent((await asked).url())).toContain('search=company.id:77')
  await dialog.getByText('没有相符的油站').waitFor()
})

// @req NAV-047 NAV-048
test('stations are listed ten at a time with their number, their company and a mark on the one that is chosen', async () => {
  const page = await front().enter('admin')
  await manyStations(page, 23)
  await openChooser(page)
  const dialog = chooser(page)
  const rows = dialog.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(10)
  expect(await dialog.locator('thead th').allInnerTexts()).toEqual(['序号', '油站', '已选'])
  const company = await page.evaluate(() => JSON.parse(localStorage.getItem('smartAtStation')!).company.name)
  expect(await rows.nth(3).locator('small').first().innerText()).toBe(company)
  expect(await rows.first().locator('td').first().innerText()).toBe('1')
  expect(await rows.first().locator('td').nth(1).innerText()).toContain('第1站')
  const marked = () => rows.evaluateAll(all => all.flatMap((row, at) => (row.querySelector('[aria-label="已选"]') ? [at] : [])))
  expect(await marked()).toEqual([0])
  await rows.nth(3).click()
  expect(await marked()).toEqual([3])

  const pager = dialog.locator('.ant-pagination')
  await pager.getByText('共 23 座').waitFor()
  expect(await pager.locator('.ant-pagination-item').allInnerTexts()).toEqual(['1', '2', '3'])
  expect(await pager.locator('.ant-pagination-prev, .ant-pagination-next').count()).toBe(2)
  expect(await pager.locator('.ant-pagination-options-size-changer').count()).toBe(0)
  await pager.locator('.ant-pagination-next button').click()
  await expect.poll(() => rows.first().locator('td').first().innerText()).toBe('11')
  await pager.locator('.ant-pagination-prev button').click()
  await expect.poll(() => rows.first().locator('td').first().innerText()).toBe('1')
  await pager.locator('.ant-pagination-options-quick-jumper input').fill('3')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.allInnerTexts().then(all => all.length)).toBe(3)
  expect(await rows.first().locator('td').first().innerText()).toBe('21')
})

test('the station worked in is marked, and its button says that nothing changes', async () => {
  const { enter, demo } = front()
  const page = await enter('admin')
  const [here, there] = demo.companies[0]!.stations
  await openChooser(page)
  const dialog = chooser(page)
  await expect.poll(() => dialog.locator('tr[aria-selected=true]').innerText()).toContain(here!.name)
  const stay = dialog.getByRole('button', { name: '留在本站' })
  await dialog.getByRole('button', { name: there!.name }).click()
  expect(await stay.count()).toBe(0)
  await dialog.getByRole('button', { name: here!.name }).click()
  await stay.click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.locator('.ant-modal-confirm').count()).toBe(0)
  expect(await page.locator('.station-button').innerText()).toContain(here!.name)
})

// @req ACC-067
test('without a station one’s own page and the companies stay open; a page of a station leads to one’s own with a word why', async () => {
  const { enter, url } = front()
  const page = await enter('admin')
  const { content } = await ask<{ content: { id: number }[] }>(page, '/companies')
  await page.route('**/api/v1/bootstrap*', async route => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), stationTotal: 0, station: null, home: null } })
  })
  await page.evaluate(() => localStorage.removeItem('smartAtStation'))
  for (const path of ['/oilCompanyMge/addCompanies', `/oilCompanyMge/companyDetails/${content[0]!.id}`, '/person/personCenter']) {
    await page.goto(url + path)
    await settled(page)
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await page.locator('.dead-end').count()).toBe(0)
  }
  for (const path of ['/queryStatistics/salesQuery/allQuery', '/stationMge/vestibuleMge/tankMge', '/queryStatistics/classSettle']) {
    await page.goto(url + path)
    await page.waitForURL('**/person/personCenter?notice=noStation')
    await page.getByText('您还没有被分配到油站，请联系管理员。').waitFor()
  }
})

// @req NAV-038
test('the header stays while a page is scrolled, unless its user has set it free', async () => {
  const page = await front().enter('admin', { height: 420 }, '/person/personCenter')
  const top = () => page.getByRole('banner').evaluate(header => Math.round(header.getBoundingClientRect().top))
  const scroll = () =>
    page.evaluate(() => {
      for (const place of document.querySelectorAll('.shell-main, #content .pane')) if (place.checkVisibility()) place.scrollTop = 300
    })
  await scroll()
  expect(await top()).toBe(0)
  await page.getByRole('button', { name: '界面设置' }).click()
  expect(await page.getByRole('switch', { name: '固定顶栏' }).getAttribute('aria-checked')).toBe('true')
  await page.getByRole('switch', { name: '固定顶栏' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await scroll()
  await expect.poll(top).toBeLessThan(-40)
  await page.reload()
  await settled(page)
  await scroll()
  await expect.poll(top).toBeLessThan(-40)
})

test.each([1366, 1024, 390])(
  'nothing in the bars is cut down to a few letters, and what is shortened is shown whole on hover (%i wide)',
  async width => {
    const page = await front().enter('admin', { language: 'en', width, height: 768 })
    for (const path of [
      '/stationMge/vestibuleMge/nozzleMge',
      '/maintenance/auditLogs',
      '/queryStatistics/salesQuery/allQuery',
      '/oilCompanyMge/companyConfig',
    ])
      await follow(page, path).then(() => settled(page))
    const cut = await page.locator('.breadcrumbs ol:not([aria-hidden]) > li, .tag-text, .station-name').evaluateAll(all =>
      all
        .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
        .map(each => ({
          words: each.textContent,
          width: each.clientWidth,
          whole: each.closest('[title]')?.getAttribute('title') ?? '',
        })),
    )
    expect(cut.filter(({ width: seen, whole, words }) => seen < 80 || !whole.includes(words.trim()))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  },
)
