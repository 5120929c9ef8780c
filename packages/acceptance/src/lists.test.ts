import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooserComesLater, columnsIn } from './lists-columns.ts'
import { footer, pages, rollsUp, rollsUpOnPhone, shownRows, turnPages } from './lists-footer.ts'
import { expectToast, appFixture, tell } from './app-fixture.ts'
import { fieldsOf } from './shown.ts'
import { addFuelCode, ask, settled } from './visitor.ts'

const front = appFixture()
const salesQuery = '/queryStatistics/salesQuery'
const sales = `${salesQuery}/allQuery`
const codes = '/oilOperate/fuelCode'

async function show(page: Page, path: string) {
  await page.goto(front().url + path)
  await page.locator('tbody tr, .k-empty').first().waitFor()
  await settled(page)
}
const address = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const addCode = (page: Page, code: string) => addFuelCode(page, code, '旧')
const heads = async (page: Page) => (await page.locator('thead th:not(.k-box)').allInnerTexts()).map(text => text.replace(/[▲▼\s]/g, ''))

// @req UIX-043 UIX-044 LIM-012
test('filters, order and page live in the address: they survive a reload, and Back undoes them', async () => {
  const page = await front().enter('station_master', {}, sales)
  await page.getByLabel('状态', { exact: true }).click()
  await page.getByTitle('成功').click()
  await page.keyboard.press('Escape')
  await page.getByRole('list', { name: '已设条件' }).getByText('状态：成功').waitFor()
  await settled(page)
  await turnPages(page)
  await page.getByRole('button', { name: /^应付/ }).click()
  await page.getByRole('combobox', { name: '每页条数' }).click()
  const sizes = page.locator('.ant-select-item-option:visible')
  await expect.poll(() => sizes.allInnerTexts()).toEqual(['10 条/页', '15 条/页', '20 条/页', '30 条/页', '50 条/页'])
  expect(await sizes.and(page.locator('.ant-select-item-option-selected')).allInnerTexts()).toEqual(['15 条/页'])
  await page.locator('.ant-select-item-option', { hasText: '30 条/页' }).click()
  await settled(page)
  expect(await shownRows(page).count()).toBe(30)
  await rollsUp(page)
  await settled(page)
  const place = { status: 'success', sort: 'totalCents,desc', size: '30', page: '2' }
  await expect.poll(() => address(page)).toEqual(place)

  const first = await page.locator('tbody tr').first().innerText()
  await page.reload()
  await page.locator('tbody tr').first().waitFor()
  await settled(page)
  expect(await page.locator('tbody tr').first().innerText()).toBe(first)

  const largest = '/orders?search=status:success&sort=totalCents,desc&size=30&page=1'
  const { content } = await ask<{ content: { totalCents: number }[] }>(page, largest)
  const second = content[0]!.totalCents / 100
  expect(first).toContain(second.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }))
  const { count, totalCents } = await ask<Record<string, number>>(page, '/orders/statistics?search=status:success')
  const sums = page.locator('tfoot tr')
  await expect.poll(() => sums.innerText()).toContain(`订单合计（${count} 条）`)
  expect(await sums.innerText()).toContain((totalCents! / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }))

  await page.goBack()
  await page.waitForFunction(() => !location.search.includes('page='))
  await page.getByRole('button', { name: '移除条件：状态' }).click()
  await page.waitForFunction(() => !location.search.includes('status='))
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  await rollsUpOnPhone(page)
})

