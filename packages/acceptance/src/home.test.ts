import { expect, test } from 'vitest'
import { expectPage, appFixture, tell } from './app-fixture.ts'

const front = appFixture()

const toDo = { zh: '待处理', en: 'Needs attention' }

test('a station manager finds at home the days to settle, the dry tank and the water, each with the page where it is done', async () => {
  const page = await front().enter('station_master', { language: 'en' })
  const lines = page.getByRole('list', { name: toDo.en }).getByRole('listitem')
  await expect.poll(async () => (await lines.allInnerTexts()).join('\n')).toMatch(/not settled yet[\s\S]*Low on fuel[\s\S]*Too much water/)
  await lines.filter({ hasText: 'not settled yet' }).getByRole('link', { name: 'Settle the day' }).click()
  await expectPage(page, 'Daily reports')
})

test('a sales assistant finds first what is not paid, and is led to the list to take it', async () => {
  const page = await front().enter('station_salesman')
  const first = page.getByRole('list', { name: toDo.zh }).getByRole('listitem').first()
  await expect.poll(() => first.innerText()).toContain('笔订单未付清')
  await first.getByRole('link', { name: '去收款' }).click()
  await expectPage(page, '全部销售')
  expect(new URL(page.url()).search).toContain('status=')
})

test('an employee, who does not see the list of sales, sees their own sales of the shift and the way to enter a missed one', async () => {
  const page = await front().enter('station_employee', { language: 'en' })
  const own = page.locator('section', { has: page.getByRole('heading', { name: 'My sales this shift' }) })
  await expect.poll(() => own.locator('dd').allInnerTexts()).toHaveLength(3)
  await own.getByRole('link', { name: 'Record a missed sale' }).click()
  await expectPage(page, 'Record a missed sale')
})

test('a book-keeper finds first the days that did not come out even', async () => {
  const page = await front().enter('station_bill', { language: 'en' })
  const first = page.getByRole('list', { name: toDo.en }).getByRole('listitem').first()
  await expect.poll(() => first.innerText()).toContain('closed over or short')
})

test('head office sees its stations beside each other, also a new one that has sold nothing, and goes to one from there', async () => {
  const { enter, demo } = front()
  const stations = demo.companies[0]!.stations.map(({ name }) => name)
  const admin = await enter('admin')
  await tell(admin, 'POST', '/stations', { code: 'NEW001', name: 'Northern Ring' })
  const page = await enter('company_user', { language: 'en' })
  const table = page.getByRole('table', { name: 'Stations today' })
  await expect
    .poll(async () => (await table.getByRole('button').allInnerTexts()).toSorted())
    .toEqual([...stations.slice(1), 'Northern Ring'].toSorted())
  const fresh = table.getByRole('row').filter({ hasText: 'Northern Ring' })
  expect(await fresh.getByRole('cell').allInnerTexts()).toEqual(['Northern Ring', '0.00', '0.00', '—', '0', '0', '0', '0'])
  await table.getByRole('button', { name: stations[1]! }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
})
