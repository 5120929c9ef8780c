import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { placesOf } from './places.ts'
import { shopFront } from './shop-front.ts'
import { told } from './untold.ts'
import { settled, signIn } from './visitor.ts'

const front = shopFront()
/** Another country's money, by sign, word or code. */
const foreign = /[¥￥元]|yuan|RMB|CNY/
/** Pages that say so about currencies as such, and not of a sum. */
const ofCurrencies = ['addCompanies', 'gallery', 'version']

describe.each(['zh', 'en'] as const)('a company that keeps its books in euros, in %s', language => {
  // @req ACC-054
  test('sees its own money on every page, and no other', async () => {
    const { url, demo, visit } = front()
    const page = await visit({ language, height: 2400 })
    await signIn(page, url, demo.companies[1]!, 'admin')
    const wrong: string[] = []
    let own = 0
    for (const { name, path } of await placesOf(page)) {
      if (ofCurrencies.includes(name)) continue
      const texts = await read(page, url + path)
      wrong.push(...texts.filter(text => foreign.test(text)).map(text => `${name}: ${text}`))
      if (texts.some(text => /€|euro/i.test(text))) own++
    }
    expect(wrong).toEqual([])
    expect(own).toBeGreaterThan(10)
  }, 300_000)
})

async function read(page: Page, address: string): Promise<string[]> {
  await page.goto(address)
  await page.locator('h1:visible').first().waitFor()
  await settled(page)
  return told(page)
}