// @req UIX-047 ACC-011 ACC-076
test('a reader chooses their columns; they are kept for the page, and a bill clerk is never offered the money flow', async () => {
  const page = await front().enter('station_master', {}, sales)
  const before = await heads(page)
  await page.getByRole('button', { name: '列设置' }).click()
  const chooser = page.getByRole('dialog', { name: '列设置' })
  await expect.poll(() => chooser.innerText()).toContain('资金去向')
  await chooser.getByRole('group', { name: '显示这些列' }).getByRole('checkbox', { name: '状态', exact: true }).click()
  await chooser.getByRole('button', { name: '上移 交易时间' }).click()
  await chooser.getByRole('group', { name: '隐藏这些列' }).getByRole('checkbox', { name: '状态', exact: true }).waitFor()
  const { shown, hidden } = await columnsIn(chooser)
  expect(shown).toEqual([before[1], before[0], ...before.slice(2)].filter(head => head !== '状态' && head !== '操作'))
  expect(hidden).toContain('状态')
  await page.reload()
  await settled(page)
  const after = await heads(page)
  expect(after).not.toContain('状态')
  expect(after.slice(0, 2)).toEqual([before[1], before[0]])
  const kept = JSON.parse(await page.evaluate(() => localStorage.getItem('smartColumns')!))
  expect([Object.keys(kept), kept.allQuery.hide]).toEqual([['allQuery'], expect.arrayContaining(['status'])])
  await page.getByRole('button', { name: '列设置' }).click()
  await chooser.getByRole('group', { name: '隐藏这些列' }).getByRole('checkbox', { name: '状态', exact: true }).click()
  await expect.poll(() => heads(page)).toContain('状态')
  expect((await columnsIn(chooser)).hidden).not.toContain('状态')
  // One that begins hidden: others would come back as new ones do.
  const last = (await columnsIn(chooser)).hidden.at(-1)!
  await chooser.getByRole('group', { name: '隐藏这些列' }).getByRole('checkbox', { name: last, exact: true }).click()
  await expect.poll(() => heads(page)).toContain(last.replaceAll(/\s/g, ''))

  await chooserComesLater(page, front().url + sales)

  const clerk = await front().enter('station_bill')
  for (const list of [sales, `${salesQuery}/fuelQuery`, `${salesQuery}/notFuelQuery`]) {
    await clerk.goto(front().url + list)
    await settled(clerk)
    expect(await heads(clerk)).not.toContain('资金去向')
    await clerk.getByRole('button', { name: '列设置' }).click()
    const offered = clerk.getByRole('dialog', { name: '列设置' })
    await offered.getByText('订单号').first().waitFor()
    expect(await offered.innerText()).not.toContain('资金去向')
  }
})

// @req UIX-048
test('a record is chosen by its name: the first hundred, then what the server finds for the typed part', async () => {
  const page = await front().enter('station_master', {}, sales)
  await page.getByRole('button', { name: /^更多条件/ }).click()
  const asked = (search: RegExp) =>
    page.waitForRequest(request => /\/users\?/.test(request.url()) && search.test(decodeURIComponent(request.url())))
  const staff = page.getByLabel('加油员', { exact: true })
  await Promise.all([asked(/[?&]size=100(&|$)/), staff.click()])
  await Promise.all([asked(/search=name:\*赵\*/), staff.fill('赵')])
  await page.getByTitle('赵敏 Zhao Min').click()
  await page.keyboard.press('Escape')
  await page.getByRole('list', { name: '已设条件' }).getByText('加油员：赵敏 Zhao Min').waitFor()
  await expect.poll(() => Number(address(page)['employeeId'])).toBeGreaterThan(0)
})

