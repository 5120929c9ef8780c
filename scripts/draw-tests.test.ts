import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { always, budget, draw, drawTests, measured, rare } from './draw-tests.ts'
import { allStories, root } from './test-near.ts'

const file = (name: string) => `packages/acceptance/src/${name}.test.ts`
const others = Array.from({ length: 40 }, (_, at) => file(`story-${at}`))
const seconds = Object.fromEntries(others.map((name, at) => [name, 5 + (at % 7) * 5]))
const sum = (files: readonly string[]) => files.reduce((all, each) => all + seconds[each]!, 0)
const lots = { files: others, near: new Set<string>(), seed: 7, seconds, budget: 200 }

test('files are drawn until the seconds of a run are spent, however many there are', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const drawn = draw({ ...lots, seed })
    expect(sum(drawn)).toBeLessThanOrEqual(200)
    expect(sum(drawn)).toBeGreaterThan(190)
  }
  const twice = [...others, ...others.map(name => `${name}x`)]
  const drawn = draw({ ...lots, files: twice, seconds: { ...seconds, ...Object.fromEntries(others.map(name => [`${name}x`, 10])) } })
  expect(drawn.length).toBeLessThan(40)
})

test('a file that was not measured yet counts as a usual one', () => {
  expect(draw({ ...lots, seconds: {} })).toHaveLength(8)
})

test('files near to a change come before any other', () => {
  const near = new Set(others.slice(3, 9))
  for (const seed of [1, 2, 3]) expect(draw({ ...lots, near, seed })).toEqual(expect.arrayContaining([...near]))
})

test('where more are near than there is time for, a lot decides among them first', () => {
  const near = new Set(others.slice(0, 30))
  const drawn = draw({ ...lots, near })
  expect(sum(drawn.filter(each => near.has(each)))).toBeGreaterThan(190)
})

test('the same seed draws the same files, and a few seeds draw them all', () => {
  expect(draw(lots)).toEqual(draw(lots))
  const met = new Set(Array.from({ length: 60 }, (_, seed) => draw({ ...lots, seed })).flat())
  expect(met.size).toBe(others.length)
})

test('the walk over all pages, the first start, weights and signing in are in every run; what is rare is left out by lot', () => {
  const stories = allStories()
  const draws = Array.from({ length: 300 }, (_, seed) => drawTests({ near: new Set(), seed, seconds: measured() }, stories))
  for (const drawn of draws) {
    expect(drawn.stories).toEqual(expect.arrayContaining(['reach-en', 'reach-zh', 'start', 'sign-in', 'web-weight'].map(file)))
    expect(drawn.leftOut.length).toBeGreaterThan(0)
    expect(drawn.leftOut.length).toBeLessThan(rare.length)
  }
  // Whatever there is comes in some run.
  expect(new Set(draws.flatMap(drawn => rare.filter(each => !drawn.leftOut.includes(each)))).size).toBe(rare.length)
  expect(new Set(draws.flatMap(drawn => drawn.stories)).size).toBe(stories.length)
})

test('the table of seconds names the files that are drawn from, and none that is gone; none is too long for its budget', () => {
  const from = [...allStories(), ...rare]
  const table = measured()
  expect(Object.keys(table).filter(name => !from.includes(name))).toEqual([])
  expect(rare.filter(name => !existsSync(join(root, name)))).toEqual([])
  // A few may be newer than the table: npm run test:seconds.
  expect(from.filter(name => !(name in table)).length).toBeLessThan(from.length / 10)
  expect(rare.filter(name => table[name]! > budget.rare)).toEqual([])
  expect(Object.entries(table).filter(([name, each]) => !always.test(name) && each > budget.stories / 2)).toEqual([])
})
