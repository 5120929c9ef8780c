import { expect, test } from 'vitest'
// @ts-expect-error -- plain JavaScript: it runs on any Node that can install the product
import { withRun } from './run-again.mjs'

type Runs = readonly (readonly string[])[]
const remember = withRun as (before: Runs, now: readonly string[]) => { names: string[]; runs: Runs }
const after = (...runs: Runs) => runs.reduce((before, now) => remember(before, now).runs, [] as Runs)

test('a story that needed a second run twice in ten runs is named; one that needed it long ago is not', () => {
  expect(remember([], ['the power goes']).names).toEqual([])
  const fourRuns = after(['the power goes'], [], [], ['a till vanishes'])
  expect(remember(fourRuns, ['the power goes', 'the disk fills']).names).toEqual(['the power goes'])
  const tenRuns = after(['the power goes'], ...Array.from({ length: 9 }, () => []))
  expect(remember(tenRuns, ['the power goes']).names).toEqual([])
})