test('what is exported is what is shown: every row of the filter, the columns in their order, in an encoding that opens', async () => {
  const page = await front().enter('station_master', {}, `${sales}?status=success`)
  const { count } = await ask<{ count: number }>(page, '/orders/statistics?search=status:success')
  await page.getByRole('button', { name: '导出' }).click()
  const now = page.getByRole('dialog', { name: '导出' }).getByRole('button', { name: '立即下载' })
  const [download] = await Promise.all([page.waitForEvent('download'), now.click()])
  const text = readFileSync(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(count + 1)
  // The file leaves the page: it says of its moments by which clock they are written.
  const shown = (await heads(page)).filter(title => title !== '操作')
  expect(lines[0]!.slice(1).split(',')).toEqual(shown.map(title => (title === '交易时间' ? `${title} (Asia/Shanghai)` : title)))
})

// @req UIX-043 UIX-045 UIX-052 FUE-003 FUE-005 FUE-014
test('a record is added, edited and deleted from the keys; what is refused says so on its field', async () => {
  const page = await front().enter('admin')
  await addCode(page, '986')
  await show(page, codes)
  expect((await heads(page)).slice(0, 3)).toEqual(['编码', '类型', '说明'])
  expect((await footer(page)).slice(1)).toEqual(['每页条数', '上一页', '页码', '下一页', '前往'])
  expect(await pages(page).getByLabel('前往').isDisabled()).toBe(true)
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: '新增油品编码' })
  await expect.poll(() => fieldsOf(form)).toEqual(['code*', 'type*', 'description'])
  expect(await form.locator('[data-field=type] label').allInnerTexts()).toEqual(expect.arrayContaining(['汽油', '柴油']))
  await form.getByRole('button', { name: '保存' }).click()
  await form.locator('[data-field=code]').getByText('请填写').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'))).toBe('code')
  for (const wrong of ['98', '9865']) {
    await form.getByLabel('编码').fill(wrong)
    await form.getByRole('button', { name: '保存' }).click()
    await form.locator('[data-field=code]').getByText('请输入 3 位数字').waitFor()
  }
  await form.getByLabel('编码').fill('986')
  await form.getByText('柴油', { exact: true }).click()
  await form.getByLabel('说明').fill('测试')
  await page.keyboard.press('Control+Enter')
  await form.locator('[data-field=code] [role=alert]').waitFor()
  expect(await form.isVisible()).toBe(true)
  await form.getByLabel('编码').fill('987')
  // A second press within two seconds is the same press.
  await expect.poll(() => form.getByRole('button', { name: '保存' }).isEnabled()).toBe(true)
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await expectToast(page, '新增成功')

  const row = page.getByRole('row', { name: /987/ })
  await row.waitFor()
  expect((await row.locator('td:not(.k-box)').allInnerTexts()).slice(0, 3).map(cell => cell.trim())).toEqual(['987', '柴油', '测试'])
  await row.getByRole('button', { name: '编辑' }).click()
  const edited = page.getByRole('dialog', { name: '编辑' })
  await edited.getByLabel('说明').fill('再次测试')
  await edited.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '保存成功')
  await row.getByText('再次测试').waitFor()
  await row.getByRole('button', { name: '删除' }).click()
  const question = page.getByRole('dialog', { name: '提示' })
  await question.getByText('确定删除油品编码“987”吗？').waitFor()
  expect(await question.getByRole('button').allInnerTexts()).toEqual(['取消', '删除'])
  const place = async () => (await question.boundingBox())!
  await expect.poll(async () => Math.round((await place()).width / 14.4)).toBe(40)
  await expect.poll(async () => Math.round((await place()).y / 9)).toBe(14)
  await expect.poll(async () => Math.round((await place()).x + (await place()).width / 2)).toBe(720)
  const box = await place()
  await page.mouse.click(box.x / 2, 600)
  expect(await question.isVisible()).toBe(true)
  await question.getByRole('button', { name: '取消' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await row.isVisible()).toBe(true)
  await row.getByRole('button', { name: '删除' }).click()
  await question.getByRole('button', { name: '删除' }).click()
  await expectToast(page, '删除成功')
  await row.waitFor({ state: 'detached' })
})

// @req UIX-045
test('what was begun is not lost without a question, and a question goes when its page goes', async () => {
  const page = await front().enter('admin')
  // Unfolded by a key, a section does not lead to its default page: home is the page before.
  await page.getByRole('navigation').getByRole('menuitem', { name: '油品运营' }).press('Enter')
  await page.getByRole('navigation').getByText('油品编码', { exact: true }).click()
  await page.waitForURL(`**${codes}`)
  await page.locator('.k-list').getByRole('button', { name: '新增油品编码' }).first().waitFor()
  await settled(page)
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: '新增油品编码' })
  await form.getByLabel('说明').fill('半途')
  const question = page.getByRole('dialog', { name: '提示' })
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave()
    await question.getByText('内容尚未保存').waitFor()
    await question.getByRole('button', { name: '继续编辑' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => form.getByLabel('说明').inputValue()).toBe('半途')
  }
  await page.keyboard.press('Escape')
  await question.getByText('内容尚未保存').waitFor()
  await page.evaluate(() => history.go(-2))
  await page.waitForURL('**/home**')
  await question.waitFor({ state: 'detached' })
  await page.goForward()
  await expect.poll(() => form.getByLabel('说明').inputValue()).toBe('半途')
})

