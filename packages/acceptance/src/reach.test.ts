import { AxeBuilder } from '@axe-core/playwright'
import { pages, type Page as PageSpec } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { shopFront } from './shop-front.ts'
import { settled } from './visitor.ts'

const front = shopFront()
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** One of each kind: figures, a list, a list with a form, a register, settings of one's own. */
const narrow = ['home', 'allQuery', 'staffMge', 'tankMge', 'personCenter']
/** The gallery has a story of its own, part by part. */
const plain = (pages as readonly PageSpec[]).filter(({ path, name, bare }) => !path.includes('{') && !bare && name !== 'gallery')
/** Papers and the like: pages without the shell around them. */
const bare = (pages as readonly PageSpec[]).filter(({ path, name, bare: alone }) => alone && !path.includes('{') && name !== 'login')

type Visitor = Awaited<ReturnType<ReturnType<typeof front>['visit']>>

/** What axe finds grave: on the whole page, or in its content; in the dark only the contrast can differ. */
async function barriers(page: Visitor, name: string, part?: 'content' | 'contrast'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (part) axe.include('#content')
  const { violations } = await (part === 'contrast' ? axe.withRules(['color-contrast']) : axe.withTags(rules)).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.map(({ id, nodes }) => {
    const where = nodes.map(({ target }) => target.join(' ')).slice(0, 3)
    return `${name}: ${id} ${where.join(' | ')}`
  })
}

test('everyone can use every page: light and dark, wide and narrow', async () => {
  const { url, enter, visit } = front()
  const wrong: string[] = []
  const stranger = await visit()
  await stranger.goto(`${url}/login`)
  await stranger.getByRole('heading', { level: 1 }).waitFor()
  wrong.push(...(await barriers(stranger, 'login')))

  const page = await enter('admin')
  wrong.push(...(await barriers(page, 'the shell')))
  // As tall as the page, so that nothing counts as covered that one only has to scroll to.
  await page.setViewportSize({ width: 1440, height: 2400 })
  for (const { name, path } of plain) {
    await page.evaluate(to => history.pushState(null, '', to), path)
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(page)
    wrong.push(...(await barriers(page, name, 'content')))
    await page.getByRole('button', { name: '深色' }).click()
    await settled(page)
    wrong.push(...(await barriers(page, `${name}, dark`, 'contrast')))
    await page.getByRole('button', { name: '浅色' }).click()
    await settled(page)
    if (!narrow.includes(name)) continue
    await page.setViewportSize({ width: 390, height: 2400 })
    await settled(page)
    wrong.push(...(await barriers(page, `${name}, narrow`)))
    await page.setViewportSize({ width: 1440, height: 2400 })
  }
  for (const { name, path } of bare) {
    await page.goto(url + path)
    await page.getByRole('heading').first().waitFor()
    await settled(page)
    wrong.push(...(await barriers(page, name)))
  }
  expect(wrong).toEqual([])
}, 300_000)

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
    wrong.push(...(await barriers(page, `the row beside, ${mode}`, 'content')))
  }
  expect(wrong).toEqual([])
})
