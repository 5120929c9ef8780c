import { beforeEach, expect, test } from 'vitest'
import { addWords, setLanguage } from '../../i18n/index.ts'
import kit from '../../kit/i18n/en.ts'
import words from './i18n/en.ts'
import { redeemRules } from './redeem-rules.ts'

beforeEach(() => {
  setLanguage('en')
  for (const each of [kit, words]) addWords(each)
})

test.each([
  ['what is left of points and pieces is said', { points: 100, stock: 5 }, 2, undefined, [300, 3]],
  ['of what is unlimited only the points', { points: 100, stock: -1 }, 5, undefined, [0]],
  ['more than there are', { points: 1, stock: 5 }, 6, 'Only 5 left', [undefined, undefined]],
  ['more than the points buy', { points: 251, stock: 5 }, 2, '502 points are needed; there are 500', [undefined, undefined]],
  ['no number yet', { points: 1, stock: 5 }, undefined, undefined, [undefined, undefined]],
  ['no reward yet', undefined, 1, undefined, [undefined]],
])('%s', (_, reward, pieces, wrong, after) => {
  const rules = redeemRules({ points: 500 }, reward, { pieces })
  expect(rules.wrong?.['pieces']).toBe(wrong)
  expect(rules.figures!.map(figure => figure.after)).toEqual(after)
})