// @req UIX-045 UIX-046
test('a table has its frame and low rows, its rows are opened, chosen and unfolded; a question has an answer for each button', async () => {
  const page = await front().enter('admin', {}, sales)
  const line = (of: Locator, side: 'top' | 'bottom') =>
    of.evaluate((it, at) => Number(getComputedStyle(it).getPropertyValue(`border-${at}-width`).replace('px', '')), side)
  const first = shownRows(page).first()
  for (const side of ['top', 'bottom'] as const) expect(await line(page.locator('.k-scroll'), side)).toBeGreaterThan(0)
  expect(await line(first.locator('td').nth(2), 'bottom')).toBeGreaterThan(0)
  expect((await first.boundingBox())!.height).toBeLessThan(40)
  const box = first.getByRole('checkbox', { name: '选择此行' })
  await box.check()
  expect([await first.getAttribute('aria-selected'), await shownRows(page).nth(1).getAttribute('aria-selected')]).toEqual(['true', 'false'])
  await page.getByText('已选 1 条').waitFor()
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  expect(await page.locator('tbody tr[aria-selected=true]').count()).toBe(15)
  const id = await first.getAttribute('data-id')
  await first.locator('td:not(.k-box)').nth(1).click()
  await page.waitForURL(`**/allDetails/${id}*`)

  await page.goto(`${front().url}/gallery?part=list`)
  const loading = page.getByRole('table', { name: '首次加载', exact: true })
  await loading.waitFor()
  expect([await loading.getAttribute('aria-busy'), (await loading.locator('.k-bone').count()) > 0]).toEqual(['true', true])
  expect(await page.getByRole('table', { name: '更新中，仍显示原有内容', exact: true }).getAttribute('aria-busy')).toBe('true')
  const chosen = page.getByRole('table', { name: '已选行与当前行', exact: true })
  expect(await chosen.getAttribute('aria-busy')).toBe('false')
  expect(await chosen.locator('tr[aria-selected=true]').evaluateAll(rows => rows.map(row => row.getAttribute('data-id')))).toEqual([
    '2',
    '3',
  ])
  const unfold = chosen.getByRole('row').nth(3).getByRole('button', { name: '展开' })
  await unfold.click()
  expect(await chosen.locator('.k-beneath').allInnerTexts()).toEqual(['6200990000000003'])
  await unfold.click()
  expect(await chosen.locator('.k-beneath').count()).toBe(0)

  await page.goto(`${front().url}/gallery?part=feedback`)
  const question = page.getByRole('dialog', { name: '提示' })
  for (const [answer, done] of [
    ['取消', false],
    ['确定', true],
  ] as const) {
    await page.getByRole('button', { name: '普通确认' }).click()
    await question.getByText('确定继续吗？').waitFor()
    expect(await question.getByRole('button').allInnerTexts()).toEqual(['取消', '确定'])
    await question.getByRole('button', { name: answer }).click()
    await question.waitFor({ state: 'detached' })
    if (done) await expectToast(page, '操作成功')
  }
})

test('of two people who edit the same record, the second is told, and offered what the first wrote', async () => {
  const page = await front().enter('admin')
  const { id, version, stationId } = await addCode(page, '985')
  await show(page, codes)
  await page.getByRole('row', { name: /985/ }).getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('说明').fill('林')
  await tell(page, 'PUT', `/fuelCodes/${id}`, { version, stationId, code: '985', type: 'diesel', description: '沈' })
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('记录已被他人修改').waitFor()
  await form.getByRole('button', { name: '重新载入' }).click()
  await expect.poll(() => form.getByLabel('说明').inputValue()).toBe('沈')
})
