import { pages, type Page as PageSpec } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { appFixture, languages } from './app-fixture.ts'
import { readTexts } from './untranslated.ts'
import { settled, signIn } from './visitor.ts'

const front = appFixture()
/** Another country's money, by sign, word or code. */
const foreign = /[¥￥元]|yuan|RMB|CNY/
/** Pages of every kind that speak of money: figures, lists, statistics, prices, a form, papers. */
const ofMoney = [
  'home',
  'allQuery',
  'transactions',
  'salesStatistic',
  'userCardDetails',
  'moneyChange',
  'printMoneyChange',
  'cardQuery',
  'fuelMge',
  'recordOrder',
]

// @req ACC-054
test.each(languages())('a company that keeps its books in euros sees no other money, in %s', async language => {
  const { url, demo, visit } = front()
  const page = await visit({ language, height: 2400 })
  await signIn(page, url, demo.companies[1]!, 'admin')
  const wrong: string[] = []
  for (const { name, path } of pages as readonly PageSpec[]) {
    if (!ofMoney.includes(name)) continue
    await page.goto(url + path)
    await page.locator('h1:visible').first().waitFor()
    await settled(page)
    const texts = await readTexts(page)
    wrong.push(...texts.filter(text => foreign.test(text)).map(text => `${name}: ${text}`))
    if (!texts.some(text => /€|euro/i.test(text))) wrong.push(`${name}: says nothing of its own`)
  }
  expect(wrong).toEqual([])
})
