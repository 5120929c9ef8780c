import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()

interface Seen {
  /** What was drawn while it moved, and what was read aloud then. */
  readonly drawn: string[]
  readonly heard: string[]
}

/** A page that is opened with every picture of a figure noted. */
async function watched(page: Page, place: string, motion: 'reduce' | 'no-preference') {
  await page.emulateMedia({ reducedMotion: motion })
  await page.addInitScript(where => {
    const seen = { drawn: [] as string[], heard: [] as string[] }
    Object.assign(globalThis, { seenFigures: seen })
    const note = () => {
      const figure = document.querySelector(where)
      const whole = figure?.querySelector('.k-counted')?.textContent
      if (whole) seen.heard.push(whole)
      const moving = figure?.querySelector('.k-counting[aria-hidden=true]')?.textContent
      if (moving) seen.drawn.push(moving)
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
  }, place)
  return () => page.evaluate(() => (globalThis as unknown as { seenFigures: Seen }).seenFigures)
}
const figureOf = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''))

// @req SCR-005
test.each([
  ['station_master', '/home', '.home-figures > div:nth-child(2) dd a'],
  ['company_user', '/dataScreen', '.ds-main .ds-big'],
])(
  '%s sees the turnover at %s count up to what it is; what is read aloud is the whole figure from the first',
  async (role, path, place) => {
    const page = await front().enter(role, { language: 'en' })
    const seen = await watched(page, place, 'no-preference')
    await page.goto(front().url + path)
    await expect.poll(async () => (await seen()).drawn.length).toBeGreaterThan(3)
    await expect.poll(() => page.locator(`${place} .k-counting`).count()).toBe(0)
    const { drawn, heard } = await seen()
    const [last] = heard.slice(-1)
    expect(new Set(heard)).toEqual(new Set([last]))
    const counted = drawn.map(figureOf)
    expect(counted).toEqual(counted.toSorted((one, other) => one - other))
    expect([counted[0], counted.at(-1)! <= figureOf(last!)]).toEqual([0, true])
    expect(await page.locator(place).innerText()).toBe(last)
    expect(figureOf(last!)).toBeGreaterThan(0)
  },
)

// @req SCR-005
test('for those who want nothing to move the figure stands at once', async () => {
  const page = await front().enter('station_master', { language: 'zh' })
  const place = '.home-figures > div:nth-child(2) dd a'
  const seen = await watched(page, place, 'reduce')
  await page.goto(`${front().url}/home`)
  await settled(page)
  const { drawn, heard } = await seen()
  expect(drawn).toEqual([])
  expect(new Set(heard)).toEqual(new Set([await page.locator(place).innerText()]))
})
