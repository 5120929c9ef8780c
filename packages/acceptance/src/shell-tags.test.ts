import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { follow, expectPage, appFixture } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

const front = appFixture({ measures: true })

const lists = [
  ['/queryStatistics/transactions', 'Payments'],
  ['/stationMge/staffMge', 'Staff'],
  ['/oilCompanyMge/addStations', 'Stations'],
  ['/stationCards/cardQuery', 'All cards'],
] as const
const tagsOf = (page: Page) => page.getByRole('navigation', { name: /已打开的页面|Open pages/ })
const names = (page: Page) => tagsOf(page).locator('.tag-name').allInnerTexts()
// @req NAV-021 NAV-034 NAV-035
test('tags are put in order by hand and by keys, pinned ones stay over closing all and over a reload', async () => {
  const page = await front().enter('admin', { language: 'en' })
  for (const [path, heading] of lists) {
    await follow(page, path)
    await expectPage(page, heading)
  }
  const tag = (name: string) => tagsOf(page).locator('.tag', { hasText: name })
  await expect.poll(() => names(page)).toEqual(['Home', 'Payments', 'Staff', 'Stations', 'All cards'])

  await tag('All cards').dragTo(tag('Payments'))
  await expect.poll(() => names(page)).toEqual(['Home', 'All cards', 'Payments', 'Staff', 'Stations'])

  await tagsOf(page).getByRole('button', { name: 'Stations', exact: true }).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => names(page)).toEqual(['Home', 'All cards', 'Stations', 'Payments', 'Staff'])
  await page.getByRole('status').filter({ hasText: '“Stations” is now number 3 of 5' }).waitFor({ state: 'attached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Stations')

  await tag('Staff').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click()
  await expect.poll(() => names(page)).toEqual(['Home', 'Staff', 'All cards', 'Stations', 'Payments'])
  await expect.poll(() => tagsOf(page).getByRole('button', { name: 'Close “Staff”' }).count()).toBe(0)

  await page.reload()
  await settled(page)
  await expect.poll(() => names(page)).toEqual(['Home', 'Staff', 'All cards', 'Stations', 'Payments'])
  await tagsOf(page).getByRole('button', { name: 'Stations', exact: true }).focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => names(page)).toEqual(['Home', 'Staff', 'All cards', 'Payments'])

  await page.getByRole('button', { name: 'All open pages (4)' }).click()
  await page.getByRole('menuitem', { name: 'Close all' }).click()
  await expect.poll(() => names(page)).toEqual(['Home', 'Staff'])
})

// @req NAV-021
test('what is half filled in is marked, and asks before its tag, its station or its user goes', async () => {
  const page = await front().enter('admin')
  await follow(page, '/oilOperate/fuelCode')
  await expectPage(page, '油品编码')
  await page.keyboard.press('n')
  await page.getByRole('dialog').locator('input').first().fill('09')
  const mark = tagsOf(page).getByRole('img', { name: '有未保存的内容' })
  await mark.waitFor()
  expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(false)

  await follow(page, '/queryStatistics/transactions')
  await expectPage(page, '支付流水')
  await tagsOf(page).getByRole('button', { name: '关闭“油品编码”' }).click()
  await page.getByText('“油品编码”有未保存的内容，确定关闭吗？').waitFor()
  await page.keyboard.press('Escape')
  expect(await names(page)).toContain('油品编码')

  await page.getByRole('button', { name: /^当前：/ }).click()
  const chooser = page.getByRole('dialog', { name: '选择油站' })
  const other = front().demo.companies[0]!.stations[1]!
  await chooser.locator('tbody tr', { hasText: other.name }).getByRole('button').click()
  await chooser.getByRole('button', { name: '确定' }).click()
  await page.getByText('油品编码有未保存的内容，将会丢失。').waitFor()
})

// @req NAV-021
test('forty-eight open pages weigh no more than a dozen, and going back to one draws nothing anew', async () => {
  const page = await front().enter('admin')
  const { content } = await ask<{ content: { id: number }[] }>(page, '/orders?size=48&search=status:success')
  expect(content).toHaveLength(48)
  const client = await page.context().newCDPSession(page)
  const weigh = async () => {
    await page.waitForTimeout(1000) // What the last pages asked for is there, and drawn.
    await settled(page)
    await client.send('HeapProfiler.collectGarbage')
    const { usedSize } = await client.send('Runtime.getHeapUsage')
    return { megabytes: usedSize / 1e6, elements: await page.evaluate(() => document.querySelectorAll('*').length) }
  }
  const order = (id: number) => `/queryStatistics/salesQuery/allDetails/${id}`
  const open = async (from: number, to: number) => {
    for (const { id } of content.slice(from, to)) {
      await follow(page, order(id))
      await page.waitForURL(`**${order(id)}`)
      await page.locator('#content .pane:visible h1').waitFor()
      await settled(page)
    }
  }
  await open(0, 16)
  const before = await weigh()
  await open(16, 48)
  const after = await weigh()
  expect((await names(page)).length).toBe(49)
  expect(await page.locator('#content .pane').count()).toBeLessThanOrEqual(10)
  expect(after.megabytes).toBeLessThan(before.megabytes * 1.25)
  // Each open page has a tab, and orders have more or fewer lines; pages that stayed would make it three times as many.
  expect(after.elements).toBeLessThan(before.elements * 1.25)

  const [last, one] = [content.at(-1)!, content.at(-2)!]
  await follow(page, order(one.id))
  const shown = page.locator('#content .pane:visible')
  await shown.evaluate(pane => pane.setAttribute('data-kept', 'yes'))
  await follow(page, order(last.id))
  await follow(page, order(one.id))
  await expect.poll(() => shown.getAttribute('data-kept')).toBe('yes')
  // The tag in front is in sight, however many there are.
  const inSight = async () => {
    const [bar, lit] = [await tagsOf(page).boundingBox(), await tagsOf(page).locator('[data-front]').boundingBox()]
    return lit!.x >= bar!.x && lit!.x + lit!.width <= bar!.x + bar!.width
  }
  await expect.poll(inSight).toBe(true)
})
