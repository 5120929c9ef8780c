import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture, tell } from './app-fixture.ts'
import { addFuelCode, ask, settled } from './visitor.ts'

const front = appFixture()
const sales = '/queryStatistics/salesQuery/allQuery'
const codes = '/oilOperate/fuelCode'

async function show(page: Page, path: string) {
  await page.goto(front().url + path)
  await page.locator('tbody tr, .k-empty').first().waitFor()
  await settled(page)
}
const bar = (page: Page) => page.locator('.k-bulk')
const ticks = (page: Page) => page.locator('tbody input[type=checkbox]')
interface Code {
  code: string
  description: string
}
const addCode = (page: Page, code: string, description = '批量') => addFuelCode(page, code, description)
const codeOf = (page: Page, id: number) => ask<Code>(page, `/fuelCodes/${id}`)

test('rows chosen on one page stay chosen on the next; all that the filter finds is chosen with its number, and exported', async () => {
  const page = await front().enter('station_master', {}, `${sales}?status=success&size=10`)
  const { count } = await ask<{ count: number }>(page, '/orders/statistics?search=status:success')
  await ticks(page).nth(0).click()
  await page.getByRole('navigation', { name: '分页' }).getByRole('button', { name: '2', exact: true }).click()
  await settled(page)
  await ticks(page).nth(3).click()
  await bar(page).getByText('已选 2 条').waitFor()
  await page.getByRole('checkbox', { name: '全选本页' }).click()
  await bar(page).getByText('已选 11 条').waitFor()
  await bar(page)
    .getByRole('button', { name: `选择全部 ${count} 条结果` })
    .click()
  await bar(page).getByText(`已选全部 ${count} 条结果`).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), bar(page).getByRole('button', { name: '导出所选' }).click()])
  expect(
    readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(count + 1)

  await page.getByRole('button', { name: '移除条件：状态' }).click()
  await bar(page).waitFor({ state: 'detached' })
})

test('one value is given to many records; what is refused says why, and is tried again', async () => {
  const page = await front().enter('admin')
  const [first, second] = [await addCode(page, '971'), await addCode(page, '972')]
  await show(page, `${codes}?code=97`)
  await page.getByRole('checkbox', { name: '全选本页' }).click()
  // Somebody else is quicker with one of them.
  await tell(page, 'PUT', `/fuelCodes/${second.id}`, {
    version: 1,
    stationId: second.stationId,
    code: '972',
    type: 'diesel',
    description: '别人',
  })
  await bar(page).getByRole('button', { name: '批量修改' }).click()
  const form = page.getByRole('dialog', { name: '批量修改 2 条' })
  await form.getByRole('combobox', { name: '字段' }).click()
  await page.getByTitle('说明', { exact: true }).click()
  await form.getByLabel('新值').fill('车用')
  await form.getByRole('button', { name: '继续' }).click()
  const question = page.getByRole('dialog', { name: '提示' })
  await question.getByText('确定把 2 条记录的“说明”改为同一个值吗？').waitFor()
  await question.getByRole('button', { name: '批量修改' }).click()
  const results = page.getByRole('dialog', { name: '批量修改' })
  await results.getByText('已完成 1 / 2。 1 条未成功').waitFor()
  await results.getByRole('row', { name: /972.*记录已被他人修改/ }).waitFor()
  expect((await codeOf(page, first.id)).description).toBe('车用')
  expect((await codeOf(page, second.id)).description).toBe('别人')

  await results.getByRole('button', { name: '重试未成功的 1 条' }).click()
  await results.getByText('已完成 2 / 2。').waitFor()
  expect((await codeOf(page, second.id)).description).toBe('车用')
  await results.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('row', { name: /972.*车用/ }).waitFor()

  await page.getByRole('checkbox', { name: '全选本页' }).click()
  await bar(page).getByRole('button', { name: '删除' }).click()
  await question.getByText('确定删除 2 条油品编码吗？').waitFor()
  await question.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '删除' }).getByText('已完成 2 / 2。').waitFor()
})

test('a row is looked at beside its list, from the keys and by its address; the arrows show the next, Back closes it', async () => {
  const page = await front().enter('admin', {}, `${sales}?status=success`)
  await page.locator('tbody tr[data-id]').first().focus()
  await page.keyboard.press('p')
  const beside = page.getByRole('complementary', { name: /^预览/ })
  const number = (place: number) => page.locator('tbody tr[data-id]').nth(place).locator('td').nth(1).innerText()
  await beside.getByRole('heading', { name: (await number(0)).trim() }).waitFor()
  await beside.getByRole('heading', { name: '操作历史' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await beside.getByRole('heading', { name: (await number(1)).trim() }).waitFor()
  await beside.getByRole('button', { name: '下一条' }).click()
  await beside.getByRole('heading', { name: (await number(2)).trim() }).waitFor()

  const id = await page.locator('tbody tr[data-id]').nth(2).getAttribute('data-id')
  await expect.poll(() => new URL(page.url()).searchParams.get('preview')).toBe(id)
  await expect.poll(() => page.locator('tr[aria-current]').getAttribute('data-id')).toBe(id)
  await page.reload()
  await beside.getByRole('heading', { name: (await number(2)).trim() }).waitFor()
  await page.goBack()
  await beside.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('?status=success')
})

test('a cell is changed where it stands, from the keys; what is refused is said there, and nothing is lost to a colleague', async () => {
  const page = await front().enter('admin')
  const { id, stationId } = await addCode(page, '961', '旧')
  await addCode(page, '962')
  await show(page, `${codes}?code=96`)
  const row = page.getByRole('row', { name: /961/ })
  const editor = page.getByRole('dialog', { name: /^修改/ })
  await row.focus()
  await page.keyboard.press('F2')
  await row.locator('.k-pencil:focus').waitFor()
  await page.keyboard.press('Enter')
  await editor.getByLabel('编码').fill('962')
  await page.keyboard.press('Enter')
  await editor.getByRole('alert').getByText('编码').waitFor()
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'detached' })

  await row.hover()
  await row.getByRole('button', { name: '修改说明' }).click()
  await editor.getByLabel('说明').fill('新')
  await tell(page, 'PUT', `/fuelCodes/${id}`, { version: 1, stationId, code: '961', type: 'diesel', description: '同事' })
  await page.keyboard.press('Enter')
  await editor.getByText('记录已被他人修改').waitFor()
  await editor.getByRole('button', { name: '重新载入' }).click()
  await expect.poll(() => editor.getByLabel('说明').inputValue()).toBe('同事')
  await editor.getByLabel('说明').fill('新')
  await page.keyboard.press('Enter')
  await editor.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /961.*新/ }).waitFor()
  expect((await codeOf(page, id)).description).toBe('新')
})

test('a list is printed as it is shown: every row of the filter, the filter itself, and nothing of the screen around it', async () => {
  const page = await front().enter('station_master', {}, `${sales}?status=open`)
  const { count } = await ask<{ count: number }>(page, '/orders/statistics?search=status:open')
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.getByRole('button', { name: '打印', exact: true }).click()
  const paper = page.locator('.k-print-list')
  await paper.waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => paper.locator('tbody tr').count()).toBe(count)
  await expect.poll(() => paper.innerText()).toMatch(/状态\s*:?\s*未支付/)
  await expect.poll(() => page.getByRole('navigation').first().isVisible()).toBe(false)
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await paper.waitFor({ state: 'detached' })
})
