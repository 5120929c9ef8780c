import { whole } from '../../server/src/testing/sampling.ts'
import { pages, type Page as PageSpec } from '@forecourt/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { chanceOf } from './faults/draw.ts'
import { fleetPage, placesOf, type Place } from './places.ts'
import { overlayLook } from './overlays.ts'
import { everyControl, pressAll, refuseWrites } from './press.ts'
import { appFixture } from './app-fixture.ts'

/**
 * A walk takes as long as a page has controls, and what they open: `npm test` draws a few pages, each in one language, and a few controls
 * of each; CHECK=whole walks all in both, and presses everything.
 */
const drawnPages = 4
const drawnControls = 9
const chance = chanceOf('press everything once')
const own = ['login', 'gallery', fleetPage]
const names = (pages as readonly PageSpec[]).map(({ name }) => name).filter(name => !own.includes(name))
const languages = ['zh', 'en'] as const
const walks = whole
  ? names.flatMap(name => languages.map(language => [name, language] as const))
  : chance
      .shuffled(names)
      .slice(0, drawnPages)
      .map(name => [name, chance.one(languages)] as const)

/** What opens over the pages is looked at for what hinders people, in both lights; `npm test` looks at what overlays.test.ts opens. */
const look = whole ? overlayLook() : async () => []
const front = appFixture()
let places: readonly Place[]
let url: string
const desks: Partial<Record<(typeof languages)[number], Page>> = {}
beforeAll(async () => {
  url = front().url
  for (const language of languages) {
    const page = await front().enter('admin', { language, mode: 'auto' })
    await page.addInitScript('print = () => undefined')
    await refuseWrites(page)
    page.on('popup', other => void other.close())
    desks[language] = page
    places ??= await placesOf(page)
  }
})

const choice = whole ? everyControl : { most: drawnControls, roll: () => chance.between(0, 999) / 1000 }

test.each(walks)('every control of %s can be pressed, and what it opens is closed again (%s)', async (name, language) => {
  const { path, bare } = places.find(place => place.name === name)!
  const { pressed, missed, faults } = await pressAll(desks[language]!, url + path, {
    within: bare ? '#root' : '#content .pane',
    look,
    choice,
  })
  console.log(`${name} (${language}): ${pressed} controls pressed${missed.length > 0 ? `, not reached: ${missed.join('; ')}` : ''}`)
  expect(faults).toEqual([])
})
