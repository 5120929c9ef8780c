import { expect, test } from 'vitest'
import { drawStories } from './draw-stories.ts'

const file = (name: string) => `packages/acceptance/src/${name}.test.ts`
const others = Array.from({ length: 40 }, (_, at) => file(`story-${at}`))
const stories = [...others, file('reach-zh'), file('sign-in'), file('start')]

test('the walk over all pages, the first start and signing in are in every run', () => {
  const drawn = drawStories({ stories, near: new Set(), seed: 7, places: 10 })
  expect(drawn).toHaveLength(13)
  expect(drawn.slice(-3)).toEqual(stories.slice(-3))
})

test('stories near to a change come before any other', () => {
  const near = new Set(others.slice(3, 9))
  for (const seed of [1, 2, 3]) expect(drawStories({ stories, near, seed, places: 10 })).toEqual(expect.arrayContaining([...near]))
})

test('where more are near than there is room for, a lot decides among them alone', () => {
  const near = new Set(others.slice(0, 20))
  const drawn = drawStories({ stories, near, seed: 7, places: 10 })
  expect(drawn.slice(0, 10).every(each => near.has(each))).toBe(true)
  expect(drawn).toHaveLength(13)
})

test('the same seed draws the same stories, and a few seeds draw them all', () => {
  const draw = (seed: number) => drawStories({ stories, near: new Set(), seed, places: 10 })
  expect(draw(5)).toEqual(draw(5))
  const met = new Set(Array.from({ length: 40 }, (_, seed) => draw(seed)).flat())
  expect(met.size).toBe(stories.length)
})
