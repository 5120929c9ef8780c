import { expect, test, vi } from 'vitest'
import { addWords } from '../../i18n/index.ts'
import shell from '../../i18n/zh.ts'
import kit from '../../kit/i18n/zh.ts'
import act from '../../kit/form/i18n/zh.ts'
import words from './i18n/zh.ts'

// The station that is kept between visits is read when the session is loaded.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
const { extendRules, freezeRules, moveRules, registerRules, returnRules } = await import('./life-rules.ts')

for (const tree of [shell, kit, act, words]) addWords(tree)
const card = { value: 58_00, lockValue: 2_00, principalCents: 50_00, giftCents: 8_00 }
const afterOf = ({ figures = [] }: ReturnType<typeof freezeRules>) => figures.map(({ after }) => after)

test.each([
  [58_00, undefined, [0, 60_00]],
  [58_01, '最多 ¥58.00（可用余额）', [undefined, undefined]],
  [undefined, undefined, [undefined, undefined]],
])('a freeze of %s: %s', (amountCents, wrong, after) => {
  const rules = freezeRules(card, { amountCents })
  expect(rules.wrong?.['amountCents']).toBe(wrong)
  expect(afterOf(rules)).toEqual(after)
})

const to = { ...card, principalCents: 1_00, giftCents: 0 }
const named = (one: typeof card) => (one === to ? '乙' : '甲')
test.each([
  ['principal alone', { amountCents: 50_00 }, {}, [0, 51_00, 8_00, 0]],
  ['the gift alone', { amountCents: 0, giftCents: 8_00 }, {}, [50_00, 1_00, 0, 8_00]],
  ['both', { amountCents: 20_00, giftCents: 3_00 }, {}, [30_00, 21_00, 5_00, 3_00]],
  ['more principal than there is', { amountCents: 50_01 }, { amountCents: '最多 ¥50.00（本金）' }, [undefined, undefined, 8_00, 0]],
  ['more gift than there is', { giftCents: 8_01 }, { giftCents: '最多 ¥8.00（赠金）' }, [50_00, 1_00, undefined, undefined]],
  ['nothing yet', {}, {}, [undefined, undefined, undefined, undefined]],
])('a move of %s', (_, values, wrong, after) => {
  const rules = moveRules(card, to, named, values)
  expect(rules.wrong).toMatchObject(wrong)
  expect(Object.values(rules.wrong ?? {}).filter(Boolean)).toEqual(Object.values(wrong))
  expect(afterOf(rules)).toEqual(after)
})

test('a move of a large amount, principal and gift together, is entered twice', () => {
  const rich = { ...card, principalCents: 9_999_00, giftCents: 1_00 }
  expect(moveRules(rich, to, named, { amountCents: 9_999_00 }).required).toEqual([])
  expect(moveRules(rich, to, named, { amountCents: 9_999_00, giftCents: 1_00 }).required).toEqual(['confirmAmountCents'])
})

test.each([
  ['2999-01-01', '2999-01-02', false],
  ['2999-01-01', '2999-01-01', true],
  ['2020-01-01', '2020-01-02', true],
  [null, '2999-01-01', false],
])('a card that is valid until %s is extended to %s: refused %s', (validUntil, entered, refused) => {
  const { wrong, required } = extendRules({ validUntil }, { validUntil: entered })
  expect(Boolean(wrong?.['validUntil'])).toBe(refused)
  // An empty day would be no end at all.
  expect(required).toEqual(['validUntil'])
})

test('a holder is somebody there is, or a new one by name and mobile number', () => {
  expect(registerRules({ userId: 7 }).required).toEqual([])
  expect(registerRules({ holderName: '王芳' }).required).toEqual(['holderName', 'holderMobile'])
})

// @req CRD-017
test('a return pays the principal out whole, takes the gift back, and wants the slip of what no cash is', () => {
  const here = { wrong: undefined, overCounter: true }
  expect(returnRules(card, here, { payType: 'cash' })).toMatchObject({ required: [], wrong: { chipPresent: undefined } })
  expect(afterOf(returnRules(card, here, { payType: 'cash' }))).toEqual([50_00, 0, 0])
  expect(returnRules(card, here, { payType: 'wx' }).required).toEqual(['slipNo'])
  expect(returnRules(card, { ...here, overCounter: false }, {}).required).toEqual([])
  expect(returnRules(card, { ...here, wrong: '请将此卡放在读卡器上' }, {}).wrong).toEqual({ chipPresent: '请将此卡放在读卡器上' })
})
