import { expect, test, vi } from 'vitest'
import { addWords } from '../../i18n/index.ts'
import shell from '../../i18n/zh.ts'
import kit from '../../kit/i18n/zh.ts'
import act from '../../kit/form/i18n/zh.ts'
import words from './i18n/zh.ts'

// The station that is kept between visits is read when the session is loaded.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
const { adjustRules, thawRules, transferRules } = await import('./card-rules.ts')

for (const tree of [shell, kit, act, words]) addWords(tree)
const card = { id: 1, lockValue: 30_00, value: 12_00, principalCents: 50_00, giftCents: 8_00 }

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

// @req MEM-017
test.each([
  ['principal', -50_00, undefined, 0],
  ['principal', -50_01, '正数增加，负数减少；本金最多减少 ¥50.00', undefined],
  ['gift', -8_00, undefined, 0],
  ['gift', -8_01, '正数增加，负数减少；赠金最多减少 ¥8.00', undefined],
  ['principal', 0, '调整金额不能为零', undefined],
  ['principal', 0.5, undefined, undefined],
  ['principal', 25, undefined, 50_25],
])('the %s is adjusted by %s cents: %s', (purse, amountCents, wrong, after) => {
  const rules = adjustRules(card, { purse, amountCents })
  expect(rules.wrong?.['amountCents']).toBe(wrong)
  expect(rules.figures?.map(figure => figure.after)).toEqual([after])
})

// @req MEM-018
test.each([
  [50_00, undefined, [0, 55_00]],
  [50_01, '最多 ¥50.00（主卡）', [undefined, undefined]],
  [0, '不能小于 0.01', [undefined, undefined]],
])('of a card with principal and gift %s cents are allocated: %s', (amountCents, wrong, after) => {
  const sub = { id: 2, principalCents: 5_00, giftCents: 0 }
  const rules = transferRules(card, sub, ({ id }) => (id === 1 ? '主卡' : '副卡'), { amountCents })
  expect(rules.wrong?.['amountCents']).toBe(wrong)
  expect(rules.figures?.map(figure => figure.after)).toEqual(after)
})
