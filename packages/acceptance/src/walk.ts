import { pages, type Page as PageSpec } from '@forecourt/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers } from './barriers.ts'
import { lights, sizes, turn } from './lights.ts'
import { fleetPage, placesOf, type Place } from './places.ts'
import { shopFront } from './shop-front.ts'
import { untold } from './untold.ts'
import { settled, type Look } from './visitor.ts'

/** So tall that nothing counts as covered that one only has to scroll to. */
const height = 2400
const own = ['login', fleetPage, 'gallery']
const names = (pages as readonly PageSpec[]).map(({ name }) => name).filter(name => !own.includes(name))

/** Every page there is, with a record where it shows one, in both lights and widths. A language holds for the life of a page. */
export function everyPage(language: Look['language']) {
  describe(`everyone can use every page in ${language}, light and dark, wide and narrow`, () => {
    const front = shopFront()
    let page: Page
    let places: readonly Place[]
    beforeAll(async () => {
      page = await front().enter('admin', { language, mode: 'auto' })
      places = await placesOf(page)
    })

    test.each(names)('%s', async name => {
      const { path, bare } = places.find(place => place.name === name)!
      await turn(page, { ...sizes[0], height }, 'light')
      await page.goto(front().url + path)
      // The shell around a page is the same on all: it is looked at with the first.
      expect(await everyLight(page, language, bare || name === 'home' ? undefined : '#content')).toEqual([])
    })
    test('login', async () => {
      const stranger = await front().visit({ language, mode: 'auto', ...sizes[0], height })
      await stranger.goto(`${front().url}/login`)
      expect(await everyLight(stranger, language)).toEqual([])
      await stranger.context().close()
    })
    test('assginMge', async () => {
      const leader = await front().enter('group_master', { language, mode: 'auto', ...sizes[0], height })
      expect(await everyLight(leader, language)).toEqual([])
      await leader.context().close()
    })
  })
}

const [wide, narrow] = sizes.map(({ width }) => width)
/** Two of three that a page can differ by — language, light, width — meet each other in every way; REACH=whole has all three meet. */
const sample = {
  zh: [
    [wide, 'light'],
    [narrow, 'dark'],
  ],
  en: [
    [wide, 'dark'],
    [narrow, 'light'],
  ],
} as const
const all = sizes.flatMap(({ width }) => lights.map(light => [width, light] as const))
const whole = process.env['REACH'] === 'whole'

/** One look after the other, without loading anew. */
export async function everyLight(page: Page, language: Look['language'], within?: string): Promise<string[]> {
  const wrong: string[] = []
  await page.locator('h1:visible').first().waitFor()
  await settled(page)
  wrong.push(...(await untold(page, language)))
  for (const [width, light] of whole ? all : sample[language]) {
    await turn(page, { width: width!, height }, light)
    const found = await barriers(page, { within, coloursOnly: whole && light === 'dark' })
    wrong.push(...found.map(each => `${light}, ${width}: ${each}`))
  }
  return wrong
}
