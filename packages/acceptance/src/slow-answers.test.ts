import { drawn as some, whole } from '../../server/src/testing/sampling.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { placesOf } from './places.ts'
import { moved, noteShifts } from './shifts.ts'
import { appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

/** Pages with a part above others whose height is only known when its answer comes. CHECK=whole takes every page. */
const drawn = ['home', 'allQuery', 'classSettle', 'daySettle', 'nozzleMge', 'myStation']
/** So late an answer comes at most; most come much earlier. */
const latestMs = 2000
const looks = [
  { language: 'zh', size: { width: 1440, height: 900 } },
  { language: 'en', size: { width: 390, height: 844 } },
] as const

describe('nothing moves by itself on a slow line, in whatever order the answers come', () => {
  const front = appFixture()
  test.each(some('slow answers', looks, 1))('$language, $size.width', async ({ language, size }) => {
    const page = await front().enter('admin', { language, mode: 'auto' })
    const places = (await placesOf(page)).filter(({ name }) => whole || drawn.includes(name))
    await noteShifts(page)
    await page.setViewportSize(size)
    const late = lateness(20261122)
    await page.route('**/api/v1/**', async route => {
      await pause(late())
      // The page may have been left meanwhile.
      await route.continue().catch(() => undefined)
    })
    const wrong: string[] = []
    for (const { name, path } of places) {
      await page.goto(front().url + path)
      await settled(page)
      wrong.push(...(await moved(page)).map(each => `${name}: ${each}`))
    }
    expect(wrong).toEqual([])
  })
})

/** One delay after the other, in ms, the same for the same seed: many short ones, few long ones. */
function lateness(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state / 2_147_483_648) ** 2 * latestMs
  }
}
