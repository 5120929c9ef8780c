import { expect, test, vi } from 'vitest'
import { addWords } from '../../i18n/index.ts'
import shell from '../../i18n/zh.ts'
import kit from '../../kit/i18n/zh.ts'
import act from '../../kit/form/i18n/zh.ts'
import words from './i18n/zh.ts'

// The station that is kept between visits is read when the session is loaded.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
const { thawRules } = await import('./card-rules.ts')

for (const tree of [shell, kit, act, words]) addWords(tree)
const card = { id: 1, lockValue: 30_00, value: 12_00 }

// @req MEM-020
test.each([
  [30_00, undefined, [0, 42_00]],
  [30_01, '最多 ¥30.00（冻结余额）', [undefined, undefined]],
  [0, undefined, [undefined, undefined]],
  [undefined, undefined, [undefined, undefined]],
])('a thaw of %s: %s', (amountCents, wrong, after) => {
  const rules = thawRules(card, { amountCents })
  expect(rules.wrong?.['amountCents']).toBe(wrong)
  expect(rules.figures?.map(figure => figure.after)).toEqual(after)
})
