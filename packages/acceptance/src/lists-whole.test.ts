import { expect, test } from 'vitest'
import { placesOf } from './places.ts'
import { expectPage, appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()
const office = { width: 1366, height: 768 }

/** Read in the page: rows that are seen from their upper to their lower edge, between the head and the sums. */
function wholeRows(): number {
  const pane = document.querySelector('.pane:not([hidden]) .k-scroll')!
  const edge = (selector: string) => pane.querySelector(selector)!.getBoundingClientRect()
  const [top, bottom] = [edge('thead').bottom, Math.min(edge('tfoot').top, innerHeight)]
  return [...pane.querySelectorAll('tbody tr[data-id]')].filter(row => {
    const box = row.getBoundingClientRect()
    return box.top >= top - 1 && box.bottom <= bottom + 1
  }).length
}

test.each(['/queryStatistics/classSettle', '/queryStatistics/salesQuery/allQuery'])(
  'a window of 1366 × 768 shows a dozen whole rows of %s',
  async path => {
    const page = await front().enter('station_master', office, path)
    await page.locator('tbody tr[data-id]').nth(11).waitFor()
    expect(await page.evaluate(wholeRows)).toBeGreaterThanOrEqual(12)
  },
)

test('columns that do not fit are scrolled as a whole: a shadow says that more follows, and what gets the focus is seen', async () => {
  const page = await front().enter('station_master', { width: 1100, height: 768 }, '/queryStatistics/classSettle')
  const frame = page.locator('.k-frame').filter({ has: page.locator('tbody tr[data-id]') })
  await frame.locator('tbody tr[data-id]').first().waitFor()
  const follows = async () => (await frame.getAttribute('class'))!.split(' ').filter(name => name.startsWith('k-more'))
  await expect.poll(follows).toEqual(['k-more-right'])
  await frame.locator('tbody tr[data-id]').first().hover()
  await page.keyboard.down('Shift')
  await page.mouse.wheel(0, 100)
  await page.keyboard.up('Shift')
  await expect.poll(follows).toContain('k-more-left')
  await frame.locator('tbody tr[data-id]').first().locator('td:nth-child(5) a').focus()
  await expect.poll(() => frame.locator('.k-scroll').evaluate(pane => pane.scrollLeft)).toBe(0)
})

test('on a phone an order is two lines that open it, the tools stand behind one button, and the sums stay in sight', async () => {
  const page = await front().enter('admin', { width: 390 }, '/queryStatistics/salesQuery/allQuery?status=success')
  const first = page.locator('.k-card').first()
  await first.waitFor()
  expect((await first.innerText()).split('\n').join(' ')).toMatch(/[\d,]+\.\d\d.* (20\d\d-)?\d\d-\d\d \d\d:\d\d .*成功/)
  const heights = await page.locator('.k-card').evaluateAll(cards => cards.map(card => card.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(70)
  const sums = (await page.getByRole('region', { name: /合计/ }).boundingBox())!
  expect(sums.y + sums.height).toBeLessThanOrEqual(844)
  expect(await page.getByRole('button', { name: '导出' }).count()).toBe(0)
  await page.getByRole('button', { name: '列表操作' }).click()
  await page.getByRole('dialog', { name: '列表操作' }).getByRole('button', { name: '选择多条' }).click()
  await first.getByRole('checkbox').check()
  await page.getByText('已选 1 条').waitFor()
  await first.getByRole('button').first().click()
  await page.waitForURL('**/allDetails/**')
})

test('where columns are scrolled, the name of a person stays whole, and a phone says nothing of what is not known', async () => {
  const page = await front().enter('station_master', { ...office, language: 'zh' }, '/stationMge/staffMge')
  const names = page.locator('.k-scroll td.k-first')
  await names.first().waitFor()
  await page.locator('.k-frame.k-more-right').waitFor()
  expect(await names.evaluateAll(cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent))).toEqual(
    [],
  )
  await page.setViewportSize({ width: 390, height: 844 })
  const never = page.locator('.k-card').filter({ hasText: '孙浩' })
  await never.waitFor()
  expect((await never.innerText()).split('\n').filter(Boolean)).toEqual([
    '孙浩 Sun Hao',
    '138 0000 1007',
    '员工 滨江东站 Riverside East',
    '正常',
    '⋯',
  ])
  await page.goto(`${front().url}/queryStatistics/daySettle`)
  const due = page.getByRole('list', { name: '待日结' }).locator('.k-card')
  await due.first().waitFor()
  for (const day of await due.allInnerTexts()) expect(day).toMatch(/可日结|超出允许范围|还有班次未班结/)
})

/** Read in the page: what each table of figures says, cell by cell, with its sums; what the rows themselves are called needs no heading. */
const tablesOf = () =>
  [...document.querySelectorAll('#content .pane:not([hidden]) table[aria-label]')].map(table => ({
    label: table.getAttribute('aria-label')!,
    texts: [...table.querySelectorAll('thead th + th, tbody > tr > *, tfoot > tr > *')]
      .map(cell => (cell as HTMLElement).innerText.trim())
      .filter(Boolean),
  }))

test('a shift, a day and a statistic show on a phone every figure that their tables show on a desk', async () => {
  const page = await front().enter('station_master')
  const { classSettleDetails, daySettleDetails } = Object.fromEntries((await placesOf(page)).map(({ name, path }) => [name, path]))
  for (const path of [
    classSettleDetails!,
    daySettleDetails!,
    '/queryStatistics/salesStatistic',
    '/queryStatistics/reportQuery/moneyChange',
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(front().url + path)
    await settled(page)
    await page.locator('#content table[aria-label] tbody tr').first().waitFor()
    const desk = await page.evaluate(tablesOf)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const { label, texts } of desk) {
      const onPhone = page.getByRole('list', { name: label, exact: true }).first()
      await onPhone.waitFor()
      const said = (await onPhone.innerText()).split('\n').map(line => line.trim())
      expect([path, label, texts.filter(text => !text.split('\n').every(line => said.includes(line.trim())))]).toEqual([path, label, []])
    }
  }
})

test('what was paid is given back from the list of sales by the dialog of the order', async () => {
  const page = await front().enter('station_master', {}, '/queryStatistics/salesQuery/allQuery?status=success')
  await expectPage(page, '全部销售')
  const row = page
    .locator('tbody tr[data-id]')
    .filter({ has: page.getByRole('button', { name: '退款' }) })
    .first()
  await row.getByRole('button', { name: '退款' }).click()
  await page.getByRole('dialog').getByText('退款', { exact: false }).first().waitFor()
  expect(page.url()).toContain('allQuery')
})
