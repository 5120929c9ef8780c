import { expect, test } from 'vitest'
import { barriers } from './barriers.ts'
import { shopFront } from './shop-front.ts'
import { settled } from './visitor.ts'

const front = shopFront()

test('the keyboard reaches the content past the menu, and every page has one heading above all', async () => {
  const { url, enter } = front()
  const page = await enter('admin')
  await page.goto(`${url}/queryStatistics/transactions`)
  await settled(page)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('跳到正文')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  expect(await page.locator('h1:visible').count()).toBe(1)
})

test('the row that is shown beside its list keeps the contrast of its words, light and dark', async () => {
  const { url, enter } = front()
  const wrong: string[] = []
  for (const mode of ['light', 'dark'] as const) {
    const page = await enter('admin', { mode })
    await page.goto(`${url}/queryStatistics/salesQuery/allQuery`)
    await settled(page)
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await page.locator('tr[aria-current]').waitFor()
    await settled(page)
    wrong.push(...(await barriers(page, { within: '#content' })).map(each => `${mode}: ${each}`))
  }
  expect(wrong).toEqual([])
})
