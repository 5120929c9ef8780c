import { seed, whole } from '../../server/src/testing/sampling.ts'
import { pages, type Page as PageSpec } from '@forecourt/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { cutCells } from './cut-cells.ts'
import { themes, sizes, switchTo } from './themes.ts'
import { fleetPage, placesOf, type Place } from './places.ts'
import { moved, noteShifts } from './shifts.ts'
import { follow, appFixture } from './app-fixture.ts'
import { untranslated } from './untranslated.ts'
import { settled, type Look } from './visitor.ts'

/** So tall that nothing counts as covered that one only has to scroll to. */
const height = 2400
const own = ['login', fleetPage, 'gallery']
/** Papers have no menu to go on from: they come last. */
const names = (pages as readonly PageSpec[])
  .filter(({ name }) => !own.includes(name))
  .toSorted((one, other) => Number(one.bare ?? false) - Number(other.bare ?? false))
  .map(({ name }) => name)

/** Each page is walked in one language, in the other one with the next seed; CHECK=whole walks all in both. */
const walkedIn = (language: Look['language']) =>
  whole ? names : names.filter((_, place) => (place + seed) % 2 === Number(language === 'en'))

/** Half of the pages are come to by a link, the other half with another seed; CHECK=whole comes to all in this way. */
const byLink = (name: string, by: 'address' | 'link') => (whole ? by === 'link' : (names.indexOf(name) + (seed >> 1)) % 4 < 2)

/**
 * Every page there is, with a record where it shows one, in both lights and widths: by its address as it is typed, or by a link from the
 * page before. A language holds for the life of a page.
 */
export function everyPage(language: Look['language'], by: 'address' | 'link') {
  describe(`everyone can use every page in ${language}, light and dark, wide and narrow`, () => {
    const front = appFixture()
    let page: Page
    let places: readonly Place[]
    let url: string
    beforeAll(async () => {
      url = front().url
      page = await front().enter('admin', { language, mode: 'auto' })
      places = await placesOf(page)
      await noteShifts(page)
    })

    test.each(walkedIn(language))('%s', async name => {
      const { path, bare } = places.find(place => place.name === name)!
      const wrong: string[] = []
      // What moves while it is loaded is seen in a window of a usual size.
      if (bare || name === 'home' || !byLink(name, by)) wrong.push(...(await loaded(page, url + path, moving[language])))
      else await goOn(page, path)
      // The shell around a page is the same on all: it is looked at with the first.
      wrong.push(...(await everyLight(page, language, bare || name === 'home' ? undefined : '#content')))
      for (const size of whole ? sizes : []) wrong.push(...(await loaded(page, url + path, size)))
      expect(wrong).toEqual([])
    })
    test('login', async () => {
      const stranger = await front().visit({ language, mode: 'auto', ...sizes[0], height })
      await stranger.goto(`${front().url}/login`)
      expect(await everyLight(stranger, language)).toEqual([])
      await front().leave(stranger)
    })
    test('assginMge', async () => {
      const leader = await front().enter('group_master', { language, mode: 'auto', ...sizes[0], height })
      expect(await everyLight(leader, language)).toEqual([])
      await front().leave(leader)
    })
  })
}

const [, narrow] = sizes.map(({ width }) => width)
/** The width of most screens in an office: it is looked at for numbers that are cut. */
const office = 1366
/** Two of three that a page can differ by — language, light, width — meet each other in every way; CHECK=whole has all three meet. */
const sample = {
  zh: [
    [office, 'light'],
    [narrow, 'dark'],
  ],
  en: [
    [office, 'dark'],
    [narrow, 'light'],
  ],
} as const
const all = sizes.flatMap(({ width }) => themes.map(light => [width, light] as const))

/** In which width it is looked at what moves while a page is loaded; CHECK=whole looks at both. */
const moving = { zh: sizes[0], en: sizes[1] } as const

/** Loads a page as it is seen in a window of this size. @returns what moved meanwhile */
async function loaded(page: Page, url: string, size: (typeof sizes)[number]): Promise<string[]> {
  await page.setViewportSize(size)
  await page.goto(url)
  await settled(page)
  return moved(page)
}

/** Closes what is open, where that can be done, and follows a link; the page that is left stands until the next one does. */
async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.tag-close')) button.click()
    for (const pane of document.querySelectorAll<HTMLElement>('.pane')) pane.dataset['left'] = ''
  })
  await follow(page, path)
  await page.locator('.pane:not([data-left]) h1:visible').first().waitFor()
}

/**
 * By what a look differs from one that is looked at as a whole. `npm test` looks at the shell and at every third page as a whole, once; at
 * the others, and at these in their other look, for what colours and room can change.
 */
const known = (light: string, at: number, within: string | undefined) => {
  if (whole) return light === 'dark' ? 'colours' : undefined
  return at === 0 && (within === undefined || (looked + seed) % 3 === 0) ? undefined : 'language'
}
/** So many pages were looked at. */
let looked = 0

/** Turns with every page: each begins as the one before it ended, for a page that is drawn anew in another width costs as much as one. */
let turnedAbout = false

/** One look after the other, without loading anew. */
export async function everyLight(page: Page, language: Look['language'], within?: string): Promise<string[]> {
  const wrong: string[] = []
  await page.locator('h1:visible').first().waitFor()
  await settled(page)
  turnedAbout = !turnedAbout
  looked++
  const looks = whole ? all : sample[language]
  for (const [at, [width, light]] of (turnedAbout ? looks : looks.toReversed()).entries()) {
    await switchTo(page, { width: width!, height }, light)
    if (width !== narrow) wrong.push(...(await untranslated(page, language)))
    wrong.push(...(await cutCells(page)).map(each => `${width}: ${each}`))
    const found = await a11yIssues(page, { within, but: known(light, at, within) })
    wrong.push(...found.map(each => `${light}, ${width}: ${each}`))
  }
  if (!whole) return wrong
  await page.setViewportSize({ width: office, height })
  wrong.push(...(await cutCells(page)).map(each => `${office}: ${each}`))
  return wrong
}
