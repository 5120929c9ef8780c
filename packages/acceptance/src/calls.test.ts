import { expect, test } from 'vitest'
import { shopFront, tell } from './shop-front.ts'
import { ask } from './visitor.ts'

const front = shopFront()
const codes = '/oilOperate/fuelCode'

// @req SEC-021 SEC-024
test('what the server refuses is said in its own words for two seconds, and changes nothing', { timeout: 60_000 }, async () => {
  const { enter, url } = front()
  for (const [language, words, press] of [
    ['zh', '记录不存在', '删除'],
    ['en', 'no such record', 'Delete'],
  ] as const) {
    const page = await enter('admin', { language })
    const code = language === 'zh' ? '981' : '982'
    const { id, version } = await tell<{ id: number; version: number }>(page, 'POST', '/fuelCodes', {
      code,
      type: 'diesel',
      description: 'x',
    })
    await page.goto(url + codes)
    const row = page.getByRole('row', { name: new RegExp(code) })
    await row.waitFor()
    await tell(page, 'DELETE', `/fuelCodes/${id}?version=${version}`)
    await row.getByRole('button', { name: press }).click()
    await page.getByRole('dialog').getByRole('button', { name: press }).click()
    const toast = page.locator('.ant-message-notice')
    await toast.waitFor()
    expect((await toast.innerText()).toLowerCase()).toContain(words)
    await toast.waitFor({ state: 'detached', timeout: 5_000 })
    expect(await ask<{ totalElements: number }>(page, `/fuelCodes?search=code:${code}`)).toMatchObject({ totalElements: 0 })
  }
})

// @req SEC-025
test('a list to choose from that does not come is noted, and nobody is stopped by a message', { timeout: 60_000 }, async () => {
  const { enter, url } = front()
  const page = await enter('station_master')
  const noted: string[] = []
  page.on('console', message => noted.push(message.text()))
  await page.route(/\/api\/v1\/users\?/, route => route.abort())
  await page.goto(`${url}/queryStatistics/salesQuery/allQuery`)
  await page.locator('tbody tr').first().waitFor()
  await page.getByRole('button', { name: /^展开/ }).click()
  await page.getByLabel('员工', { exact: true }).click()
  await expect.poll(() => noted.some(line => line.startsWith('options of users:')), { timeout: 10_000 }).toBe(true)
  expect(await page.locator('.ant-message-notice').count()).toBe(0)
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(1)
})
